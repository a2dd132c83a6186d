#include "core/webhooks/body_line.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>
#include <string>

namespace {

using core::webhooks::body_line;

constexpr std::size_t mib = std::size_t{1} << 20;

/// The numbers of all waiting bodies in the order of their turns: `1 3 2`.
std::string turns(body_line& line) {
  std::string text;
  while (const auto next = line.next()) text += (text.empty() ? "" : " ") + std::to_string(*next);
  return text;
}

} // namespace

TEST_CASE("of the first bodies of several addresses the smallest has the first turn") {
  body_line line;
  CHECK_FALSE(line.next());
  line.enter(1, {"a"}, 7 * mib);
  line.enter(2, {"b"}, 7 * mib);
  line.enter(3, {"c"}, 1 * mib);
  CHECK(line.size() == 3);
  CHECK(turns(line) == "3 1 2");
  CHECK(line.size() == 0);
}

TEST_CASE("an address with many bodies waits for its own bodies, and delays no other address") {
  body_line line;
  for (std::uint64_t i = 1; i <= 10; ++i) line.enter(i, {"a"}, 7 * mib);
  CHECK(line.next() == 1);
  CHECK(line.next() == 2);
  line.enter(11, {"b"}, 6 * mib);
  line.enter(12, {"b"}, 6 * mib);
  line.enter(13, {"b"}, 6 * mib);
  for (const auto number : {11U, 12U, 3U, 13U, 4U}) CHECK(line.next() == number);
}

TEST_CASE("a client that an authority vouches for comes before strangers") {
  body_line line;
  line.enter(1, {"a"}, 1 * mib);
  line.enter(2, {.address = "a", .is_vouched = true}, 7 * mib);
  line.enter(3, {.address = "b", .is_vouched = true}, 7 * mib);
  CHECK(turns(line) == "2 3 1");
}

TEST_CASE("an address owes nothing once its bodies are read") {
  body_line line;
  for (std::uint64_t i = 1; i <= 5; ++i) line.enter(i, {"a"}, 7 * mib);
  CHECK(turns(line) == "1 2 3 4 5");
  line.enter(6, {"c"}, 7 * mib);
  line.enter(7, {"c"}, 7 * mib);
  CHECK(line.next() == 6);
  line.enter(8, {"a"}, 7 * mib);
  CHECK(turns(line) == "8 7");
}

TEST_CASE("whatever comes, each body has its turn, and an address that waits gets its share of the bytes") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 chance(seed);
    body_line line;
    std::map<std::uint64_t, std::pair<std::string, std::size_t>> waiting;
    std::map<std::string, std::size_t> read;
    std::uint64_t last = 0;
    constexpr std::size_t longest = 8 * mib;
    const auto enter = [&](const std::string& address) {
      const auto bytes = body_line::short_max + 1 + chance() % longest;
      waiting.emplace(++last, std::pair(address, bytes));
      line.enter(last, {address}, bytes);
    };
    // Both addresses always have a body that waits; the first address has many.
    for (int i = 0; i < 20; ++i) enter("many");
    enter("few");
    for (int i = 0; i < 200; ++i) {
      const auto next = line.next();
      REQUIRE(next);
      const auto [address, bytes] = waiting.extract(*next).mapped();
      read[address] += bytes;
      enter(address);
      if (chance() % 2 == 0) enter("many");
      const auto [less, more] = std::minmax(read["few"], read["many"]);
      CHECK_MESSAGE(more - less <= 2 * (longest + body_line::short_max + 1), "seed " << seed);
    }
    while (const auto next = line.next()) CHECK(waiting.erase(*next) == 1);
    CHECK(waiting.empty());
  }
}
