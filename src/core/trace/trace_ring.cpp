#include "core/trace/trace_ring.hpp"

#include "core/trace/packed_event.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace core {

namespace {

/// A block goes as a whole, so a ring has several of them.
constexpr std::size_t blocks_min = 16;
constexpr std::size_t block_bytes_max = 64 << 10;

} // namespace

trace_ring::trace_ring(std::size_t bytes_max) noexcept
  : bytes_max_(bytes_max), block_bytes_(std::min(bytes_max / blocks_min, block_bytes_max)) {}

void trace_ring::add(const trace_event& x) {
  ++added_;
  packed_.clear();
  append_packed(packed_, x);
  auto& to = block_for(packed_.size());
  to.events += packed_;
  ++to.count;
  ++size_;
  while (bytes_ > bytes_max_) drop_oldest();
}

trace_ring::block& trace_ring::block_for(std::size_t bytes) {
  if (blocks_.empty() || blocks_.back().events.capacity() - blocks_.back().events.size() < bytes) {
    auto& made = blocks_.emplace_back();
    made.events.reserve(std::max(bytes, block_bytes_));
    bytes_ += made.events.capacity();
  }
  return blocks_.back();
}

void trace_ring::drop_oldest() {
  bytes_ -= blocks_.front().events.capacity();
  size_ -= blocks_.front().count;
  blocks_.pop_front();
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
