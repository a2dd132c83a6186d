#include "core/releases/ending_objects.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/release_watcher.hpp"

#include <chrono>
#include <set>

namespace actors::releases {

void release_watcher_state::note_ending(const core::releases::manifest_object& object, std::string_view mark) {
  if (!endings_.note(object, mark, self_->shared().steady_time_us())) return;
  // A deletion that lasts becomes a problem only after a while. Bound: a single reminder for each deletion.
  if (!mark.empty())
    return self_->remind(std::chrono::microseconds(core::releases::ending_objects::grace_us),
                         messages::look_at_repairs{});
  for (const auto& release : expected_.releases_of(object)) show_endings(release);
}

void release_watcher_state::look_at_endings() {
  std::set<std::string> releases;
  for (const auto& object : endings_.all()) releases.merge(expected_.releases_of(object));
  for (const auto& release : releases) show_endings(release);
}

void release_watcher_state::show_endings(const std::string& release) {
  const auto problem = endings_.problem_of(expected_.objects(release), self_->shared().steady_time_us());
  const bool was_shown = problem ? !shown_endings_.insert(release).second : shown_endings_.erase(release) > 0;
  if (!problem && !was_shown) return;
  self_->tell(supervisor_, messages::module_state_changed{
                             {}, "objects of release '" + release + "' that are being deleted", problem});
}

} // namespace actors::releases
