#include "actors/releases/lost_record_report.hpp"

#include "actors/messages/supervisor.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

namespace actors::releases {

void report_lost_record(framework::actor_base<messages::helm_actor>* self, const messages::supervisor_actor& supervisor,
                        const std::string& release, const std::string& revision) {
  const auto lost = revision.empty() ? "all its records have gone" : "the record of revision " + revision + " has gone";
  sys::log::log_warning("release_record_lost",
                        {{"module", release}, {"release", release}, {"revision", revision.empty() ? "all" : revision}});
  self->tell(supervisor,
             messages::note_removed_objects{
               {},
               release + " (record)",
               fmt::format("release '{}': {} (Secrets sh.helm.release.v1.{}.v…), and its objects are there. Values "
                           "of the module that have gone at the same time can be seen in these objects alone. Hint: "
                           "compare the section of the module with the objects, and find the client that deletes "
                           "Secrets of releases",
                           release, lost, release)});
}

} // namespace actors::releases
