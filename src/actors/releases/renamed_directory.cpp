#include "actors/releases/renamed_directory.hpp"

#include "actors/releases/chart_files.hpp"
#include "actors/releases/modules_in_directories.hpp"
#include "core/modules/module_directory.hpp"
#include "core/releases/renamed_chart.hpp"
#include "sys/files/file_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace actors::releases {

namespace {

core::releases::revision_contents contents_of(const chart_on_disk& chart) {
  std::map<std::string, std::string> files;
  for (std::size_t i = 0; i < chart.files.size(); ++i) files.emplace(chart.files[i], chart.digests[i]);
  return core::releases::contents_on_disk(std::move(files), {}, {}, {});
}

bool has_chart(const std::string& path, const std::string& module, const core::releases::revision_contents& before) {
  const auto chart = read_chart_files(path, module);
  return chart && core::releases::is_same_chart(before, contents_of(*chart));
}

/// Bounds of the search for a chart in directories that no module can have.
constexpr unsigned nameless_levels = 2;
constexpr std::size_t nameless_max = 100;

bool is_module(const std::string& path) {
  const auto entries = sys::files::list_directory(path);
  return entries && std::any_of(entries->begin(), entries->end(), [](const auto& x) {
           return x.path == "Chart.yaml" || x.path == "templates" || x.path == "hooks" || x.path == "values.yaml";
         });
}

/// The directories below `root` that no module can have: with a name of no module, such as a copy of a
/// deployment tool, or one level too deep.
void add_nameless(const std::string& root, std::vector<std::string>& found, unsigned levels) {
  const auto entries = sys::files::list_directory(root);
  if (!entries || levels == 0) return;
  for (const auto& entry : *entries) {
    if (!entry.is_directory || found.size() == nameless_max) continue;
    const auto path = root + "/" + entry.path;
    // The directory of a module is not entered, because its charts are its own.
    if (levels == nameless_levels && core::modules::parse_module_directory(entry.path) && is_module(path)) continue;
    found.push_back(path);
    add_nameless(path, found, levels - 1);
  }
}

} // namespace

std::string renamed_directory(const std::vector<std::string>& modules_dirs, const std::string& module,
                              const core::releases::revision_contents& before,
                              const cluster::records::known_releases& known) {
  const auto directories = modules_in_directories(modules_dirs);
  for (const auto& x : directories)
    if (x.module == module) return {};
  for (const auto& x : directories) {
    if (known.latest(x.module)) continue;
    if (has_chart(x.path, x.module, before)) return x.path;
  }
  std::vector<std::string> nameless;
  for (const auto& root : modules_dirs) add_nameless(root, nameless, nameless_levels);
  for (const auto& path : nameless)
    if (has_chart(path, module, before)) return path;
  return {};
}

} // namespace actors::releases
