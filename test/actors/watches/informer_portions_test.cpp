#include "informer_world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <variant>
#include <vector>

// An informer that pauses after each step of its work: its effects between two steps, and their order.

using namespace std::chrono_literals;
using test::config_map;
using test::informer_world;
using lines = std::vector<std::string>;

namespace {

core::bindings::kubernetes_binding filtered() {
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  return binding;
}

/// An informer with work that other events may interrupt after each step.
struct interrupted_world : informer_world {
  interrupted_world() { portion = 0us; }

  void put_some(int n) {
    for (int i = 0; i < n; ++i) api->put_object(config_map("default", "o" + std::to_string(i)));
  }
  /// Runs until the filter was evaluated this many times.
  void run_until_evaluations(int n) {
    for (int i = 0; i < 1000 && filter_limit->evaluations < n; ++i) fixture.advance(1ms);
    REQUIRE(filter_limit->evaluations == n);
  }
};

/// The objects of a subscription according to its changes: name and value.
std::map<std::string, std::string> replay(const test::observations& seen, const std::string& key) {
  std::map<std::string, std::string> objects;
  core::bindings::snapshot_revision revision = 0;
  for (const auto& x : seen.changes) {
    if (x.subscription != key) continue;
    CHECK_MESSAGE(x.event.revision >= revision, "changes come in their order");
    revision = x.event.revision;
    if (x.event.event == core::bindings::watch_event::deleted)
      objects.erase(std::string(x.event.object.name()));
    else
      objects[std::string(x.event.object.name())] = x.event.object.filter_result.text();
  }
  return objects;
}

} // namespace

TEST_CASE("others have their turn while the objects of a list go through a filter, and the list is unknown meanwhile") {
  interrupted_world world;
  world.put_some(10);
  world.watch_config_maps();
  world.subscribe("b", filtered());
  world.run_until_evaluations(3);
  CHECK(world.seen->take().empty());
  CHECK(world.why_unlisted("b") == "its objects are being filtered");
  CHECK(world.filter_limit->evaluations == 3);
  world.fixture.advance(1s);
  CHECK(world.seen->take() == lines{"listed b"});
  CHECK(world.objects("b").size() == 10);
}

TEST_CASE("others have their turn while a later subscription filters the objects that are known") {
  interrupted_world world;
  world.put_some(10);
  world.watch_config_maps();
  world.subscribe("first");
  world.fixture.advance(1s);
  world.subscribe("later", filtered());
  world.run_until_evaluations(3);
  CHECK(world.seen->take() == lines{"listed first"});
  CHECK(world.objects("first").size() == 10);
  // A change waits until the list is handled, so that it is seen only once.
  world.api->put_object(config_map("default", "o1", "2"));
  world.api->delete_object("ConfigMap", "default", "o7");
  world.fixture.advance(1s);
  CHECK(world.seen->take()
        == lines{"listed later", "Modified default/o1 for first", "Modified default/o1 for later",
                 "Deleted default/o7 for first", "Deleted default/o7 for later"});
}

TEST_CASE("others have their turn while lines of a watch go through filters, and a snapshot fits its revision") {
  interrupted_world world;
  world.watch_config_maps();
  world.subscribe("a", filtered());
  auto other = filtered();
  other.jq_filter = ".data";
  world.subscribe("b", other);
  world.fixture.advance(1s);
  world.put_some(3);
  world.run_until_evaluations(1);
  // The first subscription has seen the object, the second has not. The answer waits for both.
  const auto read =
    world.fixture.ask_later<actors::messages::snapshot_read>(world.informer, actors::messages::read_snapshot{{}, "b"});
  world.fixture.run();
  CHECK_FALSE(read.has_come());
  world.fixture.advance(1s);
  const auto shown = std::get<std::shared_ptr<const core::bindings::object_list>>(read.get().objects);
  const auto& changes = world.seen->changes;
  CHECK(
    std::count_if(changes.begin(), changes.end(),
                  [&read](const auto& x) { return x.subscription == "b" && x.event.revision <= read.get().revision; })
    == static_cast<std::ptrdiff_t>(shown->size()));
  CHECK(world.seen->take()
        == lines{"listed a", "listed b", "Added default/o0 for a", "Added default/o0 for b", "Added default/o1 for a",
                 "Added default/o1 for b", "Added default/o2 for a", "Added default/o2 for b"});
}

