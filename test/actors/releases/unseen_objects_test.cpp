#include "actors/releases/watcher_world.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using namespace watched;

TEST_CASE("an object that lost Helm's label and is deleted later is reported within a minute") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->put_object(test::config_map("default", "first"));
  world.fixture.run();
  world.fixture.advance(10min);
  CHECK(world.absent.empty());
  world.remove("first");
  CHECK(world.absent.empty());
  world.fixture.advance(1min);
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
  world.fixture.advance(10min);
  CHECK(world.absent.size() == 1);
}

TEST_CASE("an object that never had Helm's label is looked at until it goes") {
  for (const auto why : {absent_resources::reason::helm_ran, absent_resources::reason::found_released}) {
    watcher_world world;
    world.api->put_object(test::config_map("default", "first"));
    world.expect({first}, why);
    world.fixture.advance(10min);
    CHECK(world.absent.empty());
    world.remove("first");
    world.fixture.advance(1min);
    CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
  }
}

TEST_CASE("an object without Helm's label is not looked at any more when the label is back, or its release goes") {
  watcher_world world;
  const auto reads = [&world] { return world.count_requests("GET", "/configmaps/first"); };
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->put_object(test::config_map("default", "first"));
  world.fixture.run();
  world.fixture.advance(5min);
  CHECK(reads() >= 5);
  world.api->put_object(made_by_helm("first"));
  world.fixture.advance(1min);
  const auto before = reads();
  world.fixture.advance(1h);
  CHECK(reads() == before);
  world.api->put_object(test::config_map("default", "first"));
  world.fixture.run();
  world.fixture.tell(world.watcher, actors::messages::forget_resources{{}, "web"});
  world.fixture.run();
  const auto after = reads();
  world.fixture.advance(1h);
  CHECK(reads() == after);
}

TEST_CASE("a refusal says nothing about an object without Helm's label: it is looked at again") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->put_object(test::config_map("default", "first"));
  world.fixture.run();
  world.api->fail_next({{"GET", "/configmaps/first"}, simulation::proxy_page(404), 1});
  world.fixture.advance(1min);
  CHECK(world.absent.empty());
  world.remove("first");
  world.fixture.advance(1min);
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
}
