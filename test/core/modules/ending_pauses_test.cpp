#include "core/modules/ending_pauses.hpp"

#include <doctest/doctest.h>

#include <string>

using core::modules::ending_pauses;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t second = 1'000'000;

ending_pauses::moment at(std::int64_t s) {
  return {s * second, 100 * second + s * second};
}

const ending_pauses::by_key none;
const ending_pauses::by_key web{{"web", {"why"}}};

} // namespace

TEST_CASE("a pause that goes without an order counts until its grace is over") {
  ending_pauses x(10s);
  x.take(web, {}, at(0));
  CHECK(x.ending().empty());
  // The pause had lasted for longer than the grace.
  x.take(none, {}, at(60));
  CHECK(x.all() == web);
  CHECK(x.ending() == std::set<std::string>{"web"});
  CHECK(x.ends().at("web").wall_us == 170 * second);
  CHECK(x.next_end_us() == 70 * second);
  // Another edit does not make the grace longer.
  x.take(none, {}, at(65));
  x.look(at(69));
  CHECK(x.all() == web);
  x.look(at(70));
  CHECK(x.all().empty());
  CHECK_FALSE(x.next_end_us());
}

TEST_CASE("an order, a text of the key, and a grace of 0 end a pause at once") {
  ending_pauses x(10s);
  x.take(web, {}, at(0));
  SUBCASE("an order before its key goes, or a text of the key") {
    x.take(none, {"web"}, at(1));
  }
  SUBCASE("an order after its key has gone") {
    x.take(none, {}, at(1));
    x.end("web", at(2));
  }
  SUBCASE("no grace") {
    ending_pauses at_once(0ms);
    at_once.take(web, {}, at(0));
    at_once.take(none, {}, at(1));
    CHECK(at_once.all().empty());
    return;
  }
  CHECK(x.all().empty());
  CHECK(x.ends().empty());
}

TEST_CASE("a pause that is written again has no end, and an order does not end a pause that is written") {
  ending_pauses x(10s);
  x.take(web, {}, at(0));
  x.take(none, {}, at(1));
  x.take(web, {}, at(2));
  CHECK(x.ending().empty());
  x.end("web", at(3));
  x.look(at(60));
  CHECK(x.all() == web);
}

TEST_CASE("a pause of an earlier process that is not written counts for a grace") {
  ending_pauses x(10s);
  x.take(none, {}, at(0));
  x.recall(web, at(5));
  CHECK(x.all() == web);
  CHECK(x.ends().at("web").wall_us == 115 * second);
  SUBCASE("and ends") {
    x.look(at(15));
    CHECK(x.all().empty());
  }
  SUBCASE("unless it is written again") {
    x.take(web, {}, at(6));
    CHECK(x.ending().empty());
    x.look(at(60));
    CHECK(x.all() == web);
  }
  SUBCASE("or an order ends it") {
    x.end("web", at(6));
    CHECK(x.all().empty());
  }
}

TEST_CASE("without a grace, and beside a pause that is written, nothing is recalled") {
  ending_pauses none_left(0s);
  none_left.recall(web, at(0));
  CHECK(none_left.all().empty());
  ending_pauses x(10s);
  x.take(web, {}, at(0));
  x.recall({{"web", {"of its label"}}}, at(1));
  CHECK(x.all() == web);
  CHECK(x.ending().empty());
}

TEST_CASE("a pause whose text cannot be read has no end, whatever the grace is") {
  for (const auto grace : {0s, 10s}) {
    ending_pauses x(grace);
    x.adopt(web);
    x.look(at(60));
    CHECK(x.all() == web);
    CHECK(x.ends().empty());
  }
}

TEST_CASE("an order ends a pause that is adopted, and written no more") {
  ending_pauses x(10s);
  x.adopt(web);
  x.disown("web");
  x.end("web", at(1));
  CHECK(x.all().empty());
}
