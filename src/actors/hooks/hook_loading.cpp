#include "actors/hooks/hook_loading.hpp"

#include "sys/log.hpp"

namespace actors {

std::optional<std::string> report_skipped_files(const hook_source& source) {
  std::string all;
  for (const auto& finding : source.found.findings) {
    sys::log_error("hook_skipped", {{"error", finding.message}});
    all += (all.empty() ? "" : "; ") + finding.message;
  }
  if (all.empty()) return std::nullopt;
  return all;
}

core::result<core::hook_definition> hook_from_config(const hook_source& source, const core::hook_file& file,
                                                     const std::string& printed, const core::time_zone_source& zones) {
  auto hook = core::parse_hook_config(printed, source.owner, zones);
  if (!hook) return core::fail("hook '" + file.name + "' --config", hook.error());
  hook->name = file.name;
  hook->path = source.directory + "/" + file.path;
  return hook;
}

} // namespace actors
