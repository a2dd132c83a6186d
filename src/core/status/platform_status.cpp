#include "core/status/platform_status.hpp"

#include "core/status/failing_work.hpp"
#include "core/status/failure_advice.hpp"
#include "core/status/failure_sights.hpp"
#include "core/status/headline.hpp"
#include "core/status/hook_runs_behind.hpp"
#include "core/status/problem_links.hpp"
#include "core/status/removal_story.hpp"
#include "core/status/slow_work.hpp"
#include "core/status/value_places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace core::status {

namespace {

/// True if a hook with a binding in queue `main` has set the value at this place. The next run of such a hook
/// waits behind the failing module.
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
                               const failure_place& place, const status_facts& all) {
  const auto of_value = step_for_hook_of_value(x, all);
  // Both steps pause the module; the step for the runs behind it knows more, so it takes the place of the
  // other.
  const auto behind = step_for_hook_runs_behind(in, x.name);
  auto repair = advice;
  if (repair.empty() && of_value.empty()) repair = place_of_repair(x.failure, place);
  // The trace helps only if the words of the failure give no advice.
  const auto trace = x.name.empty() || !advice.empty()
                       ? std::string()
                       : fmt::format(", `addon-operator trace why run {}` shows what led to it", x.name);
  auto try_text = x.next_try ? next_try_text(*x.next_try) : std::string("it is being tried again");
  if (!x.behind.empty()) try_text = "its next try " + x.behind;
  return joined({behind.empty() ? of_value : std::string(), repair, try_text + trace, behind});
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
  for (const auto& begin : {x.subject + ": ", x.is_of_hook ? fmt::format("hook '{}': ", x.hook) : std::string()})
    if (!begin.empty() && x.failure.starts_with(begin)) return x.failure.substr(begin.size());
  return x.failure;
}

/// A lower --helm-history-max makes room in a quota only if some release has an old revision.
failure_place place_of(const std::string& module, const status_facts& all) {
  const bool has_old =
    std::any_of(all.releases.begin(), all.releases.end(), [](const auto& x) { return x.second.revision > 1; });
  return {.module = module,
          .namespace_name = all.namespace_name,
          .tmp = all.around.tmp,
          .has_old_revisions = has_old,
          .seen = &all.seen};
}

/// The same with the objects that the failing hook reads.
failure_place place_of(const failing_work& x, const status_facts& all) {
  auto place = place_of(x.module, all);
  const hook_place hook{x.module, x.hook};
  if (const auto reads = all.reads.find(hook); !x.hook.empty() && reads != all.reads.end())
    place.reads = &reads->second;
  if (const auto run = all.hook_runs.find(hook); run != all.hook_runs.end())
    place.succeeded_us = run->second.succeeded_us;
  return place;
}

/// `module 'web' fails`
void name_failure(status_problem& to, const failing_work& x) {
  to.brief = x.subject + " fails";
  to.module = x.module;
  // The state of the row is that of the module's own run.
  if (x.is_of_hook) to.in_row = fmt::format("hook '{}' fails", x.hook);
}

void add_failures(platform_status& to, const tasks::queue_dump& x, const status_facts& all) {
  const auto since = since_of(x, all);
  for (const auto& work : failing_work_of(x)) {
    const auto place = place_of(work, all);
    auto advice = advice_once(failure_advice(work.failure, place), to.problems);
    // The first failure comes again when the object has gone, so its cause is the cause.
    const auto hidden = hidden_failure_of(work, all);
    if (!hidden.empty()) advice = joined({failure_advice(hidden, place), advice});
    const auto failure = failure_of(work);
    const auto values = words_about_values(failure, all.values);
    const auto reads = place.reads == nullptr ? std::string() : words_of(*place.reads, place.succeeded_us);
    status_problem problem{fmt::format("{} has failed {}: {}{}{}", work.subject,
                                       work.failures == 1 ? "once" : fmt::format("{} times", work.failures),
                                       with_cause(failure_cause(failure, place), failure),
                                       hidden.empty() ? "" : "; the failures in a row began with: " + hidden,
                                       values.empty() ? "" : "; " + values),
                           step_after_failure(work, x, advice, place, all), since};
    problem.reads = reads;
    name_failure(problem, work);
    problem.waiting = held_up_by(x, work);
    // The pause of a module ends the wait for its own run, and not for a run of its hook.
    if (!problem.waiting.empty() && !work.module.empty() && !work.is_of_hook)
      problem.relief = "addon-operator module pause " + work.module;
    to.problems.push_back(std::move(problem));
  }
}

