// The head of a queue that has failed or has to wait runs before its successors.
#include "worlds/rule.hpp"

#include "worlds/task_events.hpp"

#include <map>
#include <set>

namespace worlds {

namespace {

/// Identifies a task, independently of the events that it has merged since.
std::string work_of(const trace::event& event) {
  return std::string(event.fact("task")) + " " + std::string(event.fact("module")) + " "
         + std::string(event.fact("hook"));
}

class failed_first_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    failed_heads_.clear();
    withdrawn_.clear();
    ended_since_.clear();
  }

  /// A head that has failed or has to wait stays the head of its queue, unless its reload begins anew, or it
  /// lets other tasks pass.
  void handles(const trace::event& event) override {
    if (event.type == "withdraw_tasks") {
      const auto queue = event.receiver.substr(event.receiver.find(' ') + 1);
      failed_heads_.erase(queue);
      withdrawn_.insert(queue);
      ended_since_.erase(queue);
      return;
    }
    // Runs of modules that run side by side wait separately.
    if (event.fact("task") == "ModuleRun" && planned().at_once > 1) return;
    if (event.type == trace::trace_span::task) {
      const auto outcome = event.fact("outcome");
      const std::string queue(event.fact("queue"));
      ended_since_.insert(queue);
      const bool lets_pass =
        planned().passes && (event.fact("task") == "ModuleRun" || event.fact("task") == "ModuleDelete");
      if ((outcome == "failed" || outcome == "postponed") && !lets_pass && !withdrawn_.contains(queue))
        failed_heads_[queue] = work_of(event);
    }
    const auto queue = event.type == "execute_task" ? queue_named(event.sender) : std::string();
    if (queue.empty()) return;
    // If no task has ended since the withdrawal, the queue may have sent this head to its executor before the
    // withdrawal, so the head may be withdrawn after all.
    if (ended_since_.contains(queue)) withdrawn_.erase(queue);
    const auto failed = failed_heads_.extract(queue);
    if (failed.empty()) return;
    holds();
    if (failed.mapped() != work_of(event))
      broken("queue " + queue + " begins '" + work_of(event) + "' before '" + failed.mapped()
             + "', which has failed or waits");
  }

private:
  std::map<std::string, std::string> failed_heads_; ///< queue -> the task that has failed, and is tried again
  std::set<std::string> ended_since_;               ///< queues of which a task has ended since their last withdrawal
  /// Queues with withdrawn tasks, until a task begins after another task has ended.
  std::set<std::string> withdrawn_;
};

const registered<failed_first_rule> entry{"failed-first"};

} // namespace

} // namespace worlds
