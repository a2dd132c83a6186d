#include "core/modules/problem_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace core::modules {

namespace {

/// An outage stops all watches at once. A few names on the page are as useful as hundreds.
constexpr std::size_t watch_names_max = 5;

/// Replaces the known problems by the current problems.
/// @returns the new problems.
template <class T>
std::vector<T> replace(std::vector<T>& known, std::vector<T> now) {
  std::vector<T> added;
  for (const auto& x : now)
    if (std::find(known.begin(), known.end(), x) == known.end()) added.push_back(x);
  known = std::move(now);
  return added;
}

/// Whether a line already contains these words. A message about a missing permission is long, and a module
/// that waits for the objects of a lost watch repeats it.
bool is_told(const std::vector<known_problem>& problems, const std::string& words) {
  // Short words may be in another line by accident.
  constexpr std::size_t short_words = 60;
  return words.size() > short_words && std::any_of(problems.begin(), problems.end(), [&](const known_problem& x) {
           return x.text.find(words) != std::string::npos;
         });
}

} // namespace

problem_ledger::news problem_ledger::note_configuration(std::vector<std::string> sections,
                                                        std::vector<config::ignored_key> unused) {
  return {note_sections(std::move(sections)), replace(unused_keys_, std::move(unused))};
}

std::vector<std::string> problem_ledger::note_sections(std::vector<std::string> sections) {
  return replace(sections_, std::move(sections));
}

void problem_ledger::note(const std::string& subject, const std::optional<std::string>& problem, problem_place where,
                          std::int64_t now_us) {
  if (!problem) {
    by_subject_.erase(subject);
    return;
  }
  const auto before = by_subject_.find(subject);
  // Each failed try notes the problem with other words; readers want to know when it began.
  const auto since_us = before == by_subject_.end() ? now_us : before->second.since_us;
  const auto named = [&](const std::string& words) { return subject + ": " + words; };
  by_subject_[subject] = {
    subject,    named(*problem),         named(where.detailed.empty() ? *problem : where.detailed),
    where.kind, std::move(where.module), since_us};
}

void problem_ledger::note_unserved(std::uint64_t watch, const std::optional<std::string>& what) {
  if (what)
    unserved_watches_.insert_or_assign(watch, *what);
  else
    unserved_watches_.erase(watch);
}

std::vector<std::string> problem_ledger::unserved_lines() const {
  std::vector<std::string> lines;
  for (const auto& [id, what] : unserved_watches_)
    // The operator's own watches have no hook.
    if (what.find(", for ") != what.npos)
      lines.push_back(fmt::format("watch of {}: the API server does not serve the kind, so the binding has no objects; "
                                  "install the definition of the kind, or take the binding out",
                                  what));
  return lines;
}

void problem_ledger::note_watch(std::uint64_t watch, const std::optional<lost_watch>& loss) {
  if (loss)
    lost_watches_.insert_or_assign(watch, *loss);
  else
    lost_watches_.erase(watch);
}

std::vector<std::string> problem_ledger::lines() const {
  std::vector<std::string> lines;
  for (auto& x : problems()) lines.push_back(std::move(x.text));
  return lines;
}

std::vector<known_problem> problem_ledger::problems() const {
  std::vector<known_problem> all;
  const auto add = [&](const std::string& line) { all.push_back({{}, line, line}); };
  for (const auto& x : sections_) add(x);
  for (const auto& x : unused_keys_) add(fmt::format("ConfigMap key '{}' has no effect: {}", x.key, x.reason));
  for (const auto& [subject, problem] : by_subject_) all.push_back(problem);
  for (const auto& line : watch_lines(all)) add(line);
  return all;
}

std::vector<std::string> problem_ledger::watch_lines(const std::vector<known_problem>& above) const {
  std::vector<const lost_watch*> lost;
  for (const auto& [id, x] : lost_watches_) lost.push_back(&x);
  // The oldest loss comes first, so that the shown names do not change with each further loss.
  std::sort(lost.begin(), lost.end(),
            [](const auto* a, const auto* b) { return std::tie(a->since, a->what) < std::tie(b->since, b->what); });
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(lost.size(), watch_names_max); ++i)
    lines.push_back(fmt::format("watch of {} is lost since {}{}", lost[i]->what, lost[i]->since,
                                is_told(above, lost[i]->reason) ? ", as is said above" : ": " + lost[i]->reason));
  if (lost.size() > watch_names_max) lines.push_back(fmt::format("and {} more watches", lost.size() - watch_names_max));
  return lines;
}

} // namespace core::modules
