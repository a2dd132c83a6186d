#include "core/status/status_json.hpp"

#include "base/utc_time.hpp"
#include "core/status/headline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace core::status {

namespace {

/// RFC 3339, as all times in answers for programs.
text::json time_of(std::int64_t us) {
  auto text = base::utc_text(us);
  std::replace(text.begin(), text.end(), ' ', 'T');
  return text + "Z";
}

text::json seconds(std::chrono::microseconds x) {
  return text::json::number(fmt::format("{:.1f}", std::max(std::chrono::duration<double>(x).count(), 0.0)));
}

text::json json_of_problem(const status_problem& x) {
  text::json::object_type members{{"cause", x.cause}};
  if (!x.next_step.empty()) members.emplace_back("nextStep", x.next_step);
  if (x.since_us) members.emplace_back("since", time_of(*x.since_us));
  members.emplace_back("brief", brief_of(x));
  if (!x.module.empty()) members.emplace_back("module", x.module);
  if (!x.reads.empty()) members.emplace_back("reads", x.reads);
  if (!x.waiting.empty()) members.emplace_back("waiting", text::json::array({x.waiting.begin(), x.waiting.end()}));
  if (!x.relief.empty()) members.emplace_back("relief", x.relief);
  return text::json::object(std::move(members));
}

text::json json_of_removal(const removal_status& x) {
  text::json::object_type members{{"release", x.what.release},
                                  {"removed", time_of(x.what.removed_us)},
                                  {"reason", x.what.reason},
                                  {"cause", x.cause},
                                  {"objects", text::json::array({x.what.objects.begin(), x.what.objects.end()})}};
  if (!x.next_step.empty()) members.emplace_back("nextStep", x.next_step);
  if (x.what.made_again_us) members.emplace_back("madeAgain", time_of(*x.what.made_again_us));
  return text::json::object(std::move(members));
}

text::json json_of_queue(const queue_status& x) {
  return text::json::object({{"name", x.name},
                             {"tasksCount", static_cast<std::uint64_t>(x.length)},
                             {"head", x.head},
                             {"status", x.head_state}});
}

text::json json_of_run(const run_end& x) {
  text::json::object_type members{{"ended", time_of(x.ended_us)}, {"seconds", seconds(x.lasted)}};
  if (!x.failure.empty()) members.emplace_back("failure", x.failure);
  return text::json::object(std::move(members));
}

} // namespace

text::json json_of(const module_status& x) {
  text::json::object_type members{{"name", x.name}, {"state", std::string(name(x.now))}};
  if (auto reason = reason_of(x.now); !reason.empty()) members.emplace_back("reason", std::move(reason));
  if (const auto* failing = std::get_if<module_state::failing>(&x.now)) {
    members.emplace_back("failures", static_cast<std::uint64_t>(failing->failures));
    if (failing->next_try) members.emplace_back("nextTrySeconds", seconds(*failing->next_try));
  }
  if (const auto* running = std::get_if<module_state::running>(&x.now))
    members.emplace_back("runsSeconds", seconds(running->lasts));
  if (x.revision > 0) {
    members.emplace_back("revision", static_cast<std::uint64_t>(x.revision));
    members.emplace_back("releaseStatus", x.release_status);
  }
  if (x.drifted_objects > 0) members.emplace_back("driftedObjects", static_cast<std::uint64_t>(x.drifted_objects));
  if (!x.webhooks.empty()) members.emplace_back("webhooks", json_of(x.webhooks));
  if (!x.troubles.empty()) members.emplace_back("troubles", text::json::array({x.troubles.begin(), x.troubles.end()}));
  if (x.last_run) members.emplace_back("lastRun", json_of_run(*x.last_run));
  return text::json::object(std::move(members));
}

text::json json_of(const platform_status& x) {
  text::json::array_type problems;
  for (const auto& problem : x.problems) problems.push_back(json_of_problem(problem));
  text::json::array_type modules;
  for (const auto& module : x.modules) modules.push_back(json_of(module));
  text::json::array_type queues;
  for (const auto& queue : x.queues) queues.push_back(json_of_queue(queue));
  text::json::object_type members{
    {"well", x.is_well()},  {"ready", x.is_ready},    {"since", time_of(x.since_us)}, {"now", time_of(x.now_us)},
    {"version", x.version}, {"platform", x.platform}, {"namespace", x.namespace_name}};
  if (!x.activity.empty()) members.emplace_back("activity", x.activity);
  if (!x.lead.text.empty()) members.emplace_back("leadership", x.lead.text);
  if (x.lead.is_standby) members.emplace_back("standby", true);
  if (!x.programs.empty()) members.emplace_back("programs", text::json::array({x.programs.begin(), x.programs.end()}));
  members.emplace_back("problems", text::json::array(std::move(problems)));
  if (!x.remarks.empty()) members.emplace_back("remarks", text::json::array({x.remarks.begin(), x.remarks.end()}));
  if (!x.removals.empty()) {
    text::json::array_type removals;
    for (const auto& removal : x.removals) removals.push_back(json_of_removal(removal));
    members.emplace_back("removals", text::json::array(std::move(removals)));
  }
  members.emplace_back("modules", text::json::array(std::move(modules)));
  members.emplace_back("queues", text::json::array(std::move(queues)));
  return text::json::object(std::move(members));
}

} // namespace core::status
