#include "actors/hook_monitors.hpp"

#include "core/metrics/state_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace actors {

template <class Handle>
hook_monitors<Handle>::hook_monitors(base<Handle>* self, supervisor_actor supervisor)
  : self_(self), supervisor_(std::move(supervisor)) {}

template <class Handle>
void hook_monitors<Handle>::adopt(std::string module, std::shared_ptr<const core::hook_registry> hooks) {
  module_ = std::move(module);
  hooks_ = std::move(hooks);
}

template <class Handle>
const core::kubernetes_binding& hook_monitors<Handle>::binding(const core::binding_id& id) const {
  return hooks_->find(id.hook)->kubernetes[id.index];
}

template <class Handle>
subscription_key hook_monitors<Handle>::key_of(const core::binding_id& id) const {
  // The generation keeps late messages of monitors that were stopped from being taken for those of new ones.
  return fmt::format("{}:{}:{}#{}.{}", module_.empty() ? "global" : module_, id.hook, binding(id).name, id.index,
                     generation_);
}

template <class Handle>
watch_spec hook_monitors<Handle>::spec_of(const core::kubernetes_binding& from, const subscription_key& key) const {
  watch_spec spec;
  spec.api_version = from.api_version;
  spec.kind = from.kind;
  // One name is narrowed down by the API server; several are picked out of one watch by the informer, so that a
  // binding has one sequence of events.
  if (from.namespaces.names.size() == 1) spec.namespace_name = from.namespaces.names.front();
  spec.label_selector = core::query_text(from.labels);
  auto fields = from.fields;
  if (from.object_names.size() == 1) fields.push_back({"metadata.name", true, from.object_names.front()});
  spec.field_selector = core::query_text(fields);
  if (!from.keep_full_objects) spec.private_to = key;
  return spec;
}

template <class Handle>
void hook_monitors<Handle>::start(const std::string& hook, on_listed done) {
  for (const auto& entry : hooks_->kubernetes()) {
    const auto id = entry.id();
    if ((hook.empty() || id.hook == hook) && !monitors_.contains(id)) open(id);
  }
  waiting_.emplace_back(hook, std::move(done));
  check_listed();
}

template <class Handle>
void hook_monitors<Handle>::open(const core::binding_id& id) {
  const auto key = key_of(id);
  monitors_.emplace(id, monitor{});
  by_key_.emplace(key, id);
  self_->ask(
    supervisor_, open_watch{{}, spec_of(binding(id), key)},
    [this, id, key, generation = generation_](const watch_opened& opened) {
      // The watch is not wanted any more: nobody else may have told the informer.
      if (generation != generation_) return self_->tell(opened.informer, unsubscribe{{}, key});
      monitors_[id].informer = opened.informer;
      auto shared = std::shared_ptr<const core::kubernetes_binding>(hooks_->find(id.hook), &binding(id));
      auto labels = core::binding_labels(module_, id.hook, *shared);
      self_->tell(opened.informer, subscribe{{}, key, Handle(self_), std::move(shared), std::move(labels)});
    },
    [](const std::string&) {});
}

template <class Handle>
void hook_monitors<Handle>::stop() {
  for (const auto& [id, started] : monitors_)
    if (started.informer) self_->tell(started.informer, unsubscribe{{}, key_of(id)});
  ++generation_;
  monitors_.clear();
  by_key_.clear();
}

template <class Handle>
bool hook_monitors<Handle>::stop_waiting() {
  const bool waited = !waiting_.empty();
  waiting_.clear();
  return waited;
}

template <class Handle>
std::optional<core::binding_id> hook_monitors<Handle>::binding_of(const subscription_key& key) const {
  const auto i = by_key_.find(key);
  if (i == by_key_.end()) return std::nullopt;
  return i->second;
}

template <class Handle>
void hook_monitors<Handle>::listed(const core::binding_id& id) {
  monitors_[id].listed = true;
  check_listed();
}

template <class Handle>
void hook_monitors<Handle>::check_listed() {
  const auto all_listed = [this](const std::string& hook) {
    return std::all_of(monitors_.begin(), monitors_.end(), [&](const auto& entry) {
      return entry.second.listed || (!hook.empty() && entry.first.hook != hook);
    });
  };
  auto waiting = std::exchange(waiting_, {});
  for (auto& [hook, done] : waiting) {
    if (all_listed(hook))
      done();
    else
      waiting_.emplace_back(hook, std::move(done));
  }
}

template <class Handle>
std::map<core::binding_id, binding_subscription>
hook_monitors<Handle>::subscriptions(const std::set<core::binding_id>& ids) const {
  std::map<core::binding_id, binding_subscription> found;
  for (const auto& id : ids) {
    const auto started = monitors_.find(id);
    found[id] = {started == monitors_.end() ? informer_actor{} : started->second.informer, key_of(id)};
  }
  return found;
}

template class hook_monitors<module_actor>;
template class hook_monitors<global_hooks_actor>;

} // namespace actors
