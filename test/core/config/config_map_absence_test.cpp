#include "core/config/config_map_absence.hpp"

#include <doctest/doctest.h>

#include <memory>

using core::config::config_map_absence;
using core::config::configuration;
using event = config_map_absence::event;
using core::values::config_map_state;

namespace {

std::shared_ptr<const configuration> in_state(config_map_state state) {
  auto x = std::make_shared<configuration>();
  x->state = state;
  return x;
}

const auto written = in_state(config_map_state::written);
const auto gone = in_state(config_map_state::absent);

} // namespace

TEST_CASE("an absence begins when a user's ConfigMap goes, and ends when it comes back") {
  config_map_absence x;
  CHECK(x.on_read(*written, nullptr) == event::none);
  CHECK(x.on_read(*gone, written) == event::begins);
  CHECK(x.on_read(*gone, written) == event::none);
  CHECK(x.used(*gone).is_away);
  CHECK(x.on_read(*written, written) == event::ends);
  CHECK_FALSE(x.used(*written).is_away);
}

TEST_CASE("a ConfigMap that was never there is not awaited") {
  config_map_absence x;
  CHECK(x.on_read(*gone, nullptr) == event::none);
  CHECK(x.on_read(*gone, gone) == event::none);
  CHECK_FALSE(x.used(*gone).is_away);
}

TEST_CASE("only the time of the present absence ends it") {
  config_map_absence x;
  CHECK(x.on_read(*gone, written) == event::begins);
  const auto first = x.number();
  CHECK(x.on_read(*written, written) == event::ends);
  CHECK(x.on_read(*gone, written) == event::begins);
  CHECK_FALSE(x.give_up(first));
  CHECK(x.give_up(x.number()));
  CHECK_FALSE(x.used(*gone).is_away);
}
