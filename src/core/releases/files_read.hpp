#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The files of a chart that its templates read through `.Files`.
struct files_read {
  std::set<std::string> names{};    ///< `.Files.Get "a.conf"`
  std::set<std::string> patterns{}; ///< `.Files.Glob "files/*.conf"`; `**`: all files
  bool any_computed = false;        ///< `.Files.Get $name`: a name that only a rendering knows

  files_read& operator|=(const files_read& x);
  friend bool operator==(const files_read&, const files_read&) = default;
};

/// The files that a template reads: the methods `Get`, `GetBytes`, `Lines` and `Glob` of `.Files` with a
/// literal. A use of `.Files` as a whole reads all files.
[[nodiscard]] files_read files_read_in(std::string_view text);

/// True if a template reads the file, as far as it is known. A computed name may be any file in a directory.
[[nodiscard]] bool may_read(const files_read& x, const std::string& path);

/// True if a template misses the file when it is not there: a template still names it; or a pattern that had
/// found it finds no file any more; or a computed name may name it. A pattern that finds other files shows
/// fewer files, as a new version of a module may have.
/// @param files of the chart now
[[nodiscard]] bool may_miss(const files_read& x, const std::string& path, const std::vector<std::string>& files);

} // namespace core::releases
