#include "core/status/platform_news.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::status {

namespace {

constexpr const char* main_queue = "queue 'main'";

std::string run_of(const std::string& module) {
  return "module '" + module + "'";
}

/// The subject of a line: `values section 'web'`.
std::string subject_of(const std::string& line) {
  return line.substr(0, line.find(": "));
}

} // namespace

void platform_news::begin(kubernetes_event_kind kind, const std::string& subject, const std::string& text) {
  // Numbers and times differ with each try; the trouble is new only if other words differ.
  auto alike = without_numbers(text);
  const auto [known, is_new] = open_.try_emplace({kind, subject}, alike);
  if (!is_new && known->second == alike) return;
  known->second = std::move(alike);
  news_.push_back({kind, subject, text});
}

bool platform_news::end(kubernetes_event_kind kind, const std::string& subject) {
  return open_.erase({kind, subject}) > 0;
}

bool platform_news::is_open(kubernetes_event_kind kind) const {
  // The keys are ordered by kind, then by subject, so the empty subject is below all troubles of the kind.
  const auto first = open_.lower_bound({kind, {}});
  return first != open_.end() && first->first.first == kind;
}

void platform_news::replace(kubernetes_event_kind kind, const std::map<std::string, std::string>& lines,
                            std::optional<kubernetes_event_kind> over, const char* words) {
  for (auto at = open_.lower_bound({kind, {}}); at != open_.end() && at->first.first == kind;) {
    if (lines.contains(at->first.second)) {
      ++at;
      continue;
    }
    if (over) news_.push_back({*over, at->first.second, at->first.second + words});
    at = open_.erase(at);
  }
  for (const auto& [subject, text] : lines) begin(kind, subject, text);
}

void platform_news::note_sections(const std::vector<std::string>& lines) {
  std::map<std::string, std::string> by_subject;
  for (const auto& line : lines) by_subject.emplace(subject_of(line), line);
  replace(kubernetes_event_kind::section_refused, by_subject, kubernetes_event_kind::section_repaired,
          " can be used again");
}

void platform_news::note_run(const std::string& module, const std::string& failure) {
  if (!failure.empty())
    return begin(
      kubernetes_event_kind::module_failed, run_of(module),
      fmt::format("module '{}' has failed, and is tried again: {}. Next step: addon-operator status", module, failure));
  if (end(kubernetes_event_kind::module_failed, run_of(module)))
    news_.push_back({kubernetes_event_kind::module_recovered, run_of(module),
                     fmt::format("module '{}' has run without a failure", module)});
}

void platform_news::note_problem(const std::string& subject, const std::optional<std::string>& problem,
                                 const modules::problem_place& where) {
  if (!problem) {
    end(kubernetes_event_kind::upgrade_held, subject);
    if (end(kubernetes_event_kind::task_failed, subject))
      news_.push_back({kubernetes_event_kind::task_recovered, subject, subject + ": its tasks go on"});
    // The run that follows is news only if it fails.
    if (end(kubernetes_event_kind::module_failed, subject + " cannot run"))
      news_.push_back({kubernetes_event_kind::module_recovered, subject, subject + " can run again"});
    return;
  }
  const auto text = subject + ": " + *problem;
  switch (where.kind) {
    case modules::trouble::cannot_run:
      return begin(kubernetes_event_kind::module_failed, subject + " cannot run", text);
    case modules::trouble::held: return begin(kubernetes_event_kind::upgrade_held, subject, text);
    case modules::trouble::failing_task:
      // A failed run of a module is the head of queue `main`, and has its own Event.
      if (subject == main_queue && is_open(kubernetes_event_kind::module_failed)) return;
      return begin(kubernetes_event_kind::task_failed, subject, text);
    case modules::trouble::waits:
    case modules::trouble::drifted: // a gauge and `status` show it; an edit by hand needs no Event
    case modules::trouble::other: return;
  }
}

void platform_news::note_discovery(const std::set<std::string>& enabled,
                                   const std::map<std::string, std::string>& held) {
  // A module that is off is neither run nor repaired, so its troubles end without an Event.
  std::set<std::string> on;
  for (const auto& module : enabled) {
    on.insert(run_of(module));
    on.insert(run_of(module) + " cannot run");
  }
  std::erase_if(open_, [&](const auto& x) {
    return x.first.first == kubernetes_event_kind::module_failed && !on.contains(x.first.second);
  });
  replace(kubernetes_event_kind::removal_held, held, std::nullopt, "");
}

void platform_news::note_removed_release(const std::string& release, const std::string& line) {
  news_.push_back({kubernetes_event_kind::release_removed, release, line});
}

void platform_news::note_removed_objects(const std::string& release, const std::string& line) {
  news_.push_back({kubernetes_event_kind::objects_removed, release, line});
}

void platform_news::note_pauses(const std::map<std::string, std::string>& lines) {
  std::map<std::string, std::string> by_subject;
  for (const auto& [module, line] : lines) by_subject.emplace(run_of(module), line);
  replace(kubernetes_event_kind::module_paused, by_subject, kubernetes_event_kind::module_resumed,
          " is paused no longer");
}

void platform_news::note_queue(const std::string& queue, const std::optional<std::string>& why) {
  const auto subject = "queue '" + queue + "'";
  if (why) return begin(kubernetes_event_kind::queue_paused, subject, fmt::format("{} is paused {}", subject, *why));
  if (end(kubernetes_event_kind::queue_paused, subject))
    news_.push_back({kubernetes_event_kind::queue_resumed, subject, subject + " is paused no longer"});
}

} // namespace core::status
