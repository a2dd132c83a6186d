#include "actors/watches/informer.hpp"

// The kind of an informer: whether the API server serves it, and the informer's waits while it does not.

#include "actors/messages/kind_watcher.hpp"
#include "base/overload.hpp"
#include "kube/discovery/misspelt_kind.hpp"
#include "kube/watch/reachability.hpp"

#include <utility>
#include <variant>

namespace actors::watches {

void informer_state::resolve(messages::kind_knowledge wants) {
  self_->ask(peers_.kube, messages::resolve_kind{{}, spec_.api_version, spec_.kind, wants},
             meant<messages::kind_resolved>([this](const auto& x) { on_kind(x.result); }),
             meant<std::string>([this](const auto& why) { wait_for_kind({"the kube client has ended: " + why}); }));
}

void informer_state::on_kind(const kube::api::lookup_result& found) {
  std::visit(base::overload{
               [this](const kube::api::kind_undecided& x) { wait_for_kind(x); },
               [this](const kube::api::resource& x) { on_served(x); },
               [this](const kube::api::kind_in_other_version& x) {
                 kind_delay_.reset();
                 on_other_version(x);
               },
               [this](const kube::api::kind_absent& x) {
                 kind_delay_.reset();
                 on_absent(x);
               },
             },
             found);
}

void informer_state::on_served(const kube::api::resource& x) {
  if (!x.namespaced && !spec_.namespace_name.empty())
    return fail({base::error_code::invalid_input,
                 "objects of kind '" + x.kind + "' are in no namespace: leave the namespace selector out"},
                core::bindings::lists::obstacle::list);
  if (!x.can_be_watched()) return on_unwatchable(x);
  kind_delay_.reset();
  start_watch(x);
}

void informer_state::wait_for_kind(const kube::api::kind_undecided& why) {
  const bool is_group_away = why.gap == kube::api::undiscovered::groups;
  const base::error reason{why.code, "kind '" + spec_.kind + "' is not known yet: " + why.reason};
  // Only a change of kinds or of the binding ends this doubt, so no try at a later time helps.
  if (is_group_away && why.code == base::error_code::invalid_input) return wait_in_doubt(reason);
  fail(reason, is_group_away ? core::bindings::lists::obstacle::kind : core::bindings::lists::obstacle::list);
}

void informer_state::fail(const base::error& reason, core::bindings::lists::obstacle by) {
  const auto delay = kind_delay_.next();
  report_failure(reason.message, reason, delay, by);
  wait_to_try_again(delay);
}

void informer_state::wait_in_doubt(const base::error& reason) {
  kind_delay_.reset();
  report_failure(reason.message, reason, std::nullopt, core::bindings::lists::obstacle::kind);
  await_kinds_then([this] { resolve(messages::kind_knowledge::fresh); });
}

void informer_state::on_absent(const kube::api::kind_absent& as) {
  // A kind that was served has the right name.
  const bool was_known = resource_.has_value();
  if (const auto slip = kube::discovery::slip_in_kind(spec_.api_version, spec_.kind, as); slip && !was_known)
    return wait_in_doubt({base::error_code::invalid_input, *slip});
  report_.absent(as, subscriptions_.users());
  // If a kind is absent, its list is known: it is complete and empty.
  known_ = listed_as_absent{.why = words_of_absence(as)};
  complete_all();
  await_kinds_then([this] { try_again(); });
}

void informer_state::on_unwatchable(const kube::api::resource& found) {
  std::string verbs;
  for (const auto& verb : found.verbs) verbs += (verbs.empty() ? "" : ", ") + verb;
  const base::error reason{base::error_code::invalid_input,
                           "objects of kind '" + found.kind + "' of " + found.api_version()
                             + " cannot be watched: the API has " + verbs
                             + " for them; take the binding out, and read them in a hook on a schedule"};
  report_failure(reason.message, reason, std::nullopt);
  // A fresh lookup, because the known kinds may be older than the change that ends this wait.
  await_kinds_then([this] { resolve(messages::kind_knowledge::fresh); });
}

void informer_state::on_other_version(const kube::api::kind_in_other_version& found) {
  wait_in_doubt({base::error_code::invalid_input, words_of_other_version(found.served_as)});
}

void informer_state::await_kinds_then(std::function<void()> then) {
  self_->ask(peers_.kinds, messages::await_kinds{{}, spec_.kind},
             meant<messages::kinds_may_have_changed>([then = std::move(then)](const auto&) { then(); }),
             [](const std::string&) {});
}

void informer_state::report_failure(std::string why, const base::error& reason,
                                    std::optional<std::chrono::milliseconds> retry_in,
                                    core::bindings::lists::obstacle by) {
  waits_for_ = std::move(why);
  obstacle_ = by;
  report_.failed(reason, retry_in, subscriptions_.users());
  answer_with_problem();
}

void informer_state::answer_with_problem() {
  const auto cause = report_.loss();
  // While this may be an outage, readers get no problem: the outage is reported once, and hooks wait for its
  // end.
  if (cause && *cause != loss_cause::in_doubt) subscriptions_.answer_with_problem(waits_for_, obstacle_);
}

void informer_state::wait(std::chrono::milliseconds time) {
  self_->remind(time, messages::informer_wait_over{{}, generation_});
}

void informer_state::wait_to_try_again(std::chrono::milliseconds time) {
  const auto cause = report_.loss();
  // A refusal (403) is not an outage, so it keeps its delay and its warning.
  if (!cause || *cause == loss_cause::refused) return wait(time);
  self_->ask(peers_.kube, messages::await_api_server{{}, time},
             meant<messages::api_server_awaited>([this](const auto& x) { go_on(x); }), [](const std::string&) {});
}

void informer_state::go_on(const messages::api_server_awaited& x) {
  // The API server answers other requests, so the server of an API group may be away. That is looked up only
  // before the first list: a hook that waits for this list is put off then, and its module goes on without
  // the hook.
  const bool is_missing = machine_ && std::holds_alternative<unlisted>(known_);
  if (x.verdict != kube::watch::outage_verdict::alone || !is_missing || resource_->group.empty()) return judge(x);
  look_at_group([this, x] {
    obstacle_ = is_group_away_ ? core::bindings::lists::obstacle::kind : core::bindings::lists::obstacle::list;
    judge(x);
  });
}

void informer_state::look_at_group(std::function<void()> then) {
  self_->ask(peers_.kube,
             messages::resolve_kind{{}, spec_.api_version, spec_.kind, messages::kind_knowledge::fresh, resource_},
             meant<messages::kind_resolved>([this, then](const auto& x) {
               note_group(x.result);
               then();
             }),
             meant<std::string>([then](const auto&) { then(); }));
}

void informer_state::note_group(const kube::api::lookup_result& found) {
  const auto* served = std::get_if<kube::api::resource>(&found);
  const auto* unknown = std::get_if<kube::api::kind_undecided>(&found);
  is_group_away_ = served ? served->is_stale : unknown && unknown->gap == kube::api::undiscovered::groups;
}

void informer_state::judge(const messages::api_server_awaited& x) {
  report_.judged(x.verdict, subscriptions_.names());
  answer_with_problem();
  if (x.verdict == kube::watch::outage_verdict::alone) return try_again();
  kind_delay_.reset();
  if (machine_)
    step(kube::watch::watch_input::server_returned{});
  else
    resolve();
}

void informer_state::wait_over(const messages::informer_wait_over& x) {
  if (x.generation == generation_) try_again();
}

void informer_state::try_again() {
  if (!machine_) return resolve();
  note_age();
  step(kube::watch::watch_input::waited{});
}

void informer_state::perform(const kube::watch::watch_effect::kind_gone&) {
  machine_.reset();
  place_.reset();
  ++generation_;
  end_shortage();
  on_absent({});
}

void informer_state::perform(const kube::watch::watch_effect::version_gone& x) {
  const base::error reason{base::error_code::invalid_input,
                           words_of_other_version(x.served_as) + "; until then no change is seen"};
  report_failure(reason.message, reason, std::nullopt, core::bindings::lists::obstacle::kind);
  await_kinds_then([this] { step(kube::watch::watch_input::waited{}); });
}

} // namespace actors::watches
