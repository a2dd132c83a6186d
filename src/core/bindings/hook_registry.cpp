#include "core/bindings/hook_registry.hpp"

#include "core/bindings/conversion_binding.hpp"
#include "core/bindings/webhook_binding.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace core::bindings {

hook_registry::hook_registry(std::vector<hook_definition> hooks) {
  hooks_.reserve(hooks.size());
  for (auto& hook : hooks) hooks_.push_back(std::make_shared<const hook_definition>(std::move(hook)));
  std::sort(hooks_.begin(), hooks_.end(), [](const auto& a, const auto& b) { return a->name < b->name; });
}

hook_ptr hook_registry::find(std::string_view name) const noexcept {
  auto at = std::lower_bound(hooks_.begin(), hooks_.end(), name,
                             [](const auto& hook, std::string_view x) { return hook->name < x; });
  return at != hooks_.end() && (*at)->name == name ? *at : nullptr;
}

std::vector<hook_ptr> hook_registry::at(lifecycle_point point) const {
  std::vector<std::pair<std::int64_t, hook_ptr>> ordered;
  for (const auto& hook : hooks_)
    for (const auto& binding : hook->lifecycle)
      if (binding.point == point) ordered.emplace_back(binding.order, hook);
  // A stable sort, so that hooks of the same order stay sorted by name.
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<hook_ptr> out;
  out.reserve(ordered.size());
  for (auto& [order, hook] : ordered) out.push_back(std::move(hook));
  return out;
}

std::vector<hook_kubernetes> hook_registry::kubernetes() const {
  std::vector<hook_kubernetes> out;
  for (const auto& hook : hooks_)
    for (std::size_t i = 0; i < hook->kubernetes.size(); ++i) out.push_back({hook, i});
  return out;
}

std::vector<hook_schedule> hook_registry::schedules() const {
  std::vector<hook_schedule> out;
  for (const auto& hook : hooks_)
    for (std::size_t i = 0; i < hook->schedules.size(); ++i) out.push_back({hook, i});
  return out;
}

std::map<std::string, std::string> hook_registry::occasions() const {
  std::map<std::string, std::string> out;
  for (const auto& hook : hooks_) out.emplace(hook->name, occasions_of(*hook));
  return out;
}

std::map<std::string, std::set<std::string>> hook_registry::bindings() const {
  std::map<std::string, std::set<std::string>> out;
  for (const auto& hook : hooks_) {
    auto& names = out[hook->name];
    for (const auto& binding : hook->lifecycle) names.insert(name(binding.point));
    for (const auto& binding : hook->schedules) names.insert(binding.name);
    for (const auto& binding : hook->kubernetes) names.insert(binding.name);
    for (const auto& binding : hook->webhooks) names.insert(binding->name);
    for (const auto& binding : hook->conversions) names.insert(binding->name);
  }
  return out;
}

} // namespace core::bindings
