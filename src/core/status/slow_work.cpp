#include "core/status/slow_work.hpp"

#include "base/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace core::status {

namespace {

/// Quick servers take some milliseconds.
constexpr std::chrono::microseconds slow_answer = std::chrono::seconds(1);

/// `hook 'a.sh' of module 'web' (beforeHelm)`, `enabled script of module 'web'`, `helm upgrade web`
bool is_of(const tasks::lasting_run& x, const std::string& module) {
  return x.subject.find(fmt::format("module '{}'", module)) != x.subject.npos || x.subject.ends_with(" " + module);
}

bool has_problem(const status_facts& x, const std::string& module) {
  return std::any_of(x.problems.begin(), x.problems.end(),
                     [&](const auto& problem) { return problem.module == module; });
}

void add_run(std::vector<status_problem>& to, const std::string& module, std::chrono::microseconds time,
             const status_facts& x, const std::vector<tasks::lasting_run>& lasting) {
  const bool has_slow_program =
    std::any_of(lasting.begin(), lasting.end(), [&](const auto& run) { return run.slow && is_of(run, module); });
  if (module.empty() || time <= x.slow_after || has_slow_program || has_problem(x, module)) return;
  const bool has_program =
    std::any_of(lasting.begin(), lasting.end(), [&](const auto& run) { return is_of(run, module); });
  auto& problem = to.emplace_back();
  problem.cause = fmt::format("the run of module '{}' has lasted for {}, {}", module, base::duration_text(time),
                              has_program ? "and its present program for less than that"
                                          : "and no program of it runs now: it makes requests, or waits for objects");
  problem.next_step = "`addon-operator trace order --since 10m` shows its steps and requests with their times";
  problem.brief = fmt::format("the run of module '{}' lasts long", module);
  problem.module = module;
}

} // namespace

std::vector<status_problem> slow_answer_problems(const answer_facts& x) {
  if (x.answers == 0 || x.median <= slow_answer) return {};
  status_problem problem{
    fmt::format("the API server takes {} to answer (median of the last {} answers), so all work takes long",
                base::duration_text(x.median), x.answers),
    "`time kubectl get --raw /livez` on another machine: if that is quick, see the network or the proxy between the "
    "operator and the API server; if it is slow, see the control plane: its CPU, the disks of etcd (`kubectl get --raw "
    "/metrics | grep etcd_request_duration_seconds_sum`), and the clients that load it"};
  problem.brief = "the API server answers slowly";
  return {problem};
}

std::vector<status_problem> slow_module_problems(const status_facts& x,
                                                 const std::vector<tasks::lasting_run>& lasting) {
  std::vector<status_problem> all;
  for (const auto& queue : x.queues) {
    if (queue.tasks.empty() || queue.head != tasks::queue_order::head_state::running) continue;
    const auto& head = queue.tasks.front();
    for (const auto& member : head.members)
      if (member.now == tasks::group_member::state::running) add_run(all, member.module, member.lasts, x, lasting);
    if (head.type == "ModuleRun") add_run(all, head.module, head.waits, x, lasting);
  }
  return all;
}

} // namespace core::status
