#include "trace/feed.hpp"

#include <algorithm>
#include <utility>

namespace trace {

namespace {

/// Below 64 KiB, because the C library tidies up its free memory, which takes long, for each larger block
/// that is freed.
constexpr std::size_t block_bytes = 32 << 10;

} // namespace

feed::wake feed::put(trace::packed_event x) {
  const std::lock_guard lock(mutex_);
  memory_.add(x);
  if (handing_on_ == handing_on::everything) let_wait(x);
  // Only the first event since the last `take` wakes the recorder: a wake-up for each event would cost as
  // much as recording it.
  return std::exchange(is_announced_, true) ? wake::never : usual_;
}

void feed::let_wait(trace::packed_event x) {
  if (x.bytes.size() > limits_.waiting_bytes_max - waiting_bytes_) {
    ++waiting_.dropped;
    return;
  }
  waiting_bytes_ += x.bytes.size();
  auto& blocks = waiting_.blocks;
  if (blocks.empty() || !blocks.back().has_room_for(x)) {
    blocks.emplace_back();
    blocks.back().events.reserve(std::max(block_bytes, x.bytes.size()));
  }
  blocks.back().add(x);
}

feed::taken feed::take() {
  const std::lock_guard lock(mutex_);
  is_announced_ = false;
  waiting_bytes_ = 0;
  return std::exchange(waiting_, {});
}

void feed::wake_for_each(wake x) {
  const std::lock_guard lock(mutex_);
  usual_ = x;
  is_announced_ = false;
}

trace::remembered_events feed::remembered(std::uint64_t after) const {
  const std::lock_guard lock(mutex_);
  return memory_.copy(after);
}

std::uint64_t feed::added() const {
  const std::lock_guard lock(mutex_);
  return memory_.added();
}

} // namespace trace
