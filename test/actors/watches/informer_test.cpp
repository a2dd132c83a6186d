#include "informer_world.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;
using test::informer_world;
using lines = std::vector<std::string>;

TEST_CASE("a subscription hears that its objects are known, then of every change after its snapshot") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  world.subscribe("pods");
  CHECK(world.seen->take() == lines{"listed pods"});

  const auto snapshot = world.read("pods");
  world.api->put_object(config_map("default", "b"));
  world.api->put_object(config_map("default", "a", "2"));
  world.api->delete_object("ConfigMap", "default", "a");
  world.fixture.run();
  CHECK(world.seen->take()
        == lines{"Added default/b for pods", "Modified default/a for pods", "Deleted default/a for pods"});
  auto revision = snapshot.revision;
  for (const auto& change : world.seen->changes) {
    CHECK(change.event.revision > revision);
    revision = change.event.revision;
  }
  REQUIRE(world.objects("pods").size() == 1);
  CHECK(world.read("pods").revision == revision);
}

TEST_CASE("a later subscription hears at once that its objects are known, and sees the same objects as the others") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  world.subscribe("first", binding);
  world.subscribe("second", binding);
  CHECK(world.seen->take() == lines{"listed first", "listed second"});
  const auto first = world.objects("first");
  const auto second = world.objects("second");
  REQUIRE(second.size() == 1);
  CHECK(second[0].filter_result.text() == "\"1\"");
  CHECK(second[0].filter_result == first[0].filter_result);
  CHECK(second[0].object == first[0].object);
  CHECK(world.count_requests("GET", "/configmaps") == 2);
}

TEST_CASE("a binding with several namespaces or names gets what it picked out of one watch") {
  informer_world world;
  for (const auto* name : {"x", "y"})
    for (const auto* in : {"one", "two", "three"}) world.api->put_object(config_map(in, name));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.namespaces.names = {"one", "three"};
  binding.object_names = {"y", "z"};
  world.subscribe("picked", binding);
  CHECK(world.objects("picked").size() == 2);
  world.api->put_object(config_map("two", "z"));
  world.api->put_object(config_map("three", "z"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed picked", "Added three/z for picked"});
}

TEST_CASE("on request the first objects come as Added, before the end of the list") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  world.subscribe("first", {}, {}, true);
  CHECK(world.seen->take() == lines{"Added default/a for first", "listed first"});
  world.api->put_object(config_map("default", "b"));
  world.fixture.run();
  static_cast<void>(world.seen->take());
  world.subscribe("later", {}, {}, true);
  CHECK(world.seen->take() == lines{"Added default/a for later", "Added default/b for later", "listed later"});
}

TEST_CASE("who leaves gets what it was shown, at a revision above every change, and nothing more") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  world.subscribe("stays");
  world.subscribe("leaves");
  const auto before = world.read("leaves").revision;
  const auto left =
    world.fixture.ask<actors::messages::watch_left>(world.informer, actors::messages::leave_watch{{}, "leaves"});
  REQUIRE(left.objects);
  CHECK(left.objects->size() == 1);
  CHECK(left.kind == "ConfigMap");
  CHECK(left.revision > before);
  CHECK(world.read("stays").revision == left.revision);
  static_cast<void>(world.seen->take());
  world.api->put_object(config_map("default", "b"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"Added default/b for stays"});
  CHECK(world.read("stays").revision > left.revision);
  CHECK_FALSE(
    world.fixture.ask<actors::messages::watch_left>(world.informer, actors::messages::leave_watch{{}, "leaves"})
      .objects);
}

