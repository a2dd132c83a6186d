#include "actors/observe/trace_feed.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using actors::trace_feed;
using wake = trace_feed::wake;

namespace {

core::packed_event event(const std::string& bytes) {
  return {bytes};
}

const std::string text(100, 'x');

} // namespace

TEST_CASE("the recorder is woken once a block is full, and not again for the next ones") {
  trace_feed feed({.block_bytes = 250, .bytes_max = 10'000}, wake::for_a_full_block);
  CHECK(feed.put(event(text)) == wake::for_a_full_block);
  CHECK(feed.put(event(text)) == wake::for_a_full_block);
  CHECK(feed.put(event(text)) == wake::at_once);
  for (int i = 0; i < 7; ++i) CHECK(feed.put(event(text)) == wake::for_a_full_block);
  const auto taken = feed.take();
  CHECK(taken.blocks.size() == 5);
  CHECK(taken.blocks.front().count == 2);
  CHECK(taken.dropped == 0);
  CHECK(feed.take().blocks.empty());
}

TEST_CASE("the recorder is woken for the first event after each take if somebody looks") {
  trace_feed feed({.block_bytes = 1'000, .bytes_max = 10'000}, wake::for_a_full_block);
  CHECK(feed.put(event(text)) == wake::for_a_full_block);
  CHECK(feed.wake_for_each(wake::soon)); // what waits is not announced
  CHECK(feed.put(event(text)) == wake::for_a_full_block);
  static_cast<void>(feed.take());
  CHECK(feed.put(event(text)) == wake::soon);
  CHECK(feed.put(event(text)) == wake::for_a_full_block);
}

TEST_CASE("a block that is not full stays, unless the recorder is woken for each event") {
  trace_feed feed({.block_bytes = 250, .bytes_max = 10'000}, wake::for_a_full_block);
  for (int i = 0; i < 5; ++i) static_cast<void>(feed.put(event(text)));
  CHECK(feed.take_enough().blocks.size() == 2);
  CHECK(feed.put(event(text)) == wake::for_a_full_block);
  CHECK(feed.put(event(text)) == wake::at_once);
  CHECK(feed.wake_for_each(wake::soon));
  CHECK(feed.take_enough().blocks.size() == 2);
  CHECK_FALSE(feed.wake_for_each(wake::soon));
}

TEST_CASE("memory that is given back is that of the next block") {
  trace_feed feed({.block_bytes = 250, .bytes_max = 10'000}, wake::for_a_full_block);
  std::string spare;
  spare.reserve(300);
  const auto* const place = spare.data();
  feed.give_back(std::move(spare));
  static_cast<void>(feed.put(event(text)));
  CHECK(feed.take().blocks.front().events.data() == place);
}

TEST_CASE("what does not fit is dropped and counted, until there is room again") {
  trace_feed feed({.block_bytes = 1'000, .bytes_max = 250}, wake::at_once);
  for (int i = 0; i < 5; ++i) static_cast<void>(feed.put(event(text)));
  const auto first = feed.take();
  CHECK(first.dropped == 3);
  CHECK(first.blocks.front().count == 2);
  CHECK(feed.put(event(text)) == wake::at_once);
  const auto second = feed.take();
  CHECK(second.dropped == 0);
  CHECK(second.blocks.front().count == 1);
}

TEST_CASE("an event larger than a block has a block of its own") {
  trace_feed feed({.block_bytes = 50, .bytes_max = 10'000}, wake::for_a_full_block);
  static_cast<void>(feed.put(event(text)));
  CHECK(feed.put(event(text)) == wake::at_once);
  CHECK(feed.take().blocks.size() == 2);
}
