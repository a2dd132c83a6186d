#pragma once

#include <string>

namespace trace::read {

/// The operator that recorded a run, for the head of a page. Traces of older versions have no such texts.
struct run_place {
  std::string program{}; ///< with its version: `addon-operator 0.1.0`
  std::string cluster{}; ///< the namespace, and the address of the API server

  friend bool operator==(const run_place&, const run_place&) = default;
};

} // namespace trace::read
