#include "actors/watches/subscription_set.hpp"

#include "base/contains.hpp"
#include "base/word_list.hpp"
#include "core/metrics/state_metrics.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace actors::watches {

namespace {

std::string name_of(const kube::objects::object_key& key) {
  return key.namespace_.empty() ? key.name : key.namespace_ + "/" + key.name;
}

/// Names a subscription in a message: `module 'web', hook 'hooks/pods.sh', binding 'pods'`.
std::string binding_name(const messages::subscription_key& key, const core::metrics::metric_labels& labels) {
  std::string name;
  for (const auto* part : {"module", "hook", "binding"})
    for (const auto& [label, value] : labels)
      if (label == part && !value.empty()) name += fmt::format("{}{} '{}'", name.empty() ? "" : ", ", part, value);
  return name.empty() ? "binding '" + key + "'" : name;
}

/// `hook 'hooks/pods.sh' of module 'web'`; empty: a watch of the operator itself.
std::string hook_name(const core::metrics::metric_labels& labels) {
  std::string module;
  std::string hook;
  for (const auto& [label, value] : labels) {
    if (label == "module") module = value;
    if (label == "hook") hook = value;
  }
  if (hook.empty()) return {};
  return module.empty() ? fmt::format("global hook '{}'", hook) : fmt::format("hook '{}' of module '{}'", hook, module);
}

std::string text_of(const cluster::views::filter_trouble& x) {
  auto which = x.are_all ? "all objects, so that none can be shown"
                         : fmt::format("{} object{}", x.objects, x.objects == 1 ? "" : "s");
  if (!x.are_all && x.unseen > 0)
    which += fmt::format(", of which {} {} never been seen, so that no list is complete", x.unseen,
                         x.unseen == 1 ? "has" : "have");
  return fmt::format("the jqFilter fails on {}: mend the filter or the objects; on {}: {}", which, x.first, x.reason);
}

} // namespace

subscription_set::subscription_set(framework::actor_base<messages::informer_actor>* self,
                                   const messages::watch_spec& spec, base::evaluation_limit_ptr filter_limit,
                                   all_objects all, do_in_portions work, report_trouble report,
                                   std::function<void()> wants_retry)
  : self_(self), kind_(spec.kind), watch_(spec.text()), all_(std::move(all)), work_(std::move(work)),
    report_(std::move(report)), wants_retry_(std::move(wants_retry)),
    filters_(std::make_shared<cluster::views::filter_set>(std::move(filter_limit),
                                                          [self] { return self->shared().steady_time_us(); })) {}

std::string subscription_set::names() const {
  constexpr std::size_t names_max = 5;
  std::string text;
  std::size_t n = 0;
  for (const auto& [key, x] : subscriptions_) {
    if (n++ == names_max) return text + ", …";
    text += (text.empty() ? "" : ", ") + key;
  }
  return text;
}

watch_users subscription_set::users() const {
  constexpr std::size_t hooks_max = 2;
  std::vector<std::string> hooks;
  for (const auto& [key, x] : subscriptions_)
    if (auto name = hook_name(x.labels); !name.empty() && !base::contains(hooks, name))
      hooks.push_back(std::move(name));
  if (hooks.size() > hooks_max) {
    const auto more = hooks.size() - hooks_max;
    hooks.resize(hooks_max);
    hooks.push_back(fmt::format("{} more", more));
  }
  return {names(), base::word_list(hooks)};
}

void subscription_set::add(const messages::subscribe& x, watch_state watch) {
  const auto& binding = *x.binding;
  auto report = [key = x.subscription, kind = kind_](const kube::objects::object_identity& object,
                                                     const base::error& e) {
    sys::log::log_error("filter_failed",
                        {{"binding", key}, {"kind", kind}, {"object", name_of(object.key)}, {"error", e.message}});
  };
  cluster::views::subscription_view view(x.binding, filters_, std::move(report),
                                         [this] { return self_->shared().steady_time_us(); });
  subscription entry{x.observer,
                     std::move(view),
                     x.labels,
                     watch == watch_state::running,
                     x.announce_all,
                     x.announce_lists,
                     false,
                     {},
                     {},
                     {},
                     {},
                     {}};
  if (!binding.jq_filter.empty())
    if (auto added = filters_->add(binding.jq_filter); !added) {
      entry.problem = added.error().message;
      sys::log::log_error("filter_failed", {{"binding", x.subscription}, {"error", entry.problem}});
    }
  remove(x.subscription);
  subscriptions_.emplace(x.subscription, std::move(entry));
}

