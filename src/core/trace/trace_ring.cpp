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

std::size_t trace_ring::block_bytes(std::size_t bytes_max) noexcept {
  return std::min(bytes_max / blocks_min, block_bytes_max);
}

std::string trace_ring::add(trace_block x) {
  added_ += x.count;
  size_ += x.count;
  if (!blocks_.empty() && blocks_.back().has_room_for({x.events})) {
    blocks_.back().events += x.events;
    blocks_.back().count += x.count;
    x.events.clear();
    return std::move(x.events);
  }
  bytes_ += x.events.capacity();
  blocks_.push_back(std::move(x));
  std::string spare;
  while (bytes_ > bytes_max_) spare = drop_oldest();
  return spare;
}

std::string trace_ring::drop_oldest() {
  auto oldest = std::move(blocks_.front());
  blocks_.pop_front();
  bytes_ -= oldest.events.capacity();
  size_ -= oldest.count;
  oldest.events.clear();
  return std::move(oldest.events);
}

void trace_ring::read(std::uint64_t before, const std::function<void(trace_event)>& take) const {
  auto number = added_ - size_;
  for (const auto& x : blocks_) {
    std::string_view left = x.events;
    if (number + x.count <= before) left = {};
    for (auto at = number; !left.empty(); ++at) {
      auto event = take_packed(left);
      if (at >= before) take(std::move(event));
    }
    number += x.count;
  }
}

} // namespace core
