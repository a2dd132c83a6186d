#include "core/config/config_map_absence.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

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

TEST_CASE("a ConfigMap that comes back without some of its keys names them, and the flags that go with them") {
  configuration last;
  last.state = config_map_state::written;
  last.keys = {"db", "dbEnabled", "global", "webEnabled"};
  last.written_flags = {{"db", true}, {"web", false}};
  configuration now;
  now.state = config_map_state::written;
  now.keys = {"global"};
  config_map_absence x;
  CHECK(x.words_of_missing().empty());
  CHECK(x.on_read(*gone, std::make_shared<const configuration>(last)) == event::begins);
  CHECK(x.on_read(now, nullptr) == event::fills);
  CHECK_EQ(x.words_of_missing(),
           "the missing keys are db, dbEnabled, webEnabled; the release of a module that no other "
           "source switches on goes with its flag: dbEnabled");
  now.keys.insert("dbEnabled");
  now.written_flags = {{"db", true}};
  CHECK(x.on_read(now, nullptr) == event::none);
  CHECK_EQ(x.words_of_missing(), "the missing keys are db, webEnabled");
  CHECK(x.on_read(last, nullptr) == event::ends);
  CHECK(x.words_of_missing().empty());
}

TEST_CASE("of many missing keys only some are named") {
  configuration last;
  last.state = config_map_state::written;
  for (char letter = 'a'; letter <= 'z'; ++letter) last.keys.insert(std::string(1, letter));
  configuration now;
  now.state = config_map_state::written;
  config_map_absence x;
  CHECK(x.on_read(now, std::make_shared<const configuration>(last)) == event::fills);
  CHECK_MESSAGE(x.words_of_missing().ends_with("s, t and 6 more"), x.words_of_missing());
}
