#include "actors/releases/release_watcher.hpp"
#include "kube/api/response.hpp"

#include <chrono>

namespace actors::releases {

namespace {

/// The time between two looks at objects that no watch shows. An object that a user misses is back within a
/// minute, and the reads are few: normally there is no such object.
constexpr std::chrono::milliseconds look_interval{60000};

} // namespace

void release_watcher_state::look_now_and_then(const core::releases::manifest_object& object) {
  if (shows(object) || !expected_.expects(object)) return;
  unseen_.insert(object);
  await_look();
}

/// Plans a single look at all these objects, so that there is a timer only while there are such objects.
void release_watcher_state::await_look() {
  if (unseen_.empty() || is_look_planned_) return;
  is_look_planned_ = true;
  await_server(look_interval, [this](kube::watch::outage_verdict) {
    is_look_planned_ = false;
    look_at_unseen();
  });
}

void release_watcher_state::look_at_unseen() {
  std::erase_if(unseen_, [&](const auto& object) { return shows(object) || !expected_.expects(object); });
  for (const auto& object : unseen_)
    ask_for(object, [this, object](const base::result<kube::api::http_response>& response) {
      const auto found = kube::api::object_of(response);
      // Any other answer than these two is no proof, and the next look asks again.
      if (found || found.error().code != base::error_code::not_found || unseen_.erase(object) == 0) return;
      for (const auto& release : expected_.deleted(object)) report(object, release);
    });
  await_look();
}

} // namespace actors::releases
