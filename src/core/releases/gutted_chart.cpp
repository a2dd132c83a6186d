#include "core/releases/gutted_chart.hpp"

#include "core/releases/removed_objects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::releases {

objection objection_to(const gutted_chart& x) {
  std::vector<std::string> losses;
  std::vector<std::string> wishes;
  const auto& lost = x.lost;
  if (!lost.directories.empty()) {
    losses.push_back(
      fmt::format("directories of the chart have gone from {}: {}", x.directory, fmt::join(lost.directories, ", ")));
    wishes.push_back(fmt::format("put a file into each directory that is missing, be it empty (`{}/{}/_keep`)",
                                 x.directory, lost.directories.front()));
  }
  if (!lost.blank.empty()) {
    losses.push_back(
      fmt::format("files of the chart in {} have no text any more: {}", x.directory, fmt::join(lost.blank, ", ")));
    wishes.push_back("delete the files without text");
  }
  if (!lost.charts.empty()) {
    losses.push_back(fmt::format("charts in {} are empty: {}", x.directory, fmt::join(lost.charts, ", ")));
    wishes.push_back("delete the directories of the empty charts");
  }
  if (!lost.files.empty())
    losses.push_back(
      fmt::format("files of the chart are missing or blank in {}: {}", x.directory, fmt::join(lost.files, ", ")));
  if (!lost.kinds.empty()) {
    losses.push_back(fmt::format("all files of a kind have gone from {}, while further files beside them are there: {}",
                                 x.directory, fmt::join(lost.kinds, ", ")));
    const auto& first = lost.kinds.front();
    wishes.push_back(fmt::format("put a file `_keep` where they were, be it empty (`{}/{}_keep`)", x.directory,
                                 first.substr(0, first.rfind('/') + 1)));
  }
  if (!lost.files.empty())
    wishes.push_back(fmt::format("kubectl -n {} label {} {}-", x.namespace_name, x.record, chart_directories_label));
  return {fmt::format("helm would remove {} from the release, which stays as it is, revision {}: {}",
                      words_of_objects(x.objects), x.revision, fmt::join(losses, "; ")),
          fmt::format("Bring them back; or, if the objects are to go, {}. It counts with the next run of the module",
                      fmt::join(wishes, ", and "))};
}

} // namespace core::releases
