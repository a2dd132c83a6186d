#pragma once

#include "actors/hooks/hook_bindings.hpp"
#include "actors/hooks/hook_loading.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/module.hpp"
#include "actors/messages/values.hpp"
#include "core/modules/module_lifecycle.hpp"

#include <memory>
#include <optional>
#include <string>

namespace actors {

/// Whom a MODULE talks to.
struct module_peers {
  hook_peers hooks;
  values_store_actor values;
  helm_actor helm;
  release_watcher_actor releases;
};

/// What a MODULE is made from.
struct module_source {
  std::string name;
  std::string directory; ///< absolute
  hook_source hooks;
};

/// The state of a MODULE: carries out what its lifecycle says, one effect after the other.
struct module_state {
  using handle_type = module_actor;

  module_state(base<module_actor>* self, module_source source, module_peers peers);
  module_actor::behavior_type make_behavior();

  promise<task_outcome> execute(const execute_task& x);
  void give_way_to_reload();
  void try_again(const run_refused_again& x);
  [[nodiscard]] promise<snapshots_dumped> dump() const;

private:
  /// The text of the values file, or why there is none.
  using helm_values = core::result<std::shared_ptr<const std::string>>;

  void begin_run(const core::run_module& x, promise<task_outcome> to);
  void perform(const core::module_effect& effect);
  void perform(const core::module_step::load_hooks&);
  void perform(const core::module_step::run_hook& x);
  void perform(const core::module_step::start_monitors&);
  void perform(const core::module_step::synchronize&);
  void perform(const core::module_step::enable_schedules&);
  void perform(const core::module_step::run_helm&);
  void perform(const core::module_step::uninstall&);
  void perform(const core::module_step::forget&);
  void perform(const core::module_step::finish& x);

  void conclude(const core::result<void>& result);
  void find_absent_resources(const helm_values& values);
  void apply_chart(const helm_values& values, std::vector<core::manifest_object> absent);
  void refuse(const core::error& reason);
  void report_problem(std::optional<std::string> problem);
  void wait_for_objects(const std::string& reason);
  void note_wait(const std::string& reason);
  void objects_are_known();
  void take_list();

  base<module_actor>* self_;
  std::shared_ptr<const module_source> source_;
  module_peers peers_;
  hook_bindings bindings_;
  core::module_lifecycle lifecycle_;
  promise<task_outcome> answer_;        ///< to the run or deletion that is under way
  std::string queue_;                   ///< in which it runs
  std::uint64_t refusals_ = 0;          ///< of all times
  std::uint64_t refusals_in_a_row_ = 0; ///< since its hooks configured last
  std::string waits_for_;               ///< why the objects that a run needs are not known; empty: they are
  bool gave_way_ = false;               ///< a run has ended because of that, and is to be asked for again
  bool hooks_known_ = false;            ///< they have told their configuration some time
  std::optional<std::string> problem_;  ///< of this module that the SUPERVISOR knows
};

/// Spawns the module.
module_actor module(caf::actor_system& system, const context_ptr& shared, module_source source,
                    const module_peers& peers);

} // namespace actors
