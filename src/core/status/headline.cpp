#include "core/status/headline.hpp"

#include "base/duration.hpp"
#include "base/excerpt.hpp"
#include "base/word_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

namespace core::status {

namespace {

/// Names beyond this number are counted: the headline is read at a glance.
constexpr std::size_t briefs_max = 3;
constexpr std::size_t names_max = 5;
constexpr std::size_t brief_bytes_max = 100;

std::string ago(std::int64_t us, std::int64_t now_us) {
  return base::duration_text(std::chrono::microseconds(now_us - us));
}

std::string first_few(std::vector<std::string> names, std::size_t most) {
  if (names.size() > most) {
    const auto more = names.size() - most;
    names.resize(most);
    names.push_back(fmt::format("{} more", more));
  }
  return base::word_list(names);
}

/// The modules that wait for other work: `alerts waits`; empty: all run.
std::string waiting_of(const platform_status& x) {
  std::vector<std::string> names;
  for (const auto& module : x.modules)
    if (std::holds_alternative<module_state::waiting>(module.now)) names.push_back(module.name);
  if (names.empty()) return {};
  return fmt::format("; {} wait{}", first_few(names, names_max), names.size() == 1 ? "s" : "");
}

std::string problems_of(const platform_status& x) {
  if (x.problems.empty()) return {};
  std::vector<std::string> briefs;
  for (const auto& problem : x.problems)
    if (briefs.size() < briefs_max) briefs.push_back(brief_of(problem));
  auto text =
    fmt::format("{} PROBLEM{}: {}", x.problems.size(), x.problems.size() == 1 ? "" : "S", fmt::join(briefs, "; "));
  if (x.problems.size() > briefs_max) text += fmt::format("; and {} more", x.problems.size() - briefs_max);
  return text + waiting_of(x);
}

/// `1 RELEASE REMOVED 12 s ago: guard`; empty: each release that was removed is there again.
std::string removals_of(const platform_status& x) {
  std::vector<std::string> names;
  std::int64_t last_us = 0;
  for (const auto& removal : x.removals) {
    if (removal.what.made_again_us) continue;
    names.push_back(removal.what.release);
    last_us = std::max(last_us, removal.what.removed_us);
  }
  if (names.empty()) return {};
  return fmt::format("{} RELEASE{} REMOVED {} ago: {}", names.size(), names.size() == 1 ? "" : "S",
                     ago(last_us, x.now_us), first_few(names, names_max));
}

std::string paused_of(const platform_status& x) {
  std::vector<std::string> names;
  for (const auto& module : x.modules)
    if (std::holds_alternative<module_state::paused>(module.now)) names.push_back(module.name);
  return names.empty() ? std::string() : fmt::format(", paused: {}", first_few(names, names_max));
}

} // namespace

std::string brief_of(const status_problem& x) {
  if (!x.brief.empty()) return x.brief;
  // The time of a lost watch stands in the problem itself.
  auto end = std::min(x.cause.find(": "), x.cause.find(" since 20"));
  if (x.cause.starts_with("values section '") && end != x.cause.npos) return x.cause.substr(0, end) + " cannot be used";
  // These subjects have no verb, so the next words belong to the brief.
  for (const std::string_view subject : {"release of module '", "objects of release '", "ConfigMap '"})
    if (x.cause.starts_with(subject) && end != x.cause.npos) {
      end = std::min(x.cause.find_first_of(",;(:", end + 1), x.cause.size());
      while (end > 0 && x.cause[end - 1] == ' ') --end;
      break;
    }
  return base::excerpt(std::string_view(x.cause).substr(0, end), brief_bytes_max);
}

std::string headline_of(const platform_status& x) {
  const auto lasts = ago(x.since_us, x.now_us);
  auto state = x.is_ready          ? fmt::format("Ready for {}", lasts)
               : x.lead.is_standby ? fmt::format("STANDBY, started {} ago", lasts)
                                   : fmt::format("NOT READY, {} after its start", lasts);
  if (x.problems.empty()) state += ", no problem";
  state += paused_of(x);
  for (const auto& begin : {removals_of(x), problems_of(x)})
    if (!begin.empty()) state = fmt::format("{}. {}", begin, state);
  return state;
}

std::string module_named_in(const std::string& text) {
  for (const std::string_view mark : {"module '", "release '"}) {
    const auto at = text.find(mark);
    if (at == text.npos) continue;
    const auto begin = at + mark.size();
    return text.substr(begin, text.find('\'', begin) - begin);
  }
  return {};
}

void add_troubles(platform_status& x) {
  for (std::size_t i = 0; i < x.problems.size(); ++i) {
    const auto& problem = x.problems[i];
    if (problem.module.empty() || problem.in_row.empty()) continue;
    const auto row = std::find_if(x.modules.begin(), x.modules.end(),
                                  [&](const auto& module) { return module.name == problem.module; });
    if (row != x.modules.end()) row->troubles.push_back(fmt::format("{} (problem {})", problem.in_row, i + 1));
  }
}

} // namespace core::status
