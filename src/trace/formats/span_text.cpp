#include "trace/formats/span_text.hpp"

#include "base/contains.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/reviews.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace trace::formats {

namespace {

constexpr std::string_view causes = "Causes";
constexpr std::string_view modules = "Modules";
constexpr std::string_view api = "API";
constexpr std::string_view reviews = "Reviews";
constexpr std::array<std::string_view, 5> groups{causes, "Queues", modules, reviews, api};
/// Names that stand first in their group, in this order.
constexpr std::array<std::string_view, 8> first_names{"operator", "ConfigMap", "values", "objects",
                                                      "ticks",    "reloads",   "main",   "global hooks"};
constexpr std::size_t changes_shown = 100;

std::size_t place_of_group(std::string_view group) {
  return static_cast<std::size_t>(std::find(groups.begin(), groups.end(), group) - groups.begin());
}

std::size_t place_of_name(std::string_view name) {
  return static_cast<std::size_t>(std::find(first_names.begin(), first_names.end(), name) - first_names.begin());
}

std::string module_lane(const event& x) {
  const auto module = x.fact("module");
  return module.empty() ? "global hooks" : std::string(module);
}

std::string release_lane(std::string_view module) {
  return module.empty() ? "releases" : std::string(module);
}

/// Of the words about a program: `helm upgrade web`.
std::string_view last_word(std::string_view words) {
  return words.substr(words.rfind(' ') + 1);
}

} // namespace

bool operator<(const lane_name& a, const lane_name& b) {
  const auto key = [](const lane_name& x) {
    return std::tuple(place_of_group(x.group), place_of_name(x.name), std::string_view(x.name));
  };
  return key(a) < key(b);
}

const char* name(timeline_result x) noexcept {
  switch (x) {
    case timeline_result::done: return "done";
    case timeline_result::failed: return "failed";
    case timeline_result::put_off: return "put off";
    case timeline_result::unchanged: return "unchanged";
    case timeline_result::not_ended: return "not ended";
    case timeline_result::event: return "event";
  }
  return "";
}

bool is_from_outside(const event& x) {
  return x.type == "object_changed" || x.type == "config_changed" || x.type == "schedule_fired"
         || x.type == "start_operator" || x.type == "api_server_returned" || x.type == "stop_operator";
}

bool is_link(const event& x) {
  return x.type == "resources_absent" || x.type == "run_wanted";
}

lane_name lane_of(const event& x) {
  if (x.type == "object_changed" || x.type == "resources_absent") return {causes, "objects"};
  if (x.type == "config_changed") return {causes, "ConfigMap"};
  if (x.type == "schedule_fired") return {causes, "ticks"};
  if (x.type == trace_span::values_commit) return {causes, "values"};
  if (is_from_outside(x) || is_link(x)) return {causes, "operator"};
  if (x.type == trace_span::hook || x.type == trace_span::enabled_script) return {modules, module_lane(x)};
  if (x.type == trace_span::review) return {reviews, std::string(x.fact("binding"))};
  // Helm works for a module between its hooks, so both share a lane; a module without hooks has a lane, too.
  if (x.type == trace_span::helm) return {modules, release_lane(x.fact("module"))};
  if (x.type == trace_span::http_request) return {api, "requests"};
  if (x.type == trace_span::object_operation) return {api, "objects of hooks"};
  return {};
}

lane_name lane_of_program(const event& x) {
  if (x.type == "run_hook") return {modules, module_lane(x)};
  if (!x.summary.starts_with("helm ")) return {modules, "programs"};
  const auto module = x.fact("module");
  return {modules, release_lane(module.empty() ? last_word(x.summary) : module)};
}