void subscription_set::remove(const messages::subscription_key& key) {
  const auto found = subscriptions_.find(key);
  if (found == subscriptions_.end()) return;
  answer(found->second, {});
  if (!found->second.reported.empty())
    report_(binding_name(key, found->second.labels) + " (" + watch_ + ")", std::nullopt);
  subscriptions_.erase(found);
}

std::shared_ptr<const core::bindings::object_list> subscription_set::leave(const messages::subscription_key& key) {
  const auto found = subscriptions_.find(key);
  std::shared_ptr<const core::bindings::object_list> objects;
  if (found != subscriptions_.end() && found->second.complete) objects = found->second.view.last_objects();
  remove(key);
  return objects;
}

void subscription_set::complete_all(const std::string& kind, core::bindings::snapshot_revision revision) {
  for (const auto& [key, x] : subscriptions_) complete(key, kind, revision);
}

void subscription_set::complete(const messages::subscription_key& key, const std::string& kind,
                                core::bindings::snapshot_revision revision) {
  work_([this, key, kind, revision] { return complete_next(key, kind, revision); });
}

void subscription_set::forget_work() {
  for (auto& [key, x] : subscriptions_) {
    if (!x.view.is_filling()) continue;
    x.view.stop_fill();
    // A fill that has begun uses old objects, so the next watch must fill the view from its list.
    x.late = true;
  }
}

bool subscription_set::complete_next(const messages::subscription_key& key, const std::string& kind,
                                     core::bindings::snapshot_revision revision) {
  const auto found = subscriptions_.find(key);
  if (found == subscriptions_.end()) return true;
  auto& x = found->second;
  // If the filter does not compile, no object can be shown, so the list stays unknown.
  if (x.complete || !x.problem.empty()) return true;
  if (!shortage_.empty()) {
    note_shortage(key, x);
    return true;
  }
  if (std::exchange(x.late, false))
    if (auto all = all_()) x.view.begin_fill(std::move(*all));
  if (x.view.is_filling()) x.view.fill_next(twin_of(x));
  if (x.view.is_filling()) return false;
  end_completion(key, x, kind, revision);
  return true;
}

void subscription_set::end_completion(const messages::subscription_key& key, subscription& x, const std::string& kind,
                                      core::bindings::snapshot_revision revision) {
  hold(x, x.view.trouble());
  x.complete = x.held.empty();
  report(key, x);
  if (!x.complete) return answer(x, x.held, core::bindings::lists::obstacle::filter);
  // The events come before `objects_listed`, so that the reader has all objects when it begins to work with
  // them.
  if (x.announce_all) announce(key, x, kind, revision);
  self_->tell(x.observer, messages::objects_listed{{}, key});
  answer(x, {});
}

bool subscription_set::hold(subscription& x, const std::optional<cluster::views::filter_trouble>& trouble) {
  const bool hides = trouble && trouble->unseen > 0;
  const auto hidden = hides ? trouble->first : std::string();
  const auto before = std::exchange(x.unseen, shortage_.empty() ? hidden : shortage_);
  x.held = shortage_.empty() && hides ? text_of(*trouble) : shortage_;
  if (hides && x.view.may_try_again()) wants_retry_();
  return before != x.unseen;
}

void subscription_set::judge(const messages::subscription_key& key, subscription& x) {
  // An object without a view makes the list of a running binding unknown, and a repair makes it known again;
  // `objects_listed` reports both to the observer. If an object keeps an earlier view, a failure is reported
  // but delays no run.
  const bool has_changed = hold(x, x.view.trouble());
  report(key, x);
  if (has_changed) self_->tell(x.observer, messages::objects_listed{{}, key, {}, x.held});
}

