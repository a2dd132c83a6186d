#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// What a chart asks for that an upgrade may answer otherwise than a rendering (`helm template`), so that their manifests
/// differ although the inputs are the same.
struct upgrade_facts {
  /// `.Release.Revision`, `.Release.IsInstall`, `.Release.IsUpgrade`, or `.Release` as a whole: a rendering is revision 1,
  /// and an upgrade.
  bool release = false;
  /// `.Capabilities.APIVersions`: a rendering has those of Kubernetes that Helm was built with beside those that are
  /// served.
  bool api_versions = false;

  [[nodiscard]] bool any() const noexcept { return release || api_versions; }
  upgrade_facts& operator|=(const upgrade_facts& x) noexcept;
  friend bool operator==(const upgrade_facts&, const upgrade_facts&) = default;
};

/// What a template may ask for: a name that could be one counts, in an action or between two of them. A text without
/// actions asks for nothing.
[[nodiscard]] upgrade_facts asked_facts(std::string_view text);

/// The digest by which one rendering of a chart that asks for such facts is compared with another. Groups of Kubernetes
/// that the API server serves are part of it if they are asked for, because a rendering does not show all of them.
/// @param manifest digest of what was rendered
/// @param api_versions those that the API server serves
[[nodiscard]] std::string rendering_digest(const std::string& manifest, const upgrade_facts& asked,
                                           const std::vector<std::string>& api_versions);

} // namespace core::releases