TEST_CASE("a list that is taken anew is read as a whole, however many of its objects are new or gone") {
  interrupted_world world;
  world.watch_config_maps();
  world.put_some(3);
  world.subscribe("b", filtered());
  world.fixture.advance(1s);
  REQUIRE(world.seen->take() == lines{"listed b"});
  world.api->expire_history();
  world.api->break_watches({base::error_code::unavailable, "connection reset"});
  world.api->delete_object("ConfigMap", "default", "o1");
  for (const auto* name : {"o5", "o6", "o7"}) world.api->put_object(config_map("default", name));
  // Only the first new object was filtered so far.
  world.run_until_evaluations(4);
  const auto read =
    world.fixture.ask_later<actors::messages::snapshot_read>(world.informer, actors::messages::read_snapshot{{}, "b"});
  world.fixture.run();
  CHECK_FALSE(read.has_come());
  world.fixture.advance(1s);
  CHECK(std::get<std::shared_ptr<const core::bindings::object_list>>(read.get().objects)->size() == 5);
  CHECK(read.get().revision == world.seen->changes.back().event.revision);
}

TEST_CASE("an object that was made anew under its name is never read as gone") {
  interrupted_world world;
  world.watch_config_maps();
  world.put_some(1);
  world.subscribe("b");
  world.fixture.advance(1s);
  world.api->expire_history();
  world.api->break_watches({base::error_code::unavailable, "connection reset"});
  world.api->delete_object("ConfigMap", "default", "o0");
  world.api->put_object(config_map("default", "o0", "2"));
  for (int i = 0; i < 2000; ++i) {
    world.fixture.advance(1ms);
    const auto read = world.fixture.ask_later<actors::messages::snapshot_read>(
      world.informer, actors::messages::read_snapshot{{}, "b"});
    world.fixture.run();
    if (read.has_come())
      CHECK(std::get<std::shared_ptr<const core::bindings::object_list>>(read.get().objects)->size() == 1);
  }
  CHECK(world.seen->take() == lines{"listed b", "Deleted default/o0 for b", "Added default/o0 for b"});
}

TEST_CASE("a subscription that goes while its objects are being filtered takes the work with it") {
  interrupted_world world;
  world.put_some(10);
  world.watch_config_maps();
  world.subscribe("b", filtered());
  world.run_until_evaluations(3);
  world.fixture.tell(world.informer, actors::messages::unsubscribe{{}, "b"});
  world.fixture.advance(1s);
  CHECK(world.filter_limit->evaluations == 3);
  CHECK(world.seen->take().empty());
  CHECK(world.api->open_watches() == 0);
}

TEST_CASE("a subscription that joins a private watch during the work for another subscription gets all objects, too") {
  interrupted_world world;
  world.put_some(5);
  world.watch({.api_version = "v1", .kind = "ConfigMap", .private_to = "b"});
  world.subscribe("b", filtered());
  world.run_until_evaluations(3);
  world.subscribe("b2", filtered());
  world.fixture.advance(1s);
  CHECK(world.seen->take() == lines{"listed b", "listed b2"});
  CHECK(world.objects("b").size() == 5);
  CHECK(world.objects("b2").size() == 5);
}

TEST_CASE("whatever happens between two steps of the work, no change is lost, and none comes before its time") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
    interrupted_world world;
    world.put_some(static_cast<int>(below(6)));
    world.watch_config_maps();
    unsigned subscriptions = 0;
    const auto join = [&] {
      const auto key = "s" + std::to_string(subscriptions++);
      world.subscribe(key, filtered(), {}, true);
    };
    join();
    for (int i = 0; i < 40; ++i) {
      const auto name = "o" + std::to_string(below(6));
      switch (below(12)) {
        case 0: world.api->delete_object("ConfigMap", "default", name); break;
        case 1: world.api->end_watches(); break;
        case 2: world.api->expire_history(); break;
        case 3: world.api->break_watches({base::error_code::unavailable, "connection reset"}); break;
        case 4:
          if (subscriptions < 4) join();
          break;
        default: world.api->put_object(config_map("default", name, std::to_string(i))); break;
      }
      world.fixture.advance(std::chrono::milliseconds(below(9)));
    }
    world.fixture.advance(10min);
    std::map<std::string, std::string> truth;
    for (const auto& x : world.api->objects("ConfigMap"))
      truth[*x.find("metadata")->string_at("name")] = "\"" + *x.find("data")->string_at("key") + "\"";
    for (unsigned i = 0; i < subscriptions; ++i) {
      const auto key = "s" + std::to_string(i);
      CHECK(replay(*world.seen, key) == truth);
      CHECK(world.objects(key).size() == truth.size());
    }
  }
}
