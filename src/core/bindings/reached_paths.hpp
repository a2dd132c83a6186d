#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace core::bindings {

/// The parts of a value that a program can reach. Of a value without any flag or path only its kind counts:
/// an object or array then has no members, and all other values are as they are.
struct reached_paths {
  bool is_whole = false;   ///< the value with all that it has
  bool is_counted = false; ///< the keys of an object and the number of items of an array, without their values
  std::map<std::string, std::unique_ptr<reached_paths>, std::less<>> members; ///< of an object
  std::unique_ptr<reached_paths> each; ///< all items of an array, or all members of an object; null: unreached
};

} // namespace core::bindings
