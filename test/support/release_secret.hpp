#pragma once

#include "core/text/json.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace test {

/// What Helm stores for one revision of a release.
struct release_secret {
  std::string name;
  std::uint32_t revision = 1;
  std::string status = "deployed";
  std::string manifest;
  std::map<std::string, std::string> labels{}; ///< besides Helm's own
  std::string namespace_name = "default";
};

/// The Secret that Helm would write (`helm.sh/release.v1`).
[[nodiscard]] core::json secret_of(const release_secret& x);

} // namespace test
