#include "trace/ring.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace trace {

namespace {

/// The number of bytes of an event, which stands before the event.
using event_size = std::uint32_t;

} // namespace

void ring::add(packed_event x) {
  ++added_;
  const auto bytes = sizeof(event_size) + x.bytes.size();
  if (bytes > bytes_max_) return clear();
  // Not filled with zeros, so the system allocates a page only when events reach it.
  if (!memory_) memory_ = std::make_unique_for_overwrite<char[]>(bytes_max_);
  make_room(bytes);
  const auto size = static_cast<event_size>(x.bytes.size());
  std::memcpy(memory_.get() + end_, &size, sizeof size);
  std::copy(x.bytes.begin(), x.bytes.end(), memory_.get() + end_ + sizeof size);
  end_ += bytes;
  ++size_;
}

/// Makes room for a new event behind `end_`.
void ring::make_room(std::size_t bytes) {
  for (;;) {
    if (!turn_) {
      if (bytes_max_ - end_ >= bytes) return;
      // The event does not fit behind the newest event. An event is never split, so the ring goes on at the
      // beginning of its memory.
      turn_ = end_;
      end_ = 0;
    }
    if (begin_ - end_ >= bytes) return;
    drop_oldest();
  }
}

void ring::drop_oldest() {
  begin_ += bytes_at(begin_);
  --size_;
  if (begin_ != turn_) return;
  begin_ = 0;
  turn_.reset();
}

void ring::clear() {
  begin_ = end_ = 0;
  turn_.reset();
  size_ = 0;
}

std::size_t ring::bytes_at(std::size_t place) const {
  event_size size = 0;
  std::memcpy(&size, memory_.get() + place, sizeof size);
  return sizeof size + size;
}

remembered_events ring::copy(std::uint64_t after) const {
  remembered_events all{.before = added_ - size_, .events = {}};
  auto from = begin_;
  auto turn = turn_;
  for (; all.before < after && all.before < added_; ++all.before) {
    from += bytes_at(from);
    if (from != turn) continue;
    from = 0;
    turn.reset();
  }
  const auto first_end = turn.value_or(end_);
  if (!memory_) return all;
  all.events.append(memory_.get() + from, first_end - from);
  if (turn) all.events.append(memory_.get(), end_);
  return all;
}

void take_remembered(const remembered_events& from, const std::function<void(event)>& take) {
  for (std::string_view left = from.events; !left.empty();) {
    // Copied, because events have any length, and the size need not be aligned.
    event_size size = 0;
    std::memcpy(&size, left.data(), sizeof size);
    take(unpacked({left.substr(sizeof size, size)}));
    left.remove_prefix(sizeof size + size);
  }
}

} // namespace trace
