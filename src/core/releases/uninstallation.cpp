#include "core/releases/uninstallation.hpp"
#include "core/releases/unpacked_record.hpp"

#include <fmt/format.h>

namespace core::releases {

base::result<void> check_known_objects(const std::string& record) {
  if (record.empty()) return {};
  const auto manifest = read_manifest(record);
  if (manifest) return {};
  return base::fail(
    base::error_code::conflict,
    manifest.error().message
      + ": nothing was uninstalled, because the objects of the release are not known: remove those that "
        "are to go, then this record");
}

base::result<void> check_uninstalled(const release& before, const std::string& record, helm_history history) {
  const auto now = read_release(record);
  // A different uid is a new release, which a client has installed since.
  if (now && now->uid != before.uid) return {};
  const bool is_kept = history == helm_history::kept;
  if (now && is_kept && (now->status == release_status::uninstalled || now->status == release_status::superseded))
    return {};
  return base::fail(
    base::error_code::process_failed,
    fmt::format("helm says that release '{}' is uninstalled, but its revision {} is {}: look whether it "
                "may list the records of releases",
                before.name, before.revision, now ? name(now->status) : "not to be read"));
}

} // namespace core::releases
