#include "actors/framework/output_inbox.hpp"

#include <doctest/doctest.h>

#include <string>

using actors::output_inbox;

TEST_CASE("only the first line that waits asks for a message") {
  output_inbox inbox(1000);
  CHECK(inbox.put(sys::stream::out, "a").is_first);
  CHECK_FALSE(inbox.put(sys::stream::err, "b").is_first);
  const auto taken = inbox.take();
  REQUIRE(taken.lines.size() == 2);
  CHECK(taken.lines[0].text == "a");
  CHECK(taken.lines[1].from == sys::stream::err);
  CHECK(inbox.put(sys::stream::out, "c").is_first);
}

TEST_CASE("a process is paused when enough waits, and what comes nevertheless is kept") {
  output_inbox inbox(1000);
  CHECK(inbox.put(sys::stream::out, std::string(500, 'x')).next == sys::flow::go_on);
  CHECK(inbox.put(sys::stream::out, std::string(500, 'x')).next == sys::flow::pause);
  CHECK(inbox.put(sys::stream::out, "more").next == sys::flow::pause);
  const auto taken = inbox.take();
  CHECK(taken.paused);
  CHECK(taken.lines.size() == 3);
  CHECK(inbox.put(sys::stream::out, "later").next == sys::flow::go_on);
  CHECK_FALSE(inbox.take().paused);
}

TEST_CASE("empty lines count too") {
  output_inbox inbox(1000);
  int puts = 0;
  while (inbox.put(sys::stream::out, {}).next == sys::flow::go_on) ++puts;
  CHECK(puts < 1000);
}
