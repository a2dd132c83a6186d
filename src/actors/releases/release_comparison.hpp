#pragma once

#include "actors/releases/application_chart.hpp"
#include "core/releases/release.hpp"
#include "core/releases/release_difference.hpp"

#include <functional>
#include <memory>
#include <string>

namespace actors::releases {

/// Compares a release with its rendering after an upgrade, and notes results in its record. A part of an
/// application, which the callback keeps alive.
///
/// An upgrade may see another cluster than the rendering that decided it: another API server behind the same
/// address, or a later moment. Then Helm may remove objects that no rendering has dropped. So the revision of
/// a chart that looks at the cluster names its inputs only after its manifest was compared with a rendering
/// of these inputs. Until then, also after a restart, the next run renders and compares.
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
  /// Notes the present rendering of the chart in the record, if it is unknown or may have changed.
  void note_rendering();
  void name_rendering(const helm_runs::outcome& ended);
  void log_lost_proof(const base::error& reason) const;

  helm_parts& parts_;
  std::string release_;
  application_chart& chart_;
  std::function<void()> then_;
};

} // namespace actors::releases
