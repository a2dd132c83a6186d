#pragma once

#include "worlds/plan.hpp"

#include <string>

namespace worlds {

// Texts in the tree of a module, by the name of the module.

/// The configuration of the hook that counts the module's items.
[[nodiscard]] std::string counts_config(const module_plan& x);
/// The configuration of the hook that makes an object of the items and patches values.
[[nodiscard]] std::string orders_config(const std::string& name);
/// The configuration of the hook with two bindings.
[[nodiscard]] std::string reviews_config(const std::string& name);
[[nodiscard]] std::string lax_config(const std::string& name);
[[nodiscard]] std::string both_config(const std::string& name);
/// The configuration of the hook that watches the objects of the kind that the module defines.
[[nodiscard]] std::string things_config(const std::string& name);
/// The definition of the kind that the module defines.
[[nodiscard]] std::string definition_of(const std::string& name);
/// The configuration of the hook that watches the items in all namespaces that have joined.
[[nodiscard]] std::string joined_config(const std::string& name);
/// The template of the module's chart.
/// @param annotation behind the name of the object; may be empty
[[nodiscard]] std::string chart_of(const std::string& name, const std::string& annotation);

/// A group that is always served, and that discovery may lack for a moment.
inline constexpr auto steady_group = "steady.example.io";
/// The definition of the group's kind.
[[nodiscard]] std::string steady_definition();
/// Part of an object's name, between the name of the module and `true` or `false`: whether the chart sees the
/// group.
inline constexpr auto steady_suffix = "-steady-";
/// The object with that name, and an object of the group.
[[nodiscard]] std::string steady_objects(const std::string& name);

/// Of the name of a Job that goes by itself.
inline constexpr auto job_suffix = "-once";
/// This Job. It has no template of Pods, because the API server would add labels to the template.
[[nodiscard]] std::string job_of(const std::string& name);

/// Suffix of the name of an object that the chart has only with a value of the ConfigMap.
inline constexpr auto extra_suffix = "-extra";

/// An object whose name has a value of a hook, so that each change of the value takes an object out of the
/// release.
[[nodiscard]] std::string tally_of(const std::string& name);
/// True if the chart of the module has this object.
[[nodiscard]] inline bool has_tally(const plan& all, const module_plan& x) {
  return x.chart && x.counts && all.helm_stays && all.removal_grace_s > 0;
}
inline constexpr auto tally_suffix = "-tally-";
/// The template of that object.
[[nodiscard]] std::string extra_object(const std::string& name);

/// The end of the name of the hook that `echoes`.
inline constexpr auto echo_script = "/echo.sh";
/// The end of the name of the hook that is `lax`.
inline constexpr auto lax_script = "/lax.sh";

} // namespace worlds
