#include "actors/releases/renamed_directory.hpp"

#include "actors/releases/chart_files.hpp"
#include "actors/releases/modules_in_directories.hpp"
#include "core/releases/renamed_chart.hpp"

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

} // namespace

std::string renamed_directory(const std::vector<std::string>& modules_dirs, const std::string& module,
                              const core::releases::revision_contents& before,
                              const cluster::records::known_releases& known) {
  const auto directories = modules_in_directories(modules_dirs);
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
