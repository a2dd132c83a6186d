#include "actors/releases/chart_files.hpp"

#include "sys/file_tree.hpp"
#include "sys/files.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace actors {

namespace {

constexpr std::uint64_t content_bytes_max = 1 << 20;

bool is_chart(const std::string& directory) {
  return sys::path_exists(directory + "/Chart.yaml");
}

bool helm_reads(std::string_view path, bool has_chart) {
  return has_chart ? !path.starts_with("hooks/venv/") : core::synthetic_chart_takes(path);
}

/// Templates inside an archive cannot be searched, so they count as if they asked.
bool asks_capabilities(std::string_view path, std::string_view content) {
  if (path.ends_with(".tgz")) return true;
  if (path.ends_with("Chart.yaml")) return content.find("kubeVersion") != content.npos;
  return content.find("Capabilities") != content.npos;
}

} // namespace

core::result<chart_on_disk> read_chart_files(const std::string& directory) {
  chart_on_disk x;
  const bool has_chart = is_chart(directory);
  if (!has_chart && !sys::directory_exists(directory))
    return core::fail(core::error_code::not_found,
                      directory + " has gone: bring it back, or restart the operator if the module is to go");
  if (!has_chart && !sys::directory_exists(directory + "/templates")) return x;
  const auto tree = sys::list_tree(directory);
  if (!tree) return core::fail("chart", tree.error());
  std::vector<core::chart_file> files;
  for (const auto& entry : *tree) {
    if (entry.is_directory || !helm_reads(entry.path, has_chart)) continue;
    const auto content = sys::read_file(directory + "/" + entry.path, {content_bytes_max});
    if (!content && content.error().code != core::error_code::invalid_input)
      return core::fail("chart", content.error());
    // A file that is too big counts by the message, which names its size.
    const std::string_view text = content ? *content : content.error().message;
    x.asks_capabilities = x.asks_capabilities || asks_capabilities(entry.path, text);
    files.push_back(core::read_chart_file(entry.path, text));
    x.files.push_back(entry.path);
  }
  x.chart = core::read_chart(std::move(files));
  return x;
}

core::result<void> make_synthetic_chart(const std::string& directory, const chart_on_disk& chart,
                                        const std::string& module, const std::string& target) {
  const auto write = [&](const std::string& path, std::string_view content) -> core::result<void> {
    const auto full = target + "/" + path;
    if (auto made = sys::make_directories(full.substr(0, full.rfind('/'))); !made) return made;
    return sys::write_file_private(full, content);
  };
  if (auto removed = sys::remove_tree(target); !removed) return removed;
  if (auto made = write("Chart.yaml", core::synthetic_chart_file(module)); !made) return made;
  for (const auto& path : chart.files) {
    const auto content = sys::read_file(directory + "/" + path);
    if (!content) return core::fail("chart of module '" + module + "'", content.error());
    if (auto made = write(path, *content); !made) return made;
  }
  return {};
}

} // namespace actors