TEST_CASE("an event type that a binding does not want changes its snapshot only") {
  informer_world world;
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.on_added = false;
  world.subscribe("b", binding);
  world.api->put_object(config_map("default", "a"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b"});
  CHECK(world.objects("b").size() == 1);
}

TEST_CASE("a change that the filter does not show is no event") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".metadata.name";
  world.subscribe("b", binding);
  world.api->put_object(config_map("default", "a", "2"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b"});
}

TEST_CASE("a list with an object that the filter has never worked on is not known, and no hook takes it for gone") {
  informer_world world;
  world.api->put_object(config_map("default", "good", "7"));
  world.api->put_object(config_map("default", "bad", "x"));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key | tonumber";
  world.subscribe("b", binding);
  CHECK(world.seen->take().empty());
  const std::string why =
    "the jqFilter fails on 1 object, of which 1 has never been seen, so that no list is complete: "
    "mend the filter or the objects; on default/bad: ";
  CHECK_MESSAGE(world.why_unlisted("b").starts_with(why), world.why_unlisted("b"));
  CHECK(world.log.count({"filter_failed", "binding=b", "object=default/bad"}) == 1);
  world.api->put_object(config_map("default", "good", "8"));
  world.fixture.run();
  CHECK(world.seen->take().empty());
  world.api->put_object(config_map("default", "bad", "9"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b"});
  CHECK(world.objects("b").size() == 2);
}

TEST_CASE("an object that comes later, and that the filter does not work on, hides the list and no event of others") {
  informer_world world;
  world.api->put_object(config_map("default", "good", "7"));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key | tonumber";
  world.subscribe("b", binding);
  world.api->put_object(config_map("default", "bad", "x"));
  world.api->put_object(config_map("default", "good", "8"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b", "hidden b", "Modified default/good for b"});
  CHECK_MESSAGE(world.why_unlisted("b").find("on default/bad: ") != std::string::npos, world.why_unlisted("b"));
  CHECK(world.fixture.ask<actors::messages::list_awaited>(world.informer, actors::messages::await_list{{}, "b"}).problem
        == world.why_unlisted("b"));
  SUBCASE("until it is mended") {
    world.api->put_object(config_map("default", "bad", "9"));
    world.fixture.run();
    CHECK(world.seen->take() == lines{"Added default/bad for b", "listed b"});
    CHECK(world.objects("b").size() == 2);
  }
  SUBCASE("until it has gone") {
    world.api->delete_object("ConfigMap", "default", "bad");
    world.fixture.run();
    CHECK(world.seen->take() == lines{"listed b"});
    CHECK(world.objects("b").size() == 1);
  }
}

TEST_CASE("an object on which the filter uses up its limit hides the list until it changes, or a try succeeds") {
  informer_world world;
  world.api->put_object(config_map("other", "a"));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  world.subscribe("b", binding);
  world.filter_limit->is_used_up = true;
  world.api->put_object(config_map("default", "a", "2"));
  world.fixture.run();
  CHECK(world.why_unlisted("b").find("on default/a: ") != std::string::npos);
  CHECK(world.log.count({"filter_failed", "binding=b", "object=default/a", "was stopped"}) == 1);
  SUBCASE("a change") {
    world.filter_limit->is_used_up = false;
    world.api->put_object(config_map("default", "a", "3"));
    world.fixture.run();
  }
  SUBCASE("a try, which comes ever more seldom") {
    world.fixture.advance(61s);
    CHECK(world.log.count({"filter_failed"}) == 2);
    world.fixture.advance(61s);
    CHECK(world.log.count({"filter_failed"}) == 2);
    world.filter_limit->is_used_up = false;
    world.fixture.advance(61s);
  }
  CHECK(world.seen->take() == lines{"listed b", "hidden b", "Added default/a for b", "listed b"});
  CHECK(world.objects("b").size() == 2);
}

TEST_CASE("objects on all of which the filter fails are not known, until it works on each of them") {
  informer_world world;
  world.api->put_object(config_map("default", "a", "x"));
  world.api->put_object(config_map("default", "b", "y"));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key | tonumber";
  const auto is_held = [&](const std::string& key) {
    return world.why_unlisted(key).find(
             "the jqFilter fails on all objects, so that none can be shown: mend the filter or "
             "the objects; on default/a: jq filter '.data.key | tonumber' failed: ")
           == 0;
  };
  world.subscribe("b", binding);
  CHECK(world.seen->take().empty());
  CHECK(is_held("b"));
  CHECK(world.fixture.ask<actors::messages::list_awaited>(world.informer, actors::messages::await_list{{}, "b"}).problem
        == world.why_unlisted("b"));
  CHECK(world.states["binding 'b' (ConfigMap)"] == world.why_unlisted("b"));

  // A late subscription to a watch that has begun.
  world.subscribe("late", binding);
  CHECK(is_held("late"));
  world.api->put_object(config_map("default", "b", "2"));
  world.fixture.run();
  CHECK(world.seen->take().empty());
  CHECK(world.states["binding 'b' (ConfigMap)"].find("the jqFilter fails on 1 object, of which 1 has") == 0);
  world.api->put_object(config_map("default", "a", "1"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b", "listed late"});
  CHECK(world.objects("b").size() == 2);
  CHECK(world.objects("late").size() == 2);
  CHECK(world.states["binding 'b' (ConfigMap)"] == "");
}

TEST_CASE("an object whose last view is old does not lend it to a subscription that comes late") {
  informer_world world;
  world.api->put_object(config_map("default", "a", "1"));
  world.api->put_object(config_map("default", "b", "2"));
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key | tonumber";
  world.subscribe("b", binding);
  world.api->put_object(config_map("default", "a", "x"));
  world.fixture.run();
  world.subscribe("late", binding);
  CHECK(world.objects("b").size() == 2);
  CHECK(world.states["binding 'b' (ConfigMap)"].find("the jqFilter fails on 1 object: ") == 0);
  CHECK(world.why_unlisted("late").find("on default/a: ") != std::string::npos);
  CHECK(world.states["binding 'late' (ConfigMap)"].find("the jqFilter fails on 1 object, of which 1 has") == 0);
  world.fixture.tell(world.informer, actors::messages::unsubscribe{{}, "late"});
  world.fixture.run();
  CHECK(world.states["binding 'late' (ConfigMap)"] == "");
}

TEST_CASE("a private watch keeps filter results only") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch({.api_version = "v1", .kind = "ConfigMap", .private_to = "b"});
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  binding.keep_full_objects = false;
  world.subscribe("b", binding);
  world.api->put_object(config_map("default", "c"));
  world.fixture.run();
  REQUIRE(world.objects("b").size() == 2);
  for (const auto& object : world.objects("b")) {
    CHECK(object.object == nullptr);
    CHECK(object.filter_result.text() == "\"1\"");
  }
}

TEST_CASE("whoever looks sees the objects of each binding that has labels, and what they have cost") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  world.fixture.tell(world.metrics, actors::messages::add_metric_source{world.informer});
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  world.subscribe("of a hook", binding, {{"hook", "a.sh"}});
  world.subscribe("of the operator");
  const auto shows = [&world](const std::string& line) {
    return world.metrics_text().find("\n" + line + "\n") != std::string::npos;
  };
  CHECK(shows("kube_snapshot_objects{hook=\"a.sh\"} 1"));
  world.api->put_object(config_map("default", "b"));
  world.api->put_object(config_map("default", "a", "2"));
  world.fixture.run();
  CHECK(shows("kube_snapshot_objects{hook=\"a.sh\"} 2"));
  CHECK(shows("kube_jq_filter_duration_seconds_count{hook=\"a.sh\"} 3"));
  CHECK(shows("kube_event_duration_seconds_count{hook=\"a.sh\"} 3"));
  world.fixture.tell(world.informer, actors::messages::unsubscribe{{}, "of a hook"});
  CHECK(world.metrics_text().find("kube_snapshot_objects") == std::string::npos);
}

TEST_CASE("without subscriptions nothing is watched, and a new one begins anew above the old revisions") {
  informer_world world;
  world.watch_config_maps();
  world.subscribe("b");
  world.api->put_object(config_map("default", "a"));
  world.fixture.run();
  const auto before = world.read("b").revision;
  world.fixture.tell(world.informer, actors::messages::unsubscribe{{}, "b"});
  world.fixture.run();
  CHECK(world.api->open_watches() == 0);
  world.subscribe("b");
  CHECK(world.read("b").revision > before);
  CHECK(world.objects("b").size() == 1);
  CHECK(world.api->open_watches() == 1);
}

TEST_CASE("an informer ends when its last subscription has gone and nobody refers to it") {
  informer_world world;
  world.watch_config_maps();
  world.subscribe("b");
  const auto running = world.fixture.system().registry().running();
  world.fixture.tell(world.informer, actors::messages::unsubscribe{{}, "b"});
  world.fixture.run();
  CHECK(world.informers.size() == 0);
  world.informer = nullptr;
  world.fixture.advance(1min);
  CHECK(world.fixture.system().registry().running() == running - 1);
}

TEST_CASE(
  "an actor that got an informer just before its removal is served by it, and the next actor by a new informer") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  world.subscribe("b");
  const auto old = world.informer;
  world.fixture.tell(old, actors::messages::unsubscribe{{}, "b"});
  world.fixture.tell(
    old, actors::messages::subscribe{{}, "c", world.eyes, std::make_shared<core::bindings::kubernetes_binding>()});
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b", "listed c"});
  world.watch_config_maps();
  CHECK(world.informer != old);
  world.subscribe("d");
  world.fixture.tell(old, actors::messages::unsubscribe{{}, "c"});
  world.api->put_object(config_map("default", "z"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed d", "Added default/z for d"});
  CHECK_MESSAGE(world.informers.size() == 1, "the end of the old one does not take the new one away");
}
