#include "core/releases/lost_contents.hpp"

#include "base/contains.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 5;
constexpr std::string_view words_of_hidden = "hidden by .helmignore";

/// True if `.helmignore` leaves out the file, or a directory around it.
bool is_hidden(const std::set<std::string>& hidden, const std::string& path) {
  if (hidden.contains(path)) return true;
  for (auto end = path.find('/'); end != path.npos; end = path.find('/', end + 1))
    if (hidden.contains(path.substr(0, end))) return true;
  return false;
}

/// Empty: the content is there, or no template would miss it.
std::string loss_of(const planned_upgrade& x, const std::string& path) {
  const auto& reads = x.chart.reads;
  if (!base::contains(x.files, path)) {
    if (!may_miss(reads, path, x.files)) return {};
    return std::string(is_hidden(x.hidden, path) ? words_of_hidden : "missing");
  }
  if (!may_read(reads, path)) return {};
  if (x.blank.contains(path)) return "without text";
  const auto damage = x.damaged.find(path);
  return damage == x.damaged.end() ? std::string() : std::string(words(damage->second));
}

} // namespace

std::vector<lost_content> lost_contents(const planned_upgrade& x) {
  std::vector<lost_content> lost;
  for (const auto& path : x.before.templates)
    if (!base::contains(x.files, path) && is_hidden(x.hidden, path))
      lost.push_back({path, std::string(words_of_hidden)});
  for (const auto& path : x.before.files)
    if (auto words = loss_of(x, path); !words.empty()) lost.push_back({path, std::move(words)});
  return lost;
}

std::string words_of_contents(const std::vector<lost_content>& lost) {
  std::string text;
  for (std::size_t i = 0; i < std::min(lost.size(), named_max); ++i)
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", lost[i].path, lost[i].words);
  return lost.size() > named_max ? text + fmt::format(" and {} more", lost.size() - named_max) : text;
}

objection objection_to_lost_contents(const planned_upgrade& x, const std::vector<lost_content>& lost,
                                     const std::string& effect) {
  return {
    fmt::format("helm would {}, which stays as it is, revision {}: contents of the chart have gone from {}: {}", effect,
                x.last->revision, x.directory, words_of_contents(lost)),
    fmt::format("Bring them back (for a pointer: `git lfs pull`); or, if it is meant so: kubectl -n {} label {} {} {}-",
                x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                chart_directories_label)};
}

} // namespace core::releases
