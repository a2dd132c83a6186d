#include "actors/hooks/binding_watches.hpp"

#include "core/metrics/state_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace actors::hooks {

binding_watches::binding_watches(owner_self self, messages::supervisor_actor supervisor, watch_listener listener)
  : self_(self), supervisor_(std::move(supervisor)), listener_(std::move(listener)) {}

void binding_watches::adopt(std::string module, std::shared_ptr<const core::bindings::hook_registry> hooks) {
  module_ = std::move(module);
  hooks_ = std::move(hooks);
  awaited_.clear();
  for (const auto& hook : hooks_->hooks())
    // A start waits only for lists that its runs show. Otherwise a forbidden list would block hooks that
    // never need it.
    for (const auto index : core::bindings::awaited_lists(*hook)) awaited_.insert({hook->name, index});
}

const core::bindings::kubernetes_binding& binding_watches::binding(const core::bindings::binding_id& id) const {
  return hooks_->find(id.hook)->kubernetes[id.index];
}

// -- start and stop --------------------------------------------------------------

void binding_watches::start(const std::string& hook) {
  for (const auto& entry : hooks_->kubernetes()) {
    const auto id = entry.id();
    if ((hook.empty() || id.hook == hook) && !watches_.contains(id)) open(id);
  }
}

void binding_watches::open(const core::bindings::binding_id& id) {
  const auto hook = hooks_->find(id.hook);
  auto shared = std::shared_ptr<const core::bindings::kubernetes_binding>(hook, &binding(id));
  auto labels = core::metrics::binding_labels(module_, id.hook, *shared);
  auto text = fmt::format("{}:{}:{}", module_.empty() ? "global" : module_, id.hook, shared->name);
  binding_listener listener{
    [this, id] { listener_.list_changed(id); },
    [this, id](core::bindings::object_event event) { listener_.object_changed(id, std::move(event)); }};
  auto watch = std::make_unique<binding_watch>(binding_watch::parts{
    self_, supervisor_, &names_, id, std::move(shared), std::move(text), std::move(labels), std::move(listener)});
  watches_.emplace(id, std::move(watch)).first->second->open();
}

void binding_watches::stop() {
  for (const auto& [id, watch] : watches_) watch->close();
  watches_.clear();
  names_.clear();
}

// -- reports of the watches ----------------------------------------------------------

binding_watch* binding_watches::find(const messages::subscription_key& key) const {
  const auto id = names_.find(key);
  if (!id) return nullptr;
  const auto found = watches_.find(*id);
  return found == watches_.end() ? nullptr : found->second.get();
}

void binding_watches::on_listed(const messages::objects_listed& x) {
  if (auto* watch = find(x.subscription)) watch->on_listed(x);
}

void binding_watches::on_changed(const messages::object_changed& x) {
  if (auto* watch = find(x.subscription)) watch->on_changed(x);
}

// -- known objects ------------------------------------------------------------------

core::bindings::list_state binding_watches::list(const core::bindings::binding_id& id) const {
  const auto found = watches_.find(id);
  return found == watches_.end() ? core::bindings::lists::listing{} : found->second->list();
}

core::bindings::list_state binding_watches::awaited_lists(const std::string& hook) const {
  core::bindings::list_state all = core::bindings::lists::known{};
  for (const auto& [id, watch] : watches_) {
    if (!awaited_.contains(id) || (!hook.empty() && id.hook != hook)) continue;
    auto list = watch->list();
    if (const auto* why = std::get_if<core::bindings::lists::refused>(&list))
      list = core::bindings::lists::refused{
        fmt::format("hook '{}', binding '{}': {}", id.hook, binding(id).name, why->reason), why->by};
    all = core::bindings::joined(all, list);
  }
  return all;
}

bool binding_watches::are_known(const std::set<core::bindings::binding_id>& ids) const {
  return std::all_of(ids.begin(), ids.end(),
                     [&](const core::bindings::binding_id& id) { return core::bindings::is_known(list(id)); });
}

std::map<core::bindings::binding_id, binding_reading>
binding_watches::readings(const std::set<core::bindings::binding_id>& ids) const {
  std::map<core::bindings::binding_id, binding_reading> found;
  for (const auto& id : ids) {
    const auto watch = watches_.find(id);
    if (watch == watches_.end())
      found.emplace(id, core::bindings::unlisted{"its monitor is not started"});
    else
      found.emplace(id, watch->second->reading());
  }
  return found;
}

} // namespace actors::hooks
