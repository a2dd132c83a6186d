#include "core/releases/chart_directories.hpp"

#include "base/contains.hpp"
#include "base/excerpt.hpp"
#include "core/releases/chart.hpp"
#include "core/releases/lost_file_kinds.hpp"
#include "text/plain/checksum.hpp"

#include <algorithm>
#include <array>

namespace core::releases {

namespace {

/// Kubernetes, LabelValueMaxLength.
constexpr std::size_t label_bytes_max = 63;
/// The label's value if there are no directories. An empty value would look as if the directories were not
/// known.
constexpr std::string_view no_directory = "none";
/// Most objects come from these parts, so they are first in the label, which has room for a few names only.
constexpr std::array<std::string_view, 3> first_named{"templates", "charts", "Chart_yaml"};
/// The mark of a file in the label. A file's path is not possible there, because parts are separated by dots
/// and cannot contain slashes.
constexpr std::string_view mark_of_chart_yaml = "Chart_yaml";
/// The mark of requirements.yaml, which has the aliases and conditions of subcharts in a chart with
/// apiVersion v1.
constexpr std::string_view mark_of_requirements = "requirements_yaml";
constexpr std::string_view begin_of_values_mark = "charts__";
constexpr std::string_view end_of_values_mark = "__values_yaml";

bool is_letter_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// True if the name is allowed as a part of the label.
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

/// The mark of a subchart's values.yaml: `charts__a__charts__b__values_yaml`; empty for any other path.
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

/// The path of the mark's file; empty: the mark is the name of a directory.
std::string file_of_mark(const std::string& mark) {
  if (mark == mark_of_chart_yaml) return "Chart.yaml";
  if (mark == mark_of_requirements) return "requirements.yaml";
  if (!mark.starts_with(begin_of_values_mark) || !mark.ends_with(end_of_values_mark)) return {};
  auto path = mark.substr(0, mark.size() - std::string_view("_yaml").size()) + ".yaml";
  for (auto at = path.find("__"); at != path.npos; at = path.find("__")) path.replace(at, 2, "/");
  return path;
}

/// The innermost subchart that has the file: `charts/a/charts/b`; empty: the chart itself.
std::string_view inner_chart_of(std::string_view path) {
  constexpr std::string_view charts = "charts/";
  std::size_t end = 0;
  while (path.substr(end == 0 ? 0 : end + 1).starts_with(charts)) {
    const auto next = path.find('/', (end == 0 ? 0 : end + 1) + charts.size());
    if (next == path.npos) break;
    end = next;
  }
  return path.substr(0, end);
}

/// The directory of a subchart if the subchart's templates may read its files: `charts/sub/files`; empty: no
/// such directory.
std::string_view inner_directory_of(std::string_view path) {
  const auto chart = inner_chart_of(path);
  if (chart.empty() || chart.size() >= path.size()) return {};
  const auto end = path.find('/', chart.size() + 1);
  if (end == path.npos) return {};
  const auto name = path.substr(chart.size() + 1, end - chart.size() - 1);
  // Lost templates are known from the objects, and Helm installs `crds` only once.
  const bool is_known_otherwise = name == "templates" || name == "charts" || name == "crds" || name.starts_with('.');
  return is_known_otherwise ? std::string_view() : path.substr(0, end);
}

bool is_inner_directory(std::string_view part) {
  return part.find('/') != part.npos;
}

std::string_view directory_of(std::string_view path) {
  return path.substr(0, path.rfind('/'));
}

bool has_file_in(const std::vector<std::string>& files, std::string_view directory) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& x) {
    return x.size() > directory.size() && x.starts_with(directory) && x[directory.size()] == '/' && !is_placeholder(x);
  });
}

/// Whether the subchart of this template or values.yaml still has files; true outside of subcharts. The
/// removal of a whole subchart is intended, and so is the change to a packed subchart.
bool is_chart_there(const std::vector<std::string>& files, std::string_view path) {
  if (!path.starts_with("charts/")) return true;
  const auto templates = path.find("/templates/");
  return has_file_in(files, templates == path.npos ? directory_of(path) : path.substr(0, templates));
}

/// True for a blank file, and for an empty directory in place of the file, which is the result of a bind
/// mount of a missing file.
bool has_no_text(const std::string& path, const seen_chart& now) {
  return now.blank.contains(path) || now.empty_directories.contains(path);
}

void add_once(std::vector<std::string>& to, std::string_view x) {
  if (std::find(to.begin(), to.end(), x) == to.end()) to.emplace_back(x);
}

