#include "core/trace/trace_ring.hpp"

#include "core/trace/trace_file.hpp"

#include <iterator>
#include <utility>

namespace core {

namespace {

/// Up to this size, lines that come are put into the last block.
constexpr std::size_t block_bytes = 64 << 10;

} // namespace

void trace_ring::add(std::string lines, std::size_t count) {
  events_ += count;
  bytes_ += lines.size();
  if (blocks_.empty() || blocks_.back().lines.size() + lines.size() > block_bytes)
    blocks_.push_back({std::move(lines)});
  else
    blocks_.back().lines += lines;
  while (events_ > limits_.events_max || bytes_ > limits_.bytes_max) drop_oldest();
}

void trace_ring::drop_oldest() {
  auto& oldest = blocks_.front();
  const auto end = oldest.lines.find('\n', oldest.begin) + 1;
  bytes_ -= end - oldest.begin;
  --events_;
  oldest.begin = end;
  if (end == oldest.lines.size()) blocks_.pop_front();
}

std::vector<trace_event> trace_ring::events() const {
  std::vector<trace_event> all;
  all.reserve(events_);
  for (const auto& x : blocks_) {
    auto file = parse_trace(std::string_view(x.lines).substr(x.begin));
    all.insert(all.end(), std::make_move_iterator(file.events.begin()), std::make_move_iterator(file.events.end()));
  }
  return all;
}

} // namespace core
