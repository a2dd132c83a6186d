// Keys of a release that the cluster lacks, by a rendering.
#include "actors/messages/supervisor.hpp"
#include "actors/releases/release_application.hpp"
#include "sys/log/log.hpp"

namespace actors::releases {

void release_application::name_lacking_keys() {
  // With `--repair-drift off` nobody looks for changes of other clients, and a removed key is such a change.
  if (!parts_.looks_for_changes || !parts_.lacking_keys.note(wanted_.release, chart_.lacking())) return;
  for (const auto& keys : chart_.lacking())
    sys::log::log_warning("resources_absent", {{"step", 15}, {"module", wanted_.release}, {"object", keys}});
  const auto last = last_known();
  parts_.self->tell(
    parts_.peers.supervisor,
    messages::note_removed_objects{
      {}, wanted_.release + " (keys)", parts_.lacking_keys.words(wanted_.release, last ? last->revision : 0)});
}

} // namespace actors::releases
