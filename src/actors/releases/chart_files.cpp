#include "actors/releases/chart_files.hpp"

#include "core/base/contains.hpp"
#include "core/releases/chart_archive.hpp"
#include "core/releases/helm_ignore.hpp"
#include "core/releases/upgrade_facts.hpp"
#include "core/releases/volatile_functions.hpp"
#include "core/text/checksum.hpp"
#include "sys/files.hpp"
#include "sys/followed_tree.hpp"
#include "sys/read_if_there.hpp"
#include "sys/remove_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace actors {

namespace {

/// Charts in packed charts in packed charts …: Helm unpacks all of them.
constexpr unsigned archive_depth_max = 8;
/// Of a file that is read as a whole; for larger ones the digest alone counts.
constexpr std::uint64_t searched_bytes_max = 8 << 20;

/// What Helm sees of a module's directory.
class helm_sight {
public:
  /// Errors if it cannot be known: an ignore file that cannot be read is not one that is empty.
  static core::result<helm_sight> of(const std::string& directory) {
    const auto chart = sys::is_there(directory + "/Chart.yaml");
    if (!chart) return tl::unexpected(chart.error());
    const auto ignored = sys::read_if_there(directory + "/.helmignore");
    if (!ignored) return tl::unexpected(ignored.error());
    return helm_sight(*chart, ignored->value_or(""));
  }

  [[nodiscard]] bool has_chart() const noexcept { return has_chart_; }

  /// Helm looks at links before it asks its rules, so one of a chart that leads nowhere is an error for both. What is not
  /// copied into the chart of a module that has none is not looked at.
  [[nodiscard]] sys::followed_walk walk() const {
    return {
      .passes_by =
        [this](std::string_view path) {
          return has_chart_ ? path == "hooks/venv" : !core::synthetic_chart_takes(path);
        },
      .leaves_out =
        [this](const sys::tree_entry& entry) {
          using what = core::helm_ignore::entry;
          return ignored_.ignores(entry.path, entry.is_directory ? what::directory : what::file);
        },
    };
  }

private:
  helm_sight(bool has_chart, std::string_view ignored) : has_chart_(has_chart), ignored_(ignored) {}

  bool has_chart_;
  core::helm_ignore ignored_;
};

/// Whether there is a chart to read. Errors if that cannot be known.
core::result<bool> has_templates(const std::string& directory) {
  const auto there = sys::is_directory_there(directory);
  if (!there) return there;
  if (!*there)
    return core::fail(core::error_code::not_found,
                      directory + " has gone: bring it back, or restart the operator if the module is to go");
  return sys::is_directory_there(directory + "/templates");
}

bool has_entry(const std::vector<sys::tree_entry>& tree, std::string_view path) {
  return std::any_of(tree.begin(), tree.end(), [path](const auto& entry) { return entry.path == path; });
}

/// A text that is run by `tpl` may ask without a word of it in any file, and so may a Chart.yaml with escapes.
bool asks_capabilities(std::string_view path, std::string_view content, const std::vector<std::string>& functions) {
  const auto has = [content](std::string_view word) { return content.find(word) != content.npos; };
  if (path.ends_with("Chart.yaml")) return has("kubeVersion") || has("\\");
  return has("Capabilities") || core::contains(functions, "tpl");
}

/// Adds what the templates of a packed chart use to what is known of its file.
void look_into_archive(core::chart_file& file, bool& asks, std::string_view packed, unsigned depth = 0) {
  const auto files = core::read_chart_archive(packed);
  if (!files || depth > archive_depth_max) {
    // Helm says what is wrong with it; until then nothing is known about it.
    asks = true;
    file.volatile_functions.push_back(std::string(core::any_function) + ": it cannot be unpacked");
    file.asked = {.release = true, .api_versions = true};
    return;
  }
  for (const auto& inner : *files) {
    if (inner.path.ends_with(".tgz")) {
      look_into_archive(file, asks, inner.content, depth + 1);
      continue;
    }
    auto functions = core::volatile_functions(inner.content);
    asks = asks || asks_capabilities(inner.path, inner.content, functions);
    file.asked |= core::asked_facts(inner.content);
    for (auto& name : functions)
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
    file.volatile_functions.push_back(std::string(core::any_function) + ": it is too large to be searched");
    file.asked = {.release = true, .api_versions = true};
  }
  return file;
}

core::result<core::chart_file> read_file(const std::string& directory, const std::string& path, bool& asks) {
  const auto full = directory + "/" + path;
  if (sys::size_of_file(full).value_or(0) > searched_bytes_max) return read_large_file(directory, path, asks);
  const auto content = sys::read_file(full);
  if (!content) return tl::unexpected(content.error());
  auto file = core::read_chart_file(path, *content);
  asks = asks || asks_capabilities(path, *content, file.volatile_functions);
  if (path.ends_with(".tgz") && path.starts_with("charts/")) look_into_archive(file, asks, *content);
  return file;
}

} // namespace

core::result<chart_on_disk> read_chart_files(const std::string& directory) {
  chart_on_disk x;
  const auto helm = helm_sight::of(directory);
  if (!helm) return core::fail("chart", helm.error());
  if (!helm->has_chart()) {
    const auto has_any = has_templates(directory);
    if (!has_any) return core::fail("chart", has_any.error());
    if (!*has_any) return x;
  }
  const auto tree = sys::list_followed_tree(directory, helm->walk());
  if (!tree) return core::fail("chart", tree.error());
  // Else the rest would look like the templates of a module without Chart.yaml.
  if (helm->has_chart() && !has_entry(*tree, "Chart.yaml"))
    return core::fail(core::error_code::invalid_input,
                      "chart: " + directory
                        + "/.helmignore leaves out Chart.yaml, as Helm reads it: correct its rules");
  std::vector<core::chart_file> files;
  for (const auto& entry : *tree) {
    if (entry.is_directory) continue;
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
