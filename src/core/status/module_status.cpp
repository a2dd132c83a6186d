#include "core/status/module_status.hpp"

#include "base/duration.hpp"
#include "base/excerpt.hpp"
#include "base/overload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace core::status {

namespace {

using tasks::group_member;
using tasks::queue_order;

constexpr std::string_view main_queue = "main";

/// A failure in a row of a table.
constexpr std::size_t failure_bytes_max = 200;

/// Whether a wait is over for a reader: it would be shown as 0.0 s.
bool is_over(std::chrono::microseconds left) {
  return left < std::chrono::milliseconds(100);
}

std::string times(unsigned count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

/// The work of a task at the head of a queue, as the reason for which other tasks wait.
std::string subject_of(const tasks::dumped_task& x) {
  if (!x.members.empty()) return "modules that run side by side";
  if (!x.hook.empty() && x.module.empty()) return fmt::format("global hook '{}'", x.hook);
  if (!x.module.empty()) return fmt::format("module '{}'", x.module);
  return x.type;
}

/// True for runs and deletions of the module itself. A task of a single hook for events is no run of the
/// module.
bool is_run_of(const tasks::dumped_task& x, const std::string& module) {
  return x.module == module && x.hook.empty();
}

std::optional<module_state_variant> state_of_member(const tasks::dumped_member& x) {
  switch (x.now) {
    case group_member::state::running:
      if (x.failures > 0) return module_state::failing{x.failures, x.failure, std::nullopt};
      return module_state::running{x.lasts};
    case group_member::state::failing: return module_state::failing{x.failures, x.failure, x.lasts};
    case group_member::state::ready:
      return module_state::waiting{fmt::format("waits {} for a place", base::duration_text(x.lasts))};
    case group_member::state::over:
    case group_member::state::withdrawn: return std::nullopt;
  }
  return std::nullopt;
}

module_state_variant state_of_head(const tasks::queue_dump& x) {
  const auto& head = x.tasks.front();
  const bool runs = x.head == queue_order::head_state::running;
  if (head.failures > 0)
    return module_state::failing{head.failures, head.failure,
                                 runs ? std::nullopt : std::optional(std::max(x.wait_left, x.wait_left.zero()))};
  if (runs) return module_state::running{head.waits};
  return module_state::waiting{"begins"};
}

/// The state by the first task of the module in queue `main`; nullopt: it has no task there.
std::optional<module_state_variant> state_in_queue(const std::string& module, const status_facts& all) {
  const auto found =
    std::find_if(all.queues.begin(), all.queues.end(), [](const auto& x) { return x.name == main_queue; });
  if (found == all.queues.end()) return std::nullopt;
  // Tasks aside have failed, and wait beside the queue for their next try.
  for (const auto& task : found->aside)
    if (is_run_of(task, module)) return module_state::failing{task.failures, task.failure, task.waits};
  for (std::size_t i = 0; i < found->tasks.size(); ++i) {
    const auto& task = found->tasks[i];
    for (const auto& member : task.members)
      if (member.module == module) return state_of_member(member);
    if (!is_run_of(task, module)) continue;
    if (i == 0) return state_of_head(*found);
    if (task.failures > 0)
      return module_state::failing{task.failures, task.failure, std::nullopt, wait_for_head(*found)};
    return module_state::waiting{wait_for_head(*found)};
  }
  return std::nullopt;
}

const modules::known_problem* problem_of(const std::string& module, modules::trouble kind, const status_facts& all) {
  const auto found = std::find_if(all.problems.begin(), all.problems.end(),
                                  [&](const auto& x) { return x.module == module && x.kind == kind; });
  return found == all.problems.end() ? nullptr : &*found;
}

/// The state of a module without a task.
module_state_variant state_at_rest(const module_facts& x, const status_facts& all) {
  // The order decides: the earlier state is the reason for the later states.
  if (x.pause) return module_state::paused{*x.pause, x.last_run ? x.last_run->failure : std::string()};
  if (!x.is_decided) return module_state::undecided{};
  if (!x.is_enabled) return module_state::off{x.off_reason};
  if (!x.doubt.empty()) return module_state::blocked{x.doubt};
  if (const auto* why = problem_of(x.name, modules::trouble::cannot_run, all))
    return module_state::blocked{why->detailed};
  if (x.is_held_back) return module_state::blocked{"its section, its schema or another file of it cannot be used"};
  if (const auto* why = problem_of(x.name, modules::trouble::held, all)) return module_state::held{why->detailed};
  if (const auto* why = problem_of(x.name, modules::trouble::waits, all))
    return module_state::waiting{"waits: " + why->detailed};
  if (!x.last_run) return module_state::not_run{};
  if (x.last_run->failure.empty()) return module_state::well{};
  return module_state::failing{1, x.last_run->failure, std::nullopt, "comes with the next run of the module"};
}

} // namespace

std::string wait_for_head(const tasks::queue_dump& x) {
  const auto& head = x.tasks.front();
  const auto subject = subject_of(head);
  if (head.failures > 0) return fmt::format("waits for {}, which has failed {}", subject, times(head.failures));
  if (x.head == queue_order::head_state::running)
    return fmt::format("waits for {}, which runs for {}", subject, base::duration_text(head.waits));
  return "waits for " + subject;
}

module_status status_of(const module_facts& x, const status_facts& all) {
  module_status status{.name = x.name, .now = {}, .last_run = x.last_run, .drifted_objects = x.drifted_objects};
  status.webhooks = webhooks_of(all.webhooks, x.name);
  const auto queued = state_in_queue(x.name, all);
  // The task counts first, because a module in doubt, or a module that cannot run, may have a task that
  // decides.
  status.now = queued ? *queued : state_at_rest(x, all);
  if (const auto release = all.releases.find(x.name); release != all.releases.end()) {
    status.revision = release->second.revision;
    status.release_status = release->second.status;
  }
  return status;
}

const char* name(const module_state_variant& x) {
  return std::visit(base::overload{
                      [](const module_state::undecided&) { return "undecided"; },
                      [](const module_state::well&) { return "well"; },
                      [](const module_state::not_run&) { return "notRun"; },
                      [](const module_state::running&) { return "running"; },
                      [](const module_state::waiting&) { return "waiting"; },
                      [](const module_state::failing&) { return "failing"; },
                      [](const module_state::blocked&) { return "cannotRun"; },
                      [](const module_state::held&) { return "held"; },
                      [](const module_state::paused&) { return "paused"; },
                      [](const module_state::off&) { return "off"; },
                    },
                    x);
}

std::string reason_of(const module_state_variant& x) {
  return std::visit(base::overload{
                      [](const base::one_of<module_state::undecided, module_state::well, module_state::not_run> auto&) {
                        return std::string();
                      },
                      [](const module_state::running& y) { return y.program; },
                      [](const module_state::failing& y) { return y.failure; },
                      [](const module_state::paused& y) { return y.remark; },
                      [](const base::one_of<module_state::waiting, module_state::blocked, module_state::held,
                                            module_state::off> auto& y) { return y.reason; },
                    },
                    x);
}

std::string text_of(const module_state_variant& x) {
  return std::visit(
    base::overload{
      [](const module_state::undecided&) { return std::string("on or off is not decided yet"); },
      [](const module_state::well&) { return std::string("ok"); },
      [](const module_state::not_run&) { return std::string("has not run yet"); },
      [](const module_state::running& y) {
        return "runs for " + base::duration_text(y.lasts) + (y.program.empty() ? "" : ": " + y.program);
      },
      [](const module_state::waiting& y) { return y.reason; },
      [](const module_state::failing& y) {
        if (!y.behind.empty()) return fmt::format("failed {}; its next try {}", times(y.failures), y.behind);
        const bool is_now = !y.next_try || is_over(*y.next_try);
        const auto next = is_now ? "is being tried again" : "next try in " + base::duration_text(*y.next_try);
        return fmt::format("failed {}, {}", times(y.failures), next);
      },
      [](const module_state::blocked&) { return std::string("cannot run, see the problems"); },
      [](const module_state::held&) { return std::string("its upgrade is held, see the problems"); },
      [](const module_state::paused& y) {
        auto text = y.remark.empty() ? std::string("paused") : "paused (" + y.remark + ")";
        return y.failure.empty() ? text
                                 : text + "; its last run has failed: " + base::excerpt(y.failure, failure_bytes_max);
      },
      [](const module_state::off& y) { return y.reason.empty() ? std::string("off") : "off: " + y.reason; },
    },
    x);
}

std::string next_try_text(std::chrono::microseconds left) {
  return is_over(left) ? std::string("it is tried again now") : "the next try is in " + base::duration_text(left);
}

} // namespace core::status
