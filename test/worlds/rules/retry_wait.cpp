// A task that is tried again names its failure. A wait after a failure ends in time, or by a repair.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"
#include "worlds/task_events.hpp"

#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

class retry_wait_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { waits_.clear(); }

  void logs(const std::string& line) override {
    if (line.find(" task_retry ") == line.npos) return;
    const auto delay = std::strtod(field_of(line, "retry_in_seconds").c_str(), nullptr);
    if (field_of(line, "error").empty()) broken("a task is tried again, and nothing says why: " + line);
    waits_[wait_of(field_of(line, "queue"), field_of(line, "task"))] =
      now_us() + static_cast<std::int64_t>(delay * 1e6);
  }

  /// A wait ends before its time only by an event that may have repaired the failure, or by another reload
  /// that replaces the waiting task.
  void handles(const trace::event& event) override {
    const auto are_of = [](const std::string& queue) {
      return [&queue](const auto& x) { return x.first == queue || x.first.starts_with(queue + " "); };
    };
    if (event.type == "failures_repaired" || event.type == "withdraw_tasks")
      std::erase_if(waits_, are_of(queue_named(event.receiver)));
    if (event.type != "execute_task") return;
    const auto queue = queue_named(event.sender);
    const auto own = wait_of(queue, event.summary);
    if (own != queue) end_wait(own, event.sender);
    // A task outside groups begins when no task in the queue waits, unless failed work lets others pass.
    std::vector<std::string> ended{queue};
    if (own == queue && !planned().passes)
      for (const auto& [wait, ends] : waits_)
        if (are_of(queue)(std::pair(wait, ends))) ended.push_back(wait);
    for (const auto& wait : ended) end_wait(wait, event.sender);
  }

private:
  /// The key of a wait after a failure: `main`. Runs of modules side by side, and work that lets tasks pass,
  /// wait separately: `main ModuleRun:main:alpha`.
  [[nodiscard]] std::string wait_of(const std::string& queue, const std::string& task) const {
    const bool is_run = task.starts_with("ModuleRun:");
    const bool is_separate =
      (is_run && planned().at_once > 1) || (planned().passes && (is_run || task.starts_with("ModuleDelete:")));
    if (!is_separate) return queue;
    return queue + " " + task.substr(0, task.rfind(':'));
  }

  void end_wait(const std::string& wait, const std::string& by) {
    const auto waited = waits_.extract(wait);
    if (waited.empty()) return;
    holds();
    if (now_us() + ms < waited.mapped())
      broken(by + " has ended a wait " + std::to_string((waited.mapped() - now_us()) / ms) + " ms before its time");
  }

  std::map<std::string, std::int64_t> waits_; ///< by `wait_of`: the end of the wait
};

const registered<retry_wait_rule> entry{"retry-wait"};

} // namespace

} // namespace worlds
