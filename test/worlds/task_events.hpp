#pragma once

#include "trace/event.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace worlds {

/// `main` of `queue main`; empty if it is no queue.
[[nodiscard]] inline std::string queue_named(const std::string& actor) {
  return actor.starts_with("queue ") ? actor.substr(6) : std::string();
}

/// The modules with a run under way.
class module_runs {
public:
  void note(const trace::event& event) {
    if (event.fact("task") != "ModuleRun") return;
    if (begins(event)) modules_.insert(std::string(event.fact("module")));
    if (event.type == trace::trace_span::task) modules_.erase(std::string(event.fact("module")));
  }
  void forget() { modules_.clear(); }
  [[nodiscard]] static bool begins(const trace::event& event) {
    return event.type == "execute_task" && event.fact("task") == "ModuleRun" && event.sender.starts_with("queue ");
  }
  [[nodiscard]] bool contains(const std::string& module) const { return modules_.contains(module); }
  [[nodiscard]] bool empty() const { return modules_.empty(); }

private:
  std::set<std::string> modules_;
};

/// The reloads, from their discovery on.
class reload_rounds {
public:
  void note(const trace::event& event) {
    if (event.type == "withdraw_tasks" && event.receiver == "queue main") {
      is_overtaken_ = true;
      runs_modules_ = false;
      return;
    }
    const auto task = event.fact("task");
    const bool begins = event.type == "execute_task" && queue_named(event.sender) == "main";
    const bool ends = event.type == trace::trace_span::task && event.fact("queue") == "main";
    if (task == "DiscoverModules" && begins) is_overtaken_ = false;
    if (task == "DiscoverModules" && ends && event.fact("outcome") == "done" && !is_overtaken_) begin();
    if (task == "ConvergeModules" && ends && event.fact("outcome") != "continues") runs_modules_ = false;
  }
  void forget() { runs_modules_ = false; }
  [[nodiscard]] bool runs_modules() const { return runs_modules_; }
  /// The number of the last reload that has run modules.
  [[nodiscard]] std::size_t number() const { return number_; }

private:
  void begin() {
    runs_modules_ = true;
    ++number_;
  }

  bool is_overtaken_ = false; ///< another reload was requested after the discovery of this reload had begun
  bool runs_modules_ = false;
  std::size_t number_ = 0;
};

/// Runs of hooks, and changes of values, that are under way.
class value_changes {
public:
  void note(const trace::event& event) {
    if (event.type == "run_hook") ++hook_runs_;
    if (event.type == trace::trace_span::hook && hook_runs_ > 0) --hook_runs_;
    if (event.type == "commit_hook_output" || event.type == "apply_configuration") changes_.insert(event.id);
    if (event.type == "output_committed" || event.type == "configuration_applied") changes_.erase(event.cause);
  }
  void forget() {
    hook_runs_ = 0;
    changes_.clear();
  }
  [[nodiscard]] std::size_t hook_runs() const { return hook_runs_; }
  /// Whether any change is carried out or waits.
  [[nodiscard]] bool is_any() const { return !changes_.empty(); }

private:
  std::size_t hook_runs_ = 0;
  std::set<std::uint64_t> changes_;
};

} // namespace worlds
