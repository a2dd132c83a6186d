#pragma once

#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace test {

/// Helm's record of a revision of a release.
struct release_secret {
  std::string name;
  std::uint32_t revision = 1;
  std::string status = "deployed";
  std::string manifest;
  std::map<std::string, std::string> labels{}; ///< besides Helm's own
  std::string namespace_name = "default";
  std::string kind = "Secret"; ///< or ConfigMap
  /// Files of the chart besides templates, values.yaml and subcharts.
  std::map<std::string, std::string> files{};
  text::json values = text::json::object();       ///< that the user has given
  std::map<std::string, std::string> templates{}; ///< of the chart itself
  text::json chart_values = text::json::object(); ///< values.yaml of the chart
  text::json metadata = text::json::object();     ///< Chart.yaml
  std::string leaving{};                          ///< annotation with objects that upgrades have left; empty: none
};

/// The Secret or ConfigMap that Helm would write (`helm.sh/release.v1`).
[[nodiscard]] text::json secret_of(const release_secret& x);

/// Whether Helm keeps a release in the object.
[[nodiscard]] bool is_release(const text::json& object);

/// Reads a release from Helm's Secret without the program's own reader of releases. Throws if the Secret
/// holds no release.
[[nodiscard]] release_secret read_secret(const text::json& secret);

/// The name of the Secret of a revision.
[[nodiscard]] std::string secret_name(const std::string& release, std::uint32_t revision);

} // namespace test
