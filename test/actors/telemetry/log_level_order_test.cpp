#include "actors/telemetry/log_level_order.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using actors::telemetry::read_log_level_order;
using namespace std::chrono_literals;

TEST_CASE("an order has a level and a time, and half an hour without a time") {
  const auto usual = read_log_level_order({{"value", "debug"}});
  REQUIRE(usual);
  CHECK(usual->level == sys::log::log_level::debug);
  CHECK(usual->time == 30min);
  const auto short_time = read_log_level_order({{"value", "error"}, {"for", "1m30s"}});
  REQUIRE(short_time);
  CHECK(short_time->level == sys::log::log_level::error);
  CHECK(short_time->time == 90s);
  CHECK(read_log_level_order({{"value", "info"}, {"for", "24h"}}));
}

TEST_CASE("an order without a level, or with a time that is too long, is refused with the form") {
  const auto refused = [](const actors::telemetry::debug_query& query) {
    const auto order = read_log_level_order(query);
    return order ? std::string() : order.error().message;
  };
  CHECK(refused({}) == "'value' must be debug, info, warning or error, got ''");
  CHECK(refused({{"value", "loud"}}) == "'value' must be debug, info, warning or error, got 'loud'");
  for (const auto* time : {"0s", "-1m", "25h", "soon", ""}) {
    const auto reason = refused({{"value", "debug"}, {"for", time}});
    CHECK(reason == "'for' must be a duration above 0 and up to 24h, for example 10m, got '" + std::string(time) + "'");
  }
}
