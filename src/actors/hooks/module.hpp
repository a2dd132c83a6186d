#pragma once

#include "actors/hooks/early_answers.hpp"
#include "actors/hooks/loading.hpp"
#include "actors/hooks/module_definitions.hpp"
#include "actors/hooks/module_release.hpp"
#include "actors/hooks/owner_hooks.hpp"
#include "actors/hooks/reported_problem.hpp"
#include "actors/hooks/webhook_offer.hpp"
#include "actors/messages/conversions.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/module.hpp"
#include "core/modules/event_wait.hpp"
#include "core/modules/loop_backoff.hpp"
#include "core/modules/module_lifecycle.hpp"
#include "core/modules/object_wait.hpp"
#include "core/modules/refusal_wait.hpp"
#include "core/modules/release_wait.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::hooks {

/// The actors to which a MODULE sends messages.
struct module_peers {
  peers hooks;
  messages::values_store_actor values;
  messages::helm_actor helm;
  messages::release_watcher_actor releases;
  messages::kube_client_actor kube;
  messages::metrics_actor metrics;
  messages::global_hooks_actor global_hooks;
};

/// The directory of a module, and its hooks and definitions on disk.
struct module_source {
  std::string name;
  std::string directory; ///< absolute
  hook_source hooks;     ///< as found at the start
  core::crds::crd_source definitions;
};

/// The state of a MODULE. It carries out the effects of the module's lifecycle in order.
struct module_state {
  using handle_type = messages::module_actor;

  module_state(framework::actor_base<messages::module_actor>* self, module_source source, module_peers peers);
  messages::module_actor::behavior_type make_behavior();

  framework::promise<messages::task_outcome> execute(const messages::execute_task& x);
  void give_way_to_reload() { end_wait("it waited, and a reload is wanted"); }
  void set_paused(bool paused);
  void try_again(const messages::retry_due& x);
  /// Asks the hooks on a standby for their configurations. A failure has no effect: the hooks are asked again
  /// when they are loaded.
  framework::promise<messages::hooks_asked_early> ask_hooks_early();
  framework::promise<messages::conversions_offered> offer_conversions();
  [[nodiscard]] framework::promise<messages::snapshots_dumped> dump() const;
  [[nodiscard]] messages::metrics_measured measure() const;

private:
  // -- the tasks
  void ensure_definitions(const core::tasks::ensure_definitions& x);
  void begin_run(const core::tasks::run_module& x);
  void begin_delete();

  // -- the steps, in their order
  void hold_or_release_events();
  void perform(const core::modules::effect& effect);
  /// Carries out the first step of a deletion that changes something, unless hooks of the deletion are
  /// missing.
  void begin_deletion(const core::modules::effect& first);
  void check_deletion(const core::modules::effect& first);
  void perform(const core::modules::module_step::look_up_release&);
  void perform(const core::modules::module_step::load_hooks&);
  void perform(const core::modules::module_step::run_hook& x);
  void perform(const core::modules::module_step::start_monitors&);
  void perform(const core::modules::module_step::synchronize&);
  void perform(const core::modules::module_step::enable_schedules&);
  void perform(const core::modules::module_step::run_helm&);
  void perform(const core::modules::module_step::uninstall&);
  void perform(const core::modules::module_step::remove_record&);
  /// Called before each hook of the deletion. For a module without a release, the first call names the
  /// deletion and its hooks in the log and on /readyz.
  void name_deletion();
  void perform(const core::modules::module_step::forget&);
  void perform(const core::modules::module_step::finish& x);

  /// Opens the webhooks whose snapshots are known. From the start of the monitors on, whatever else the
  /// module waits for: a write that its webhooks keep waiting may be what the module waits for.
  void open_webhooks();
  /// Opens all webhooks after the Synchronization, except for hooks that are put off: they would fail each
  /// review, also of the chart that may bring their objects.
  void open_all_webhooks();

