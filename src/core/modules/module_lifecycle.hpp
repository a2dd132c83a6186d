#pragma once

#include "core/base/error.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace core {

/// The hooks of a module by moment, each list in the order of execution.
struct module_hooks {
  std::vector<std::string> on_startup;
  std::vector<std::string> before_helm;
  std::vector<std::string> after_helm;
  std::vector<std::string> before_delete_helm;
  std::vector<std::string> after_delete_helm;
  bool has_kubernetes_bindings = false;
};

/// What the module actor has to do next. After each it reports `succeeded` or `failed`.
namespace module_step {
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
struct uninstall {};
/// Stops monitors and schedules, forgets patches: the module is as if it had never been enabled.
struct forget {};
struct finish {
  enum class kind { done, again, failed } outcome = kind::done;
  error reason{}; ///< if failed
};
} // namespace module_step

using module_effect = std::variant<module_step::load_hooks, module_step::run_hook, module_step::start_monitors,
                                   module_step::synchronize, module_step::enable_schedules, module_step::run_helm,
                                   module_step::uninstall, module_step::forget, module_step::finish>;

/// The run of one module (LIFECYCLE-STEPS 5) and its deletion (step 6) as a state machine that keeps its place over
/// retries:
///
///   load_hooks ─▶ onStartup… ─▶ start_monitors ─▶ synchronize ─▶ enable_schedules ─▶ beforeHelm… ─▶ helm ─▶ afterHelm…
///
/// onStartup and Synchronization happen once for each enabling: if one onStartup hook fails all of them run again, but
/// never again because Helm or a later hook failed. A failure after that goes back to beforeHelm.
class module_lifecycle {
public:
  /// A run begins. @param enabling which enabling of the module this run belongs to.
  [[nodiscard]] module_effect begin_run(std::uint64_t enabling);
  /// A deletion begins; it goes on where an earlier try failed.
  [[nodiscard]] module_effect begin_delete();

  /// The module's hooks have been loaded. Answers `load_hooks` in place of `succeeded`.
  [[nodiscard]] module_effect loaded(module_hooks hooks);
  /// The last effect has been carried out. @returns the next one.
  [[nodiscard]] module_effect succeeded();
  /// The last effect failed. @returns `finish`; the next try begins where this state machine says.
  [[nodiscard]] module_effect failed(error reason);

  /// afterHelm hooks have changed the module's values: the run is repeated right after it ends (step 5).
  void values_changed_after_helm() noexcept { again_ = true; }

  [[nodiscard]] bool monitors_started() const noexcept { return monitors_; }
  /// True once a run of the current enabling has reached afterHelm's end.
  [[nodiscard]] bool ready() const noexcept { return ready_; }
  /// The phase for logs and the debug server: `idle`, `onStartup`, `synchronization`, `beforeHelm`, `helm` …
  [[nodiscard]] const char* phase_name() const noexcept;

private:
  enum class phase {
    idle,
    loading,
    on_startup,
    starting_monitors,
    synchronizing,
    enabling_schedules,
    before_helm,
    helm,
    after_helm,
    before_delete_helm,
    uninstalling,
    after_delete_helm,
    forgetting,
  };
  enum class purpose { run, remove };

  module_effect enter(phase next);
  module_effect next_hook_or(const std::vector<std::string>& hooks, module_step::moment at, phase after);
  module_effect after_loading();
  phase next_phase_of_run() const;

  purpose purpose_ = purpose::run;
  phase phase_ = phase::idle;
  std::size_t hook_ = 0; ///< index in the list of the current phase
  std::uint64_t enabling_ = 0;
  std::uint64_t started_ = 0;      ///< the enabling whose onStartup hooks all succeeded
  std::uint64_t synchronized_ = 0; ///< the enabling whose Synchronization is complete
  bool loaded_ = false;
  bool monitors_ = false;
  bool schedules_ = false;
  bool uninstalled_ = false;
  bool again_ = false;
  bool ready_ = false;
  module_hooks hooks_;
};

} // namespace core
