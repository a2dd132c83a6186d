#pragma once

#include "actors/releases/application_chart.hpp"
#include "core/releases/release.hpp"
#include "core/releases/release_difference.hpp"

#include <functional>
#include <memory>
#include <string>

namespace actors::releases {

/// Compares a release with its rendering after an upgrade, and notes the result in the release's record. A
/// part of an application, which the callback keeps alive.
///
/// An upgrade may see another state of the cluster than the rendering before it, because it comes later, or
/// reaches another API server. Then Helm may remove objects although no rendering has dropped them. So if a
/// chart reads the cluster, the labels of its revision name the inputs only after the manifest was compared
/// with a rendering of these inputs. Until then the next run, even after a restart, renders and compares.
class release_comparison : public std::enable_shared_from_this<release_comparison> {
public:
  /// @param chart outlives this object
  release_comparison(helm_parts& parts, std::string release, application_chart& chart, std::function<void()> then);

  void begin();

private:
  void compare_manifests();
  void name_inputs();
  void name_difference(const core::releases::release& last);
  void note_difference(const core::releases::release& last, const core::releases::manifest_difference& found);
  /// Notes the chart's current rendering in the record. Renders the chart first if the rendering is unknown
  /// or may have changed.
  void note_rendering();
  void name_rendering(const helm_runs::outcome& ended);
  void log_lost_proof(const base::error& reason) const;

  helm_parts& parts_;
  std::string release_;
  application_chart& chart_;
  std::function<void()> then_;
};

} // namespace actors::releases
