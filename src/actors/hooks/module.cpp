#include "actors/hooks/module.hpp"

#include "actors/messages/observation.hpp"
#include "actors/messages/values.hpp"
#include "base/missing_right.hpp"
#include "base/overload.hpp"
#include "sys/log/log.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace actors::hooks {

namespace {

core::bindings::lifecycle_point point_of(core::modules::module_step::moment at) {
  switch (at) {
    case core::modules::module_step::moment::on_startup: return core::bindings::lifecycle_point::on_startup;
    case core::modules::module_step::moment::before_helm: return core::bindings::lifecycle_point::before_helm;
    case core::modules::module_step::moment::after_helm: return core::bindings::lifecycle_point::after_helm;
    case core::modules::module_step::moment::before_delete_helm:
      return core::bindings::lifecycle_point::before_delete_helm;
    case core::modules::module_step::moment::after_delete_helm:
      return core::bindings::lifecycle_point::after_delete_helm;
  }
  return core::bindings::lifecycle_point::on_startup;
}

bool is_of_deletion(core::modules::module_step::moment at) {
  return at == core::modules::module_step::moment::before_delete_helm
         || at == core::modules::module_step::moment::after_delete_helm;
}

/// True if the step runs a hook, or changes the release. `start_monitors` comes before hooks of the deletion.
bool is_done_by_deletion(const core::modules::effect& x) {
  using namespace core::modules::module_step;
  return std::visit(base::overload{
                      [](const base::one_of<start_monitors, run_hook, uninstall, remove_record> auto&) { return true; },
                      [](const base::one_of<look_up_release, core::modules::module_step::load_hooks, synchronize,
                                            enable_schedules, run_helm, forget, finish> auto&) { return false; },
                    },
                    x);
}

core::releases::deletion_hooks deletion_hooks_of(const core::bindings::hook_registry& hooks) {
  core::releases::deletion_hooks found;
  for (const auto& hook : hooks.at(core::bindings::lifecycle_point::before_delete_helm))
    found.before.insert(hook->name);
  for (const auto& hook : hooks.at(core::bindings::lifecycle_point::after_delete_helm)) found.after.insert(hook->name);
  return found;
}

constexpr const char* paused_words = "the module is paused";

/// The step of LIFECYCLE-STEPS: a run of the module, or its deletion.
int step_of(core::modules::module_step::moment at) {
  return is_of_deletion(at) ? 6 : 5;
}

} // namespace

module_state::module_state(framework::actor_base<messages::module_actor>* self, module_source source,
                           module_peers peers)
  : self_(self), source_(std::make_shared<const module_source>(std::move(source))),
    hook_files_(source_, &source_->hooks), peers_(std::move(peers)),
    bindings_(self, peers_.hooks, [this] { on_lists(); }),
    release_(self, {peers_.values, peers_.helm, peers_.releases}, source_->name, source_->directory),
    definitions_(self, peers_.kube, source_->name, source_->definitions),
    webhooks_(self, peers_.hooks.webhooks, peers_.hooks.supervisor, source_->name),
    refused_(self, peers_.hooks.supervisor, "module '" + source_->name + "'",
             {core::modules::trouble::cannot_run, source_->name}),
    held_definitions_(self, peers_.hooks.supervisor, "definitions of module '" + source_->name + "'"),
    broken_links_(self, peers_.hooks.supervisor, "some hooks of module '" + source_->name + "' do not run"),
    skipped_(self, peers_.hooks.supervisor, "hooks of module '" + source_->name + "'"),
    waits_(self, peers_.hooks.supervisor, "module '" + source_->name + "' waits for objects",
           {core::modules::trouble::waits, source_->name}),
    hooks_wait_(self, peers_.hooks.supervisor, "hooks of module '" + source_->name + "' wait for objects"),
    held_(self, peers_.hooks.supervisor, "release of module '" + source_->name + "' is held",
          {core::modules::trouble::held, source_->name}),
    occupied_(self, peers_.hooks.supervisor, "release of module '" + source_->name + "'"),
    loops_(self, peers_.hooks.supervisor, "module '" + source_->name + "' comes to no rest") {}

// -- the tasks ---------------------------------------------------------------