void subscription_set::try_again(const std::string& kind, core::bindings::snapshot_revision revision) {
  for (const auto& [key, x] : subscriptions_) {
    if (!x.view.may_try_again()) continue;
    work_([this, key = key, kind, revision, objects = x.view.stopped_on(), next = std::size_t{0}]() mutable {
      if (next < objects.size()) try_again(key, objects[next++], kind, revision);
      if (next < objects.size()) return false;
      end_tries(key, kind, revision);
      return true;
    });
  }
}

void subscription_set::try_again(const messages::subscription_key& key, const kube::objects::object_ptr& object,
                                 const std::string& kind, core::bindings::snapshot_revision revision) {
  const auto found = subscriptions_.find(key);
  if (found == subscriptions_.end()) return;
  auto event = found->second.view.try_again(object, kind);
  if (event && found->second.complete) send(key, found->second, std::move(*event), revision);
}

void subscription_set::end_tries(const messages::subscription_key& key, const std::string& kind,
                                 core::bindings::snapshot_revision revision) {
  const auto found = subscriptions_.find(key);
  if (found == subscriptions_.end()) return;
  if (found->second.complete)
    judge(key, found->second);
  else if (!found->second.held.empty())
    end_completion(key, found->second, kind, revision);
}

void subscription_set::begin_version(const std::string& from, const std::string& to) {
  for (auto& [key, x] : subscriptions_) x.view.begin_version(from, to);
}

void subscription_set::end_version(const std::string& kind, core::bindings::snapshot_revision revision) {
  for (auto& [key, x] : subscriptions_) {
    if (const auto* version = x.view.end_version())
      sys::log::log_warning("filter_fields_gone", {{"binding", key},
                                                   {"kind", kind},
                                                   {"from", version->from()},
                                                   {"to", version->to()},
                                                   {"fields", version->gone()},
                                                   {"hint", "the objects keep their former views; name the version in "
                                                            "the binding (apiVersion: "
                                                              + version->from()
                                                              + ") while it is served, or let the jqFilter read the "
                                                                "fields of the new version"}});
    show(key, x, kind, revision);
    if (x.complete) judge(key, x);
  }
}

void subscription_set::show(const messages::subscription_key& key, subscription& x, const std::string& kind,
                            core::bindings::snapshot_revision revision) {
  auto objects = x.view.take_shown();
  if (objects.empty()) return;
  work_([this, key, kind, revision, objects = std::move(objects), next = std::size_t{0}]() mutable {
    if (next < objects.size()) try_again(key, objects[next++], kind, revision);
    if (next < objects.size()) return false;
    end_tries(key, kind, revision);
    return true;
  });
}

void subscription_set::send(const messages::subscription_key& key, const subscription& x,
                            core::bindings::object_event event, core::bindings::snapshot_revision revision) {
  event.revision = revision;
  self_->tell(x.observer, messages::object_changed{{}, key, std::move(event)});
}

void subscription_set::report(const messages::subscription_key& key, subscription& x) {
  if (!x.complete && x.held.empty()) return;
  const auto trouble = x.view.trouble();
  auto text = shortage_.empty() && trouble ? text_of(*trouble) : shortage_;
  if (x.reported == text) return;
  x.reported = text;
  report_(binding_name(key, x.labels) + " (" + watch_ + ")",
          text.empty() ? std::nullopt : std::optional(std::move(text)));
}

void subscription_set::announce(const messages::subscription_key& key, const subscription& x, const std::string& kind,
                                core::bindings::snapshot_revision revision) {
  if (!x.view.binding().wants(core::bindings::watch_event::added)) return;
  for (const auto& object : *x.view.objects()) {
    core::bindings::object_event event{core::bindings::watch_event::added, kind, object, 0, revision};
    self_->tell(x.observer, messages::object_changed{{}, key, std::move(event)});
  }
}

void subscription_set::announce_list(const std::string& version, messages::list_history history) {
  for (const auto& [key, x] : subscriptions_)
    if (x.complete && x.announce_lists)
      self_->tell(x.observer, messages::objects_listed{{}, key, version, {}, history});
}

const cluster::views::subscription_view* subscription_set::twin_of(const subscription& x) const {
  for (const auto& [key, other] : subscriptions_)
    // Only from a complete view, because an incomplete view may lack objects of the watch.
    if (&other != &x && other.complete && other.view.binding().has_filter_of(x.view.binding())) return &other.view;
  return nullptr;
}

