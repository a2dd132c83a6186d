#include "core/trace/trace_ring.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace core {

namespace {

/// A block goes as a whole, so a ring has several of them.
constexpr std::size_t blocks_min = 16;
/// The C library tidies up its free memory, which takes long, after each piece above 64 KiB that it gets back.
constexpr std::size_t block_bytes_max = 32 << 10;

} // namespace

trace_ring::trace_ring(std::size_t bytes_max) noexcept
  : bytes_max_(bytes_max), block_bytes_(std::min(bytes_max / blocks_min, block_bytes_max)) {}

void trace_ring::add(packed_event x) {
  ++added_;
  if (blocks_.empty() || !blocks_.back().has_room_for(x)) {
    auto memory = make_room(std::max(block_bytes_, x.bytes.size()));
    if (x.bytes.size() > bytes_max_) return;
    memory.reserve(std::max(block_bytes_, x.bytes.size()));
    bytes_ += memory.capacity();
    blocks_.push_back({std::move(memory), 0});
  }
  blocks_.back().add(x);
  ++size_;
}

std::string trace_ring::make_room(std::size_t bytes) {
  std::string spare;
  while (!blocks_.empty() && bytes_ + bytes > bytes_max_) {
    auto& oldest = blocks_.front();
    bytes_ -= oldest.events.capacity();
    size_ -= oldest.count;
    spare = std::move(oldest.events);
    blocks_.pop_front();
  }
  // The memory of a large event is too much for usual ones.
  if (spare.capacity() < bytes || spare.capacity() > bytes + block_bytes_) return {};
  spare.clear();
  return spare;
}

remembered_events trace_ring::copy(std::uint64_t after) const {
  remembered_events all{.before = added_, .events = {}};
  auto first = blocks_.end();
  while (first != blocks_.begin() && all.before > after) all.before -= (--first)->count;
  std::size_t bytes = 0;
  for (auto i = first; i != blocks_.end(); ++i) bytes += i->events.size();
  all.events.reserve(bytes);
  for (auto i = first; i != blocks_.end(); ++i) all.events += i->events;
  return all;
}

void take_remembered(const remembered_events& from, std::uint64_t after, const std::function<void(trace_event)>& take) {
  auto number = from.before;
  for (std::string_view left = from.events; !left.empty(); ++number) {
    auto event = take_packed(left);
    if (number >= after) take(std::move(event));
  }
}

} // namespace core