  // -- the ends of a step
  void conclude(const base::result<void>& result);
  void load_known_hooks();
  void on_hooks_loaded(const hooks_loaded& loaded);
  void offer(const hooks_loaded& loaded);
  void note_not_offered(const std::optional<messages::program_failure>& why);
  void take_hooks(const std::shared_ptr<const core::bindings::hook_registry>& hooks);
  void adopt_hooks(const std::shared_ptr<const core::bindings::hook_registry>& hooks);
  void refuse_hooks(const messages::program_failure& why);
  void load_later(const std::optional<core::modules::refusal_wait::retry>& due);
  void remind(core::modules::refusal_wait::retry due);
  void refuse(const messages::program_failure& why, const char* subject);
  /// Calls `then` when the definitions are installed for this enabling. If this fails, the task ends.
  void with_definitions(std::uint64_t enabling, std::function<void()> then);
  void on_lists();
  /// The state of the lists that the task waits for. A hook with a binding of unknown kind delays a deletion,
  /// but not a run, because this module may contain the server of that kind.
  [[nodiscard]] core::bindings::list_state awaited_lists() const;
  [[nodiscard]] bool is_of_unknown_kind(const std::string& hook) const;
  /// Puts off hooks with bindings of unknown kinds: the module runs without them until their objects are
  /// known.
  void put_off_unknown();
  void put_off(const std::string& hook);
  void note_known_again();
  void take_up_known();
  void forget_put_off();
  void lack_objects(const std::string& why);
  void leave_out(const std::string& hook, const std::string& why);
  void leave_release(const std::string& why);
  // -- events that hooks have not seen
  /// Finds the hooks whose events a loss of objects has to await: global hooks, and hooks of this module. The
  /// text is for people; it is empty if no event waits, or if the patience is over.
  void find_waiting_events(std::vector<std::string> own, std::function<void(std::string hooks)> then);
  void apply_chart(const std::string& hooks_with_events);
  /// Ends the task. It is requested again when the hooks have seen their events.
  void put_off_for_events(const std::string& why);
  void note_seen(std::uint64_t number);
  /// Called after Helm's step. Reports a held release, or the end of the hold.
  void report_hold();
  // -- rounds
  void begin_round(const core::tasks::run_module& x, unsigned failures);
  /// The run has changed the values that it depends on: it is repeated at once, or after a pause.
  void go_on_again();
  /// A pause is over: the module runs, unless another run has begun meanwhile.
  void run_after_pause(std::uint64_t number);
  /// A run has not changed the values that it depends on, or there are no more runs.
  void rest();
  void want_run(const char* event);
  void supersede(std::string why);
  /// Ends a run that only waits. A run that works goes on: it ends by itself, or before its next step.
  void end_wait(const char* why);

  framework::actor_base<messages::module_actor>* self_;
  std::shared_ptr<const module_source> source_;
  std::shared_ptr<const hook_source> hook_files_; ///< the files at the start, and files that were added later
  module_peers peers_;
  owner_hooks bindings_;
  module_release release_;
  module_definitions definitions_;
  webhook_offer webhooks_;
  early_answers early_;
  core::modules::module_lifecycle lifecycle_;
  framework::promise<messages::task_outcome> answer_; ///< to the current run or deletion
  std::string queue_;                                 ///< the queue of the current task

  reported_problem refused_;            ///< a hook has no valid configuration, or definitions are refused
  core::modules::refusal_wait refusal_; ///< the waits between tries after `refused_`
  bool are_definitions_refused_ = false;
  bool is_reviewing_ = false;         ///< its hooks may answer reviews: its monitors have started, for a run
  bool hooks_known_ = false;          ///< its hooks are loaded in this process
  bool is_forgotten_ = false;         ///< the module is off, and its hooks are forgotten
  reported_problem held_definitions_; ///< definitions of other clients that are left as they are
  reported_problem broken_links_;     ///< broken links to hooks
  reported_problem skipped_;          ///< files that look like hooks but cannot be run
  reported_problem waits_;            ///< a start waits for objects that cannot be known
  core::modules::object_wait objects_;
  std::map<std::string, bool> put_off_; ///< hook -> true: its objects are known now; the next run takes it up
  reported_problem hooks_wait_;         ///< hooks of `put_off_`
  bool enabled_ = true;                 ///< according to the last message of the SUPERVISOR
  bool paused_ = false;                 ///< likewise
  bool is_deletion_checked_ = false;    ///< no hook of the current deletion is missing
  bool deleting_ = false;               ///< the current task, or else the last task, is a deletion
  core::modules::module_off why_off_;   ///< set while it is not enabled
  bool is_unnamed_ = false;             ///< no release has shown the deletion, and no line has named it yet

  reported_problem held_;     ///< an upgrade is held, because it would remove objects by mistake
  reported_problem occupied_; ///< another client's Helm works on the release
  core::modules::release_wait release_wait_;
  core::modules::event_wait event_wait_;

  reported_problem loops_; ///< each run makes another run necessary
  core::modules::loop_backoff rounds_;
  std::string again_because_;   ///< for people: the hook and the values
  bool is_repeated_ = false;    ///< the next run was asked for by the run before it
  bool is_loop_logged_ = false; ///< until it comes to rest
};

/// Spawns the module.
messages::module_actor module(caf::actor_system& system, const framework::context_ptr& shared, module_source source,
                              const module_peers& peers);

} // namespace actors::hooks
