#include "trace/read/why_waiting.hpp"

#include "trace/read/cause_story.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/known_names.hpp"
#include "trace/read/open_programs.hpp"
#include "trace/read/time_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace trace::read {

namespace {

constexpr const char* main_queue = "main";
constexpr std::ptrdiff_t watches_shown = 5;

std::string time_of(const recorded_run& run, std::int64_t time_us) {
  return time_words(run).both(time_us);
}

/// `3 times`
std::string tries(std::string_view failures_before) {
  const auto before = failures_before.empty() || failures_before == "0" ? 0 : std::stoi(std::string(failures_before));
  return before == 0 ? "once" : fmt::format("{} times", before + 1);
}

/// The state of the queue, and whether the queue waits in it.
std::string state_of(const recorded_run& run, const event& request, const event* task) {
  const auto name = std::string(request.fact("queue"));
  const auto what = words_of_task(request);
  if (task == nullptr)
    return fmt::format("queue '{}' waits for the end of the {}, which began at {}\n", name, what,
                       time_of(run, request.time_us));
  const auto outcome = task->fact("outcome");
  const auto end = time_of(run, task->time_us + task->duration_us);
  if (outcome == "failed")
    return fmt::format("queue '{}' waits to try the {} again, which has failed {}, the last time at {}\n", name, what,
                       tries(task->fact("failures")), end);
  if (outcome == "done") return fmt::format("queue '{}' waits for nothing: its last task has ended at {}\n", name, end);
  return fmt::format("queue '{}' has left the {} at {}, {}: {}\n", name, what, end, words_of_outcome(outcome),
                     task->fact("reason"));
}

/// A line for each program of the task that has not ended.
std::string programs_of(const recorded_run& run, const event& request) {
  std::string text;
  if (run.task_of(request) != nullptr) return text;
  for (const auto* x : open_programs(run))
    if (run.request_of(*x) == &request)
      text += fmt::format("it runs {}, since {}\n", words_of_program(*x), time_of(run, x->time_us));
  return text;
}

std::string story_of(const recorded_run& run, const event& request) {
  return state_of(run, request, run.task_of(request)) + programs_of(run, request)
         + text_of_story(cause_story(run).tree_of(request), time_words(run));
}

/// A line for each watch that is lost, or refused, at the end of the trace.
std::string lost_watches(const recorded_run& run) {
  constexpr std::string_view lost = " is lost: ";
  std::map<std::string, std::string, std::less<>> states;
  for (const auto& x : run.events())
    if (x.type == "watch_state_changed")
      // The last state of each watch counts, by the name in front of its state.
      states[x.summary.substr(0, x.summary.rfind(" is ", x.summary.find(lost)))] = x.summary;
  std::string text;
  std::size_t more = 0;
  for (const auto& [what, state] : states) {
    if (state.find(lost) == state.npos) continue;
    if (std::count(text.begin(), text.end(), '\n') < watches_shown)
      text += "watch of " + state + "\n";
    else
      ++more;
  }
  if (more > 0) text += fmt::format("and {} more watches that are lost\n", more);
  return text;
}

const event* last_request(const recorded_run& run, std::string_view queue) {
  return run.last([&](const event& x) { return is_request_of_queue(x) && x.fact("queue") == queue; });
}

} // namespace

base::result<std::string> why_waiting(const recorded_run& run, const std::string& queue) {
  if (const auto* request = last_request(run, queue)) return story_of(run, *request);
  known_names queues;
  for (const auto& x : run.events())
    if (is_request_of_queue(x)) queues.emplace(x.fact("queue"));
  return nothing_of("no task of a queue '" + queue + "'", queues);
}

base::result<std::string> why_not_ready(const recorded_run& run) {
  const auto& events = run.events();
  const auto converged = std::find_if(events.begin(), events.end(), [](const event& x) {
    return x.type == trace_span::task && x.fact("task") == "ConvergeModules" && x.fact("outcome") == "done";
  });
  const auto lost = lost_watches(run);
  if (converged != events.end())
    return fmt::format(
             "a reload of all modules came to its end at {}: the operator is ready since then at the latest\n",
             time_of(run, converged->time_us + converged->duration_us))
           + lost;
  const auto* request = last_request(run, main_queue);
  const bool has_begin = run.last([](const event& x) { return x.type == "start_operator"; }) != nullptr;
  if (request == nullptr)
    return base::fail(base::error_code::not_found,
                      has_begin
                        ? "this trace has no task of the queue 'main': the operator has not begun its first converge; "
                          "its log and /readyz say what it waits for"
                        : "this trace has no task of the queue 'main', and does not go back to the start");
  return (has_begin
            ? "the first converge has not come to its end\n"
            : "no reload of all modules has come to its end in this trace, which does not go back to the start\n")
         + lost + story_of(run, *request);
}

} // namespace trace::read
