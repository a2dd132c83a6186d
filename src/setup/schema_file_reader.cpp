#include "setup/schema_file_reader.hpp"

#include "setup/absolute_path.hpp"
#include "sys/files/files.hpp"
#include "sys/files/read_if_there.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace setup {

namespace {

namespace fs = std::filesystem;
using base::error_code;

/// Limit of files for a section, which bounds a long chain of references.
constexpr std::size_t files_max = 100;
constexpr sys::files::read_limit file_limit{.bytes_max = std::uint64_t{8} << 20};

base::result<std::string> refuse(const std::string& reason) {
  return base::fail(error_code::invalid_input, reason);
}

bool is_below(const fs::path& file, const fs::path& directory) {
  return std::mismatch(directory.begin(), directory.end(), file.begin(), file.end()).first == directory.end();
}

/// Follows references from file to file until all files are read.
class reference_reader {
public:
  explicit reference_reader(std::vector<std::string> directories) : directories_(std::move(directories)) {}

  /// @param from the name of the file, or empty
  void read(const std::string& from, const std::string& directory, std::string_view text) {
    for (const auto& file : core::schema::referenced_files(text)) {
      auto found = find(directory, file);
      const auto name = found.value_or("");
      if (found && files.texts.contains(name))
        found = name;
      else if (found)
        found = read_one(name);
      files.ways.insert_or_assign({from, file}, std::move(found));
    }
  }

  core::schema::files files;

private:
  base::result<std::string> read_one(const std::string& name) {
    if (files.texts.size() == files_max) return refuse(fmt::format("more than {} files are referred to", files_max));
    auto text = sys::files::read_file(name, file_limit);
    if (!text) return tl::unexpected(text.error());
    const auto& kept = files.texts.emplace(name, std::move(*text)).first->second;
    read(name, fs::path(name).parent_path(), kept);
    return name;
  }

  /// Finds a file. Links are followed, and `allowed` judges the real path.
  [[nodiscard]] base::result<std::string> find(const std::string& directory, const std::string& file) const {
    constexpr std::string_view scheme = "file://";
    const auto path = file.starts_with(scheme) ? file.substr(scheme.size()) : file;
    if (path.find("://") != path.npos) return refuse("files of other machines are not read");
    std::vector<std::string> candidates{fs::path(directory) / path};
    if (!fs::path(path).is_absolute()) candidates.push_back(absolute_path(path));
    for (const auto& candidate : candidates) {
      std::error_code missing;
      const auto found = fs::canonical(candidate, missing);
      if (!missing) return allowed(found);
    }
    return refuse(fmt::format("there is no file {}", fmt::join(candidates, " or ")));
  }

  [[nodiscard]] base::result<std::string> allowed(const fs::path& file) const {
    for (const auto& directory : directories_) {
      std::error_code missing;
      const auto root = fs::canonical(directory, missing);
      if (!missing && is_below(file, root)) return file.string();
    }
    return refuse(fmt::format("{} is not below {}: give its directory by --schema-dirs", file.string(),
                              fmt::join(directories_, ", ")));
  }

  std::vector<std::string> directories_;
};

} // namespace

base::result<core::schema::texts> read_schemas(const std::string& directory, const std::vector<std::string>& others) {
  // A directory that cannot be listed has unknown schemas, which is an error.
  if (const auto folder = sys::files::is_directory_there(directory); !folder) return tl::unexpected(folder.error());
  auto config = sys::files::read_if_there(directory + "/config-values.yaml");
  if (!config) return tl::unexpected(config.error());
  auto values = sys::files::read_if_there(directory + "/values.yaml");
  if (!values) return tl::unexpected(values.error());
  std::vector<std::string> directories{directory};
  directories.insert(directories.end(), others.begin(), others.end());
  reference_reader reader(std::move(directories));
  for (const auto* text : {&*config, &*values})
    if (*text) reader.read("", directory, **text);
  return core::schema::texts{std::move(*config), std::move(*values), std::move(reader.files)};
}

} // namespace setup
