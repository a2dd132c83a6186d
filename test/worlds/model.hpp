#pragma once

#include "simulation/fake_api_server.hpp"
#include "text/json/json.hpp"
#include "worlds/plan.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace worlds {

using text_map = std::map<std::string, std::string>;

inline constexpr auto operator_namespace = "addon-operator";
inline constexpr auto operator_config = "addon-operator";
/// A release in the operator's namespace that does not belong to its modules.
inline constexpr auto foreign_release = "operator";
/// Releases of other users, made by Helm without an operator: they lack the operator's label.
inline constexpr auto stranger_release = "stranger";
inline constexpr auto waiting_stranger_release = "stranger-waits";
/// Releases of another operator, which has another platform. They have no module here.
inline constexpr auto neighbour_release = "neighbour";
inline constexpr auto second_neighbour_release = "neighbour-two";
inline constexpr auto neighbour_platform = "next-door";
inline constexpr auto apps_namespace = "apps";
inline constexpr auto team_namespace = "team";

/// `a=1,b=2`
[[nodiscard]] std::string joined(const text_map& x);

/// The items of a module in `apps`: name -> payload.
[[nodiscard]] text_map items_of(const simulation::fake_api_server& api, const std::string& module);
/// The same in all namespaces with the label `joins`.
[[nodiscard]] text_map items_of_joined(const simulation::fake_api_server& api, const std::string& module);
/// The kind that the module defines: `AlphaThing`.
[[nodiscard]] std::string kind_of_things(const std::string& module);
/// Its objects in `apps`.
[[nodiscard]] text_map things_of(const simulation::fake_api_server& api, const std::string& module);
[[nodiscard]] text_map nodes_of(const simulation::fake_api_server& api);

/// A section of the operator's ConfigMap; null if there is no such section.
[[nodiscard]] text::json config_section(const simulation::fake_api_server& api, const std::string& key);
/// The section in this ConfigMap.
[[nodiscard]] text::json config_section(const text::json& config_map, const std::string& key);

/// The answer of the `enabled` script of a module.
/// @param gate,replicas as JSON
[[nodiscard]] bool script_says(const module_plan& x, const std::string& gate, const std::string& replicas);

/// Whether flags switch a module on: its values, the ConfigMap, and the global hook.
[[nodiscard]] bool is_flagged(const plan& world, const module_plan& x, const simulation::fake_api_server& api);

/// The state that the operator must have made of the cluster when the world is at rest, computed from the
/// plan and from the cluster, without any of its code.
struct wanted_end {
  std::set<std::string> enabled;
  std::map<std::string, text_map> charts; ///< data of the ConfigMap of each release
  std::set<std::string> extras;           ///< modules with a chart that has the object of a value in the ConfigMap
  std::map<std::string, text_map> made;   ///< data of the objects that hooks make, by their names
};
[[nodiscard]] wanted_end wanted_of(const plan& world, const simulation::fake_api_server& api);

/// All states that something in the cluster had, in order.
class past_of_objects {
public:
  /// Notes the present state of a place (`items alpha`, `nodes`), if it differs from the last state.
  void note(const std::string& place, const text_map& state);
  /// The first moment not before `from` at which the place was in this state; empty: the place was never in
  /// it since then.
  [[nodiscard]] std::optional<std::size_t> find(const std::string& place, const text_map& state,
                                                std::size_t from) const;
  /// The number of states that the place has had.
  [[nodiscard]] std::size_t moments(const std::string& place) const;
  /// Whether an object of that name has ever vanished from the place after it had this payload.
  [[nodiscard]] bool has_vanished(const std::string& place, const std::string& name, const std::string& payload) const;

private:
  std::map<std::string, std::vector<text_map>> states_;
};

} // namespace worlds
