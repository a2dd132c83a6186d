#include "core/config/config_map_absence.hpp"

#include <utility>

namespace core::config {

config_map_absence::event config_map_absence::on_read(const configuration& now,
                                                      const std::shared_ptr<const configuration>& before) {
  const auto is_written = [](const configuration& x) { return x.state == values::config_map_state::written; };
  if (is_written(now)) return std::exchange(absent_, std::nullopt) ? event::ends : event::none;
  if (absent_) {
    absent_->now = now;
    return event::none;
  }
  if (!before || !is_written(*before)) return event::none;
  absent_ = absent{before, now};
  ++number_;
  return event::begins;
}

configuration config_map_absence::used(configuration now) const {
  return absent_ ? kept_while_absent(*absent_->last, now) : std::move(now);
}

std::optional<configuration> config_map_absence::give_up(std::uint64_t number) {
  if (number != number_ || !absent_) return std::nullopt;
  return std::exchange(absent_, std::nullopt)->now;
}

} // namespace core::config