/// The step back first: a change by hand may be the outage.
std::string step_for_drift(const modules::known_problem& x, const status_facts& all) {
  const auto commands = all.take_back.find(x.module);
  const auto back =
    commands == all.take_back.end()
      ? fmt::format("take it back with the value of the chart, which `addon-operator module drift {}` shows", x.module)
      : fmt::format("take it back: {}", commands->second);
  const bool is_suspended =
    x.detailed.find("CronJob/") != std::string::npos && x.detailed.find("spec.suspend") != std::string::npos;
  const auto consequence = is_suspended ? "; while a CronJob is suspended it begins no Job (`kubectl create job NAME "
                                          "--from=cronjob/CRONJOB` begins one now)"
                                        : "";
  return fmt::format(
    "ask whether the change is meant; if it is not, {}; if it is, put it into the values of the module, "
    "or an upgrade takes it back (`addon-operator module drift {}` shows both values){}",
    back, x.module, consequence);
}

/// `2 objects differ from the chart`
std::string drift_of_module(const std::string& module, const status_facts& all) {
  const auto row =
    std::find_if(all.modules.begin(), all.modules.end(), [&](const auto& x) { return x.name == module; });
  const auto count = row == all.modules.end() ? 0 : row->drifted_objects;
  return count == 1 ? std::string("1 object differs from the chart")
                    : fmt::format("{} objects differ from the chart", count);
}

/// Names a problem for the headline, and for the row of a module whose state does not show it.
void name_known(status_problem& to, const modules::known_problem& x, const status_facts& all) {
  to.module = x.module.empty() ? module_named_in(x.detailed) : x.module;
  switch (x.kind) {
    case modules::trouble::cannot_run: to.brief = fmt::format("module '{}' cannot run", to.module); return;
    case modules::trouble::held: to.brief = fmt::format("the upgrade of module '{}' is held", to.module); return;
    case modules::trouble::waits: to.brief = fmt::format("module '{}' waits", to.module); return;
    case modules::trouble::drifted:
      to.brief = fmt::format("release '{}' differs from its chart", to.module);
      to.in_row = drift_of_module(to.module, all);
      return;
    case modules::trouble::other:
    case modules::trouble::failing_task: break;
  }
  if (x.subject == modules::subject_ahead(x.module)) {
    to.brief = fmt::format("objects of release '{}' go soon", x.module);
    to.in_row = "objects of its release go soon";
  }
  if (x.subject.starts_with("objects of release '")) {
    const std::string verb = x.subject.ends_with("being deleted") ? "are being deleted" : "go again and again";
    to.in_row = "objects of its release " + verb;
    to.brief = fmt::format("objects of release '{}' {}", to.module, verb);
  }
  if (x.detailed.starts_with("watch of ") && x.detailed.find("does not serve the kind any more") != std::string::npos) {
    const auto kind = x.detailed.substr(std::string_view("watch of ").size());
    to.brief = fmt::format("the kind {} has gone", kind.substr(0, kind.find_first_of(" ,")));
    to.in_row = "a hook's " + to.brief.substr(std::string_view("the ").size());
  }
  if (const auto lost = lost_version_in(x.detailed); lost && !lost->hooks.empty()) {
    to.brief = fmt::format("{} sees no changes of {}", lost->hooks, lost->kind);
    to.in_row = fmt::format("a hook sees no changes of {}", lost->kind);
  }
}

/// The next step, for a problem whose text names no step.
std::string step_for(const modules::known_problem& x, const platform_status& to, const status_facts& all) {
  if (x.kind == modules::trouble::drifted) return step_for_drift(x, all);
  const auto advice = advice_once(failure_advice(x.detailed, place_of(x.module, all)), to.problems);
  if (!advice.empty() || x.kind != modules::trouble::cannot_run) return advice;
  return fmt::format("repair the file: it is read again with the next try, within half an hour, or at once by "
                     "`addon-operator module retry {0}`; `addon-operator hook list` shows the hooks of '{0}' that "
                     "configure",
                     x.module);
}