framework::promise<messages::task_outcome> module_state::execute(const messages::execute_task& x) {
  using namespace core::tasks;
  auto to = self_->later<messages::task_outcome>();
  std::visit(
    base::overload{
      [&](const run_module& run) {
        queue_ = x.queue;
        answer_ = to;
        begin_round(run, x.failures);
        begin_run(run);
      },
      [&](const core::tasks::ensure_definitions& first) {
        answer_ = to;
        ensure_definitions(first);
      },
      [&](const delete_module&) {
        queue_ = x.queue;
        answer_ = to;
        begin_delete();
      },
      [&](const run_hook_for_events& events) {
        bindings_.execute(events, x.queue, [this, to](const task_result& result) mutable {
          self_->answer(to, messages::task_outcome{{}, result, {}});
        });
      },
      [&](const base::one_of<run_global_hook, synchronize_global_hook, await_global_synchronization, reload_modules,
                             discover_modules, ask_enabled_script, run_modules, purge_release> auto&) {
        self_->answer(to, messages::superseded("no task for a module"));
      },
    },
    x.task);
  return to;
}

void module_state::ensure_definitions(const core::tasks::ensure_definitions& x) {
  with_definitions(x.enabling, [this] { self_->answer(answer_, messages::done()); });
}

void module_state::with_definitions(std::uint64_t enabling, std::function<void()> then) {
  if (definitions_.are_installed(enabling)) return then();
  definitions_.install(enabling, [this, then = std::move(then)](const base::result<void>& result) {
    if (definitions_.held().empty())
      held_definitions_.end();
    else
      held_definitions_.begin(definitions_.held());
    if (std::exchange(are_definitions_refused_, !result && is_lasting(result.error())) && result) refused_.end();
    if (result) return then();
    // If the API server refuses a definition, waiting does not help: this module does not run, and other
    // modules do not wait for it. During an outage the task is tried again in queue `main`.
    if (is_lasting(result.error())) return refuse({result.error(), {}}, "the module's definitions are refused");
    self_->answer(answer_, messages::failed({result.error().code, "definitions: " + result.error().message}));
  });
}

void module_state::begin_run(const core::tasks::run_module& x) {
  deleting_ = false;
  objects_.begin(core::modules::object_wait::task::run);
  hold_or_release_events();
  // A deletion waits for more lists than a run. So a wait that a deletion has begun may be over for a run.
  if (core::bindings::is_known(awaited_lists())) waits_.end();
  take_up_known();
  // Usually the reload has installed the definitions before this run. If the API server refused them in the
  // reload, this run tries again.
  if (!waits_.now()) return with_definitions(x.enabling, [this, x] { perform(lifecycle_.begin_run(x.enabling)); });
  objects_.await_for_next();
  self_->answer(answer_, messages::superseded("the module waits for objects: " + *waits_.now()));
}

void module_state::begin_delete() {
  deleting_ = true;
  is_reviewing_ = false;
  is_deletion_checked_ = false;
  objects_.begin(core::modules::object_wait::task::deletion);
  webhooks_.close();
  // A hook may still run in another queue. The deletion waits, so that the hook's effects come before it.
  bindings_.await_idle([this](const base::result<void>&) { perform(lifecycle_.begin_delete()); });
}

/// Events are held until the onStartup hooks have run, during a pause, and during a deletion, which forgets
/// them at its end.
void module_state::hold_or_release_events() {
  bindings_.set_enabled(enabled_ && !paused_ && !deleting_ && lifecycle_.has_started_up());
}

void module_state::set_paused(bool paused) {
  paused_ = paused;
  hold_or_release_events();
  if (paused) end_wait(paused_words);
}

// -- the steps, in their order -----------------------------------------------

void module_state::perform(const core::modules::effect& effect) {
  // A pause ends a run before its next step. A deletion that has begun goes on, because a module must not
  // stay half deleted.
  const bool is_end = std::holds_alternative<core::modules::module_step::finish>(effect);
  if (paused_ && !deleting_ && !is_end) return supersede(paused_words);
  if (deleting_ && !is_deletion_checked_ && is_done_by_deletion(effect)) return begin_deletion(effect);
  std::visit([this](const auto& x) { perform(x); }, effect);
}

void module_state::begin_deletion(const core::modules::effect& first) {
  // A global hook may have switched the module off, and an event that it has not seen may switch it on.
  find_waiting_events({}, [this, first](const std::string& hooks) {
    if (!hooks.empty()) return put_off_for_events("the module would be deleted, and events wait for " + hooks);
    event_wait_.end();
    check_deletion(first);
  });
}