/// The outermost directory around this file that is a subchart, or a subchart's `charts`, and is empty now;
/// empty: no such directory.
std::string_view empty_chart_of(std::string_view path, const seen_chart& now) {
  for (auto end = path.find('/'); end != path.npos; end = path.find('/', end + 1)) {
    const auto directory = path.substr(0, end);
    const auto slash = directory.rfind('/');
    const auto parent = slash == directory.npos ? std::string_view() : directory.substr(0, slash);
    const bool is_of_charts = directory.ends_with("/charts") || parent == "charts" || parent.ends_with("/charts");
    if (is_of_charts && now.empty_directories.contains(std::string(directory))) return directory;
  }
  return {};
}

/// The directory `charts` around this file that has no files any more, while its subchart still has files;
/// empty: no such directory.
std::string_view gone_charts_of(std::string_view path, const seen_chart& now) {
  constexpr std::string_view charts = "/charts";
  for (auto at = path.find("/charts/"); at != path.npos; at = path.find("/charts/", at + 1)) {
    const auto directory = path.substr(0, at + charts.size());
    if (has_file_in(now.files, path.substr(0, at)) && !has_file_in(now.files, directory)) return directory;
  }
  return {};
}

/// Adds a lost template of objects. For directories of the chart itself the label is enough.
void add_lost_template(chart_losses& to, const std::string& path, const seen_chart& now) {
  if (has_no_text(path, now)) return add_once(to.blank, path);
  if (const auto chart = empty_chart_of(path, now); !chart.empty()) return add_once(to.charts, chart);
  if (const auto charts = gone_charts_of(path, now); !charts.empty()) return add_once(to.directories, charts);
  const auto directory = directory_of(path);
  const bool is_deep = directory.find('/') != directory.npos;
  if (is_deep && is_chart_there(now.files, path) && !has_file_in(now.files, directory))
    add_once(to.directories, directory);
}

/// Whether templates may read the file through `.Files` and make objects from it.
bool may_be_read(const std::string& path) {
  return synthetic_chart_takes(path) && !path.starts_with("openapi/") && path != "openapi";
}

/// Adds a lost file of `.Files`. Helm's record has its name, so it needs no label.
void add_lost_content(chart_losses& to, const std::string& path, const seen_chart& now) {
  if (has_no_text(path, now)) return add_once(to.blank, path);
  const auto slash = path.rfind('/');
  if (slash != path.npos && slash > 0 && !has_file_in(now.files, path.substr(0, slash)))
    add_once(to.directories, path.substr(0, slash));
}

std::string key_of(std::string_view prefix, std::string_view mark) {
  constexpr std::size_t digits = 10;
  return std::string(prefix) + text::md5_hex(mark).substr(0, digits);
}

std::string key_of_file(std::string_view mark) {
  return key_of(chart_file_prefix, mark);
}

/// The marks of files that do not fit into the label.
std::vector<std::string> marks_beside(const std::string& label, const std::set<std::string>& parts) {
  const auto named = read_label(label);
  std::vector<std::string> beside;
  for (const auto& mark : parts)
    if (!file_of_mark(mark).empty() && !named.contains(mark)) beside.push_back(mark);
  return beside;
}

/// Further labels for the directories of subcharts, as far as their names fit into a label. Bound:
/// `labels_max`.
std::map<std::string, std::string> labels_of_inner(const std::set<std::string>& parts) {
  constexpr std::size_t labels_max = 32;
  std::map<std::string, std::string> labels;
  for (const auto& part : parts) {
    const auto name = part.substr(part.rfind('/') + 1);
    if (is_inner_directory(part) && name.size() <= label_bytes_max && may_be_in_label(name)
        && labels.size() < labels_max)
      labels.emplace(key_of(chart_directory_prefix, part), name);
  }
  return labels;
}

/// The directories that these labels name, if their subcharts exist.
std::set<std::string> directories_of_labels(const release& revision, const std::vector<std::string>& files) {
  std::set<std::string> found;
  std::set<std::string_view> charts;
  for (const auto& [key, name] : revision.labels) {
    if (!key.starts_with(chart_directory_prefix)) continue;
    if (charts.empty())
      for (const auto& path : files)
        for (auto chart = inner_chart_of(path); !chart.empty(); chart = inner_chart_of(directory_of(chart)))
          charts.insert(chart);
    for (const auto chart : charts)
      if (auto directory = std::string(chart) + "/" + name; key_of(chart_directory_prefix, directory) == key)
        found.insert(std::move(directory));
  }
  return found;
}

/// The file's name for users, cut to the length of a label's value.
std::string name_of_file(std::string mark) {
  for (auto& c : mark)
    if (!is_letter_or_digit(c) && c != '-') c = '_';
  mark = mark.substr(0, label_bytes_max);
  while (!mark.empty() && !is_letter_or_digit(mark.back())) mark.pop_back();
  return mark;
}

/// The marks of values.yaml for all existing subcharts, with or without this file.
std::set<std::string> marks_of_charts(const std::vector<std::string>& files) {
  std::set<std::string> found;
  for (const auto& path : files)
    if (path.starts_with("charts/"))
      for (auto at = path.rfind('/'); at > std::string_view("charts").size(); at = path.rfind('/', at - 1))
        found.insert(mark_of_values(path.substr(0, at) + "/values.yaml"));
  return found;
}

