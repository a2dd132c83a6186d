#include "core/releases/ending_objects.hpp"

#include "actors/releases/watcher_world.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using namespace watched;

namespace {

text::json held(const std::string& name) {
  const auto object = made_by_helm(name);
  return object.with("metadata",
                     object.find("metadata")->with("finalizers", text::json::array({text::json("example.com/hold")})));
}

constexpr auto subject = "objects of release 'web' that are being deleted";

} // namespace

TEST_CASE("an object that a finalizer holds for some seconds is named until it has gone") {
  watcher_world world;
  world.api->put_object(held("first"));
  world.expect({first});
  world.remove("first");
  CHECK(world.absent.empty());
  CHECK(world.states.empty());
  world.fixture.advance(5s);
  CHECK(world.states[subject]
        == "default/ConfigMap/first is being deleted since 2024-01-01T00:00:01Z, held by the finalizer "
           "example.com/hold");
  world.api->put_object(made_by_helm("first"));
  world.fixture.run();
  CHECK_MESSAGE(world.states[subject].empty(), "no finalizer holds it any more");
}

TEST_CASE("a release that expects an object again while a finalizer holds it is told about the end") {
  watcher_world world;
  world.api->put_object(held("first"));
  world.api->put_object(made_by_helm("second"));
  world.expect({first});
  // Another release keeps the watch of the place open.
  world.expect_of("other", {second}, absent_resources::reason::helm_ran);
  world.fixture.tell(world.watcher, actors::messages::forget_resources{{}, "web"});
  world.remove("first");
  world.fixture.advance(6s);
  CHECK_FALSE(world.states.contains(subject));
  world.expect({first});
  CHECK_FALSE(world.states[subject].empty());
}

TEST_CASE("the same is told if no watch was open meanwhile, and not if the object has gone") {
  watcher_world world;
  world.api->put_object(held("first"));
  world.expect({first});
  world.remove("first");
  world.fixture.tell(world.watcher, actors::messages::forget_resources{{}, "web"});
  world.fixture.advance(6s);
  CHECK(world.states[subject].empty());
  world.expect({first});
  world.fixture.advance(6s);
  CHECK_FALSE(world.states[subject].empty());
  world.fixture.tell(world.watcher, actors::messages::forget_resources{{}, "web"});
  world.api->put_object(made_by_helm("first"));
  world.fixture.run();
  world.expect({first});
  world.fixture.advance(6s);
  CHECK(world.states[subject].empty());
}

TEST_CASE("an object that is being deleted when its release is found is named, and not after the release has gone") {
  watcher_world world;
  world.api->put_object(held("first"));
  world.api->delete_object("ConfigMap", "default", "first");
  world.expect({first}, absent_resources::reason::found_released);
  world.fixture.advance(5s);
  CHECK_FALSE(world.states[subject].empty());
  world.fixture.tell(world.watcher, actors::messages::forget_resources{{}, "web"});
  world.fixture.run();
  CHECK(world.states[subject].empty());
}
