#include "core/bindings/unsynchronized_events.hpp"

#include "core/bindings/outdated_contexts.hpp"

#include <utility>

namespace core::bindings {

void unsynchronized_events::put(object_event x) {
  bytes_ += bytes_of(x.object);
  events_.push_back(std::move(x));
  if (may_compact_ && bound_.is_exceeded({events_.size(), bytes_})) compact();
}

void unsynchronized_events::drop_seen(const snapshot_position& seen) {
  std::erase_if(events_, [&](const object_event& x) {
    if (!seen.covers(x.source, x.revision)) return false;
    bytes_ -= bytes_of(x.object);
    return true;
  });
}

std::vector<object_event> unsynchronized_events::take() {
  auto all = std::move(events_);
  clear();
  return all;
}

void unsynchronized_events::clear() {
  *this = unsynchronized_events{};
}

void unsynchronized_events::compact() {
  std::vector<object_change> changes;
  changes.reserve(events_.size());
  for (const auto& x : events_) changes.push_back({x.object.namespace_name(), x.object.name(), x.event});
  const auto places = newest_changes(changes);
  std::vector<object_event> kept;
  kept.reserve(places.size());
  bytes_ = 0;
  for (const auto place : places) {
    events_[place].event = changes[place].event;
    bytes_ += bytes_of(events_[place].object);
    kept.push_back(std::move(events_[place]));
  }
  events_ = std::move(kept);
  bound_.compacted_to({events_.size(), bytes_});
}

} // namespace core::bindings