void module_state::check_deletion(const core::modules::effect& first) {
  // Looked up again, because a user may have confirmed the deletion by a label.
  release_.look_up([this, first](const base::result<core::modules::release_at_deletion>& found) {
    if (!found) return conclude(tl::unexpected(found.error()));
    const auto why = release_.objection_to_deletion(deletion_hooks_of(bindings_.hooks()));
    if (!why.empty()) {
      if (held_.begin(why))
        sys::log::log_warning("release_held", {{"step", 6}, {"module", source_->name}, {"error", why}});
      return supersede(why);
    }
    held_.end();
    is_deletion_checked_ = true;
    perform(first);
  });
}

void module_state::perform(const core::modules::module_step::look_up_release&) {
  release_.look_up([this](const base::result<core::modules::release_at_deletion>& found) {
    if (!found) return conclude(tl::unexpected(found.error()));
    // The discovery has named the removal of a release.
    if (*found != core::modules::release_at_deletion::none) is_unnamed_ = false;
    perform(lifecycle_.release_found(*found));
  });
}

void module_state::perform(const core::modules::module_step::run_hook& x) {
  if (is_of_deletion(x.at))
    if (const auto lists = bindings_.lists(x.hook); core::bindings::is_refused(lists))
      return leave_out(x.hook, *core::bindings::refusal(lists));
  if (is_of_deletion(x.at)) name_deletion();
  // A hook with a binding of unknown kind would see unknown objects, or events before its Synchronization.
  // Only onStartup shows no objects.
  if (!is_of_deletion(x.at) && x.at != core::modules::module_step::moment::on_startup) {
    if (is_of_unknown_kind(x.hook)) put_off(x.hook);
    if (put_off_.contains(x.hook)) return conclude({});
  }
  const auto hook = bindings_.hooks().find(x.hook);
  bindings_.run_at(hook, point_of(x.at), queue_, step_of(x.at),
                   [this, at = x.at, hook = x.hook](const hook_run_result& r) {
                     if (r.result && r.values_changed && at == core::modules::module_step::moment::after_helm) {
                       // The chart has seen the values from before this hook, so the run is repeated.
                       lifecycle_.values_changed_after_helm();
                       again_because_ = r.changed_values + " is changed each time by hook '" + hook + "' (afterHelm)";
                     }
                     conclude(r.result);
                   });
}

void module_state::perform(const core::modules::module_step::start_monitors&) {
  bindings_.start_monitors({});
  is_reviewing_ = !deleting_;
  objects_.begin_waiting();
  on_lists();
}

void module_state::perform(const core::modules::module_step::synchronize&) {
  // The onStartup hooks have run, so events may run hooks now.
  bindings_.set_enabled(enabled_);
  is_reviewing_ = true;
  open_webhooks();
  bindings_.synchronize({}, 5, [this](const base::result<void>& result) {
    if (!result) return conclude(result);
    bindings_.await_synchronization([this](const base::result<void>& awaited) { conclude(awaited); });
  });
}

void module_state::perform(const core::modules::module_step::enable_schedules&) {
  bindings_.enable_schedules();
  open_all_webhooks();
  conclude({});
}

void module_state::perform(const core::modules::module_step::run_helm&) {
  open_all_webhooks(); // a deletion that was given up may have closed them
  find_waiting_events(bindings_.hooks_with_events(), [this](const std::string& hooks) { apply_chart(hooks); });
}

void module_state::apply_chart(const std::string& hooks_with_events) {
  release_.apply(deletion_hooks_of(bindings_.hooks()), hooks_with_events, [this](const base::result<void>& result) {
    if (!result && result.error().code == base::error_code::conflict) return leave_release(result.error().message);
    occupied_.end();
    release_wait_.end();
    if (result && !release_.put_off().empty()) return put_off_for_events(release_.put_off());
    event_wait_.end();
    if (result) report_hold();
    const bool is_refused = !result && base::names_missing_right(result.error().message);
    is_refused ? perform(lifecycle_.refused(result.error())) : conclude(result);
  });
}

void module_state::perform(const core::modules::module_step::uninstall&) {
  release_.remove([this](const base::result<void>& result) {
    if (!result && result.error().code == base::error_code::conflict) return leave_release(result.error().message);
    occupied_.end();
    release_wait_.end();
    conclude(result);
  });
}