timeline_result result_of(const event& x) {
  const auto outcome = x.fact("outcome");
  if (outcome == "failed" || !x.fact("unused_sections").empty()) return timeline_result::failed;
  if (x.type == trace_span::review && outcome == "refused") return timeline_result::unchanged;
  if (x.type == trace_span::task) return outcome == "done" ? timeline_result::done : timeline_result::put_off;
  if (x.type == trace_span::helm && outcome == "held") return timeline_result::put_off;
  if (x.type == trace_span::helm)
    return base::contains(std::array<std::string_view, 2>{"skip", "render"}, x.fact("operation"))
             ? timeline_result::unchanged
             : timeline_result::done;
  if (x.type == trace_span::enabled_script)
    return x.fact("enabled") == "false" ? timeline_result::unchanged : timeline_result::done;
  if (x.type == trace_span::http_request) {
    const auto status = x.fact("status");
    // In a deletion and in the steps of CreateOrUpdate, a missing or an existing object is expected, so this
    // answer is no failure. If the operation, the hook or the task has failed, its own span reports that.
    const auto method = x.fact("method");
    const bool is_answer = (status == "404" && (method == "GET" || method == "DELETE"))
                           || (status == "409" && (method == "POST" || method == "PUT"))
                           || (status == "410" && method == "GET");
    const bool is_fine = status.starts_with('1') || status.starts_with('2') || status.starts_with('3') || is_answer;
    return status.empty() || is_fine ? timeline_result::done : timeline_result::failed;
  }
  return x.duration_us < 0 || x.type == trace_span::values_commit ? timeline_result::event : timeline_result::done;
}

std::string label_of_task(const event& request) {
  const auto module = request.fact("module");
  const auto hook = request.fact("hook");
  if (request.fact("task") == "ModuleRun") return fmt::format("run {}", module);
  if (request.fact("task") == "ModuleDelete") return fmt::format("delete {}", module);
  if (hook.empty() || request.fact("binding").empty()) return read::words_of_task(request);
  return fmt::format("{}{}{} {}", module, module.empty() ? "" : ": ", hook, request.fact("binding"));
}

std::string label_of(const event& x) {
  if (x.facts.empty()) return x.summary.empty() ? text_of_span(x) : x.summary;
  if (x.type == trace_span::hook) return fmt::format("{} {}", x.fact("hook"), x.fact("binding"));
  if (x.type == trace_span::enabled_script)
    return x.fact("enabled") == "true" ? "enabled script: enabled" : "enabled script: disabled";
  if (x.type == trace_span::helm) return fmt::format("{} {}", x.fact("operation"), x.fact("module"));
  if (x.type == trace_span::review) return read::words_of_decision(x);
  if (x.type == "object_changed") return fmt::format("{} {} {}", x.fact("event"), x.fact("kind"), x.fact("name"));
  if (const auto unused = x.fact("unused_sections"); !unused.empty()) return fmt::format("{} cannot be used", unused);
  if (x.type == trace_span::values_commit) return fmt::format("values, revision {}", x.fact("revision"));
  return text_of_span(x);
}

std::string text_of_span(const event& x) {
  if (x.type == trace_span::http_request || x.type == trace_span::object_operation) return x.summary;
  if (x.type == "stop_operator") return "the operator was stopped";
  if (x.facts.empty() || x.type == trace_span::values_commit) return read::words_of(x);
  if (base::contains(std::array{trace_span::hook, trace_span::enabled_script}, x.type)) return read::words_of_part(x);
  if (x.type == trace_span::review) return fmt::format("{}: {}", read::words_of_review(x), x.fact("outcome"));
  return x.type == trace_span::helm ? read::words_of_helm(x) : read::words_of(x);
}

std::vector<std::string> details_of_span(const event& x) {
  if (x.type == trace_span::values_commit) return read::words_of_changes(x, changes_shown);
  std::vector<std::string> lines;
  for (const auto fact : {fact_name("reason"), fact_name("error")})
    if (const auto text = x.fact(fact); !text.empty()) lines.emplace_back(text);
  if (const auto by = x.fact("by"); !by.empty()) lines.push_back(fmt::format("by {}", by));
  if (const auto purpose = x.fact("for"); !purpose.empty()) lines.push_back(fmt::format("for {}", purpose));
  if (const auto binding = x.fact("subscription"); !binding.empty()) lines.push_back(fmt::format("for {}", binding));
  return lines;
}

} // namespace trace::formats
