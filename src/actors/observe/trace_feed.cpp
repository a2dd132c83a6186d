#include "actors/observe/trace_feed.hpp"

#include <algorithm>
#include <utility>

namespace actors {

trace_feed::wake trace_feed::put(core::packed_event x) {
  const std::lock_guard lock(mutex_);
  if (x.bytes.size() > limits_.bytes_max - bytes_) {
    ++waiting_.dropped;
    return wake::for_a_full_block;
  }
  bytes_ += x.bytes.size();
  auto& blocks = waiting_.blocks;
  const bool begins = blocks.empty();
  const bool needs_block = begins || !blocks.back().has_room_for(x);
  if (needs_block) {
    blocks.push_back({std::exchange(spare_, {}), 0});
    blocks.back().events.reserve(std::max(limits_.block_bytes, x.bytes.size()));
  }
  blocks.back().add(x);
  if (begins) return usual_;
  return needs_block && blocks.size() == 2 ? wake::at_once : wake::for_a_full_block;
}

trace_feed::taken trace_feed::take() {
  const std::lock_guard lock(mutex_);
  bytes_ = 0;
  return std::exchange(waiting_, {});
}

trace_feed::taken trace_feed::take_enough() {
  const std::lock_guard lock(mutex_);
  auto all = std::exchange(waiting_, {});
  bytes_ = 0;
  if (usual_ != wake::for_a_full_block || all.blocks.empty()) return all;
  bytes_ = all.blocks.back().events.size();
  waiting_.blocks.push_back(std::move(all.blocks.back()));
  all.blocks.pop_back();
  return all;
}

void trace_feed::give_back(std::string spare) {
  if (spare.capacity() < limits_.block_bytes || spare.capacity() > 2 * limits_.block_bytes) return;
  const std::lock_guard lock(mutex_);
  spare_ = std::move(spare);
}

bool trace_feed::wake_for_each(wake x) {
  const std::lock_guard lock(mutex_);
  usual_ = x;
  return !waiting_.blocks.empty();
}

} // namespace actors