/// The marks of files that further labels name, if their subcharts exist.
std::set<std::string> marks_of_labels(const release& revision, const std::vector<std::string>& files) {
  std::set<std::string> found;
  const bool has_any = std::any_of(revision.labels.begin(), revision.labels.end(),
                                   [](const auto& x) { return x.first.starts_with(chart_file_prefix); });
  if (!has_any) return found;
  for (const auto& mark : marks_of_charts(files))
    if (revision.label(key_of_file(mark))) found.insert(mark);
  return found;
}

} // namespace

bool is_placeholder(std::string_view path) {
  return path.substr(path.rfind('/') + 1).starts_with('.');
}

std::set<std::string> parts_of_chart(const seen_chart& chart) {
  std::set<std::string> found;
  for (const auto& path : chart.files) {
    const bool has_text = !chart.blank.contains(path);
    if (has_text && path == "Chart.yaml") found.emplace(mark_of_chart_yaml);
    if (has_text && path == "requirements.yaml") found.emplace(mark_of_requirements);
    if (const auto inner = inner_directory_of(path); !inner.empty() && !is_placeholder(path)) found.emplace(inner);
    if (auto mark = mark_of_values(path); has_text && !mark.empty()) found.insert(std::move(mark));
    const auto slash = path.find('/');
    if (slash == path.npos || slash == 0 || is_placeholder(path)) continue;
    auto name = path.substr(0, slash);
    if (name != "openapi" && synthetic_chart_takes(name)) found.insert(std::move(name));
  }
  if (has_archives(chart.files)) found.emplace(mark_of_archives);
  return found;
}

namespace {

std::string label_of_directories(const std::set<std::string>& directories) {
  std::string label;
  for (const auto name : first_named)
    if (directories.contains(std::string(name))) append(label, name);
  for (const auto& name : directories)
    if (std::find(first_named.begin(), first_named.end(), name) == first_named.end()) append(label, name);
  return label.empty() ? std::string(no_directory) : label;
}

std::map<std::string, std::string> labels_of(const std::set<std::string>& parts) {
  const auto label = label_of_directories(parts);
  std::map<std::string, std::string> labels{{std::string(chart_directories_label), label}};
  labels.merge(labels_of_inner(parts));
  for (const auto& mark : marks_beside(label, parts)) labels.emplace(key_of_file(mark), name_of_file(mark));
  return labels;
}

/// @param absent the value that removes a label
void add_outdated(std::map<std::string, std::string>& to, const release& last, const std::string& absent) {
  for (const auto& [key, name] : last.labels)
    if (key.starts_with(chart_file_prefix) || key.starts_with(chart_directory_prefix)) to.emplace(key, absent);
}

} // namespace

std::map<std::string, std::string> chart_labels(const std::optional<release>& last,
                                                const std::set<std::string>& parts) {
  auto labels = labels_of(parts);
  if (last) add_outdated(labels, *last, label_taken_away);
  return labels;
}

std::map<std::string, std::string> chart_labels_due(const release& last, const std::set<std::string>& parts) {
  auto due = labels_of(parts);
  add_outdated(due, last, "");
  std::erase_if(due, [&](const auto& x) { return last.label(x.first) == x.second; });
  return due;
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
    // The path begins with the name of the chart, which is skipped.
    if (const auto slash = line.find('/'); slash != line.npos) found.emplace(line.substr(slash + 1));
  }
  return found;
}

chart_losses losses_of_chart(const release& revision, const chart_before& before, const seen_chart& now) {
  chart_losses lost;
  const auto label = revision.label(chart_directories_label);
  if (!label) return lost;
  auto marks = read_label(*label);
  marks.merge(marks_of_labels(revision, now.files));
  marks.merge(directories_of_labels(revision, now.files));
  const auto present = parts_of_chart(now);
  for (const auto& mark : marks) {
    if (present.contains(mark)) continue;
    if (mark == mark_of_archives) {
      if (are_archives_lost(now.files)) lost.kinds.emplace_back(words_of_archives);
      continue;
    }
    const auto file = file_of_mark(mark);
    if (file.empty())
      lost.directories.push_back(mark);
    else if (is_chart_there(now.files, file))
      lost.files.push_back(file);
  }
  const auto is_known = [&](const std::string& path) {
    return base::contains(lost.directories, path.substr(0, path.find('/')));
  };
  for (const auto& path : before.templates)
    if (!is_known(path)) add_lost_template(lost, path, now);
  for (const auto& path : before.files)
    if (may_be_read(path) && !is_known(path)) add_lost_content(lost, path, now);
  for (auto& x : lost_file_kinds(before, now.files)) lost.kinds.push_back(std::move(x));
  return lost;
}

} // namespace core::releases
