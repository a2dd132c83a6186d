#include "core/config/config_map_absence.hpp"

#include <algorithm>
#include <utility>

namespace core::config {

config_map_absence::event config_map_absence::on_read(const configuration& now,
                                                      const std::shared_ptr<const configuration>& before) {
  const auto is_written = [](const configuration& x) { return x.state == values::config_map_state::written; };
  if (!absent_) {
    if (!before || !is_written(*before)) return event::none;
    // Users remove single keys. A replacement in two steps removes all of several keys at once.
    const bool is_emptied = is_written(now) && now.keys.empty() && before->keys.size() > 1;
    if (is_written(now) && !is_emptied) return event::none;
    absent_ = absent{before, now, is_emptied};
    ++number_;
    return is_emptied ? event::fills : event::begins;
  }
  absent_->now = now;
  if (!is_written(now)) {
    if (!std::exchange(absent_->is_filling, false)) return event::none;
    ++number_;
    return event::begins;
  }
  const auto& last = absent_->last->keys;
  const bool is_whole = std::includes(now.keys.begin(), now.keys.end(), last.begin(), last.end());
  if (is_whole) {
    absent_.reset();
    return event::ends;
  }
  if (std::exchange(absent_->is_filling, true)) return event::none;
  ++number_;
  return event::fills;
}

configuration config_map_absence::used(configuration now) const {
  if (!absent_) return now;
  // While the ConfigMap is being filled, it counts as absent.
  if (absent_->is_filling) now.state = values::config_map_state::absent;
  return kept_while_absent(*absent_->last, now);
}

std::optional<configuration> config_map_absence::give_up(std::uint64_t number) {
  if (number != number_ || !absent_) return std::nullopt;
  return std::exchange(absent_, std::nullopt)->now;
}

} // namespace core::config