void subscription_set::on_change(kube::objects::object_change change, const std::string& kind,
                                 core::bindings::snapshot_revision revision, std::function<void()> taken) {
  // Each subscription is a separate part of the work, because each may have a slow filter.
  work_([this, change = std::move(change), kind, revision, taken = std::move(taken),
         last = std::optional<messages::subscription_key>()]() mutable {
    const auto next = last ? subscriptions_.upper_bound(*last) : subscriptions_.begin();
    if (next != subscriptions_.end()) {
      on_change(next->first, next->second, change, kind, revision);
      // The key instead of an iterator, because a subscription may end between two parts.
      last = next->first;
      if (std::next(next) != subscriptions_.end()) return false;
    }
    taken();
    return true;
  });
}

void subscription_set::on_change(const messages::subscription_key& key, subscription& x,
                                 const kube::objects::object_change& change, const std::string& kind,
                                 core::bindings::snapshot_revision revision) {
  if (!x.problem.empty()) return;
  if (!takes_objects_ && change.kind != kube::objects::change_kind::deleted) return;
  auto event = x.view.on_change(change, kind);
  if (x.complete) {
    if (event) send(key, x, std::move(*event), revision);
    show(key, x, kind, revision);
    judge(key, x);
  } else if (!x.held.empty()) {
    end_completion(key, x, kind, revision);
  }
}

messages::snapshot_read subscription_set::read(const messages::subscription_key& key, const std::string& why_unlisted,
                                               core::bindings::snapshot_revision revision) const {
  const auto found = subscriptions_.find(key);
  // A list may be unknown for four reasons. It is never shown as empty, because the hook would think that its
  // objects are deleted.
  if (found == subscriptions_.end()) return {{}, core::bindings::unlisted{"nobody subscribes as " + key}, 0};
  const auto& entry = found->second;
  if (!entry.problem.empty()) return {{}, core::bindings::unlisted{entry.problem}, 0};
  if (!entry.held.empty()) return {{}, core::bindings::unlisted{entry.held}, 0};
  if (!entry.complete) return {{}, core::bindings::unlisted{why_unlisted}, 0};
  return {{}, entry.view.objects(), revision};
}

framework::promise<messages::list_awaited> subscription_set::await(const messages::await_list& x) {
  auto to = self_->later<messages::list_awaited>();
  const auto found = subscriptions_.find(x.subscription);
  if (found == subscriptions_.end() || (found->second.complete && found->second.held.empty()))
    self_->answer(to, messages::list_awaited{});
  else if (const auto& problem = found->second.problem.empty() ? found->second.held : found->second.problem;
           !problem.empty() && x.known != core::bindings::lists::obstacle::filter)
    self_->answer(to, messages::list_awaited{{}, problem, core::bindings::lists::obstacle::filter});
  else
    found->second.awaited.push_back({to, x.known});
  return to;
}

void subscription_set::answer_with_problem(const std::string& problem, core::bindings::lists::obstacle by) {
  for (auto& [key, x] : subscriptions_)
    // A filter or a shortage stays in the way even if the list comes, so `await` names it first. If the
    // problem of the list were named here, too, the reader would get both in turns, without end.
    if (x.problem.empty() && x.held.empty()) answer(x, problem, by);
}

void subscription_set::answer(subscription& x, const std::string& problem, core::bindings::lists::obstacle by) {
  std::erase_if(x.awaited, [&](awaiting& one) {
    // The sender knows this problem already. It waits for a different problem, or for the list.
    if (!problem.empty() && one.known == by) return false;
    self_->answer(one.to, messages::list_awaited{{}, problem, by});
    return true;
  });
}

messages::metrics_measured subscription_set::measure() const {
  messages::metrics_measured out;
  for (const auto& [key, x] : subscriptions_) {
    // Watches of the operator itself have no hook's labels to count under.
    if (x.labels.empty()) continue;
    auto metrics = core::metrics::binding_metrics(x.labels, x.view.size(), x.view.costs());
    out.metrics.insert(out.metrics.end(), std::make_move_iterator(metrics.begin()),
                       std::make_move_iterator(metrics.end()));
  }
  return out;
}

} // namespace actors::watches
