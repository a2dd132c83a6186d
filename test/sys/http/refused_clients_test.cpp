#include "sys/http/refused_clients.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using sys::http::refused_clients;
using sys::http::refused_room;

TEST_CASE("a refusal is recent for a minute, and names the busiest address") {
  refused_clients refused;
  const refused_clients::clock::time_point now{1h};
  CHECK_FALSE(refused.recent(now));
  refused.note(refused_room::connection, "192.0.2.1", now);
  refused.note(refused_room::body, "192.0.2.2", now + 30s);
  CHECK(refused.recent(now + 89s) == "192.0.2.2");
  CHECK_FALSE(refused.recent(now + 90s));
}

TEST_CASE("a refusal is counted once") {
  refused_clients refused;
  for (int i = 0; i < 2; ++i) refused.note(refused_room::review, "192.0.2.1");
  CHECK(refused.take() == refused_clients::counts{0, 0, 2});
  CHECK(refused.take() == refused_clients::counts{});
}
