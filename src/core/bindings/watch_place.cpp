#include "core/bindings/watch_place.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::bindings {

namespace {

/// Names in order without duplicates; if the list is empty, a single empty name.
std::set<std::string> each_or_all(const std::vector<std::string>& names) {
  if (names.empty()) return {std::string{}};
  return {names.begin(), names.end()};
}

bool shows_all_snapshots(const hook_definition& hook) {
  return std::any_of(hook.lifecycle.begin(), hook.lifecycle.end(),
                     [](const lifecycle_binding& x) { return x.point != lifecycle_point::on_startup; });
}

/// The bindings that a run shows while other tasks wait for it.
std::set<std::string> names_shown(const hook_definition& hook) {
  std::set<std::string> names;
  for (const auto& x : hook.schedules)
    if (x.queue == "main") names.insert(x.snapshots_from.begin(), x.snapshots_from.end());
  for (const auto& x : hook.kubernetes)
    if (x.wait_for_synchronization) names.insert(x.snapshots_from.begin(), x.snapshots_from.end());
  return names;
}

} // namespace

std::vector<watch_place> places_of(const kubernetes_binding& binding) {
  std::vector<watch_place> places;
  for (const auto& namespace_name : each_or_all(binding.namespaces.names))
    for (auto& place : places_in(binding, namespace_name)) places.push_back(std::move(place));
  return places;
}

std::vector<watch_place> places_in(const kubernetes_binding& binding, const std::string& namespace_name) {
  std::vector<watch_place> places;
  for (const auto& name : each_or_all(binding.object_names)) places.push_back({namespace_name, name});
  return places;
}

std::size_t watches_max(const kubernetes_binding& binding) {
  return binding.object_names.empty() ? 5'000 : 1'000;
}

std::string describe_excess(const kubernetes_binding& binding, std::size_t namespaces) {
  const auto names = std::max<std::size_t>(binding.object_names.size(), 1);
  const auto watches = fmt::format("{} namespaces match, and with {} watch{} in each of them they are more than the {} "
                                   "that a binding may have, so its objects are not known",
                                   namespaces, names, names == 1 ? "" : "es", watches_max(binding));
  return watches
         + (binding.object_names.empty()
              ? ": leave `namespace` out, which is a single watch, and select the objects in jqFilter; or label fewer "
                "namespaces"
              : ": leave nameSelector out, which is a watch for each namespace, and select the objects by a "
                "labelSelector, or by their names in jqFilter; or label fewer namespaces");
}

kubernetes_binding namespaces_of(const kubernetes_binding& binding) {
  kubernetes_binding out;
  out.name = binding.name;
  out.api_version = "v1";
  out.kind = "Namespace";
  out.object_names = binding.namespaces.names;
  out.labels = *binding.namespaces.labels;
  out.keep_full_objects = false;
  return out;
}

std::set<std::size_t> awaited_lists(const hook_definition& hook) {
  // A hook with a lifecycle binding sees the snapshots of all its bindings.
  const bool all = shows_all_snapshots(hook);
  const auto shown = names_shown(hook);
  std::set<std::size_t> out;
  for (std::size_t i = 0; i < hook.kubernetes.size(); ++i) {
    const auto& x = hook.kubernetes[i];
    if (all || x.wait_for_synchronization || shown.contains(x.name)) out.insert(i);
  }
  return out;
}

} // namespace core::bindings
