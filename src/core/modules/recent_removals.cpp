#include "core/modules/recent_removals.hpp"

#include "base/utc_time.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace core::modules {

namespace {

constexpr std::string_view ahead_mark = " (leaving)";

bool is_over(std::int64_t noted_us, std::int64_t now_us) {
  return std::chrono::microseconds(now_us - noted_us) > recent_removals::kept_for;
}

bool is_ahead(const std::string& subject) {
  return subject.ends_with(ahead_mark);
}

} // namespace

std::string subject_ahead(const std::string& release) {
  return std::string(release).append(ahead_mark);
}

void recent_removals::note(const std::string& release, std::string line, std::int64_t now_us) {
  std::erase_if(last_, [&](const auto& x) { return !is_ahead(x.first) && is_over(x.second.noted_us, now_us); });
  if (line.empty())
    last_.erase(release);
  else
    last_.insert_or_assign(release, removal{std::move(line), now_us});
}

void recent_removals::note(removed_release x, std::string line, std::int64_t now_us) {
  const auto name = x.release;
  note(name, std::move(line), now_us);
  last_[name].release = std::move(x);
}

void recent_removals::note_objects(const std::string& release, std::vector<std::string> objects) {
  const auto at = last_.find(release);
  if (at != last_.end() && at->second.release) at->second.release->objects = std::move(objects);
}

void recent_removals::note_run(const std::string& module, std::int64_t wall_us) {
  const auto at = last_.find(module);
  if (at == last_.end() || !at->second.release || at->second.release->made_again_us) return;
  at->second.release->made_again_us = wall_us;
  at->second.line += "; made again at " + base::utc_text(wall_us);
}

std::vector<std::string> recent_removals::lines(std::int64_t now_us) const {
  std::vector<std::string> lines;
  for (const auto& [release, x] : last_)
    if (is_ahead(release) || !is_over(x.noted_us, now_us)) lines.push_back(x.line);
  return lines;
}

std::vector<std::string> recent_removals::other_lines(std::int64_t now_us) const {
  std::vector<std::string> lines;
  for (const auto& [release, x] : last_)
    if (!x.release && !is_ahead(release) && !is_over(x.noted_us, now_us)) lines.push_back(x.line);
  return lines;
}

std::vector<removal_ahead> recent_removals::ahead() const {
  std::vector<removal_ahead> all;
  for (const auto& [subject, x] : last_)
    if (is_ahead(subject)) all.push_back({subject.substr(0, subject.size() - ahead_mark.size()), x.line});
  return all;
}

std::vector<removed_release> recent_removals::releases(std::int64_t now_us) const {
  std::vector<removed_release> all;
  for (const auto& [release, x] : last_)
    if (x.release && !is_over(x.noted_us, now_us)) all.push_back(*x.release);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.removed_us > b.removed_us; });
  return all;
}

} // namespace core::modules
