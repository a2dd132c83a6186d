#include "core/bindings/held_events.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace core {

namespace {

/// The events of one object that are left, by their places in the list.
struct left_of_object {
  std::optional<std::size_t> gone;    ///< Deleted, of an object that the hook knows
  std::optional<std::size_t> present; ///< Added or Modified, after that
};

} // namespace

void held_events::put(object_event x) {
  events_.push_back(std::move(x));
  if (may_compact_ && events_.size() > compact_at_) compact();
}

void held_events::drop_seen(const snapshot_position& seen) {
  std::erase_if(events_, [&](const object_event& x) { return seen.covers(x.source, x.revision); });
}

std::vector<object_event> held_events::take() {
  auto all = std::move(events_);
  clear();
  return all;
}

void held_events::clear() {
  *this = held_events{};
}

void held_events::compact() {
  std::map<std::pair<std::string_view, std::string_view>, left_of_object> objects;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    auto& x = events_[i];
    auto& left = objects[{x.object.namespace_name, x.object.name}];
    const bool is_new = left.present && events_[*left.present].event == watch_event::added;
    if (x.event == watch_event::deleted) {
      if (!is_new || left.gone) left.gone = i;
      left.present.reset();
    } else {
      // The hook sees it for the first time.
      if (is_new) x.event = watch_event::added;
      left.present = i;
    }
  }
  std::vector<std::size_t> places;
  for (const auto& [object, left] : objects) {
    if (left.gone) places.push_back(*left.gone);
    if (left.present) places.push_back(*left.present);
  }
  std::sort(places.begin(), places.end());
  std::vector<object_event> kept;
  for (const auto place : places) kept.push_back(std::move(events_[place]));
  events_ = std::move(kept);
  compact_at_ = std::max(kept_as_they_came, 2 * events_.size());
}

} // namespace core
