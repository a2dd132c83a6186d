#include "actors/messages/supervisor.hpp"
#include "actors/releases/guard_round.hpp"
#include "actors/releases/helm_parts.hpp"
#include "core/releases/content_keys.hpp"
#include "core/releases/removal_grounds.hpp"
#include "core/releases/unpacked_record.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace actors::releases {

void guard_round::name_keys(const core::releases::departing_keys_note& x) const {
  sys::log::log_warning("release_keys_removed", {{"module", wanted_.release},
                                                 {"revision", upgrade_.last->revision},
                                                 {"keys", x.keys},
                                                 {"differs", x.differs},
                                                 {"hint", x.hint}});
  parts_.self->tell(
    parts_.peers.supervisor,
    messages::note_removed_objects{{},
                                   wanted_.release + " (keys)",
                                   fmt::format("release '{}': its upgrade after revision {} takes away: {}. What "
                                               "differs: {}. Hint: {}",
                                               wanted_.release, upgrade_.last->revision, x.keys, x.differs, x.hint)});
}

/// The record is read again only if keys go, because the operator keeps no names of keys.
void guard_round::find_departing_keys() {
  const auto& namespace_name = parts_.records.namespace_name();
  const auto* released = parts_.records.known().manifest(*upgrade_.last);
  const auto now = core::releases::marks_of_keys(core::releases::content_keys(chart_.rendering(), namespace_name));
  if (released == nullptr || std::includes(now.begin(), now.end(), released->keys.begin(), released->keys.end())) {
    upgrade_.departing.emplace();
    return ask_again();
  }
  parts_.records.read(wanted_.release, upgrade_.last->revision,
                      [this, self = shared_from_this()](const base::result<std::string>& record) {
                        const auto manifest = record.and_then(core::releases::read_manifest);
                        if (!manifest) return then_(failed(manifest.error()));
                        core::releases::departing_keys x;
                        x.keys =
                          core::releases::keys_without(*manifest, chart_.rendering(), parts_.records.namespace_name());
                        const auto upgrade = removing({}, record);
                        x.is_written = core::releases::is_removal_written(upgrade);
                        x.differs = core::releases::removal_grounds(upgrade);
                        upgrade_.departing = std::move(x);
                        ask_again();
                      });
}

} // namespace actors::releases
