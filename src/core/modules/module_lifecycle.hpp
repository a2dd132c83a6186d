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

/// The state of a module's release at the beginning of the module's deletion.
/// Why so: docs/decisions/deletions-are-remembered-by-helm.md
enum class release_at_deletion {
  none,        ///< there is no record of a release
  present,     ///< it must be uninstalled
  uninstalled, ///< only its record is left, because an earlier deletion has come this far
};

/// The next effect, which the module actor carries out. After each effect it reports `succeeded` or `failed`.
namespace module_step {
/// Looks up the release. Answered by `release_found` instead of `succeeded`.
struct look_up_release {};
struct load_hooks {};
enum class moment { on_startup, before_helm, after_helm, before_delete_helm, after_delete_helm };
struct run_hook {
  moment at = moment::on_startup;
  std::string hook;
};
/// Starts the monitors of all kubernetes bindings, and waits until all objects are listed.
struct start_monitors {};
/// Runs the Synchronization of all bindings, and waits for the bindings with waitForSynchronization.
struct synchronize {};
struct enable_schedules {};
struct run_helm {};
/// Removes the release. Its record stays, so that a process that continues the deletion knows its progress.
struct uninstall {};
/// Removes the record of the release. After this the deletion is complete for every client of the cluster.
struct remove_record {};
/// Stops monitors and schedules, and forgets patches. The module is then like a module that was never
/// enabled.
struct forget {};
struct finish {
  enum class kind { done, again, failed } outcome = kind::done;
  base::error reason{}; ///< set if the run has failed
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
/// A deletion continues an earlier deletion, even of a process that was killed, because the release's record
/// shows whether it was uninstalled. A module that has no release and has not started needs no deletion. If a
/// module is enabled again after it was uninstalled, it is forgotten first, so that it starts like after a
/// complete deletion.
///
/// onStartup and Synchronization happen once for each enabling. If an onStartup hook fails, all onStartup
/// hooks run again. A later failure, of Helm or a hook, does not repeat them: the next try begins with
/// beforeHelm. There is a single exception: if the API server has refused Helm for want of a right, the hooks
/// may have been refused, too, and may have taken that for an absence. Then all hooks run again with each
/// try, so that the try that is allowed has their answers of that time.
/// Why so: docs/decisions/synchronization-inside-the-module-run.md
class module_lifecycle {
public:
  /// Begins a run. @param enabling number of the module's enabling for which it runs.
  [[nodiscard]] effect begin_run(std::uint64_t enabling);
  /// Begins a deletion, or continues it where an earlier try has failed.
  [[nodiscard]] effect begin_delete();

  /// True if the module has monitors, its onStartup hooks have run, and no deletion has undone this.
  [[nodiscard]] bool has_started_up() const noexcept;

  /// Answers `look_up_release` instead of `succeeded`.
  [[nodiscard]] effect release_found(release_at_deletion x);
  /// Answers `load_hooks` instead of `succeeded`.
  [[nodiscard]] effect loaded(module_hooks hooks);
  /// Notes the success of the last effect.
  /// @returns the next effect.
  [[nodiscard]] effect succeeded();
  /// Notes the failure of the last effect. @returns `finish`; this object decides where the next try begins.
  [[nodiscard]] effect failed(base::error reason);
  /// The same for a failure of Helm for want of a right.
  [[nodiscard]] effect refused(base::error reason);

  /// Notes that hooks that were left out of the Synchronization can take part now. The next run synchronizes
  /// them first.
  void synchronize_again() noexcept;

  /// Notes that an afterHelm hook has changed the module's values. The run ends after its last afterHelm hook
  /// with `finish::kind::again`, and is then repeated.
  void values_changed_after_helm() noexcept;

private:
  enum class goal { run, deletion };

  // -- the current effect; an effect that runs and deletions share has its goal in `of`

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
    std::size_t index = 0; ///< in the moment's list of hooks
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

  /// The progress of the module's start in its enabling. The deletion of a module that has not started may
  /// start its monitors, too, so there is a state with monitors both before and after onStartup.
  enum class start_up { none, monitored, started, started_and_monitored, synchronized, scheduled };

  /// The state from the loading of the hooks until the module is forgotten. Kept after failures.
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
  std::uint64_t enabling_ = 0; ///< enabling of the last run
  std::optional<life> life_;   ///< nullopt: the hooks are not loaded
  removal removal_ = removal::none;
  /// True if the module was enabled again before the afterDeleteHelm hooks of its deletion have run. If it is
  /// disabled before its hooks are loaded again, neither a release nor `life_` shows that these hooks must
  /// still run.
  bool owes_deletion_hooks_ = false;
};

} // namespace core::modules
