#pragma once

#include "core/main_queue/needs_by_module.hpp"
#include "core/modules/discovered_modules.hpp"
#include "core/modules/paused_modules.hpp"
#include "core/tasks/task.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::main_queue {

/// The global hooks of a reload, in the order of execution.
struct reload_hooks {
  std::vector<std::string> before_all;
  std::vector<std::string> after_all;
};

/// Which modules may run at the same time: neighbours with the same number.
struct modules_side_by_side {
  std::size_t at_once = 1;                    ///< the maximal number at once; 1: modules run in turn
  std::map<std::string, std::string> numbers; ///< module -> number of its directory
  needs_by_module needs{};                    ///< a module does not run beside a module that it needs
};

/// Decides which work of a reload of all modules is left. Two records are kept: *wanted* (a round, which
/// rises with every reason) and *done* (the outcomes of this round). `plan` is computed from both and changes
/// neither, so a plan may be dropped and made again at any time without loss.
/// Why so: docs/decisions/reloads-are-planned-from-records.md
class reload_plan {
public:
  /// @param defining the modules that bring CustomResourceDefinitions
  explicit reload_plan(reload_hooks hooks, std::set<std::string> defining = {}, modules_side_by_side groups = {})
    : hooks_(std::move(hooks)), defining_(std::move(defining)), groups_(std::move(groups)) {}

  /// Sets the modules that are neither run nor deleted. All earlier decisions stay: a round is complete
  /// without the paused modules, and a plan has their work again as soon as they are not paused.
  /// @returns the set before
  modules::paused_modules set_paused(modules::paused_modules x);

  /// Adds a reason for a reload. The outcomes of the current round are forgotten. Two facts of the cluster
  /// stay known: the active modules (that have started and are not deleted), and the installed definitions.
  /// @param event names the reason in the runs of modules: `Operator-Startup`, `GlobalValuesChanged`,
  /// `ConfigMapChanged`, `EnabledFlagsChanged`; of several reasons the last one counts
  void want(std::string event);

  /// The tasks that come next, all of one phase; empty if the round is complete or no reload is wanted.
  [[nodiscard]] std::vector<tasks::task> plan() const;

  /// True if every module of this round has had its turn: has run, was deleted, or had its release purged.
  [[nodiscard]] bool are_modules_done() const {
    return done_.found && definition_tasks().empty() && module_tasks().empty();
  }

  /// True from the first reason until `finish`.
  [[nodiscard]] bool wanted() const noexcept { return event_.has_value(); }
  /// The last reason of the wanted reload.
  /// @pre wanted()
  [[nodiscard]] const std::string& event() const { return event_.value(); }
  /// The number of the wanted reload. An outcome belongs to the round in which its task began.
  [[nodiscard]] std::uint64_t round() const noexcept { return round_; }

  /// The round is complete.
  /// @pre plan() is empty
  void finish();

  // -- outcomes. `round`: the round when the task began. A hook or a run that began in an earlier round has
  // not seen the reason of this round, so it does not count for it; deletions and purges count in any round.

  void global_hook_ran(tasks::run_global_hook::moment at, const std::string& hook, std::uint64_t round);
  void discovered(const modules::discovered_modules& found, std::uint64_t round);
  /// @param enabling of the module when the task began
  void definitions_ensured(const std::string& module, std::uint64_t enabling);
  /// The definitions of the module cannot be installed. The module has no run in this round.
  void definitions_refused(const std::string& module, std::uint64_t round);
  void module_ran(const std::string& module, std::uint64_t round);
  void module_deleted(const std::string& module);
  /// The module could not be deleted; a later try deletes the rest. This round does not wait for that.
  void deletion_put_off(const std::string& module, std::uint64_t round);
  void release_purged(const std::string& release);

  // -- queries

  /// The number of the module's current enabling. It rises each time the module becomes enabled; 0: not
  /// active.
  [[nodiscard]] std::uint64_t enabling(const std::string& module) const;
  /// The modules that have been enabled and not been deleted since, in byte order.
  [[nodiscard]] std::set<std::string> active() const;
  /// The result of the last discovery that counted; nullopt before the first.
  [[nodiscard]] const std::optional<modules::discovered_modules>& last_discovery() const noexcept {
    return last_found_;
  }
  [[nodiscard]] bool is_enabled(const std::string& module) const;
  /// True for an enabled module that cannot run until a fault is repaired, by the last discovery that
  /// counted.
  [[nodiscard]] bool is_held_back(const std::string& module) const;
  /// True if the last discovery that counted has found that the module is to be deleted, and it is not
  /// deleted yet.
  [[nodiscard]] bool is_to_delete(const std::string& module) const;
  /// True for a release without a module that the last discovery wants to remove, and that is not removed
  /// yet.
  [[nodiscard]] bool is_to_purge(const std::string& release) const;
  [[nodiscard]] const modules::paused_modules& paused() const noexcept { return paused_; }
  [[nodiscard]] bool is_paused(const std::string& module) const { return paused_.contains(module); }

private:
  struct done_in_round {
    std::set<std::string> before_all;
    std::optional<modules::discovered_modules> found;
    std::set<std::string> refused; ///< modules, for their definitions
    std::set<std::string> ran;
    std::set<std::string> put_off; ///< deletions
    std::set<std::string> after_all;
  };

  [[nodiscard]] std::vector<tasks::task> definition_tasks() const;
  [[nodiscard]] std::vector<tasks::task> module_tasks() const;
  [[nodiscard]] std::vector<tasks::task> run_tasks() const;
  [[nodiscard]] bool does_need_any(const std::string& module, const tasks::run_modules& group) const;
  /// Whether the module can have no run in this round.
  [[nodiscard]] bool is_left_alone(const std::string& module) const;
  [[nodiscard]] bool are_side_by_side(const std::string& before, const std::string& module) const;

  reload_hooks hooks_;
  std::set<std::string> defining_;
  modules_side_by_side groups_;
  modules::paused_modules paused_;
  std::uint64_t round_ = 0;
  std::optional<std::string> event_; ///< why a reload is wanted; nullopt: it is not
  done_in_round done_;
  std::optional<modules::discovered_modules> last_found_;
  std::set<std::string> enabled_; ///< of `last_found_`; each run asks for its module
  std::uint64_t last_enabling_ = 0;
  std::map<std::string, std::uint64_t> active_;  ///< module -> its enabling
  std::map<std::string, std::uint64_t> defined_; ///< module -> the enabling for which its definitions were installed
};

} // namespace core::main_queue
