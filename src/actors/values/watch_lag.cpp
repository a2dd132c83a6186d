#include "actors/values/watch_lag.hpp"

#include "actors/values/config_map.hpp"

namespace actors {

bool watch_lag::take_event(const std::string& version) {
  if (auto* lag = std::get_if<behind>(&state_); lag != nullptr && is_older(version, lag->answer)) {
    lag->event = version;
    return false;
  }
  state_ = level{version};
  return true;
}

bool watch_lag::take_answer(const std::string& version) {
  const auto* lag = std::get_if<behind>(&state_);
  if (lag != nullptr && is_older(version, lag->answer)) return false;
  const auto event = lag != nullptr ? lag->event : std::get<level>(state_).event;
  if (is_older(version, event)) return false;
  if (version != event) state_ = behind{event, version};
  return true;
}

void watch_lag::forget_answers() {
  if (const auto* lag = std::get_if<behind>(&state_)) state_ = level{lag->event};
}

} // namespace actors
