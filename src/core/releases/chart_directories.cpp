#include "core/releases/chart_directories.hpp"

#include "base/excerpt.hpp"
#include "core/releases/chart.hpp"
#include "core/releases/held_upgrade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace core::releases {

namespace {

/// Kubernetes, LabelValueMaxLength.
constexpr std::size_t label_bytes_max = 63;
/// Stands for no directory, because the value of the label must not be empty: it shows that the directories
/// are known.
constexpr std::string_view no_directory = "none";
/// These parts bring most objects, so they come first in the label, which has room for a few names only.
constexpr std::array<std::string_view, 3> first_named{"templates", "charts", "Chart_yaml"};
/// Marks stand for files in the label, because names between dots in it may contain neither a slash nor a
/// dot.
constexpr std::string_view mark_of_chart_yaml = "Chart_yaml";
constexpr std::string_view begin_of_values_mark = "charts__";
constexpr std::string_view end_of_values_mark = "__values_yaml";

bool is_letter_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Whether the name may stand between the dots of the label.
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

/// `charts__a__charts__b__values_yaml`; empty for any other path.
std::string mark_of_values(std::string_view path) {
  if (!path.starts_with("charts/") || !path.ends_with("/values.yaml")) return {};
  std::string mark;
  for (const char c : path.substr(0, path.rfind('.')))
    if (c == '/')
      mark += "__";
    else
      mark += c;
  return mark + "_yaml";
}

/// The path of the file that a mark stands for; empty: the mark is the name of a directory.
std::string file_of_mark(const std::string& mark) {
  if (mark == mark_of_chart_yaml) return "Chart.yaml";
  if (!mark.starts_with(begin_of_values_mark) || !mark.ends_with(end_of_values_mark)) return {};
  auto path = mark.substr(0, mark.size() - std::string_view("_yaml").size()) + ".yaml";
  for (auto at = path.find("__"); at != path.npos; at = path.find("__")) path.replace(at, 2, "/");
  return path;
}

std::string_view directory_of(std::string_view path) {
  return path.substr(0, path.rfind('/'));
}

bool has_file_in(const std::vector<std::string>& files, std::string_view directory) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& x) {
    return x.size() > directory.size() && x.starts_with(directory) && x[directory.size()] == '/';
  });
}

/// Whether the subchart that this template or values.yaml belongs to still has files; true outside of
/// subcharts. A subchart that has gone as a whole is intended, and so is the change to a packed subchart.
bool is_chart_there(const std::vector<std::string>& files, std::string_view path) {
  if (!path.starts_with("charts/")) return true;
  const auto templates = path.find("/templates/");
  return has_file_in(files, templates == path.npos ? directory_of(path) : path.substr(0, templates));
}

void add_once(std::vector<std::string>& to, std::string_view x) {
  if (std::find(to.begin(), to.end(), x) == to.end()) to.emplace_back(x);
}

/// Adds a template that has lost its text, or whose directory is gone. Directories at the top are not looked
/// at here: the label names them.
void add_lost_template(chart_losses& to, const std::string& path, const seen_chart& now) {
  if (now.blank.contains(path)) return add_once(to.blank, path);
  const auto directory = directory_of(path);
  if (directory.find('/') != directory.npos && is_chart_there(now.files, path) && !has_file_in(now.files, directory))
    add_once(to.directories, directory);
}

} // namespace

std::set<std::string> directories_of_chart(const seen_chart& chart) {
  std::set<std::string> found;
  for (const auto& path : chart.files) {
    const bool has_text = !chart.blank.contains(path);
    if (has_text && path == "Chart.yaml") found.emplace(mark_of_chart_yaml);
    if (auto mark = mark_of_values(path); has_text && !mark.empty()) found.insert(std::move(mark));
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

std::set<std::string> templates_of_manifest(std::string_view manifest) {
  constexpr std::string_view comment = "# Source: ";
  std::set<std::string> found;
  while (!manifest.empty()) {
    const auto end = std::min(manifest.find('\n'), manifest.size());
    auto line = manifest.substr(0, end);
    manifest.remove_prefix(std::min(end + 1, manifest.size()));
    if (!line.starts_with(comment)) continue;
    line = base::trimmed(line.substr(comment.size()));
    // The first part is the name of the chart.
    if (const auto slash = line.find('/'); slash != line.npos) found.emplace(line.substr(slash + 1));
  }
  return found;
}

chart_losses losses_of_chart(const release& revision, const std::set<std::string>& templates, const seen_chart& now) {
  chart_losses lost;
  const auto label = revision.label(chart_directories_label);
  if (!label) return lost;
  const auto before = read_label(*label);
  const auto present = directories_of_chart(now);
  for (const auto& mark : before) {
    if (present.contains(mark)) continue;
    const auto file = file_of_mark(mark);
    if (file.empty())
      lost.directories.push_back(mark);
    else if (is_chart_there(now.files, file))
      lost.files.push_back(file);
  }
  for (const auto& path : templates) {
    const auto top = path.substr(0, path.find('/'));
    if (std::find(lost.directories.begin(), lost.directories.end(), top) == lost.directories.end())
      add_lost_template(lost, path, now);
  }
  return lost;
}

objection objection_to(const gutted_chart& x) {
  std::vector<std::string> losses;
  std::vector<std::string> wishes;
  const auto& lost = x.lost;
  if (!lost.directories.empty()) {
    losses.push_back(
      fmt::format("directories of the chart have gone from {}: {}", x.directory, fmt::join(lost.directories, ", ")));
    wishes.push_back(fmt::format("put a file into each directory that is missing, be it empty (`{}/{}/_keep`)",
                                 x.directory, lost.directories.front()));
  }
  if (!lost.blank.empty()) {
    losses.push_back(
      fmt::format("templates in {} have no text any more: {}", x.directory, fmt::join(lost.blank, ", ")));
    wishes.push_back("delete the templates without text");
  }
  if (!lost.files.empty()) {
    losses.push_back(
      fmt::format("files of the chart are missing or blank in {}: {}", x.directory, fmt::join(lost.files, ", ")));
    wishes.push_back(fmt::format("kubectl -n {} label {} {}-", x.namespace_name, x.record, chart_directories_label));
  }
  return {fmt::format("helm would remove {} from the release, which stays as it is, revision {}: {}",
                      words_of_objects(x.objects), x.revision, fmt::join(losses, "; ")),
          fmt::format("Bring them back; or, if the objects are to go, {}. It counts with the next run of the module",
                      fmt::join(wishes, ", and "))};
}

} // namespace core::releases
