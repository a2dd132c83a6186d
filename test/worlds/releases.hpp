#pragma once

#include "support/release_secret.hpp"
#include "worlds/model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace worlds {

inline constexpr std::string_view record_prefix = "sh.helm.release.v1.";

/// `alpha` of `sh.helm.release.v1.alpha.v3`; empty: it is no revision of a release.
[[nodiscard]] inline std::string release_of_record(const std::string& name) {
  if (!name.starts_with(record_prefix)) return {};
  return name.substr(record_prefix.size(), name.rfind(".v") - record_prefix.size());
}

/// The releases of other users.
[[nodiscard]] inline const std::vector<std::string>& strangers() {
  static const std::vector<std::string> names{foreign_release, stranger_release, waiting_stranger_release,
                                              neighbour_release, second_neighbour_release};
  return names;
}

[[nodiscard]] inline bool is_made_by_operator(const test::release_secret& x) {
  return x.labels.contains("moduleChecksum") || x.labels.contains("inputsChecksum");
}

} // namespace worlds
