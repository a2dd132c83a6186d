#include "core/tasks/queue_dump.hpp"

#include "base/duration.hpp"
#include "text/plain/printable.hpp"
#include "text/plain/wrapped_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace core::tasks {

namespace {

constexpr std::size_t columns = 80;
constexpr std::string_view main_queue = "main";
/// Below the number of a task.
constexpr std::size_t task_indent = 4;
constexpr std::size_t member_indent = 6;

std::string counted(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

text::json count(std::size_t number) {
  return static_cast<std::uint64_t>(number);
}

/// In seconds, as precise as people and scripts need it.
text::json seconds(std::chrono::microseconds x) {
  return text::json::number(fmt::format("{:.1f}", std::max(std::chrono::duration<double>(x).count(), 0.0)));
}

bool runs(const queue_dump& x, std::size_t index) {
  return index == 0 && x.head == queue_order::head_state::running;
}

std::string_view name_of(group_member::state x) {
  switch (x) {
    case group_member::state::ready: return "waits";
    case group_member::state::running: return "runs";
    case group_member::state::failing: return "waits after failure";
    case group_member::state::over: return "done";
    case group_member::state::withdrawn: return "taken back";
  }
  return "";
}

text::json dump_of_member(const dumped_member& x) {
  text::json::object_type members{{"module", x.module}, {"state", std::string(name_of(x.now))}};
  if (x.now == group_member::state::running) members.emplace_back("runsSeconds", seconds(x.lasts));
  if (x.now == group_member::state::over) members.emplace_back("ranSeconds", seconds(x.lasts));
  if (x.now == group_member::state::ready || x.now == group_member::state::failing)
    members.emplace_back("waitsSeconds", seconds(x.lasts));
  if (x.failures > 0) {
    members.emplace_back("failures", count(x.failures));
    members.emplace_back("lastFailure", x.failure);
  }
  return text::json::object(std::move(members));
}

std::string text_of_member(const dumped_member& x) {
  const auto time = base::duration_text(x.lasts);
  switch (x.now) {
    case group_member::state::ready: return fmt::format("{}: waits {} for a place", x.module, time);
    case group_member::state::running: return fmt::format("{}: runs for {}", x.module, time);
    case group_member::state::failing: return fmt::format("{}: waits {} after failure {}", x.module, time, x.failures);
    case group_member::state::over: return fmt::format("{}: done in {}", x.module, time);
    case group_member::state::withdrawn: return x.module + ": taken back, a reload is wanted";
  }
  return x.module;
}

std::string text_of_members(const std::vector<dumped_member>& members) {
  const std::string indent(task_indent, ' ');
  std::string text;
  for (const auto& x : members) {
    text += indent + text::wrapped("- " + text_of_member(x), {.columns = columns, .indent = member_indent}) + "\n";
    if (x.failures > 0 && x.now != group_member::state::over)
      text += indent + "  "
              + text::wrapped(fmt::format("failure {}: {}", x.failures, x.failure),
                              {.columns = columns, .indent = member_indent})
              + "\n";
  }
  return text;
}

text::json dump_of_task(const queue_dump& queue, std::size_t index) {
  const auto& x = queue.tasks[index];
  text::json::object_type members{
    {"index", count(index + 1)}, {"description", x.description}, {"type", x.type}, {"step", x.step}};
  if (!x.module.empty()) members.emplace_back("module", x.module);
  if (!x.hook.empty()) members.emplace_back("hook", x.hook);
  members.emplace_back(runs(queue, index) ? "runsSeconds" : "waitsSeconds", seconds(x.waits));
  if (x.failures > 0) {
    members.emplace_back("failures", count(x.failures));
    members.emplace_back("lastFailure", x.failure);
  }
  if (!x.members.empty()) {
    text::json::array_type modules;
    for (const auto& member : x.members) modules.push_back(dump_of_member(member));
    members.emplace_back("modules", text::json::array(std::move(modules)));
  }
  return text::json::object(std::move(members));
}

std::string text_of_task(const queue_dump& queue, std::size_t index) {
  const auto& x = queue.tasks[index];
  auto line = text::printable(x.description);
  if (index > 0) line += ", waits " + base::duration_text(x.waits);
  auto text =
    fmt::format("{:2}. ", index + 1) + text::wrapped(line, {.columns = columns, .indent = task_indent}) + "\n";
  if (x.failures > 0)
    text +=
      std::string(task_indent, ' ')
      + text::wrapped(fmt::format("failure {}: {}", x.failures, x.failure), {.columns = columns, .indent = task_indent})
      + "\n";
  return text + text_of_members(x.members);
}

text::json dump_of_aside(const dumped_task& x) {
  text::json::object_type members{{"description", x.description}, {"type", x.type}, {"step", x.step}};
  if (!x.module.empty()) members.emplace_back("module", x.module);
  members.emplace_back("nextTrySeconds", seconds(x.waits));
  members.emplace_back("failures", count(x.failures));
  members.emplace_back("lastFailure", x.failure);
  return text::json::object(std::move(members));
}

std::string text_of_aside(const std::vector<dumped_task>& tasks) {
  if (tasks.empty()) return {};
  std::string text = "Failed, and other tasks pass:\n";
  for (const auto& x : tasks) {
    const auto line = fmt::format("- {}, next try in {}", text::printable(x.description), base::duration_text(x.waits));
    text += text::wrapped(line, {.columns = columns, .indent = 2}) + "\n  "
            + text::wrapped(fmt::format("failure {}: {}", x.failures, x.failure), {.columns = columns, .indent = 2})
            + "\n";
  }
  return text;
}

/// `, 3 of 6 modules done, 2 running, 1 waiting after a failure`; empty if the task is no group.
std::string text_of_counts(const std::vector<dumped_member>& members) {
  if (members.empty()) return {};
  std::size_t done = 0;
  std::size_t run = 0;
  std::size_t failing = 0;
  for (const auto& x : members) {
    done += x.now == group_member::state::over ? 1 : 0;
    run += x.now == group_member::state::running ? 1 : 0;
    failing += x.now == group_member::state::failing ? 1 : 0;
  }
  auto text = fmt::format(", {} of {} modules done, {} running", done, members.size(), run);
  if (failing > 0) text += fmt::format(", {} waiting after a failure", failing);
  return text;
}

/// Queues that are shown with their state, and queues without tasks; `main` comes first, the rest by name. A
/// paused queue is shown even without tasks: a task that comes to it will not begin.
struct sorted_queues {
  std::vector<queue_dump> shown;
  std::vector<queue_dump> empty;
  std::size_t main_tasks = 0;
  std::size_t other_tasks = 0;
  std::size_t other_active = 0;
  std::size_t other_empty = 0;
  bool has_main = false;

  explicit sorted_queues(std::vector<queue_dump> all) {
    std::sort(all.begin(), all.end(), [](const queue_dump& a, const queue_dump& b) {
      return std::pair(a.name != main_queue, std::string_view(a.name))
             < std::pair(b.name != main_queue, std::string_view(b.name));
    });
    for (auto& x : all) {
      const bool is_main = x.name == main_queue;
      has_main = has_main || is_main;
      const auto tasks = x.tasks.size() + x.aside.size();
      (is_main ? main_tasks : other_tasks) += tasks;
      if (!is_main) ++(tasks == 0 ? other_empty : other_active);
      (tasks == 0 && x.paused.empty() ? empty : shown).push_back(std::move(x));
    }
  }
  [[nodiscard]] std::size_t tasks() const { return main_tasks + other_tasks; }
  [[nodiscard]] bool has_others() const { return other_active + other_empty > 0; }
};

std::string summary_of(const sorted_queues& x) {
  std::string text = "Summary:\n";
  if (!x.has_main && !x.has_others()) return text + "  No queues.\n";
  if (x.has_main)
    text += fmt::format("- '{}' queue: {}.\n", main_queue, x.main_tasks == 0 ? "empty" : counted(x.main_tasks, "task"));
  if (x.has_others())
    text += fmt::format("- {} ({} active, {} empty): {}.\n", counted(x.other_active + x.other_empty, "other queue"),
                        x.other_active, x.other_empty, counted(x.other_tasks, "task"));
  return text
         + (x.tasks() == 0 ? "- no tasks to handle.\n"
                           : fmt::format("- total {} to handle.\n", counted(x.tasks(), "task")));
}

} // namespace

dumped_task dump_of(const task& x, const std::string& queue) {
  return {describe(x, queue), type_name(x), module_of(x), hook_of(x), lifecycle_step(x)};
}

dumped_member dump_of(const group_member& x, const retry_rule& rule, std::int64_t now_us) {
  dumped_member member{module_of(x.run.task), x.now, {}, x.run.failed.count()};
  if (member.failures > 0) member.failure = x.run.failed.reason().message;
  switch (x.now) {
    case group_member::state::ready: member.lasts = std::chrono::microseconds(now_us - x.waits_since_us); break;
    case group_member::state::running: member.lasts = std::chrono::microseconds(now_us - x.began_us); break;
    case group_member::state::failing: member.lasts = x.run.failed.wait(rule, now_us); break;
    case group_member::state::over: member.lasts = std::chrono::microseconds(x.waits_since_us - x.began_us); break;
    case group_member::state::withdrawn: break;
  }
  return member;
}

std::string head_status(const queue_dump& x) {
  if (x.tasks.empty()) return x.paused.empty() ? std::string() : "paused " + x.paused;
  const auto& head = x.tasks.front();
  const auto left = base::duration_text(x.wait_left);
  using state = queue_order::head_state;
  // A task that runs goes on while the operator stops, so this comes before `draining`.
  if (x.head == state::running) return "running for " + base::duration_text(head.waits) + text_of_counts(head.members);
  if (x.draining) return "the operator stops, nothing begins any more";
  if (!x.paused.empty()) return "paused " + x.paused;
  switch (x.head) {
    case state::waiting:
      if (x.wait_left < std::chrono::milliseconds(100))
        return fmt::format("begins again after failure {}", head.failures);
      return fmt::format("waits {} after failure {}", left, head.failures);
    case state::postponed: return fmt::format("waits {} until its hook may run again", left);
    case state::gathering: return fmt::format("waits {} for more events", left);
    case state::idle:
    case state::running: break;
  }
  return "begins";
}

text::json dump_of_queue(const queue_dump& x) {
  text::json::array_type tasks;
  for (std::size_t i = 0; i < x.tasks.size(); ++i) tasks.push_back(dump_of_task(x, i));
  text::json::object_type members{{"name", x.name}, {"tasksCount", count(x.tasks.size())}};
  if (const auto status = head_status(x); !status.empty()) members.emplace_back("status", status);
  members.emplace_back("tasks", text::json::array(std::move(tasks)));
  if (!x.aside.empty()) {
    text::json::array_type aside;
    for (const auto& task : x.aside) aside.push_back(dump_of_aside(task));
    members.emplace_back("failedAndPassed", text::json::array(std::move(aside)));
  }
  return text::json::object(std::move(members));
}

text::json dump_of_queues(std::vector<queue_dump> queues, empty_queues empty) {
  const sorted_queues all(std::move(queues));
  text::json::array_type active;
  for (const auto& x : all.shown) active.push_back(dump_of_queue(x));
  text::json::object_type members{{"active", text::json::array(std::move(active))}};
  if (empty == empty_queues::shown) {
    text::json::array_type names;
    for (const auto& x : all.empty) names.push_back(text::json::object({{"name", x.name}, {"tasksCount", 0}}));
    members.emplace_back("empty", text::json::array(std::move(names)));
  }
  auto others = text::json::object(
    {{"active", count(all.other_active)}, {"empty", count(all.other_empty)}, {"tasks", count(all.other_tasks)}});
  members.emplace_back("summary", text::json::object({{"mainQueueTasks", count(all.main_tasks)},
                                                      {"otherQueues", std::move(others)},
                                                      {"totalTasks", count(all.tasks())}}));
  return text::json::object(std::move(members));
}

std::string text_of_queue(const queue_dump& x) {
  auto text = fmt::format("Queue '{}': length {}, status: '{}'\n", text::printable(x.name), x.tasks.size(),
                          x.tasks.empty() && x.paused.empty() ? "idle" : head_status(x));
  if (!x.tasks.empty()) text += "\n";
  for (std::size_t i = 0; i < x.tasks.size(); ++i) text += text_of_task(x, i);
  return text + text_of_aside(x.aside);
}

std::string text_of_queues(std::vector<queue_dump> queues, empty_queues empty) {
  const sorted_queues all(std::move(queues));
  std::string text;
  for (const auto& x : all.shown) text += text_of_queue(x) + "\n";
  // Without further queues the list could name only `main`, and the summary already shows that `main` is
  // empty.
  if (empty == empty_queues::shown && !all.empty.empty() && all.has_others()) {
    text += fmt::format("Empty queues ({}):\n", all.empty.size());
    for (const auto& x : all.empty) text += "- " + text::printable(x.name) + "\n";
    text += "\n";
  }
  return text + summary_of(all);
}

} // namespace core::tasks
