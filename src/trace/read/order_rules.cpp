#include "trace/read/order_rules.hpp"

#include "trace/read/event_text.hpp"
#include "trace/read/run_blocks.hpp"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace trace::read {

namespace {

constexpr int first_step_of_a_round = 3;
constexpr int step_of_discovery = 4;
constexpr int last_step_of_a_round = 8;

bool is_task(const event& x, std::string_view type) {
  return x.fact("task") == type;
}

/// Finds the first break of a rule.
class search {
public:
  void note(std::string rule, std::vector<const event*> events) {
    if (found_ && found_->events.back()->id <= events.back()->id) return;
    found_ = broken_order{std::move(rule), std::move(events)};
  }
  [[nodiscard]] std::optional<broken_order> take() { return std::move(found_); }

private:
  std::optional<broken_order> found_;
};

// -- queues ------------------------------------------------------------------

bool are_side_by_side(const event& a, const event& b) {
  return is_task(a, "ModuleRun") && is_task(b, "ModuleRun") && a.cause == b.cause;
}

bool failed_for_events(const event& request, const event* task) {
  constexpr int first_step_of_events = 9;
  return task != nullptr && task->fact("outcome") == "failed" && request.step >= first_step_of_events;
}

void look_at_queues(const recorded_run& run, search& broken) {
  std::map<std::string_view, const event*> last;
  for (const auto& x : run.events()) {
    // A simulated day may have several lives of the operator. A task that runs when a life ends has no end.
    if (x.type == "start_operator") last.clear();
    if (!is_request_of_queue(x)) continue;
    auto& before = last[x.fact("queue")];
    const auto* request = std::exchange(before, &x);
    if (request == nullptr) continue;
    const auto* task = run.task_of(*request);
    // Ids rise in the order of recording: if the id of the span is larger, the task has ended after the next
    // task had begun.
    const bool has_ended = task != nullptr && task->id < x.id;
    if (!has_ended && !are_side_by_side(*request, x)) broken.note("a queue runs one task at a time", {request, &x});
    if (failed_for_events(*request, task) && words_of_task(*request) != words_of_task(x))
      broken.note("a run for events that has failed is tried again before anything else in its queue", {request, &x});
  }
}

// -- reloads -----------------------------------------------------------------

void look_at_reload(const recorded_run& run, const run_block& block, search& broken) {
  std::vector<const event*> reasons;
  const event* before = nullptr;
  for (const auto* request : block.requests) {
    if (is_task(*request, "ConvergeModules")) {
      auto now = run.causes_of(*request);
      // Other reasons begin a new round, which may start at the first step again.
      if (std::exchange(reasons, std::move(now)) != reasons) before = nullptr;
      continue;
    }
    if (request->step < first_step_of_a_round || request->step > last_step_of_a_round) continue;
    // A question between reloads is not a step of a reload.
    if (request->fact("queue") != "main" || is_task(*request, "ModuleAskEnabledScript")) continue;
    const bool begins_again = before != nullptr && before->step == last_step_of_a_round
                              && (request->step == first_step_of_a_round || request->step == step_of_discovery);
    if (before != nullptr && request->step < before->step && !begins_again)
      broken.note("a round of a reload has its steps in order", {before, request});
    before = request;
  }
}

// -- runs of modules -----------------------------------------------------------

/// The place of a part in the run of a module; 0: anywhere.
int place_of(const event& x) {
  if (x.type == trace_span::helm) return 3;
  if (x.type != trace_span::hook) return 0;
  const auto binding = x.fact("binding");
  return binding == "onStartup" ? 1 : binding == "beforeHelm" ? 2 : binding == "afterHelm" ? 4 : 0;
}

/// Events of a module, in order.
using module_events = std::map<std::string_view, std::vector<const event*>>;

module_events by_module(const std::vector<const event*>& events) {
  module_events modules;
  for (const auto* x : events) modules[x->fact("module")].push_back(x);
  return modules;
}

/// Checks the runs of a module in a block. The parts of a run are between its beginning and its end; a run
/// without an end takes the parts up to the end of the next run.
void look_at_module(const recorded_run& run, const std::vector<const event*>& requests,
                    const std::vector<const event*>& parts, search& broken) {
  auto part = parts.begin();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto* task = run.task_of(*requests[i]);
    const auto* next = i + 1 < requests.size() ? requests[i + 1] : nullptr;
    const event* before = nullptr;
    for (; part != parts.end() && (next == nullptr || (*part)->id < next->id); ++part) {
      const auto& x = **part;
      const bool is_behind = task != nullptr && x.id > task->id;
      if (x.id < requests[i]->id || is_behind || place_of(x) == 0) continue;
      if (before != nullptr && place_of(x) < place_of(*before))
        broken.note("a run of a module has onStartup, beforeHelm, Helm and afterHelm in this order", {before, &x});
      before = &x;
    }
  }
}

void look_at_modules(const recorded_run& run, const run_block& block, search& broken) {
  std::vector<const event*> runs;
  for (const auto* request : block.requests)
    if (is_task(*request, "ModuleRun")) runs.push_back(request);
  if (runs.empty()) return;
  const auto parts = by_module(block.parts);
  for (const auto& [module, requests] : by_module(runs))
    if (const auto of_module = parts.find(module); of_module != parts.end())
      look_at_module(run, requests, of_module->second, broken);
}

} // namespace

std::optional<broken_order> first_broken_order(const recorded_run& run) {
  search broken;
  look_at_queues(run, broken);
  for (const auto& block : blocks_of(run)) {
    look_at_reload(run, block, broken);
    look_at_modules(run, block, broken);
  }
  return broken.take();
}

} // namespace trace::read
