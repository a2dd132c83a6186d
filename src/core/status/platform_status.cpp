#include "core/status/platform_status.hpp"

#include "base/duration.hpp"
#include "core/status/failure_advice.hpp"
#include "core/status/hook_runs_behind.hpp"
#include "core/status/problem_links.hpp"
#include "core/status/value_places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace core::status {

namespace {

using tasks::group_member;
using tasks::queue_order;

/// The failing work of a queue: its head, a member of the group at its head, or a task that other tasks pass.
struct failing_work {
  std::string subject; ///< `module 'web'`
  std::string name;    ///< for `trace why run`; may be empty
  unsigned failures = 0;
  std::string failure;
  std::optional<std::chrono::microseconds> next_try; ///< empty: it is being tried
  std::string module{};                              ///< empty: of no module
  bool is_aside = false;                             ///< other tasks pass it
};

std::string subject_of(const tasks::dumped_task& x) {
  if (!x.hook.empty() && !x.module.empty()) return fmt::format("hook '{}' of module '{}'", x.hook, x.module);
  if (!x.hook.empty()) return fmt::format("global hook '{}'", x.hook);
  if (x.type == "ModuleDelete") return fmt::format("the deletion of module '{}'", x.module);
  if (x.type == "ModuleRun") return fmt::format("module '{}'", x.module);
  if (x.type == "DiscoverModules") return "the discovery of enabled modules";
  return x.description;
}

/// The tasks aside come first: they have failed before the head, and other tasks pass them.
std::vector<failing_work> failing_work_of(const tasks::queue_dump& x) {
  std::vector<failing_work> all;
  for (const auto& aside : x.aside)
    all.push_back({subject_of(aside), aside.module, aside.failures, aside.failure, aside.waits, aside.module, true});
  if (x.tasks.empty()) return all;
  const auto& head = x.tasks.front();
  if (head.failures > 0)
    all.push_back({subject_of(head), head.hook.empty() ? head.module : head.hook, head.failures, head.failure,
                   x.head == queue_order::head_state::running ? std::nullopt : std::optional(x.wait_left),
                   head.module});
  for (const auto& member : head.members) {
    const bool is_past = member.now == group_member::state::over || member.now == group_member::state::withdrawn;
    if (member.failures == 0 || is_past) continue;
    all.push_back({fmt::format("module '{}'", member.module), member.module, member.failures, member.failure,
                   member.now == group_member::state::failing ? std::optional(member.lasts) : std::nullopt,
                   member.module});
  }
  return all;
}

/// The modules whose runs wait behind the head: `db, web`. A further run of the failing module is no victim.
std::string held_up_by(const tasks::queue_dump& x, const std::string& failing) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < x.tasks.size(); ++i)
    if (const auto& name = x.tasks[i].module;
        !name.empty() && name != failing && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// True if a hook with a binding in queue `main` has set the value.
bool is_set_in_main(const std::string& place, const status_facts& all) {
  const auto found = all.values.find(place);
  return found != all.values.end() && found->second.is_set_in_main;
}

/// The step for a value that a hook of queue `main` has set. The hook's next run waits behind the module.
std::string step_for_hook_of_value(const failing_work& x, const status_facts& all) {
  const auto places = value_places_in(x.failure);
  const auto place = std::find_if(places.begin(), places.end(), [&](const auto& y) { return is_set_in_main(y, all); });
  // A task aside lets the hook pass, so its module needs no pause.
  if (x.module.empty() || x.is_aside || place == places.end()) return {};
  return fmt::format(
    "if {0} is wrong, repair its source (the hook, or the thing that the hook reads); after the repair "
    "`addon-operator module pause {1}` and then `module resume {1}`, because the hook's next run waits behind the "
    "module",
    *place, x.module);
}

/// Joins the parts that are not empty by semicolons.
std::string joined(std::vector<std::string> parts) {
  std::erase(parts, std::string());
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string step_after_failure(const failing_work& x, const tasks::queue_dump& in, const std::string& advice,
                               const status_facts& all) {
  const auto of_value = step_for_hook_of_value(x, all);
  // Both steps pause the module; the step for the runs behind it knows more, so it takes the place of the
  // other.
  const auto behind = step_for_hook_runs_behind(in, x.name);
  auto repair = advice;
  if (repair.empty() && of_value.empty()) repair = place_of_repair(x.failure, {x.module, all.namespace_name});
  // The trace helps only if the words of the failure give no advice.
  const auto trace = x.name.empty() || !advice.empty()
                       ? std::string()
                       : fmt::format(", `addon-operator trace why run {}` shows what led to it", x.name);
  const auto try_text =
    x.next_try ? "the next try is in " + base::duration_text(*x.next_try) : std::string("it is being tried again");
  std::string waiting;
  if (const auto names = held_up_by(in, x.name); !names.empty()) {
    waiting = "meanwhile these wait: " + names;
    // A hook's own run is no run of its module, so the name is of a module only here.
    if (!x.module.empty() && x.name == x.module)
      waiting += fmt::format(" (`addon-operator module pause {}` lets them run)", x.module);
  }
  return joined({behind.empty() ? of_value : std::string(), repair, try_text + trace, waiting, behind});
}

/// The time at which the problem of the queue began; nullopt: not known.
std::optional<std::int64_t> since_of(const tasks::queue_dump& x, const status_facts& all) {
  const auto subject = fmt::format("queue '{}'", x.name);
  for (const auto& known : all.problems)
    if (known.subject == subject && known.since_us > 0) return known.since_us;
  return std::nullopt;
}

/// The failure without the name of its subject, which stands in front of it.
std::string failure_of(const failing_work& x) {
  const auto begin = x.subject + ": ";
  return x.failure.starts_with(begin) ? x.failure.substr(begin.size()) : x.failure;
}

/// A lower --helm-history-max makes room in a quota only if some release has an old revision.
failure_place place_of(const std::string& module, const status_facts& all) {
  const bool has_old =
    std::any_of(all.releases.begin(), all.releases.end(), [](const auto& x) { return x.second.revision > 1; });
  return {module, all.namespace_name, all.around.tmp, has_old};
}

void add_failures(platform_status& to, const tasks::queue_dump& x, const status_facts& all) {
  const auto since = since_of(x, all);
  for (const auto& work : failing_work_of(x)) {
    const auto place = place_of(work.module, all);
    // Failures with the same cause are common in an outage, so a step is spelled out once.
    const auto advice = advice_once(failure_advice(work.failure, place), to.problems);
    const auto failure = failure_of(work);
    const auto values = words_about_values(failure, all.values);
    to.problems.push_back(
      {fmt::format("{} has failed {}: {}{}", work.subject,
                   work.failures == 1 ? "once" : fmt::format("{} times", work.failures),
                   with_cause(failure_cause(failure, place), failure), values.empty() ? "" : "; " + values),
       step_after_failure(work, x, advice, all), since});
  }
}

/// The next step, for a problem whose text names no step.
std::string step_for(const modules::known_problem& x, const platform_status& to, const status_facts& all) {
  if (x.kind == modules::trouble::drifted)
    return fmt::format("`addon-operator module drift {}` shows the values; put the change into the values of the "
                       "module, or take it back (`--repair-drift repair` does)",
                       x.module);
  const auto advice = advice_once(failure_advice(x.detailed, place_of(x.module, all)), to.problems);
  if (!advice.empty() || x.kind != modules::trouble::cannot_run) return advice;
  return fmt::format("repair the file: it is read again with the next try, within half a minute; `addon-operator hook "
                     "list` shows the hooks of '{}' that configure",
                     x.module);
}

/// The problems apart from the failures of queues, which stand above with more about them.
void add_known_problems(platform_status& to, const status_facts& x) {
  for (const auto& problem : x.problems) {
    if (problem.kind == modules::trouble::failing_task) continue;
    auto next = step_for(problem, to, x);
    to.problems.push_back(
      {cause_first(problem.detailed, failure_cause(problem.detailed, place_of(problem.module, x)), to.problems),
       std::move(next), problem.since_us > 0 ? std::optional(problem.since_us) : std::nullopt});
  }
  // Done before holds refer to problems by their numbers, because it takes problems away.
  fold_refused_login(to.problems, x.around.login);
  for (auto& problem : to.problems)
    if (is_hold(problem) && problem.next_step.empty()) problem.next_step = step_before_hold(problem.cause, to.problems);
}

/// Whether a problem has the error of the remark already. Helm reports an error as a warning, too:
/// `upgrade failed, name: a, error: WORDS`.
bool is_told(const std::string& remark, const platform_status& in) {
  constexpr std::string_view mark = ", error: ";
  const auto at = remark.find(mark);
  if (at == remark.npos || at + mark.size() == remark.size()) return false;
  const auto words = std::string_view(remark).substr(at + mark.size());
  // The words after the mark are compared, because Helm's warning and the problem begin differently.
  return std::any_of(in.problems.begin(), in.problems.end(),
                     [&](const auto& x) { return x.cause.find(words) != x.cause.npos; });
}

std::vector<std::string> remarks_of(const status_facts& all) {
  auto remarks = all.remarks;
  for (const auto& x : all.modules)
    if (!x.is_enabled && !x.off_doubt.empty())
      remarks.push_back(fmt::format("module '{}' is off: {}; repair the script if the answer is not meant: it is asked "
                                    "again with the next reload (`enabled_script_warned` in the log has all lines)",
                                    x.name, x.off_doubt));
  for (const auto& [release, x] : all.releases)
    for (const auto& warning : x.warnings) remarks.push_back(fmt::format("helm upgrade {}: {}", release, warning));
  return remarks;
}

/// Workloads beyond this number are counted: an outage of a node stops many.
constexpr std::size_t workloads_max = 10;

void add_workloads(platform_status& to, const std::vector<workload_fault>& all) {
  for (std::size_t i = 0; i < std::min(all.size(), workloads_max); ++i)
    to.problems.push_back({describe(all[i]), next_step(all[i])});
  if (all.size() > workloads_max)
    to.problems.push_back({fmt::format("and {} more workloads are not available", all.size() - workloads_max),
                           "`kubectl get deployments,statefulsets,daemonsets -A` shows all"});
}

void add_queue(platform_status& to, const tasks::queue_dump& x) {
  if (x.tasks.empty()) return;
  to.queues.push_back({x.name, x.tasks.size(), x.tasks.front().description, tasks::head_status(x)});
}

} // namespace

platform_status assemble(const status_facts& x) {
  platform_status to{.now_us = x.now_us,
                     .version = x.version,
                     .platform = x.platform,
                     .namespace_name = x.namespace_name,
                     .is_ready = x.ready_us && x.global_hooks == modules::hooks_known::all,
                     .since_us = x.ready_us.value_or(x.started_us),
                     .activity = x.activity};
  std::vector<const tasks::queue_dump*> queues;
  for (const auto& queue : x.queues) queues.push_back(&queue);
  std::sort(queues.begin(), queues.end(), [](const auto* a, const auto* b) {
    return std::pair(a->name != "main", a->name) < std::pair(b->name != "main", b->name);
  });
  for (const auto* queue : queues) {
    add_failures(to, *queue, x);
    add_queue(to, *queue);
  }
  add_known_problems(to, x);
  for (const auto& loop : x.loops) to.problems.push_back({loop.cause, loop.next_step});
  add_workloads(to, x.workloads);
  // After all problems, because a remark that only repeats a problem is dropped.
  for (auto& remark : remarks_of(x))
    if (!is_told(remark, to)) to.remarks.push_back(std::move(remark));
  for (const auto& module : x.modules) to.modules.push_back(status_of(module, x));
  return to;
}

} // namespace core::status