/// The problems apart from the failures of queues, which stand above with more about them.
void add_known_problems(platform_status& to, const status_facts& x) {
  for (const auto& problem : x.problems) {
    if (problem.kind == modules::trouble::failing_task) continue;
    auto next = step_for(problem, to, x);
    status_problem shown{
      cause_first(problem.detailed, failure_cause(problem.detailed, place_of(problem.module, x)), to.problems),
      std::move(next), problem.since_us > 0 ? std::optional(problem.since_us) : std::nullopt};
    name_known(shown, problem, x);
    to.problems.push_back(std::move(shown));
  }
  // Done before holds refer to problems by their numbers, because it takes problems away.
  fold_refused_login(to.problems, x.around.login);
  for (auto& problem : to.problems)
    if (is_hold(problem) && problem.next_step.empty()) problem.next_step = step_before_hold(problem.cause, to.problems);
}

/// Whether a problem, or the last run of a module, has the error of the remark already. Helm reports an error
/// as a warning, too: `upgrade failed, name: a, error: WORDS`.
bool is_told(const std::string& remark, const platform_status& in) {
  constexpr std::string_view mark = ", error: ";
  const auto at = remark.find(mark);
  if (at == remark.npos || at + mark.size() == remark.size()) return false;
  auto words = std::string_view(remark).substr(at + mark.size());
  // A long remark is cut, and the problem is not.
  constexpr std::string_view cut = "…";
  words = words.substr(0, words.rfind(cut));
  // The words after the mark are compared, because Helm's warning and the problem begin differently.
  const auto has = [&](const std::string& text) { return text.find(words) != text.npos; };
  return std::any_of(in.problems.begin(), in.problems.end(), [&](const auto& x) { return has(x.cause); })
         || std::any_of(in.modules.begin(), in.modules.end(),
                        [&](const auto& x) { return x.last_run && has(x.last_run->failure); });
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

status_problem problem_of(const workload_fault& x, const status_facts& all) {
  // The message of a controller names a quota or an admission, as a refusal of the API server does.
  const auto advice = x.step.empty() ? failure_advice(x.reason, place_of(x.release, all)) : std::string();
  status_problem problem{describe(x), advice.empty() ? next_step(x) : advice};
  const auto what = fmt::format("{} {}", x.kind, x.name);
  const auto how = x.is_unknown ? "may not be available" : "is not available";
  problem.brief = fmt::format("{} of module '{}' {}", what, x.release, how);
  problem.module = x.release;
  problem.in_row = fmt::format("{} {}", what, how);
  return problem;
}

void add_workloads(platform_status& to, const status_facts& facts) {
  const auto& all = facts.workloads;
  for (std::size_t i = 0; i < std::min(all.size(), workloads_max); ++i)
    to.problems.push_back(problem_of(all[i], facts));
  if (all.size() > workloads_max)
    to.problems.push_back({fmt::format("and {} more workloads are not available", all.size() - workloads_max),
                           "`kubectl get deployments,statefulsets,daemonsets -A` shows all"});
}

void add_queue(platform_status& to, const tasks::queue_dump& x) {
  if (x.tasks.empty()) return;
  to.queues.push_back({x.name, x.tasks.size(), x.tasks.front().description, tasks::head_status(x)});
}

/// A standby that gets no answers about the Lease cannot take over.
void add_standby(platform_status& to, const status_facts& all) {
  const auto& why = all.lead.trouble;
  if (!all.lead.is_standby || why.empty()) return;
  status_problem problem{"this standby cannot take over, because its requests for the Lease fail: " + why,
                         failure_advice(why, place_of(std::string(), all))};
  problem.brief = "this standby cannot take over";
  to.problems.push_back(std::move(problem));
}

} // namespace

platform_status assemble(const status_facts& x) {
  platform_status to{.now_us = x.now_us,
                     .version = x.version,
                     .platform = x.platform,
                     .namespace_name = x.namespace_name,
                     .is_ready = x.ready_us && x.global_hooks == modules::hooks_known::all,
                     .since_us = x.ready_us.value_or(x.started_us),
                     .activity = x.activity,
                     .lead = x.lead};
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
  add_standby(to, x);
  for (auto& problem : slow_answer_problems(x.answers)) to.problems.push_back(std::move(problem));
  for (const auto& loop : x.loops) to.problems.push_back({loop.cause, loop.next_step});
  add_workloads(to, x);
  for (const auto& module : x.modules) to.modules.push_back(status_of(module, x));
  for (auto& remark : remarks_of(x))
    if (!is_told(remark, to)) to.remarks.push_back(std::move(remark));
  to.removals = removals_of(x);
  add_troubles(to);
  return to;
}

} // namespace core::status
