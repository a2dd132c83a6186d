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
  std::vector<core::releases::field_difference> fields; ///< of an object that differs
  std::string reason;                                   ///< why its state is unknown
};

/// The changes that helm would make to the release, and the differences between cluster and chart.
struct chart_comparison {
  std::uint32_t revision = 0; ///< of the release; 0: there is no release
  base::result<std::vector<core::releases::object_difference>> of_release;
  std::vector<cluster_difference> of_cluster;
};

/// @param rendered with `now`
/// @param view hides secrets
[[nodiscard]] chart_comparison compare_chart(const messages::release_rendered& rendered,
                                             const core::releases::object_view& view);

/// For people, with a line for each object and field.
[[nodiscard]] std::string text_of(const chart_comparison& x, const std::string& module);

/// `{release: {revision, differences}, cluster: {differences}}`
[[nodiscard]] text::json tree_of(const chart_comparison& x);

} // namespace actors::telemetry
