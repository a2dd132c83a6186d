#include "actors/releases/lost_module_report.hpp"

#include "actors/messages/supervisor.hpp"
#include "core/releases/lost_modules.hpp"
#include "sys/log/log.hpp"

namespace actors::releases {

void lost_module_report::look_at(const std::string& release, const core::values::value_standing& now) {
  const auto* manifest = known_.latest_manifest(release);
  if (manifest == nullptr) return;
  for (const auto& [module, source] : core::releases::lost_modules(manifest->modules, now)) {
    // A module with a release is named with its release.
    if (known_.latest(module) || !named_.insert(module).second) continue;
    const auto why = core::releases::objection_to_lost(module, source, release);
    sys::log::log_warning("module_lost",
                          {{"module", module}, {"seen_by", release}, {"reason", why.reason}, {"hint", why.way_out}});
    self_->tell(supervisor_, messages::note_removed_objects{{}, "module " + module, describe(why)});
  }
}

} // namespace actors::releases
