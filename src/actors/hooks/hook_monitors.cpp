#include "actors/hooks/hook_monitors.hpp"

#include "core/metrics/state_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace actors {

hook_monitors::hook_monitors(owner_self self, supervisor_actor supervisor, monitor_listener listener)
  : self_(self), supervisor_(std::move(supervisor)), listener_(std::move(listener)) {}

void hook_monitors::adopt(std::string module, std::shared_ptr<const core::hook_registry> hooks) {
  module_ = std::move(module);
  hooks_ = std::move(hooks);
  awaited_.clear();
  for (const auto& hook : hooks_->hooks())
    for (const auto index : core::awaited_lists(*hook)) awaited_.insert({hook->name, index});
}

const core::kubernetes_binding& hook_monitors::binding(const core::binding_id& id) const {
  return hooks_->find(id.hook)->kubernetes[id.index];
}

hook_monitors::watch_ptr hook_monitors::find(const subscription_key& key) const {
  const auto id = names_.find(key);
  if (!id) return nullptr;
  const auto found = watches_.find(*id);
  return found == watches_.end() ? nullptr : found->second;
}

// -- start and stop --------------------------------------------------------------

void hook_monitors::start(const std::string& hook, on_listed done, on_problem problem) {
  for (const auto& entry : hooks_->kubernetes()) {
    const auto id = entry.id();
    if ((hook.empty() || id.hook == hook) && !watches_.contains(id)) open(id);
  }
  waiting_.push_back({hook, std::move(done), std::move(problem)});
  check_listed();
  for (const auto& [id, watch] : watches_)
    if (!watch->is_listed()) watch->await_list();
}

void hook_monitors::open(const core::binding_id& id) {
  const auto hook = hooks_->find(id.hook);
  auto shared = std::shared_ptr<const core::kubernetes_binding>(hook, &binding(id));
  auto labels = core::binding_labels(module_, id.hook, *shared);
  auto text = fmt::format("{}:{}:{}", module_.empty() ? "global" : module_, id.hook, shared->name);
  binding_listener listener{[this, id] {
                              listener_.listed(id);
                              check_listed();
                            },
                            [this, id](const std::string& reason) { report_failing(id, reason); },
                            [this, id](const std::string& reason) {
                              if (awaited_.contains(id)) listener_.lost(problem_text(id, reason));
                            },
                            [this, id](core::object_event event) { listener_.changed(id, std::move(event)); }};
  auto watch = std::make_shared<binding_watch>(binding_watch::parts{
    self_, supervisor_, &names_, id, std::move(shared), std::move(text), std::move(labels), std::move(listener)});
  watches_.emplace(id, watch);
  watch->open();
}

std::string hook_monitors::problem_text(const core::binding_id& id, const std::string& reason) const {
  return fmt::format("hook '{}', binding '{}': {}", id.hook, binding(id).name, reason);
}

void hook_monitors::report_failing(const core::binding_id& id, const std::string& reason) {
  if (!awaited_.contains(id)) return;
  const auto text = problem_text(id, reason);
  std::vector<on_problem> told;
  std::vector<waiting_start> others;
  for (auto& x : waiting_) {
    if (x.problem && (x.hook.empty() || x.hook == id.hook))
      told.push_back(std::move(x.problem));
    else
      others.push_back(std::move(x));
  }
  waiting_ = std::move(others);
  for (const auto& problem : told) problem(text);
}

void hook_monitors::stop() {
  for (const auto& [id, watch] : watches_) watch->close();
  watches_.clear();
  names_.clear();
}

bool hook_monitors::stop_waiting() {
  const bool waited = !waiting_.empty();
  waiting_.clear();
  return waited;
}

bool hook_monitors::all_listed(const std::string& hook) const {
  return std::all_of(watches_.begin(), watches_.end(), [&](const auto& entry) {
    const auto& [id, watch] = entry;
    return watch->is_listed() || !awaited_.contains(id) || (!hook.empty() && id.hook != hook);
  });
}

bool hook_monitors::are_listed(const std::set<core::binding_id>& ids) const {
  return std::all_of(ids.begin(), ids.end(), [&](const core::binding_id& id) {
    const auto watch = watches_.find(id);
    return watch != watches_.end() && watch->second->is_listed();
  });
}

void hook_monitors::check_listed() {
  // A callback may start others.
  std::vector<on_listed> ready;
  std::vector<waiting_start> others;
  for (auto& x : waiting_) {
    if (all_listed(x.hook))
      ready.push_back(std::move(x.done));
    else
      others.push_back(std::move(x));
  }
  waiting_ = std::move(others);
  for (const auto& done : ready) done();
}

// -- what the watches tell ---------------------------------------------------------

void hook_monitors::take(const objects_listed& x) {
  if (const auto watch = find(x.subscription)) watch->take(x);
}

void hook_monitors::take(const object_changed& x) {
  if (const auto watch = find(x.subscription)) watch->take(x);
}

std::map<core::binding_id, binding_sources> hook_monitors::sources(const std::set<core::binding_id>& ids) const {
  std::map<core::binding_id, binding_sources> found;
  for (const auto& id : ids) {
    const auto watch = watches_.find(id);
    found[id] =
      watch == watches_.end() ? binding_sources{"its monitor is not started", {}, 0} : watch->second->sources();
  }
  return found;
}

} // namespace actors
