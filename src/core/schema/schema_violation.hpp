#pragma once

#include "core/base/secret_key.hpp"
#include "core/text/json_pointer.hpp"

#include <string>
#include <vector>

namespace core {

/// The same in a sentence about a value.
inline constexpr const char* found_hidden = "got a hidden value";

/// What is wrong with a value.
struct schema_violation {
  std::string path;        ///< `global.replicas`, `web.hosts[0]`
  json_pointer place;      ///< the same place in `{NAME: value}`
  std::string rule;        ///< `must be of type integer`; never shows the value
  std::string found;       ///< `got "two"`, `has 3`; empty: the rule says it all
  bool is_missing = false; ///< more members in the value would end it
};

/// `web.replicas must be of type integer, got "two"`
[[nodiscard]] std::string describe(const schema_violation& violation);

/// The lines of all violations, joined with "; ".
[[nodiscard]] std::string describe(const std::vector<schema_violation>& violations);

} // namespace core
