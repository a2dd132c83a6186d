#include "core/releases/lost_file_kinds.hpp"

#include "base/contains.hpp"
#include "core/releases/chart.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace core::releases {

namespace {

/// The loss of a single file is an edit, as for Helm.
constexpr std::size_t files_of_kind_min = 2;

std::string_view name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// The directory with a slash at the end; empty: the directory of the chart.
std::string_view directory_of(std::string_view path) {
  return path.substr(0, path.size() - name_of(path).size());
}

/// `.json`; empty for a name without a dot, and for names like `.gitkeep`.
std::string_view extension_of(std::string_view path) {
  const auto name = name_of(path);
  const auto dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? std::string_view() : name.substr(dot);
}

bool is_for_readers(std::string_view path) {
  constexpr std::array<std::string_view, 6> names{"README", "LICENSE",   "LICENCE",
                                                  "NOTICE", "CHANGELOG", "CONTRIBUTING"};
  const auto name = name_of(path);
  return base::contains(names, name.substr(0, name.find('.')));
}

bool is_archive(std::string_view path) {
  constexpr std::string_view charts = "charts/";
  return path.starts_with(charts) && path.ends_with(".tgz") && path.find('/', charts.size()) == path.npos;
}

/// Directory and extension.
using kind = std::pair<std::string, std::string>;

bool has_file_of(const kind& x, const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    return directory_of(path) == x.first && extension_of(path) == x.second;
  });
}

/// In the directory or below it.
bool has_other_file(const std::string& directory, const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(),
                     [&](const std::string& path) { return path.starts_with(directory) && !is_placeholder(path); });
}

/// A user writes this file to say that files beside it are to go.
bool is_meant(const std::string& directory, const std::vector<std::string>& files) {
  return base::contains(files, directory + "_keep");
}

bool has_moved(const std::string& path, const std::set<std::string>& before, const std::vector<std::string>& now) {
  return std::any_of(now.begin(), now.end(), [&](const std::string& other) {
    return name_of(other) == name_of(path) && !before.contains(other);
  });
}

} // namespace

bool has_archives(const std::vector<std::string>& files) {
  return std::count_if(files.begin(), files.end(), is_archive) >= static_cast<std::ptrdiff_t>(files_of_kind_min);
}

bool are_archives_lost(const std::vector<std::string>& files) {
  constexpr auto* directory = "charts/";
  return std::none_of(files.begin(), files.end(), is_archive) && has_other_file(directory, files)
         && !is_meant(directory, files);
}

std::vector<std::string> lost_file_kinds(const chart_before& before, const std::vector<std::string>& now) {
  auto all = before.templates;
  for (const auto& path : before.files)
    if (synthetic_chart_takes(path) && !path.starts_with("openapi/")) all.insert(path);
  std::map<kind, std::vector<std::string>> kinds;
  for (const auto& path : all)
    if (const auto extension = extension_of(path); !extension.empty() && !is_for_readers(path))
      kinds[{std::string(directory_of(path)), std::string(extension)}].push_back(path);
  std::vector<std::string> lost;
  for (const auto& [x, paths] : kinds) {
    const auto& directory = x.first;
    if (paths.size() < files_of_kind_min || has_file_of(x, now)) continue;
    if (!has_other_file(directory, now) || is_meant(directory, now)) continue;
    const auto is_moved = [&](const std::string& path) { return has_moved(path, all, now); };
    if (!std::all_of(paths.begin(), paths.end(), is_moved)) lost.push_back(x.first + "*" + x.second);
  }
  return lost;
}

} // namespace core::releases
