#include "actors/releases/renamed_directory.hpp"

#include "actors/releases/chart_files.hpp"
#include "core/modules/module_directory.hpp"
#include "core/releases/renamed_chart.hpp"
#include "sys/files/file_tree.hpp"

#include <cstddef>
#include <map>
#include <utility>

namespace actors::releases {

namespace {

struct directory_of_module {
  std::string path;
  std::string module;
};

std::vector<directory_of_module> directories_in(const std::vector<std::string>& modules_dirs) {
  std::vector<directory_of_module> found;
  for (const auto& root : modules_dirs) {
    const auto entries = sys::files::list_directory(root);
    if (!entries) continue;
    for (const auto& entry : *entries)
      if (const auto named = core::modules::parse_module_directory(entry.path); named && entry.is_directory)
        found.push_back({root + "/" + entry.path, named->name});
  }
  return found;
}

core::releases::revision_contents contents_of(const chart_on_disk& chart) {
  std::map<std::string, std::string> files;
  for (std::size_t i = 0; i < chart.files.size(); ++i) files.emplace(chart.files[i], chart.digests[i]);
  return core::releases::contents_on_disk(std::move(files), {}, {}, {});
}

} // namespace

std::string renamed_directory(const std::vector<std::string>& modules_dirs, const std::string& module,
                              const core::releases::revision_contents& before,
                              const cluster::records::known_releases& known) {
  const auto directories = directories_in(modules_dirs);
  for (const auto& x : directories)
    if (x.module == module) return {};
  for (const auto& x : directories) {
    if (known.latest(x.module)) continue;
    const auto chart = read_chart_files(x.path, x.module);
    if (chart && core::releases::is_same_chart(before, contents_of(*chart))) return x.path;
  }
  return {};
}

} // namespace actors::releases
