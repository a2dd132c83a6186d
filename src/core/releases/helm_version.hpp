#pragma once

#include "base/error.hpp"

#include <compare>
#include <string>
#include <string_view>

namespace core::releases {

/// The version of the Helm binary, which decides about options that differ between versions.
struct helm_version {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;

  friend auto operator<=>(const helm_version&, const helm_version&) = default;
};

/// The oldest usable version: it can label releases, and ask the cluster during a rendering without changing
/// it.
inline constexpr helm_version helm_version_min{3, 14, 0};
/// The first version with `--hide-notes`.
inline constexpr helm_version helm_that_hides_notes{3, 16, 0};
/// The first version with `--take-ownership`. Older versions refuse an existing object that does not belong
/// to Helm.
inline constexpr helm_version helm_that_takes_ownership{3, 17, 0};
/// The first version that checks the owner of an object before it deletes the object in an uninstallation.
/// Older versions delete objects that another release has taken over.
inline constexpr helm_version helm_that_uninstalls_its_own{4, 3, 0};

/// The version as text: `4.3.1`.
[[nodiscard]] std::string text(const helm_version& x);

/// Parses the output of `helm version`, with or without `--short` or `--template`, and returns the first
/// `vN.N[.N]`.
/// @returns `invalid_input` if there is no version, or if the version is older than `helm_version_min`; the
/// message names the version.
[[nodiscard]] base::result<helm_version> parse_helm_version(std::string_view output);

} // namespace core::releases
