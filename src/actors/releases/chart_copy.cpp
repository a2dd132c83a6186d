#include "actors/releases/chart_copy.hpp"

#include "sys/files/append_file.hpp"
#include "sys/files/files.hpp"
#include "text/plain/checksum.hpp"

#include <cstddef>
#include <string_view>

namespace actors::releases {

namespace {

/// Copies a file, and creates the directories above the copy.
/// @returns the digest of the content
base::result<std::string> copy_file(const std::string& from, const std::string& to) {
  if (auto made = sys::files::make_directories(to.substr(0, to.rfind('/'))); !made) return tl::unexpected(made.error());
  auto copy = sys::files::append_file::open(to);
  if (!copy) return tl::unexpected(copy.error());
  text::md5_sum sum;
  base::result<void> written;
  const auto read = sys::files::read_file_in_pieces(from, [&](std::string_view piece) {
    sum.add(piece);
    if (written) written = copy->append(piece);
  });
  if (!read) return tl::unexpected(read.error());
  if (!written) return tl::unexpected(written.error());
  return sum.hex();
}

tl::unexpected<base::error> changed(const std::string& path) {
  return base::fail(
    base::error_code::unavailable,
    "chart: " + path
      + " has changed since the run began, so Helm does not get it: the run is tried again; if this goes "
        "on, look for a program that writes there");
}

} // namespace

base::result<void> copy_chart(const std::string& directory, const chart_on_disk& chart, const std::string& module,
                              const std::string& target) {
  if (auto made = sys::files::make_directories(target); !made) return made;
  if (chart.chart.kind == core::releases::chart_kind::templates_only) {
    auto made = sys::files::write_file_private(target + "/Chart.yaml", core::releases::synthetic_chart_file(module));
    if (!made) return made;
  }
  for (std::size_t i = 0; i < chart.files.size(); ++i) {
    const auto& path = chart.files[i];
    const auto digest = copy_file(directory + "/" + path, target + "/" + path);
    if (!digest && digest.error().code == base::error_code::not_found) return changed(directory + "/" + path);
    if (!digest) return base::fail("chart", digest.error());
    if (*digest != chart.digests[i]) return changed(directory + "/" + path);
  }
  // A tool such as git-sync may have moved the tree between the list of its files and their reads. Then files
  // of a commit have the contents of the next commit, and files that only the next commit has are missing.
  const auto files = list_chart_files(directory);
  if (!files && files.error().code != base::error_code::not_found) return tl::unexpected(files.error());
  if (!files || *files != chart.files) return changed(directory);
  return {};
}

} // namespace actors::releases
