#include "core/config/config_map_absence.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

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

std::string config_map_absence::words_of_missing() const {
  // A line of the log has room for some names; the ConfigMap in the repository of the user has all.
  constexpr std::size_t named_max = 20;
  if (!absent_) return {};
  std::vector<std::string> missing;
  std::vector<std::string> flags;
  for (const auto& key : absent_->last->keys)
    if (!absent_->now.keys.contains(key)) missing.push_back(key);
  for (const auto& [module, is_on] : absent_->last->written_flags)
    if (is_on && !absent_->now.written_flags.contains(module)) flags.push_back(values::enabled_key(module));
  if (missing.empty()) return {};
  const auto named = [](std::vector<std::string> names) {
    const auto more = names.size() > named_max ? names.size() - named_max : 0;
    names.resize(names.size() - more);
    return fmt::format("{}{}", fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
  };
  auto words = "the missing keys are " + named(missing);
  if (!flags.empty())
    words += "; the release of a module that no other source switches on goes with its flag: " + named(flags);
  return words;
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
