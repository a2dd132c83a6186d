#pragma once

#include "core/releases/chart_directories.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Mark of a revision whose chart had at least two packed charts: `charts/*.tgz`.
inline constexpr std::string_view mark_of_archives = "charts_tgz";
inline constexpr std::string_view words_of_archives = "charts/*.tgz";

/// True if the chart has so many packed charts that the loss of all of them is no edit.
[[nodiscard]] bool has_archives(const std::vector<std::string>& files);
/// True if such a chart has no packed chart any more, while `charts` has other files.
[[nodiscard]] bool are_archives_lost(const std::vector<std::string>& files);

/// The lost kinds of files, such as `dashboards/*.json`: a directory had at least two files of the kind, has
/// no such file now, and still has other files. An ignore rule of an image or a repository has this effect.
/// Files for readers (README, LICENSE) and files that have moved to another directory do not count. A file
/// `_keep` in the directory says that the loss is intended.
[[nodiscard]] std::vector<std::string> lost_file_kinds(const chart_before& before, const std::vector<std::string>& now);

} // namespace core::releases
