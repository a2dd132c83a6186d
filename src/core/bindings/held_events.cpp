#include "core/bindings/held_events.hpp"

#include "core/bindings/outdated_contexts.hpp"

#include <algorithm>
#include <utility>

namespace core::bindings {

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
  std::vector<object_change> changes;
  changes.reserve(events_.size());
  for (const auto& x : events_) changes.push_back({x.object.namespace_name, x.object.name, x.event});
  const auto places = newest_changes(changes);
  std::vector<object_event> kept;
  kept.reserve(places.size());
  for (const auto place : places) {
    events_[place].event = changes[place].event;
    kept.push_back(std::move(events_[place]));
  }
  events_ = std::move(kept);
  // Twice the rest, so that each event is looked at a few times only, however many come.
  compact_at_ = std::max(kept_as_they_came, 2 * events_.size());
}

} // namespace core::bindings
