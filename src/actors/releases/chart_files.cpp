#include "actors/releases/chart_files.hpp"

#include "core/base/contains.hpp"
#include "core/releases/chart_archive.hpp"
#include "core/releases/helm_ignore.hpp"
#include "core/releases/upgrade_facts.hpp"
#include "core/releases/volatile_functions.hpp"
#include "core/text/checksum.hpp"
#include "sys/file_tree.hpp"
#include "sys/files.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace actors {

namespace {

/// Charts in packed charts in packed charts …: Helm unpacks all of them.
constexpr unsigned archive_depth_max = 8;
/// Of a file that is read as a whole; for larger ones the digest alone counts.
constexpr std::uint64_t searched_bytes_max = 8 << 20;

bool is_chart(const std::string& directory) {
  return sys::path_exists(directory + "/Chart.yaml");
}

/// What Helm sees of a module's directory.
class helm_sight {
public:
  explicit helm_sight(const std::string& directory)
    : has_chart_(is_chart(directory)), ignored_(sys::read_file(directory + "/.helmignore").value_or("")) {}

  [[nodiscard]] bool has_chart() const noexcept { return has_chart_; }
  [[nodiscard]] bool reads(std::string_view path) const {
    if (has_chart_ ? path.starts_with("hooks/venv/") : !core::synthetic_chart_takes(path)) return false;
    return !ignored_.leaves_out(path);
  }

private:
  bool has_chart_;
  core::helm_ignore ignored_;
};

bool asks_capabilities(std::string_view path, std::string_view content) {
  return content.find(path.ends_with("Chart.yaml") ? "kubeVersion" : "Capabilities") != content.npos;
}

/// Adds what the templates of a packed chart use to what is known of its file.
void look_into_archive(core::chart_file& file, bool& asks, std::string_view packed, unsigned depth = 0) {
  const auto files = core::read_chart_archive(packed);
  if (!files || depth > archive_depth_max) {
    // Helm says what is wrong with it; until then nothing is known about it.
    asks = true;
    file.volatile_functions.emplace_back("(cannot be unpacked)");
    file.asked = {.release = true, .api_versions = true};
    return;
  }
  for (const auto& inner : *files) {
    if (inner.path.ends_with(".tgz")) {
      look_into_archive(file, asks, inner.content, depth + 1);
      continue;
    }
    asks = asks || asks_capabilities(inner.path, inner.content);
    file.asked |= core::asked_facts(inner.content);
    for (auto& name : core::volatile_functions(inner.content))
      if (!core::contains(file.volatile_functions, name)) file.volatile_functions.push_back(std::move(name));
  }
}

/// Only its digest. A template or a packed chart of that size is not searched, so it counts as if it used everything.
core::result<core::chart_file> read_large_file(const std::string& directory, const std::string& path, bool& asks) {
  core::md5_sum sum;
  const auto read = sys::read_file_in_pieces(directory + "/" + path, [&](std::string_view piece) { sum.add(piece); });
  if (!read) return tl::unexpected(read.error());
  core::chart_file file{path, sum.hex(), {}};
  if (path.starts_with("templates/") || path.starts_with("charts/")) {
    asks = true;
    file.volatile_functions.emplace_back("(too large to be searched)");
    file.asked = {.release = true, .api_versions = true};
  }
  return file;
}

core::result<core::chart_file> read_file(const std::string& directory, const std::string& path, bool& asks) {
  const auto full = directory + "/" + path;
  if (sys::size_of_file(full).value_or(0) > searched_bytes_max) return read_large_file(directory, path, asks);
  const auto content = sys::read_file(full);
  if (!content) return tl::unexpected(content.error());
  asks = asks || asks_capabilities(path, *content);
  auto file = core::read_chart_file(path, *content);
  if (path.ends_with(".tgz") && path.starts_with("charts/")) look_into_archive(file, asks, *content);
  return file;
}

} // namespace

core::result<chart_on_disk> read_chart_files(const std::string& directory) {
  chart_on_disk x;
  const helm_sight helm(directory);
  if (!helm.has_chart() && !sys::directory_exists(directory))
    return core::fail(core::error_code::not_found,
                      directory + " has gone: bring it back, or restart the operator if the module is to go");
  if (!helm.has_chart() && !sys::directory_exists(directory + "/templates")) return x;
  const auto tree = sys::list_tree(directory);
  if (!tree) return core::fail("chart", tree.error());
  std::vector<core::chart_file> files;
  for (const auto& entry : *tree) {
    if (entry.is_directory || !helm.reads(entry.path)) continue;
    auto file = read_file(directory, entry.path, x.asks_capabilities);
    if (!file) return core::fail("chart", file.error());
    files.push_back(std::move(*file));
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
