#include "actors/releases/taken_objects_report.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/lost_record_report.hpp"
#include "sys/log/log.hpp"

namespace actors::releases {

void report_taken_objects(framework::actor_base<messages::helm_actor>* self,
                          const messages::supervisor_actor& supervisor, const std::string& release,
                          const std::string& subject, const core::releases::taken_objects& objects) {
  const auto log_taken = [&](const std::vector<std::string>& taken, const std::string& hint) {
    for (const auto& object : taken)
      sys::log::log_warning("object_taken_over", {{"subject", subject}, {"object", object}, {"hint", hint}});
  };
  log_taken(objects.taken, core::releases::hint_of_taken());
  log_taken(objects.moved, core::releases::hint_of_moved());
  for (const auto& object : objects.kept)
    sys::log::log_warning("object_kept",
                          {{"subject", subject}, {"object", object}, {"hint", core::releases::hint_of_kept()}});
  for (const auto& object : objects.exposed)
    sys::log::log_warning("object_not_kept",
                          {{"subject", subject}, {"object", object}, {"hint", core::releases::hint_of_exposed()}});
  for (const auto& object : objects.spared)
    sys::log::log_warning("object_spared",
                          {{"subject", subject}, {"object", object}, {"hint", core::releases::hint_of_spared()}});
  for (const auto& object : objects.remade)
    sys::log::log_warning("object_made_again",
                          {{"subject", subject}, {"object", object}, {"hint", core::releases::hint_of_remade()}});
  if (objects.is_unrecorded) report_lost_record(self, supervisor, release, {});
  // A subject of its own, so that the line does not replace the line about the removal of the release.
  if (auto line = core::releases::describe(release, objects); !line.empty())
    self->tell(supervisor, messages::note_removed_objects{{}, release + " (taken over)", std::move(line)});
}

} // namespace actors::releases
