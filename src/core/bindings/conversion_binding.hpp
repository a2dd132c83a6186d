#pragma once

#include <string>
#include <vector>

namespace core::bindings {

/// A step of a conversion: objects of a version become objects of another version. A version is full
/// (`stable.example.com/v1`) or short (`v1`).
struct conversion_step {
  std::string from;
  std::string to;
  std::string jq{}; ///< a program that converts an object, instead of a run of the hook; empty: the hook converts

  friend bool operator==(const conversion_step&, const conversion_step&) = default;
};

/// Runs the hook when the API server needs objects of a CustomResourceDefinition in another version.
struct conversion_binding {
  std::string name;
  std::string definition; ///< name of the CustomResourceDefinition: `crontabs.stable.example.com`
  std::string group;
  std::vector<std::string> snapshots_from; ///< see `schedule_binding`
  std::vector<conversion_step> steps;
};

} // namespace core::bindings
