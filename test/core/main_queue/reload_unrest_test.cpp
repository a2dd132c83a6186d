#include "core/main_queue/reload_unrest.hpp"

#include <doctest/doctest.h>

#include <string>

using core::main_queue::reload_unrest;

namespace {

constexpr std::int64_t second_us = 1'000'000;

} // namespace

TEST_CASE("three reloads in a row that end with a reason for the next are restless, until one ends without") {
  reload_unrest x;
  x.note_reason("the ConfigMap, written by argocd");
  CHECK_FALSE(x.ended_with_reason(10 * second_us));
  x.note_reason("the ConfigMap, written by argocd");
  CHECK_FALSE(x.ended_with_reason(13 * second_us));
  CHECK_FALSE(x.describe(13 * second_us));
  x.note_reason("global hook 'facts.sh'");
  CHECK(x.ended_with_reason(16 * second_us));
  CHECK(x.describe(20 * second_us)
        == "it began 3 times in 10 s, each time for a change during the reload before: the ConfigMap, written by "
           "argocd (2 times), global hook 'facts.sh' (once)");
  CHECK_MESSAGE(!x.ended_with_reason(21 * second_us), "one warning is enough");
  x.came_to_rest();
  CHECK_FALSE(x.describe(22 * second_us));
  CHECK_FALSE(x.ended_with_reason(23 * second_us));
}

TEST_CASE("of very many authors of reasons, the authors of most reasons are named") {
  reload_unrest x;
  for (int i = 0; i < 1'000; ++i) x.note_reason("hook " + std::to_string(i));
  for (int i = 0; i < 3; ++i) static_cast<void>(x.ended_with_reason(0));
  const auto line = x.describe(0);
  REQUIRE(line);
  CHECK(line->find("others (980 times)") != std::string::npos);
  CHECK(line->size() < 200);
}
