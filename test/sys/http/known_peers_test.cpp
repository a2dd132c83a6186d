#include "sys/http/known_peers.hpp"

#include <doctest/doctest.h>

using sys::http::known_peers;
using namespace std::chrono_literals;

TEST_CASE("the first addresses with an answer are known, and later addresses do not take their places") {
  known_peers peers;
  const known_peers::clock::time_point start{};
  peers.note("api", start);
  for (int i = 0; i < 1000; ++i) peers.note("stranger-" + std::to_string(i), start + 59s);
  CHECK(peers.contains("api"));
  CHECK(peers.contains("stranger-0"));
  CHECK_FALSE(peers.contains("stranger-999"));
}

TEST_CASE("an address without answers for a minute gives its place to another address") {
  known_peers peers;
  const known_peers::clock::time_point start{};
  peers.note("gone", start);
  peers.note("api", start);
  for (std::size_t i = 2; i < known_peers::peers_max; ++i) peers.note("node-" + std::to_string(i), start + 59s);
  peers.note("api", start + 59s);
  peers.note("new", start + 59s);
  CHECK_FALSE(peers.contains("new"));
  peers.note("new", start + 60s);
  CHECK(peers.contains("new"));
  CHECK(peers.contains("api"));
  CHECK_FALSE(peers.contains("gone"));
}
