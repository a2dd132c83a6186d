#include "actors/values/config_map_absence.hpp"

#include <utility>

namespace actors::values {

config_map_absence::event
config_map_absence::on_read(const core::config::configuration& now,
                            const std::shared_ptr<const core::config::configuration>& before) {
  const auto is_written = [](const core::config::configuration& x) {
    return x.state == core::values::config_map_state::written;
  };
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

core::config::configuration config_map_absence::used(core::config::configuration now) const {
  return absent_ ? core::config::kept_while_absent(*absent_->last, now) : std::move(now);
}

std::optional<core::config::configuration> config_map_absence::give_up(std::uint64_t number) {
  if (number != number_ || !absent_) return std::nullopt;
  return std::exchange(absent_, std::nullopt)->now;
}

} // namespace actors::values
