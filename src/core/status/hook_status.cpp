#include "core/status/hook_status.hpp"

#include "base/duration.hpp"
#include "base/utc_time.hpp"
#include "core/bindings/cron.hpp"
#include "core/status/failing_work.hpp"
#include "text/plain/printable.hpp"
#include "text/plain/wrapped_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace core::status {

namespace {

std::optional<std::int64_t> next_tick(const bindings::hook_definition& hook, std::int64_t now_us,
                                      const base::time_zone_source& zones) {
  const std::chrono::sys_seconds now{std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(now_us))};
  std::optional<std::int64_t> first;
  for (const auto& schedule : hook.schedules) {
    const auto when = bindings::parse_crontab(schedule.crontab, zones);
    // The next time of `@every` is counted from the last time, which only the scheduler knows.
    if (!when || when->is_distance()) continue;
    const auto next = when->next(now);
    if (!next) continue;
    const auto us = std::chrono::microseconds(next->time_since_epoch()).count();
    first = std::min(first.value_or(us), us);
  }
  return first;
}

std::vector<std::string> never_due(const bindings::hook_definition& hook, const base::time_zone_source& zones) {
  std::vector<std::string> found;
  for (const auto& schedule : hook.schedules)
    if (const auto when = bindings::parse_crontab(schedule.crontab, zones); when && when->never_fires())
      found.push_back(schedule.crontab);
  return found;
}

hook_status status_of(const bindings::hook_definition& hook) {
  const auto allows_failure = [](const auto& x) { return x.allow_failure; };
  std::set<std::string> queues;
  for (const auto& x : hook.schedules) queues.insert(x.queue);
  for (const auto& x : hook.kubernetes) queues.insert(x.queue);
  return {.module = {},
          .name = hook.name,
          .occasions = bindings::occasions_of(hook),
          .queues = {queues.begin(), queues.end()},
          .path = hook.path,
          .may_fail = std::any_of(hook.schedules.begin(), hook.schedules.end(), allows_failure)
                      || std::any_of(hook.kubernetes.begin(), hook.kubernetes.end(), allows_failure)};
}

std::string run_text(const char* which, const hook_run_end& x, std::int64_t now_us) {
  auto text =
    fmt::format("{} {} ({} ago), took {}", which, base::utc_text(x.ended_us),
                base::duration_text(std::chrono::microseconds(now_us - x.ended_us)), base::duration_text(x.lasted));
  if (!x.has_failed) return text;
  return text + ", FAILED" + (x.words.empty() ? "" : ": " + x.words);
}

std::string time_of(std::int64_t us) {
  auto text = base::utc_text(us);
  std::replace(text.begin(), text.end(), ' ', 'T');
  return text + "Z";
}

text::json json_of_run(const hook_run_end& x) {
  text::json::object_type run{
    {"ended", time_of(x.ended_us)},
    {"seconds", text::json::number(fmt::format("{:.1f}", std::chrono::duration<double>(x.lasted).count()))},
    {"failed", x.has_failed}};
  if (!x.words.empty()) run.emplace_back("failure", x.words);
  return text::json::object(std::move(run));
}

text::json json_of_hook(const hook_status& x) {
  text::json::object_type members{{"name", x.name}, {"bindings", x.occasions}};
  if (!x.module.empty()) members.emplace_back("module", x.module);
  members.emplace_back("queues", text::json::array({x.queues.begin(), x.queues.end()}));
  if (x.last_run) members.emplace_back("lastRun", json_of_run(*x.last_run));
  if (x.last_review) members.emplace_back("lastReview", json_of_run(*x.last_review));
  if (!x.never_due.empty())
    members.emplace_back("neverDue", text::json::array({x.never_due.begin(), x.never_due.end()}));
  if (x.next_us) members.emplace_back("nextTick", time_of(*x.next_us));
  if (!x.webhooks.empty()) members.emplace_back("webhooks", json_of(x.webhooks));
  return text::json::object(std::move(members));
}

} // namespace

std::vector<hook_status> list_hooks(const hooks_by_owner& owners, const hook_run_ends& runs, std::int64_t now_us,
                                    const base::time_zone_source& zones) {
  std::vector<hook_status> all;
  for (const auto& [module, hooks] : owners)
    for (const auto& hook : hooks->hooks()) {
      auto& x = all.emplace_back(status_of(*hook));
      x.module = module;
      x.never_due = never_due(*hook, zones);
      x.next_us = next_tick(*hook, now_us, zones);
      if (const auto run = runs.find({module, hook->name}); run != runs.end()) x.last_run = run->second;
    }
  return all;
}