void module_state::perform(const core::modules::module_step::remove_record&) {
  release_.remove_record([this](const base::result<void>& result) { conclude(result); });
}

void module_state::perform(const core::modules::module_step::forget&) {
  bindings_.await_idle([this](const base::result<void>&) {
    bindings_.stop_monitors();
    bindings_.disable_schedules();
    webhooks_.forget();
    objects_.forget();
    refusal_.forget();
    release_wait_.end();
    rest();
    waits_.end();
    forget_put_off();
    refused_.end();
    occupied_.end();
    held_.end();
    self_->tell(peers_.values, messages::drop_module_values{{}, source_->name});
    // From now on `measure` leaves out the hooks. Otherwise the next read of /metrics would bring back the
    // series that are forgotten here.
    is_forgotten_ = true;
    self_->tell(peers_.metrics, messages::forget_module_metrics{source_->name});
    // A review that began before the deletion may still run, and its end brings series back.
    bindings_.await_reviews([this] {
      if (is_forgotten_) self_->tell(peers_.metrics, messages::forget_module_metrics{source_->name});
    });
    conclude({});
  });
}

void module_state::perform(const core::modules::module_step::finish& x) {
  using kind = core::modules::module_step::finish::kind;
  switch (x.outcome) {
    case kind::done: rest(); return self_->answer(answer_, messages::done());
    case kind::again: return go_on_again();
    case kind::failed: return self_->answer(answer_, messages::failed(x.reason));
  }
}

// -- the ends of a step --------------------------------------------------------

void module_state::conclude(const base::result<void>& result) {
  perform(result ? lifecycle_.succeeded() : lifecycle_.failed(result.error()));
}

/// Ends the run or deletion unfinished, so that no other module waits for it.
void module_state::supersede(std::string why) {
  static_cast<void>(lifecycle_.failed({base::error_code::cancelled, why}));
  self_->answer(answer_, messages::superseded(std::move(why)));
}

// -- for users -------------------------------------------------------------------

framework::promise<messages::snapshots_dumped> module_state::dump() const {
  if (hooks_known_) return bindings_.dump();
  auto to = self_->later<messages::snapshots_dumped>();
  const auto why = refused_.now().value_or(
    "a module asks its hooks for their configuration in its first run, and only an enabled module runs");
  self_->answer(to, messages::snapshots_dumped{
                      {}, nullptr, nullptr, "module '" + source_->name + "': its hooks are not known yet: " + why});
  return to;
}

messages::module_actor::behavior_type module_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::execute_task& x) { return execute(x); },
    [this](const messages::objects_listed& x) { bindings_.on_listed(x); },
    [this](const messages::object_changed& x) { bindings_.on_changed(x); },
    [this](const messages::schedule_fired& x) { bindings_.on_fired(x); },
    [this](const messages::hook_wait_over& x) { bindings_.on_wait_over(x); },
    [this](const messages::review_asked& x) { return bindings_.decide(x); },
    [this](const messages::conversion_asked& x) { return bindings_.convert(x); },
    [this](const messages::ask_hooks_early&) { return ask_hooks_early(); },
    [this](const messages::offer_conversions&) { return offer_conversions(); },
    [this](const messages::review_wait_over&) { bindings_.look_at_reviews(); },
    [this](const messages::make_review_context& x) { return bindings_.make_context(x); },
    [this](const messages::give_way&) { give_way_to_reload(); },
    [this](const messages::set_enabled& x) {
      enabled_ = x.enabled;
      why_off_ = x.why_off;
      is_unnamed_ = !x.enabled;
      hold_or_release_events();
    },
    [this](const messages::set_paused& x) { set_paused(x.paused); },
    [this](const messages::retry_due& x) { try_again(x); },
    [this](const messages::describe_hooks&) { return bindings_.describe(); },
    [this](const messages::dump_snapshots&) { return dump(); },
    [this](const messages::measure_metrics&) { return measure(); });
}

messages::module_actor module(caf::actor_system& system, const framework::context_ptr& shared, module_source source,
                              const module_peers& peers) {
  auto label = "module " + source.name;
  return framework::spawn<module_state>(system, framework::placement::shared, shared, std::move(label),
                                        std::move(source), peers);
}

} // namespace actors::hooks
