#include "kube/watch/stale_events.hpp"

#include "kube/objects/resource_version.hpp"

namespace kube::watch {

bool stale_events::on_event(const std::string& version) {
  if (auto* lag = std::get_if<behind>(&state_); lag != nullptr && objects::is_older(version, lag->answer)) {
    lag->event = version;
    return false;
  }
  // This event is not older than the answer, so the watch has caught up.
  state_ = level{version};
  return true;
}

bool stale_events::on_answer(const std::string& version) {
  const auto* lag = std::get_if<behind>(&state_);
  if (lag != nullptr && objects::is_older(version, lag->answer)) return false;
  const auto event = lag != nullptr ? lag->event : std::get<level>(state_).event;
  if (objects::is_older(version, event)) return false;
  if (version != event) state_ = behind{event, version};
  return true;
}

void stale_events::on_list(const std::string& version) {
  const auto* lag = std::get_if<behind>(&state_);
  if (lag != nullptr && !objects::is_older(version, lag->answer)) forget_answers();
}

void stale_events::forget_answers() {
  if (const auto* lag = std::get_if<behind>(&state_)) state_ = level{lag->event};
}

} // namespace kube::watch
