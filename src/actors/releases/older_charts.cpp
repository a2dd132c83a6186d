#include "actors/releases/older_charts.hpp"

#include "actors/releases/modules_in_directories.hpp"
#include "core/releases/chart_version.hpp"
#include "core/releases/revision_contents.hpp"
#include "sys/files/read_if_there.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace actors::releases {

namespace {

/// Empty: the module has no Chart.yaml, or it cannot be read.
std::string version_in(const std::string& directory) {
  const auto text = sys::files::read_if_there(directory + "/Chart.yaml");
  if (!text || !*text) return {};
  return core::releases::contents_on_disk({}, **text, {}, {}).metadata.string_at("version").value_or("");
}

/// Compares the charts of these modules, one after the other.
void look_at_each(helm_parts& parts, std::vector<directory_of_module> modules,
                  std::function<void(const std::string&)> then) {
  while (!modules.empty()) {
    const auto last = parts.records.known().latest(modules.back().module);
    // Only own releases have been made from these directories.
    if (last && core::releases::is_own(*last, parts.platform)) break;
    modules.pop_back();
  }
  if (modules.empty()) return then({});
  const auto one = modules.back();
  modules.pop_back();
  parts.records.know_manifest(
    one.module, [&parts, one, modules = std::move(modules), then = std::move(then)](const base::result<void>&) mutable {
      // A record that cannot be read shows no version; its own module reports it.
      const auto* manifest = parts.records.known().latest_manifest(one.module);
      const auto now = version_in(one.path);
      if (manifest != nullptr && core::releases::is_lower_version(now, manifest->version))
        return then(
          fmt::format("the chart of '{}' has version {}, and its release has {}", one.module, now, manifest->version));
      look_at_each(parts, std::move(modules), std::move(then));
    });
}

} // namespace

void find_older_charts(helm_parts& parts, const std::string& release, std::function<void(const std::string&)> then) {
  auto modules = modules_in_directories(parts.platform.modules_dirs);
  if (std::any_of(modules.begin(), modules.end(), [&](const auto& x) { return x.module == release; })) return then({});
  // The first module is looked at first.
  std::reverse(modules.begin(), modules.end());
  look_at_each(parts, std::move(modules), std::move(then));
}

} // namespace actors::releases