void add_webhooks(std::vector<hook_status>& hooks, const webhook_standings& all, const hook_run_ends& reviews) {
  for (auto& hook : hooks) {
    for (const auto& x : all)
      if (x.module == hook.module && x.hook == hook.name) hook.webhooks.push_back(x);
    if (const auto run = reviews.find({hook.module, hook.name}); run != reviews.end()) hook.last_review = run->second;
  }
}

std::string name_of(const hook_status& x) {
  return x.module.empty() ? fmt::format("global hook '{}'", x.name)
                          : fmt::format("hook '{}' of module '{}'", x.name, x.module);
}

std::vector<status_problem> never_due_problems(const std::vector<hook_status>& hooks,
                                               const std::vector<module_facts>& modules) {
  const auto is_off = [&](const std::string& name) {
    return std::any_of(modules.begin(), modules.end(), [&](const auto& x) { return x.name == name && !x.is_enabled; });
  };
  std::vector<status_problem> problems;
  for (const auto& x : hooks) {
    // Modules that are off run no hook, so their crontabs do no harm.
    if (x.never_due.empty() || (!x.module.empty() && is_off(x.module))) continue;
    problems.push_back({fmt::format("{}: crontab '{}' never fires: its months have no such day", name_of(x),
                                    fmt::join(x.never_due, "', '")),
                        "repair the crontab, so that the hook's values and objects come; for a start that must not "
                        "wait for it, give the hook `onStartup`, too"});
  }
  return problems;
}

std::vector<std::string> allowed_failures(const std::vector<hook_status>& hooks, const status_facts& all) {
  std::set<hook_place> failing;
  for (const auto& queue : all.queues)
    for (const auto& work : failing_work_of(queue)) failing.insert({work.module, work.hook});
  std::vector<std::string> remarks;
  for (const auto& x : hooks) {
    if (!x.may_fail || !x.last_run || !x.last_run->has_failed || failing.contains({x.module, x.name})) continue;
    remarks.push_back(
      fmt::format("{} has failed at {}, which its binding allows (allowFailure){}; {}", name_of(x),
                  base::utc_text(x.last_run->ended_us), x.last_run->words.empty() ? "" : ": " + x.last_run->words,
                  x.last_run->succeeded_us ? "its last success was at " + base::utc_text(*x.last_run->succeeded_us)
                                           : std::string("it has had no success since the start")));
  }
  return remarks;
}

text::json json_of(const std::vector<hook_status>& hooks) {
  text::json::array_type all;
  for (const auto& x : hooks) all.push_back(json_of_hook(x));
  return text::json::object({{"hooks", text::json::array(std::move(all))}});
}

std::string text_of(const std::vector<hook_status>& hooks, std::int64_t now_us, std::size_t columns) {
  if (hooks.empty()) return "No hooks are known.\n";
  std::string out;
  const auto line = [&](const std::string& text) {
    out += "  " + text::wrapped(text::printable(text), {.columns = columns, .indent = 4}) + "\n";
  };
  for (const auto& x : hooks) {
    out += text::printable(x.module.empty() ? "global " + x.name : x.module + " " + x.name) + "\n";
    line(x.occasions.empty() ? "never runs: it has no bindings" : x.occasions);
    for (const auto& webhook : x.webhooks) line(text_of(webhook));
    if (!x.queues.empty()) line(fmt::format("queue {}", fmt::join(x.queues, ", ")));
    if (x.last_run || !x.last_review) line(x.last_run ? run_text("last run", *x.last_run, now_us) : "has not run yet");
    if (x.last_review) line(run_text("last review", *x.last_review, now_us));
    if (!x.never_due.empty()) line(fmt::format("crontab '{}': never: no such day", fmt::join(x.never_due, "', '")));
    if (x.next_us)
      line(fmt::format("next tick {} (in {})", base::utc_text(*x.next_us),
                       base::duration_text(std::chrono::microseconds(*x.next_us - now_us))));
  }
  return out;
}

} // namespace core::status
