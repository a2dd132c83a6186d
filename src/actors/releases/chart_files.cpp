#include "actors/releases/chart_files.hpp"

#include "base/contains.hpp"
#include "core/releases/chart_archive.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/helm_ignore.hpp"
#include "core/releases/looked_up_objects.hpp"
#include "core/releases/varying_facts.hpp"
#include "core/releases/volatile_functions.hpp"
#include "sys/files/files.hpp"
#include "sys/files/followed_tree.hpp"
#include "sys/files/read_if_there.hpp"
#include "text/plain/checksum.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace actors::releases {

namespace {

/// The maximal depth of packed charts inside packed charts, all of which Helm unpacks.
constexpr unsigned archive_depth_max = 8;
/// The maximal size of a file that is searched for functions. For a larger file only the digest is computed.
constexpr std::uint64_t searched_bytes_max = 8 << 20;

/// The files of a module's directory that Helm reads.
class helm_sight {
public:
  /// Fails if `.helmignore` cannot be read, because without its rules the chart would be different.
  static base::result<helm_sight> of(const std::string& directory) {
    const auto chart = sys::files::is_there(directory + "/Chart.yaml");
    if (!chart) return tl::unexpected(chart.error());
    const auto ignored = sys::files::read_if_there(directory + "/.helmignore");
    if (!ignored) return tl::unexpected(ignored.error());
    return helm_sight(*chart, ignored->value_or(""));
  }

  [[nodiscard]] bool has_chart() const noexcept { return has_chart_; }

  /// Helm follows links before it applies `.helmignore`, so a link without a target is an error even if it is
  /// ignored. Files that do not belong to a generated chart are not read.
  /// @param hidden gets the ignored entries; outlives the walk
  [[nodiscard]] sys::files::followed_walk walk(std::set<std::string>& hidden) const {
    return {
      .passes_by =
        [this](std::string_view path) {
          return has_chart_ ? path == "hooks/venv" : !core::releases::synthetic_chart_takes(path);
        },
      .leaves_out =
        [this, &hidden](const sys::files::tree_entry& entry) {
          using what = core::releases::helm_ignore::entry;
          const bool leaves_out = ignored_.ignores(entry.path, entry.is_directory ? what::directory : what::file);
          if (leaves_out) hidden.insert(entry.path);
          return leaves_out;
        },
    };
  }

private:
  helm_sight(bool has_chart, std::string_view ignored) : has_chart_(has_chart), ignored_(ignored) {}

