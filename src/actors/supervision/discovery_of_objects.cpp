// The look at the objects of releases that would be removed: do objects of users go with them?
#include "actors/supervision/module_discovery.hpp"

#include <utility>

namespace actors::supervision {

void module_discovery::look_at_objects(const core::modules::discovered_modules& found) {
  for (const auto& removal : found.removals) {
    if (!looked_at_.insert(removal.release).second) continue;
    auto me = shared_from_this();
    const bool is_asked_for = facts_.switched_off.contains(removal.release);
    return self_->ask(
      peers_.helm, messages::read_found_modules{{}, removal.release, !is_asked_for},
      [me, name = removal.release](const messages::found_modules_read& x) {
        if (!x.modules) return me->fail("the release '" + name + "'", x.modules.error());
        for (auto& release : me->facts_.released)
          if (release.name == name) {
            release.bearing = x.bearing;
            release.renamed_to = x.renamed_to;
            release.claims = x.claims;
            release.older_charts = x.older_charts;
          }
        me->end_pass();
      },
      [me](const std::string& reason) {
        me->fail("releases", {base::error_code::unavailable, reason});
      });
  }
  ask_with_unseen(0, found);
}

} // namespace actors::supervision
