#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The facts that a chart reads and that differ between an upgrade and a rendering (`helm template`), so that
/// their manifests may differ for the same inputs.
struct varying_facts {
  /// `.Release.Revision`, `.Release.IsInstall`, `.Release.IsUpgrade`, or `.Release` as a whole. A rendering
  /// always counts as an upgrade with revision 1.
  bool release = false;
  /// `.Capabilities.APIVersions`: a rendering adds the API versions of Kubernetes that Helm was built with to
  /// the served API versions.
  bool api_versions = false;

  [[nodiscard]] bool any() const noexcept { return release || api_versions; }
  varying_facts& operator|=(const varying_facts& x) noexcept;
  friend bool operator==(const varying_facts&, const varying_facts&) = default;
};

/// The facts that a template may read. Any name that could be a fact counts, inside or between actions. A
/// text without actions reads no facts.
[[nodiscard]] varying_facts asked_facts(std::string_view text);

/// The digest for comparing two renderings of a chart that asks for such facts. It includes the served API
/// groups of Kubernetes if the chart asks for them, because a rendering does not show all of them.
/// @param manifest digest of the rendered manifest
/// @param api_versions the API versions that the API server serves
[[nodiscard]] std::string rendering_digest(const std::string& manifest, const varying_facts& asked,
                                           const std::vector<std::string>& api_versions);

} // namespace core::releases