  bool has_chart_;
  core::releases::helm_ignore ignored_;
};

/// True if the module has templates. Errors: the directory cannot be read, or it is gone.
base::result<bool> has_templates(const std::string& directory) {
  const auto there = sys::files::is_directory_there(directory);
  if (!there) return there;
  if (!*there)
    return base::fail(base::error_code::not_found,
                      directory + " has gone: bring it back, or restart the operator if the module is to go");
  return sys::files::is_directory_there(directory + "/templates");
}

bool has_entry(const std::vector<sys::files::tree_entry>& tree, std::string_view path) {
  return std::any_of(tree.begin(), tree.end(), [path](const auto& entry) { return entry.path == path; });
}

/// True if a file uses, or may use, `.Capabilities`: `tpl` may run a text from outside of the files, and
/// escapes in Chart.yaml may hide the word.
bool asks_capabilities(std::string_view path, std::string_view content, const std::vector<std::string>& functions) {
  const auto has = [content](std::string_view word) { return content.find(word) != content.npos; };
  if (path.ends_with("Chart.yaml")) return has("kubeVersion") || has("\\");
  return has("Capabilities") || base::contains(functions, "tpl");
}

/// Adds the functions and facts that a packed chart's templates use.
void look_into_archive(core::releases::chart_file& file, bool& asks, std::string_view packed, unsigned depth = 0) {
  const auto files = core::releases::read_chart_archive(packed);
  if (!files || depth > archive_depth_max) {
    // The content is unknown, so the file counts as if it used everything. Helm will report the fault.
    asks = true;
    file.volatile_functions.push_back(std::string(core::releases::any_function) + ": it cannot be unpacked");
    file.asked = {.release = true, .api_versions = true};
    file.groups.any = true;
    return;
  }
  for (const auto& inner : *files) {
    if (inner.path.ends_with(".tgz")) {
      look_into_archive(file, asks, inner.content, depth + 1);
      continue;
    }
    auto functions = core::releases::volatile_functions(inner.content);
    asks = asks || asks_capabilities(inner.path, inner.content, functions);
    file.asked |= core::releases::asked_facts(inner.content);
    file.groups |= core::releases::groups_asked_in(inner.content);
    file.looked_up.merge(core::releases::looked_up_objects(inner.content));
    for (auto& name : functions)
      if (!base::contains(file.volatile_functions, name)) file.volatile_functions.push_back(std::move(name));
  }
}

/// Computes only the digest of a large file. A template or packed chart of this size is not searched, so it
/// counts as if it used everything.
base::result<core::releases::chart_file> read_large_file(const std::string& directory, const std::string& path,
                                                         bool& asks) {
  text::md5_sum sum;
  const auto read =
    sys::files::read_file_in_pieces(directory + "/" + path, [&](std::string_view piece) { sum.add(piece); });
  if (!read) return tl::unexpected(read.error());
  core::releases::chart_file file{path, sum.hex(), {}};
  if (path.starts_with("templates/") || path.starts_with("charts/")) {
    asks = true;
    file.volatile_functions.push_back(std::string(core::releases::any_function) + ": it is too large to be searched");
    file.asked = {.release = true, .api_versions = true};
    file.groups.any = true;
  }
  return file;
}

base::result<core::releases::chart_file> read_file(const std::string& directory, const std::string& path, bool& asks) {
  const auto full = directory + "/" + path;
  if (sys::files::size_of_file(full).value_or(0) > searched_bytes_max) return read_large_file(directory, path, asks);
  const auto content = sys::files::read_file(full);
  if (!content) return tl::unexpected(content.error());
  auto file = core::releases::read_chart_file(path, *content);
  asks = asks || asks_capabilities(path, *content, file.volatile_functions);
  if (path.ends_with(".tgz") && path.starts_with("charts/")) look_into_archive(file, asks, *content);
  return file;
}

} // namespace

base::result<chart_on_disk> read_chart_files(const std::string& directory, const std::string& module) {
  chart_on_disk x;
  const auto helm = helm_sight::of(directory);
  if (!helm) return base::fail("chart", helm.error());
  if (!helm->has_chart()) {
    const auto has_any = has_templates(directory);
    if (!has_any) return base::fail("chart", has_any.error());
    if (!*has_any) return x;
  }
  const auto tree = sys::files::list_followed_tree(directory, helm->walk(x.hidden));
  if (!tree) return base::fail("chart", tree.error());
  // An error, because without its Chart.yaml the chart would look like a module that has only templates.
  if (helm->has_chart() && !has_entry(*tree, "Chart.yaml"))
    return base::fail(base::error_code::invalid_input,
                      "chart: " + directory
                        + "/.helmignore leaves out Chart.yaml, as Helm reads it: correct its rules");
  std::vector<core::releases::chart_file> files;
  for (const auto& entry : *tree) {
    if (entry.is_directory) {
      x.empty_directories.insert(entry.path);
      continue;
    }
    auto file = read_file(directory, entry.path, x.asks_capabilities);
    if (!file) return base::fail("chart", file.error());
    if (file->is_blank) x.blank.insert(entry.path);
    if (file->damage != core::releases::file_damage::none) x.damaged.emplace(entry.path, file->damage);
    x.digests.push_back(file->digest);
    files.push_back(std::move(*file));
    x.files.push_back(entry.path);
    if (core::releases::is_placeholder(entry.path)) continue;
    for (auto at = entry.path.rfind('/'); at != entry.path.npos && at > 0; at = entry.path.rfind('/', at - 1))
      x.empty_directories.erase(entry.path.substr(0, at));
  }
  x.chart = core::releases::read_chart(std::move(files), module);
  return x;
}

base::result<std::vector<std::string>> list_chart_files(const std::string& directory) {
  const auto helm = helm_sight::of(directory);
  if (!helm) return base::fail("chart", helm.error());
  std::set<std::string> hidden;
  const auto tree = sys::files::list_followed_tree(directory, helm->walk(hidden));
  if (!tree) return base::fail("chart", tree.error());
  std::vector<std::string> files;
  for (const auto& entry : *tree)
    if (!entry.is_directory) files.push_back(entry.path);
  return files;
}

} // namespace actors::releases
