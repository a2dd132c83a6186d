#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::modules {

/// The hooks of a module by moment, each list in the order of execution.
struct module_hooks {
  std::vector<std::string> on_startup;
  std::vector<std::string> before_helm;
  std::vector<std::string> after_helm;
  std::vector<std::string> before_delete_helm;
  std::vector<std::string> after_delete_helm;
  bool has_kubernetes_bindings = false;
};

/// The state of a module's release when the module is to be deleted.
/// Why so: docs/decisions/deletions-are-remembered-by-helm.md
enum class release_at_deletion {
  none,        ///< there is no record of it
  present,     ///< it is to be uninstalled
  uninstalled, ///< only its record is left: an earlier deletion, in this process or before, has come this far
};

/// The next work of the module actor. After each it reports `succeeded` or `failed`.
namespace module_step {
/// Finds out about the release. Answered by `release_found` in place of `succeeded`.
struct look_up_release {};
struct load_hooks {};
enum class moment { on_startup, before_helm, after_helm, before_delete_helm, after_delete_helm };
struct run_hook {
  moment at = moment::on_startup;
  std::string hook;
};
/// Starts the monitors of all kubernetes bindings and waits until each has listed its objects.
struct start_monitors {};
/// Runs the Synchronization of every binding and waits for those with waitForSynchronization.
struct synchronize {};
struct enable_schedules {};
struct run_helm {};
/// Removes the release; its record stays, so that the process that continues the deletion knows its progress.
struct uninstall {};
/// Removes the record of the release: by this the deletion is complete for every client of the cluster.
struct remove_record {};
/// Stops monitors and schedules, forgets patches: the module is as if it had never been enabled.
struct forget {};
struct finish {
  enum class kind { done, again, failed } outcome = kind::done;
  base::error reason{}; ///< if failed
};
} // namespace module_step

using effect = std::variant<module_step::look_up_release, module_step::load_hooks, module_step::run_hook,
                            module_step::start_monitors, module_step::synchronize, module_step::enable_schedules,
                            module_step::run_helm, module_step::uninstall, module_step::remove_record,
                            module_step::forget, module_step::finish>;

/// The run of a module (LIFECYCLE-STEPS 5) and its deletion (step 6) as a state machine that keeps its place
/// over retries:
///
///   load_hooks ─▶ onStartup… ─▶ start_monitors ─▶ synchronize ─▶ enable_schedules ─▶ beforeHelm… ─▶ helm ─▶
///   afterHelm…
///   look_up_release ─▶ load_hooks ─▶ (start_monitors) ─▶ beforeDeleteHelm… ─▶ uninstall ─▶ afterDeleteHelm…
///                   ─▶ remove_record ─▶ forget
///
/// A deletion goes on where an earlier deletion has stopped, even in a process that was killed: the release's
/// record says whether it was uninstalled. A module without a release that has not started needs no deletion.
/// A module that is enabled again after it was uninstalled is forgotten first, so that it starts up as after
/// a complete deletion.
///
/// onStartup and Synchronization happen once for each enabling: if an onStartup hook fails, all of them run
/// again, but never because Helm or a later hook failed. A failure after that goes back to beforeHelm.
/// Why so: docs/decisions/synchronization-inside-the-module-run.md
class lifecycle {
public:
  /// A run begins. @param enabling which enabling of the module this run belongs to.
  [[nodiscard]] effect begin_run(std::uint64_t enabling);
  /// A deletion begins; it goes on where an earlier try failed.
  [[nodiscard]] effect begin_delete();

  /// The module has monitors, its onStartup hooks have run, and no deletion has come so far that it must
  /// start up anew.
  [[nodiscard]] bool has_started_up() const noexcept;

  /// Answers `look_up_release` in place of `succeeded`.
  [[nodiscard]] effect release_found(release_at_deletion x);
  /// The module's hooks have been loaded. Answers `load_hooks` in place of `succeeded`.
  [[nodiscard]] effect loaded(module_hooks hooks);
  /// Notes the success of the last effect.
  /// @returns the next effect.
  [[nodiscard]] effect succeeded();
  /// The last effect failed. @returns `finish`; the next try begins where this state machine says.
  [[nodiscard]] effect failed(base::error reason);

  /// Hooks that were left out of the Synchronization take part from now on: the next run synchronizes them
  /// first.
  void synchronize_again() noexcept;

  /// An afterHelm hook has changed the module's values. That hook is the last effect of the run, so the run
  /// is repeated right after its end.
  void values_changed_after_helm() noexcept;

private:
  enum class goal { run, deletion };

  // -- the effect that is under way; effects that runs and deletions have in common know their goal

  struct idle {};
  struct looking_up {};
  struct loading {
    goal of = goal::run;
  };
  struct starting_monitors {
    goal of = goal::run;
  };
  struct running_hooks {
    module_step::moment at = module_step::moment::on_startup;
    std::size_t index = 0; ///< in the list of the moment
  };
  struct running_after_helm {
    std::size_t index = 0;
    module_step::finish::kind end = module_step::finish::kind::done; ///< of the run
  };
  struct synchronizing {};
  struct enabling_schedules {};
  struct applying_chart {};
  struct uninstalling {};
  struct removing_record {};
  struct forgetting {
    goal of = goal::deletion;
  };
  using activity =
    std::variant<idle, looking_up, loading, starting_monitors, running_hooks, running_after_helm, synchronizing,
                 enabling_schedules, applying_chart, uninstalling, removing_record, forgetting>;

  /// The progress of an unfinished deletion.
  enum class removal { none, uninstalled, hooks_done };

  /// The progress of the module's start in its enabling. A deletion of a module that has not started yet
  /// starts its monitors as well, so there are monitors before and after onStartup.
  enum class start_up { none, monitored, started, started_and_monitored, synchronized, scheduled };

  /// Kept over failures: begins with the loading of the hooks, ends when the module is forgotten.
  struct life {
    module_hooks hooks;
    std::uint64_t enabling = 0; ///< the enabling that `reached` belongs to
    start_up reached = start_up::none;

    [[nodiscard]] bool has_monitors() const noexcept;
    void begin_enabling(std::uint64_t next) noexcept;
    void monitors_started() noexcept;
    void started() noexcept;
  };

  effect load(goal of);
  effect continue_run();
  effect continue_deletion();
  effect run_hooks(running_hooks next);
  effect after_hooks(module_step::moment at);
  effect run_after_helm(running_after_helm next);

  effect forget_for(goal of);

  effect after(idle);
  effect after(looking_up);
  effect after(loading);
  effect after(starting_monitors x);
  effect after(running_hooks x);
  effect after(running_after_helm x);
  effect after(synchronizing);
  effect after(enabling_schedules);
  effect after(applying_chart);
  effect after(uninstalling);
  effect after(removing_record);
  effect after(forgetting x);

  activity now_ = idle{};
  std::uint64_t enabling_ = 0; ///< of the last run that has begun
  std::optional<life> life_;   ///< nullopt: the hooks are not known
  removal removal_ = removal::none;
  /// The module was enabled again before the afterDeleteHelm hooks of its deletion had run. If it is disabled
  /// before its hooks are known again, there may be neither a release nor a life to show that they are still
  /// to run.
  bool owes_deletion_hooks_ = false;
};

} // namespace core::modules
