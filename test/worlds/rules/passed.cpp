// With `--on-module-failure go-on`, modules behind a failed module run before it is tried again, unless an
// event may have repaired the failure.
#include "worlds/rule.hpp"

#include "worlds/task_events.hpp"

#include <string>

namespace worlds {

namespace {

class passed_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    reload_.forget();
    failed_.clear();
    is_repaired_ = false;
  }

  /// While a reload runs modules, queue `main` has at least the task of the reload itself, so another task
  /// can begin after a failure. Runs side by side wait separately.
  void handles(const trace::event& event) override {
    reload_.note(event);
    if (!planned().passes || planned().at_once > 1) return;
    if (event.receiver == "queue main" && (event.type == "withdraw_tasks" || event.type == "failures_repaired")) {
      failed_.clear();
      is_repaired_ = true;
    }
    if (event.type == trace::trace_span::task && event.fact("queue") == "main") {
      const bool has_failed = event.fact("task") == "ModuleRun" && event.fact("outcome") == "failed";
      const bool is_passed = has_failed && reload_.runs_modules() && !is_repaired_;
      failed_ = is_passed ? std::string(event.fact("module")) : std::string();
    }
    if (event.type != "execute_task" || queue_named(event.sender) != "main") return;
    is_repaired_ = false;
    if (failed_.empty()) return;
    holds();
    if (event.fact("task") == "ModuleRun" && event.fact("module") == failed_)
      broken(failed_ + " is tried again before the tasks behind it have had their turn");
    failed_.clear();
  }

private:
  reload_rounds reload_;
  bool is_repaired_ = false; ///< since the last task of queue `main` has begun, an event may have repaired it
  std::string failed_;       ///< the module whose run in a reload was the last task of queue `main`, and has failed
};

const registered<passed_rule> entry{"passed"};

} // namespace

} // namespace worlds
