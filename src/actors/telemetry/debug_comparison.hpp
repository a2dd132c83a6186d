#pragma once

#include "actors/messages/helm.hpp"
#include "core/releases/object_difference.hpp"

#include <string>
#include <vector>

namespace actors::telemetry {

/// An object whose state in the cluster differs from the chart.
struct cluster_difference {
  enum class state { differs, absent, unknown };
  std::string object; ///< `NAMESPACE/KIND/NAME`
  state what = state::differs;
  std::vector<core::releases::field_difference> fields; ///< for an object that differs
  std::string reason;                                   ///< for an object of unknown state
};

/// The differences that an upgrade would make to the release, and the differences between cluster and chart.
struct chart_comparison {
  std::uint32_t revision = 0; ///< revision of the release; 0: there is no release
  base::result<std::vector<core::releases::object_difference>> of_release;
  std::vector<cluster_difference> of_cluster;
};

/// @param rendered chart; has `now`
/// @param view hides secrets
[[nodiscard]] chart_comparison compare_chart(const messages::release_rendered& rendered,
                                             const core::releases::object_view& view);

/// The comparison as text, with a line for each object and field.
[[nodiscard]] std::string text_of(const chart_comparison& x, const std::string& module);

/// The comparison as JSON: `{release: {revision, differences}, cluster: {differences}}`
[[nodiscard]] text::json tree_of(const chart_comparison& x);

} // namespace actors::telemetry
