#pragma once

#include "actors/hooks/bindings.hpp"
#include "actors/hooks/loading.hpp"
#include "actors/hooks/module_definitions.hpp"
#include "actors/hooks/module_release.hpp"
#include "actors/hooks/reported_problem.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/module.hpp"
#include "core/modules/lifecycle.hpp"
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

namespace actors::hooks {

/// The actors to which a MODULE sends messages.
struct module_peers {
  peers hooks;
  messages::values_store_actor values;
  messages::helm_actor helm;
  messages::release_watcher_actor releases;
  messages::kube_client_actor kube;
  messages::metrics_actor metrics;
};

/// The files of a module that its MODULE needs.
struct module_source {
  std::string name;
  std::string directory; ///< absolute
  hook_source hooks;
  core::crds::crd_source definitions;
};

/// The state of a MODULE: carries out the effects of its lifecycle, each after the effect before it.
struct module_state {
  using handle_type = messages::module_actor;

  module_state(framework::actor_base<messages::module_actor>* self, module_source source, module_peers peers);
  messages::module_actor::behavior_type make_behavior();

  framework::promise<messages::task_outcome> execute(const messages::execute_task& x);
  void give_way_to_reload() { end_wait("it waited, and a reload is wanted"); }
  void set_paused(bool paused);
  void try_again(const messages::retry_due& x);
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
  void perform(const core::modules::module_step::look_up_release&);
  void perform(const core::modules::module_step::load_hooks&);
  void perform(const core::modules::module_step::run_hook& x);
  void perform(const core::modules::module_step::start_monitors&);
  void perform(const core::modules::module_step::synchronize&);
  void perform(const core::modules::module_step::enable_schedules&);
  void perform(const core::modules::module_step::run_helm&);
  void perform(const core::modules::module_step::uninstall&);
  void perform(const core::modules::module_step::remove_record&);
  void perform(const core::modules::module_step::forget&);
  void perform(const core::modules::module_step::finish& x);

  // -- the ends of a step
  void conclude(const base::result<void>& result);
  void adopt_hooks(const std::shared_ptr<const core::bindings::hook_registry>& hooks);
  void refuse_hooks(const messages::program_failure& why);
  void load_later(const std::optional<core::modules::refusal_wait::retry>& due);
  void remind(core::modules::refusal_wait::retry due);
  void refuse(const messages::program_failure& why, const char* subject);
  /// Calls `then` when the definitions of this enabling are there; else the task ends.
  void with_definitions(std::uint64_t enabling, std::function<void()> then);
  void on_lists();
  /// The state of the lists for which the task waits. A hook of an unknown kind holds up a deletion, but no
  /// run: this module may run the server of that kind.
  [[nodiscard]] core::bindings::list_state awaited_lists() const;
  [[nodiscard]] bool is_of_unknown_kind(const std::string& hook) const;
  /// Puts off the hooks of unknown kinds: the module goes on without them until their objects are known.
  void put_off_unknown();
  void put_off(const std::string& hook);
  void note_known_again();
  void take_up_known();
  void forget_put_off();
  void lack_objects(const std::string& why);
  void leave_out(const std::string& hook, const std::string& why);
  void leave_release(const std::string& why);
  /// After Helm's step: reports a release that is held, or the end of the hold.
  void report_hold();
  void want_run(const char* event);
  void supersede(std::string why);
  /// Ends a run that only waits. A run that works goes on: it ends by itself, or before its next step.
  void end_wait(const char* why);

  framework::actor_base<messages::module_actor>* self_;
  std::shared_ptr<const module_source> source_;
  module_peers peers_;
  bindings bindings_;
  module_release release_;
  module_definitions definitions_;
  core::modules::lifecycle lifecycle_;
  framework::promise<messages::task_outcome> answer_; ///< to the run or deletion that is under way
  std::string queue_;                                 ///< in which it runs

  reported_problem refused_;            ///< its hooks do not configure, or its definitions are refused
  core::modules::refusal_wait refusal_; ///< the waits between its tries
  bool are_definitions_refused_ = false;
  bool hooks_known_ = false;      ///< its hooks have configured in this process
  bool is_forgotten_ = false;     ///< the module is off, and its life is over
  reported_problem broken_links_; ///< links that were to be hooks
  reported_problem skipped_;      ///< files that look like hooks and cannot be run
  reported_problem waits_;        ///< the objects for which a start waits cannot be known
  core::modules::object_wait objects_;
  std::map<std::string, bool> put_off_; ///< hook -> true: its objects are known by now, and the next run takes it up
  reported_problem hooks_wait_;         ///< hooks of `put_off_`
  bool enabled_ = true;                 ///< by the last message of the SUPERVISOR
  bool paused_ = false;                 ///< likewise
  bool deleting_ = false;               ///< the task that is under way, or was the last task, is a deletion

  reported_problem held_;     ///< an upgrade would remove objects that no user has removed
  reported_problem occupied_; ///< the helm of another client is at work on the release
  core::modules::release_wait release_wait_;
};

/// Spawns the module.
messages::module_actor module(caf::actor_system& system, const framework::context_ptr& shared, module_source source,
                              const module_peers& peers);

} // namespace actors::hooks
