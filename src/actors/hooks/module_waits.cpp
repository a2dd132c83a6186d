// The reasons why a module waits: hooks without a valid configuration, unknown objects, another client that
// works on its release.
#include "actors/hooks/module.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "base/log_hint.hpp"
#include "core/metrics/state_metrics.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <utility>
#include <vector>

namespace actors::hooks {

namespace {

/// The wait before hooks with conversions are asked again, if they had no valid configuration.
constexpr std::chrono::minutes offer_wait{1};

std::vector<std::string> names_at(const core::bindings::hook_registry& hooks, core::bindings::lifecycle_point point) {
  std::vector<std::string> names;
  for (const auto& hook : hooks.at(point)) names.push_back(hook->name);
  return names;
}

core::modules::module_hooks hooks_of(const core::bindings::hook_registry& hooks) {
  using core::bindings::lifecycle_point;
  return {names_at(hooks, lifecycle_point::on_startup),        names_at(hooks, lifecycle_point::before_helm),
          names_at(hooks, lifecycle_point::after_helm),        names_at(hooks, lifecycle_point::before_delete_helm),
          names_at(hooks, lifecycle_point::after_delete_helm), !hooks.kubernetes().empty()};
}

} // namespace

// -- hooks that configure, or do not -------------------------------------------

void module_state::perform(const core::modules::module_step::load_hooks&) {
  const auto answer = refusal_.ask(self_->shared().steady_time_us());
  if (!answer.is_allowed) return load_later(answer.later);
  if (!hook_files_->unreadable.empty()) return load_known_hooks();
  // Hooks that have run before this module may have written hooks of it.
  self_->ask(
    peers_.hooks.runner, messages::find_hook_files{{}, hook_files_->directory},
    [this](const messages::hook_files_found& x) {
      if (!x.found) return refuse_hooks({base::fail("looking for its hooks", x.found.error()).value(), {}});
      auto next = *hook_files_;
      next.found = core::hooks::with_known_hooks(*x.found, next.found);
      hook_files_ = std::make_shared<const hook_source>(std::move(next));
      load_known_hooks();
    },
    [this](const std::string& reason) {
      refuse_hooks({{base::error_code::unavailable, "the hook runner has ended: " + reason}, {}});
    });
}

/// Asks the hooks for their configurations at the start of the operator, before the module runs or without a
/// run of it. The conversions of a hook that configures count, whatever happens to the other hooks of the
/// module.
framework::promise<messages::conversions_offered> module_state::offer_conversions() {
  auto to = self_->later<messages::conversions_offered>();
  auto take = [this, to](const hooks_loaded& loaded) mutable {
    offer(loaded);
    self_->answer(to, messages::conversions_offered{});
  };
  if (const auto* early = early_.find(*hook_files_))
    take(*early);
  else
    load_hooks(self_, peers_.hooks.runner, hook_files_, take);
  return to;
}

void module_state::offer(const hooks_loaded& loaded) {
  // A run of the module has loaded them meanwhile.
  if (hooks_known_) return;
  bindings_.adopt_early({source_->name, hook_files_->directory, hook_files_->found.venv}, loaded.hooks);
  webhooks_.convert(*loaded.hooks);
  note_not_offered(loaded.failure);
}

framework::promise<messages::hooks_asked_early> module_state::ask_hooks_early() {
  auto to = self_->later<messages::hooks_asked_early>();
  load_hooks(self_, peers_.hooks.runner, hook_files_, [this, to, asked = hook_files_](const hooks_loaded& x) mutable {
    if (!hooks_known_) early_.keep(*asked, x);
    self_->answer(to, messages::hooks_asked_early{});
  });
  return to;
}

void module_state::note_not_offered(const std::optional<messages::program_failure>& why) {
  if (!why) return webhooks_.doubt_conversions({});
  webhooks_.doubt_conversions("some may be missing: " + why->reported("conversions_not_offered").message);
  sys::log::log_error("conversions_not_offered", {{"module", source_->name}, {"error", why->log_text()}});
  self_->remind(offer_wait, messages::retry_due{{}, messages::retry_due::reason::conversions});
}

void module_state::load_known_hooks() {
  if (const auto early = early_.take(*hook_files_)) return on_hooks_loaded(*early);
  load_hooks(self_, peers_.hooks.runner, hook_files_, [this](const hooks_loaded& loaded) { on_hooks_loaded(loaded); });
}

void module_state::on_hooks_loaded(const hooks_loaded& loaded) {
  if (loaded.failure) return refuse_hooks(*loaded.failure);
  // A deletion needs no names of webhooks.
  if (deleting_) return take_hooks(loaded.hooks);
  webhooks_.claim(*loaded.hooks, loaded.asked, [this, hooks = loaded.hooks](const auto& refused) {
    if (!refused.empty()) return refuse_hooks({refused.begin()->second, {}});
    take_hooks(hooks);
  });
}

void module_state::take_hooks(const std::shared_ptr<const core::bindings::hook_registry>& hooks) {
  adopt_hooks(hooks);
  perform(lifecycle_.loaded(hooks_of(*hooks)));
}

void module_state::name_deletion() {
  if (!std::exchange(is_unnamed_, false)) return;
  core::modules::unwanted_hook_module x{source_->name, why_off_, {}};
  for (const auto point :
       {core::bindings::lifecycle_point::before_delete_helm, core::bindings::lifecycle_point::after_delete_helm})
    for (auto& name : names_at(bindings_.hooks(), point)) x.hooks.push_back(std::move(name));
  sys::log::log_warning("module_not_wanted",
                        {{"step", 6},
                         {"module", x.module},
                         {"reason", x.why.reason},
                         {"wanted_before_by", x.why.wanted_before.empty() ? "not known" : x.why.wanted_before},
                         {"hooks", fmt::format("{}", fmt::join(x.hooks, ", "))},
                         {"hint", core::modules::hint_of(x)}});
  self_->tell(peers_.hooks.supervisor,
              messages::note_removed_objects{{}, "module " + x.module, core::modules::describe(x)});
}

void module_state::adopt_hooks(const std::shared_ptr<const core::bindings::hook_registry>& hooks) {
  refusal_.configured();
  refused_.end();
  const auto owner = "module '" + source_->name + "'";
  broken_links_.end();
  skipped_.end();
  webhooks_.doubt_conversions({});
  if (const auto broken = report_broken_links(owner, *hook_files_); !broken.empty()) broken_links_.begin(broken);
  if (const auto skipped = report_skipped_files(owner, *hook_files_, *hooks)) skipped_.begin(*skipped);
  bindings_.adopt({source_->name, hook_files_->directory, hook_files_->found.venv}, hooks);
  self_->tell(peers_.values, messages::know_hooks{{}, source_->name, hooks->occasions(), hooks->bindings()});
  hooks_known_ = true;
  is_forgotten_ = false;
}

void module_state::refuse_hooks(const messages::program_failure& why) {
  refusal_.hooks_refused();
  refuse(why, "the module's hooks do not configure");
}

void module_state::remind(core::modules::refusal_wait::retry due) {
  self_->remind(due.wait, messages::retry_due{{}, messages::retry_due::reason::hooks, due.number});
}

void module_state::load_later(const std::optional<core::modules::refusal_wait::retry>& due) {
  if (due) remind(*due);
  supersede("the module's hooks do not configure, and are asked again in a moment");
}

/// If a hook has no valid configuration, or definitions are refused, only this module waits. It is tried
/// again after a while, because the problem may be temporary, and with each reload.
void module_state::refuse(const messages::program_failure& why, const char* subject) {
  const auto next = refusal_.refuse();
  remind(next);
  sys::log::log_error("module_cannot_run",
                      {{"module", source_->name},
                       {"error", why.log_text()},
                       {"retry_in_seconds", std::chrono::duration_cast<std::chrono::seconds>(next.wait)}});
  const auto reported = why.reported("module_cannot_run").message;
  refused_.begin("cannot run: " + reported, "cannot run: " + base::with_words(reported, why.decisive()));
  supersede(std::string(subject) + ": " + reported);
}

void module_state::try_again(const messages::retry_due& x) {
  using reason = messages::retry_due::reason;
  switch (x.why) {
    case reason::hooks:
      if (refused_.now() && refusal_.take_due(x.refusal)) want_run("HooksConfigureAgain");
      return;
    case reason::objects:
      if (objects_.take_end_of_patience(x.refusal)) want_run("ObjectsStayUnknown");
      return;
    case reason::release:
      if (release_wait_.is_due(x.refusal)) want_run("ReleaseMayBeFree");
      return;
    case reason::events: return note_seen(x.refusal);
    case reason::round: return run_after_pause(x.refusal);
    case reason::conversions:
      return self_->ask(
        messages::module_actor(self_), messages::offer_conversions{}, [](const messages::conversions_offered&) {},
        [](const std::string&) {});
    case reason::start:  // only of global hooks
    case reason::early:; // likewise
  }
}

/// Requests another run of the module, or another try of its deletion.
void module_state::want_run(const char* event) {
  self_->tell(peers_.hooks.supervisor, messages::run_wanted{{}, source_->name, event});
}

// -- objects that are known, or cannot be --------------------------------------

/// Called when a list has changed, or when a run begins to wait for lists. If the API server refuses a list,
/// or does not know its kind, the list may be missing for long, and no other module must wait for it. So the
/// run ends, and the module requests another run as soon as the objects are known.
void module_state::on_lists() {
  open_webhooks();
  note_known_again();
  const auto lists = awaited_lists();
  if (const auto* why = core::bindings::refusal(lists)) {
    if (waits_.begin(*why)) sys::log::log_warning("module_waits", {{"module", source_->name}, {"reason", *why}});
    const auto effect = objects_.refused();
    if (effect == core::modules::object_wait::effect::go_on) return conclude({});
    if (effect == core::modules::object_wait::effect::end_task) lack_objects(*why);
    return;
  }
  if (!core::bindings::is_known(lists)) return;
  waits_.end();
  switch (objects_.known()) {
    case core::modules::object_wait::effect::go_on: put_off_unknown(); return conclude({});
    case core::modules::object_wait::effect::ask_for_run: return want_run("ObjectsListed");
    case core::modules::object_wait::effect::none:
    case core::modules::object_wait::effect::end_task: return;
  }
}

void module_state::open_webhooks() {
  if (!is_reviewing_) return;
  for (const auto& hook : bindings_.hooks().hooks())
    webhooks_.open_known(*hook, [this](const auto& ids) { return bindings_.are_known(ids); });
}

void module_state::open_all_webhooks() {
  is_reviewing_ = true;
  for (const auto& hook : bindings_.hooks().hooks())
    if (!hook->webhooks.empty() && !put_off_.contains(hook->name)) webhooks_.open(hook->name);
  open_webhooks();
}

void module_state::end_wait(const char* why) {
  const bool waits_for_objects = objects_.give_way();
  const bool waits_for_hooks = bindings_.stop_waiting();
  if (waits_for_objects || waits_for_hooks) supersede(why);
}

core::bindings::list_state module_state::awaited_lists() const {
  if (deleting_) return bindings_.lists({});
  core::bindings::list_state all = core::bindings::lists::known{};
  for (const auto& hook : bindings_.hooks().hooks())
    if (!is_of_unknown_kind(hook->name)) all = core::bindings::joined(all, bindings_.lists(hook->name));
  return all;
}

// -- hooks of kinds that cannot be known -----------------------------------------

bool module_state::is_of_unknown_kind(const std::string& hook) const {
  return core::bindings::is_of_unknown_kind(bindings_.lists(hook));
}

void module_state::put_off_unknown() {
  if (deleting_) return;
  for (const auto& hook : bindings_.hooks().hooks())
    if (is_of_unknown_kind(hook->name)) put_off(hook->name);
}

void module_state::put_off(const std::string& hook) {
  const auto lists = bindings_.lists(hook);
  const auto& why = *core::bindings::refusal(lists);
  if (put_off_.insert_or_assign(hook, false).second) {
    sys::log::log_warning("module_hook_put_off", {{"module", source_->name}, {"hook", hook}, {"reason", why}});
    bindings_.put_off(hook);
  }
  note_known_again();
}

/// Reports the hooks that are still put off. If the objects of a hook are known now, it requests a run of the
/// module, because the hook's Synchronization is a step of a run.
void module_state::note_known_again() {
  std::string reasons;
  bool wants = false;
  for (auto& [hook, is_known] : put_off_) {
    const auto lists = bindings_.lists(hook);
    if (const auto* why = core::bindings::refusal(lists)) reasons += (reasons.empty() ? "" : "; ") + *why;
    if (core::bindings::is_known(lists) && !std::exchange(is_known, true)) wants = true;
  }
  if (reasons.empty())
    hooks_wait_.end();
  else
    hooks_wait_.begin(reasons + "; the module goes on without these hooks");
  if (wants) want_run("ObjectsListed");
}

void module_state::take_up_known() {
  const auto taken = std::erase_if(put_off_, [this](const auto& x) {
    if (x.second) bindings_.take_up(x.first);
    return x.second;
  });
  if (taken > 0) lifecycle_.synchronize_again();
}

void module_state::forget_put_off() {
  for (const auto& [hook, is_known] : put_off_) bindings_.take_up(hook);
  put_off_.clear();
  hooks_wait_.end();
}

/// Ends the run or deletion unfinished; it is requested again when the objects are known.
void module_state::lack_objects(const std::string& why) {
  if (const auto number = objects_.put_off())
    self_->remind(core::modules::object_wait::patience_of_deletion,
                  messages::retry_due{{}, messages::retry_due::reason::objects, *number});
  supersede("the module waits for objects: " + why);
}

/// A hook of the deletion needs objects that cannot be known. It must still be possible to delete the module,
/// so after a while the deletion goes on without this hook.
void module_state::leave_out(const std::string& hook, const std::string& why) {
  if (!objects_.is_patience_over()) {
    if (waits_.begin(why)) sys::log::log_warning("module_waits", {{"module", source_->name}, {"reason", why}});
    return lack_objects(why);
  }
  sys::log::log_error("deletion_hook_left_out", {{"module", source_->name}, {"hook", hook}, {"reason", why}});
  conclude({});
}

// -- a release that waits for another client -------------------------------------

/// Another client works on the release, or a user has to check its record. Only this module waits: the run
/// ends, and the module is run again in a minute.
void module_state::leave_release(const std::string& why) {
  sys::log::log_warning("release_occupied", {{"module", source_->name}, {"reason", why}});
  occupied_.begin(why);
  self_->remind(core::modules::release_wait::wait,
                messages::retry_due{{}, messages::retry_due::reason::release, release_wait_.begin()});
  supersede(why);
}

/// Reports whether Helm's step has held the release. The run goes on in both cases, and afterHelm hooks see
/// the release as it is.
void module_state::report_hold() {
  const auto& why = release_.held();
  if (why.empty()) return held_.end();
  if (held_.begin(why)) sys::log::log_warning("release_held", {{"step", 5}, {"module", source_->name}, {"error", why}});
}

messages::metrics_measured module_state::measure() const {
  auto measured = is_forgotten_ ? messages::metrics_measured{} : bindings_.measure();
  auto troubles = core::metrics::trouble_metrics(
    source_->name, {.cannot_run = refused_.now().has_value(), .waits = waits_.now() || hooks_wait_.now()});
  using core::metrics::hold;
  troubles.push_back(core::metrics::pause_of_module(source_->name, paused_ ? hold::paused : hold::none));
  measured.metrics.insert(measured.metrics.end(), troubles.begin(), troubles.end());
  return measured;
}

} // namespace actors::hooks
