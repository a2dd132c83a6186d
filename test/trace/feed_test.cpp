#include "trace/feed.hpp"

#include <doctest/doctest.h>

#include <string>

using trace::feed;
using handing_on = feed::handing_on;
using wake = feed::wake;

namespace {

constexpr feed::bounds wide{.memory_bytes_max = 10'000, .waiting_bytes_max = 100'000};

trace::packed_event event(const std::string& bytes) {
  return {bytes};
}

const std::string hundred_letters(100, 'x');

} // namespace

TEST_CASE("a feed that fills only its memory wakes nobody") {
  feed feed(wide, handing_on::nothing, wake::never);
  for (int i = 0; i < 1'000; ++i) CHECK(feed.put(event(hundred_letters)) == wake::never);
  CHECK(feed.added() == 1'000);
  CHECK(feed.remembered(999).events.ends_with(hundred_letters));
  CHECK(feed.take().blocks.empty());
}

TEST_CASE("the recorder is woken for the first event after each look") {
  feed feed(wide, handing_on::everything, wake::at_once);
  CHECK(feed.put(event(hundred_letters)) == wake::at_once);
  CHECK(feed.put(event(hundred_letters)) == wake::never);
  static_cast<void>(feed.take());
  CHECK(feed.put(event(hundred_letters)) == wake::at_once);
}

TEST_CASE("the recorder is woken while somebody looks, and not afterwards") {
  feed feed(wide, handing_on::nothing, wake::never);
  CHECK(feed.put(event(hundred_letters)) == wake::never);
  feed.wake_for_each(wake::soon);
  CHECK(feed.put(event(hundred_letters)) == wake::soon);
  CHECK(feed.put(event(hundred_letters)) == wake::never);
  feed.wake_for_each(wake::never);
  CHECK(feed.put(event(hundred_letters)) == wake::never);
}

TEST_CASE("what is handed on comes once and in order, whatever memory keeps") {
  feed feed({.memory_bytes_max = 0, .waiting_bytes_max = 100'000}, handing_on::everything, wake::at_once);
  for (const auto* const bytes : {"a", "b", "c"}) static_cast<void>(feed.put(event(bytes)));
  const auto taken = feed.take();
  REQUIRE(taken.blocks.size() == 1);
  CHECK(taken.blocks.front().events == "abc");
  CHECK(taken.blocks.front().count == 3);
  CHECK(feed.take().blocks.empty());
  CHECK(feed.added() == 3);
  CHECK(feed.remembered(0).before == 3);
}

TEST_CASE("what does not fit is dropped and counted, until there is room again") {
  feed feed({.memory_bytes_max = 10'000, .waiting_bytes_max = 250}, handing_on::everything, wake::at_once);
  for (int i = 0; i < 5; ++i) static_cast<void>(feed.put(event(hundred_letters)));
  const auto first = feed.take();
  CHECK(first.dropped == 3);
  CHECK(first.blocks.front().count == 2);
  CHECK(feed.put(event(hundred_letters)) == wake::at_once);
  const auto second = feed.take();
  CHECK(second.dropped == 0);
  CHECK(second.blocks.front().count == 1);
  CHECK(feed.added() == 6);
}

TEST_CASE("an event larger than a block has a block of its own") {
  feed feed({.memory_bytes_max = 0, .waiting_bytes_max = 1'000'000}, handing_on::everything, wake::at_once);
  const std::string large(100'000, 'x');
  static_cast<void>(feed.put(event(hundred_letters)));
  static_cast<void>(feed.put(event(large)));
  const auto taken = feed.take();
  REQUIRE(taken.blocks.size() == 2);
  CHECK(taken.blocks.back().events == large);
}
