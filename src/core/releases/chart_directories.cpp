#include "core/releases/chart_directories.hpp"

#include "core/releases/chart.hpp"
#include "core/releases/held_upgrade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace core::releases {

namespace {

/// Kubernetes, LabelValueMaxLength.
constexpr std::size_t label_bytes_max = 63;
/// A label must say something.
constexpr std::string_view no_directory = "none";
/// These bring most objects, so they have their place in the label first.
constexpr std::array<std::string_view, 2> first_named{"templates", "charts"};

bool is_letter_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Dots separate the names.
bool may_be_in_label(std::string_view name) {
  return is_letter_or_digit(name.front()) && is_letter_or_digit(name.back())
         && std::all_of(name.begin(), name.end(), [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; });
}

void append(std::string& label, std::string_view name) {
  const auto bytes = label.size() + name.size() + (label.empty() ? 0 : 1);
  if (bytes > label_bytes_max || !may_be_in_label(name)) return;
  label.append(label.empty() ? "" : ".").append(name);
}

std::set<std::string> read_label(std::string_view label) {
  std::set<std::string> found;
  while (!label.empty() && label != no_directory) {
    const auto end = label.find('.');
    found.emplace(label.substr(0, end));
    label = end == label.npos ? std::string_view() : label.substr(end + 1);
  }
  return found;
}

} // namespace

std::set<std::string> directories_of_chart(const std::vector<std::string>& files) {
  std::set<std::string> found;
  for (const auto& path : files) {
    const auto slash = path.find('/');
    if (slash == path.npos || slash == 0) continue;
    auto name = path.substr(0, slash);
    if (name != "openapi" && synthetic_chart_takes(name)) found.insert(std::move(name));
  }
  return found;
}

std::string label_of_directories(const std::set<std::string>& directories) {
  std::string label;
  for (const auto name : first_named)
    if (directories.contains(std::string(name))) append(label, name);
  for (const auto& name : directories)
    if (std::find(first_named.begin(), first_named.end(), name) == first_named.end()) append(label, name);
  return label.empty() ? std::string(no_directory) : label;
}

std::vector<std::string> lost_directories(const release& revision, const std::set<std::string>& now) {
  const auto before = read_label(revision.label(chart_directories_label).value_or(""));
  std::vector<std::string> lost;
  std::set_difference(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(lost));
  return lost;
}

objection objection_to(const gutted_chart& x) {
  return {
    fmt::format("helm would remove {} from the release, which stays as it is, revision {}: directories of the chart "
                "have gone from {}: {}",
                words_of_objects(x.objects), x.revision, x.directory, fmt::join(x.lost, ", ")),
    fmt::format("Bring them back; or, if the objects are to go, put a file into each directory that is missing, be it "
                "empty (`{}/{}/_keep`). It counts with the next run of the module",
                x.directory, x.lost.front())};
}

} // namespace core::releases
