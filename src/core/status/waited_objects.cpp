#include "core/status/waited_objects.hpp"

#include "core/status/failure_advice.hpp"
#include "core/status/object_warnings.hpp"
#include "core/status/workloads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace core::status {

namespace {

constexpr auto none = std::string_view::npos;
/// The stage of Helm names so many objects at most, so more are not expected.
constexpr std::size_t waited_max = 3;

std::string text_at(const text::json* x, std::string_view key) {
  return x == nullptr ? std::string() : x->string_at(key).value_or("");
}

bool is_name(std::string_view x) {
  return !x.empty() && x.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == none;
}

bool is_awaited_kind(std::string_view x) {
  return x == "Job" || x == "Pod";
}

sight sight_of_object(const waited_object& x) {
  return {.api_version = x.kind == "Job" ? "batch/v1" : "v1",
          .kind = x.kind,
          .namespace_name = x.namespace_name,
          .name = x.name,
          .content = sight_content::whole};
}

sight sight_of_pods(const waited_object& x) {
  return {.api_version = "v1",
          .kind = "Pod",
          .namespace_name = x.namespace_name,
          .labels = "job-name=" + x.name,
          .content = sight_content::whole};
}

sight sight_of_warnings(const waited_object& x, const std::string& of) {
  return {.api_version = "v1",
          .kind = "Event",
          .namespace_name = x.namespace_name,
          .fields = selector_of_warnings(of),
          .content = sight_content::whole};
}

std::vector<text::json> objects_of(const sight& x, const cluster_sights& seen) {
  const auto found = seen.find(x);
  return found == seen.end() ? std::vector<text::json>() : found->second;
}

/// The Pods of a Job, or the Pod itself.
std::vector<text::json> pods_of(const waited_object& x, const cluster_sights& seen) {
  return objects_of(x.kind == "Job" ? sight_of_pods(x) : sight_of_object(x), seen);
}

std::optional<pod_fault> fault_of_warning(const waited_object& x, const text::json* warning) {
  if (warning == nullptr) return std::nullopt;
  const auto message = text_at(warning, "message");
  auto step = failure_advice(message, {.namespace_name = x.namespace_name});
  if (step.empty())
    step = fmt::format("`kubectl -n {} describe {} {}` shows its events", x.namespace_name,
                       x.kind == "Job" ? "job" : "pod", x.name);
  const auto reason = text_at(warning, "reason");
  return pod_fault{
    fmt::format("{} {} has the warning {}: {}", x.kind, x.name, reason.empty() ? "of an Event" : reason, message),
    std::move(step)};
}

/// The last warning about one of these Pods.
std::optional<pod_fault> warning_about(const std::vector<text::json>& pods, const waited_object& x,
                                       const cluster_sights& seen) {
  std::set<std::string> names;
  for (const auto& pod : pods) names.insert(text_at(pod.find("metadata"), "name"));
  const auto events = objects_of(sight_of_warnings(x, "Pod"), seen);
  return fault_of_warning(x, last_warning(events, names));
}

} // namespace

std::vector<waited_object> waited_in_stage(std::string_view stage, const std::string& namespace_name) {
  constexpr std::string_view begin = "waits for ";
  std::vector<waited_object> all;
  if (!stage.starts_with(begin)) return all;
  stage.remove_prefix(begin.size());
  while (!stage.empty() && all.size() < waited_max) {
    const auto end = stage.find(", ");
    const auto one = stage.substr(0, end);
    stage.remove_prefix(end == none ? stage.size() : end + 2);
    const auto space = one.find(' ');
    if (space == none || !is_awaited_kind(one.substr(0, space)) || !is_name(one.substr(space + 1))) continue;
    all.push_back({std::string(one.substr(0, space)), namespace_name, std::string(one.substr(space + 1))});
  }
  return all;
}

std::optional<waited_object> waited_in_failure(std::string_view failure) {
  constexpr std::string_view begin = "resource ";
  const auto end = failure.find(" not ready. status: ");
  const auto at = end == none ? end : failure.substr(0, end).rfind(begin);
  if (at == none) return std::nullopt;
  const auto place = failure.substr(at + begin.size(), end - at - begin.size());
  const auto first = place.find('/');
  const auto second = first == none ? first : place.find('/', first + 1);
  if (second == none || !is_name(place.substr(first + 1, second - first - 1)) || !is_name(place.substr(second + 1)))
    return std::nullopt;
  return waited_object{std::string(place.substr(0, first)), std::string(place.substr(first + 1, second - first - 1)),
                       std::string(place.substr(second + 1))};
}

std::vector<sight> sights_of(const waited_object& x) {
  if (!is_awaited_kind(x.kind)) return {};
  std::vector<sight> all{sight_of_object(x), sight_of_warnings(x, "Pod")};
  if (x.kind == "Job") {
    all.push_back(sight_of_pods(x));
    all.push_back(sight_of_warnings(x, "Job"));
  }
  return all;
}

std::optional<pod_fault> fault_of(const waited_object& x, const cluster_sights& seen) {
  if (!is_awaited_kind(x.kind)) return std::nullopt;
  const auto pods = pods_of(x, seen);
  if (auto fault = worst_fault_of(pods))
    return fault->doubt == pod_doubt::may_begin_yet ? warning_about(pods, x, seen) : fault;
  // A refused Pod leaves its Job without Pods, and only an Event says why. A Job with Pods is past that.
  const auto of_job =
    x.kind == "Job" && pods.empty() ? objects_of(sight_of_warnings(x, "Job"), seen) : std::vector<text::json>();
  if (auto fault = fault_of_warning(x, last_warning(of_job, {x.name}))) return fault;
  for (const auto& object : objects_of(sight_of_object(x), seen))
    if (const auto why = unavailability_of(object))
      return pod_fault{fmt::format("{} {}: {}", x.kind, x.name, *why),
                       fmt::format("`kubectl -n {} describe {} {}`, then its Pods and their events", x.namespace_name,
                                   x.kind == "Job" ? "job" : "pod", x.name)};
  return std::nullopt;
}

std::optional<pod_fault> fault_of_wait(const tasks::lasting_run& x, std::int64_t now_us,
                                       const std::string& namespace_name, const cluster_sights& seen) {
  for (const auto& waited : waited_in_stage(x.stage, namespace_name))
    if (auto fault = fault_of(waited, seen))
      return pod_fault{fmt::format("{}: {}", tasks::text_of(x, now_us), fault->reason), std::move(fault->step)};
  return std::nullopt;
}

} // namespace core::status
