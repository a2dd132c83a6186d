#include "core/releases/changed_chart.hpp"

#include "base/contains.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace core::releases {

namespace {

/// Alias -> chart. A dependency without an alias has its name.
std::map<std::string, std::string> dependencies_of(const revision_contents& x) {
  std::map<std::string, std::string> found;
  const auto* all = x.metadata.find("dependencies");
  if (all == nullptr || !all->is_array()) return found;
  for (const auto& one : all->as_array()) {
    const auto name = one.string_at("name").value_or("");
    const auto alias = one.string_at("alias").value_or("");
    if (!name.empty()) found.emplace(alias.empty() ? name : alias, name);
  }
  return found;
}

bool is_unpacked(const std::vector<std::string>& files, const std::string& directory) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    return path.size() > directory.size() && path.starts_with(directory) && path[directory.size()] == '/';
  });
}

/// The part of the chart that was lost together with this template: the outermost missing chart in the chart,
/// or else the template alone. Empty: the template is there, or it is not known, because its chart is packed.
std::string gone_part(const std::string& path, const std::vector<std::string>& files,
                      const std::map<std::string, std::string>& aliases) {
  constexpr std::string_view charts = "charts/";
  std::string directory;
  std::string_view rest = path;
  while (rest.starts_with(charts)) {
    rest.remove_prefix(charts.size());
    const auto end = rest.find('/');
    if (end == rest.npos) return {};
    auto name = std::string(rest.substr(0, end));
    // Dependencies of charts in the chart are not in the record, so their aliases are not known.
    if (const auto alias = aliases.find(name); directory.empty() && alias != aliases.end()) name = alias->second;
    rest.remove_prefix(end + 1);
    directory += (directory.empty() ? "" : "/") + std::string(charts) + name;
    if (!has_chart(files, directory)) return directory;
    if (!is_unpacked(files, directory)) return {};
  }
  const auto found = directory + "/" + std::string(rest);
  return base::contains(files, found) ? std::string() : found;
}

bool may_be_rendered(std::string_view path) {
  return !path.starts_with("hooks/") && path != "enabled";
}

} // namespace

bool has_chart(const std::vector<std::string>& files, const std::string& directory) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    if (!path.starts_with(directory) || path.size() == directory.size()) return false;
    const char next = path[directory.size()];
    const bool is_archive = path.ends_with(".tgz") && path.find('/', directory.size()) == path.npos;
    return next == '/' || (is_archive && (next == '-' || next == '.'));
  });
}

changed_chart compare_charts(const revision_contents& before, const revision_contents& now,
                             const std::set<std::string>& templates, const std::vector<std::string>& files) {
  changed_chart x;
  const auto add = [&x](few_names& to, const std::string& path) {
    to.add(path);
    x.is_rendered_otherwise = x.is_rendered_otherwise || may_be_rendered(path);
  };
  for (const auto& [path, digest] : before.files) {
    const auto found = now.files.find(path);
    if (found == now.files.end())
      add(x.gone, path);
    else if (found->second != digest)
      add(x.changed, path);
  }
  for (const auto& [path, digest] : now.files)
    if (!before.files.contains(path)) add(x.added, path);
  const auto aliases = dependencies_of(before);
  const auto named = dependencies_of(now);
  for (const auto& [alias, chart] : aliases)
    if (!named.contains(alias)) x.dependencies.add(alias);
  std::set<std::string> gone;
  for (const auto& path : templates)
    if (path.starts_with("charts/")) gone.insert(gone_part(path, files, aliases));
  gone.erase("");
  for (const auto& path : gone) add(x.gone, path);
  x.name_before = before.metadata.string_at("name").value_or("");
  x.name_now = now.metadata.string_at("name").value_or("");
  x.version_before = before.metadata.string_at("version").value_or("");
  x.version_now = now.metadata.string_at("version").value_or("");
  return x;
}

} // namespace core::releases
