#include "informer_world.hpp"

#include "support/noise.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;
using lines = std::vector<std::string>;

namespace {

/// Room for three objects of 1 000 bytes that do not become smaller, with their metadata and 250 bytes beside
/// each.
struct room_world : test::informer_world {
  room_world() {
    room = std::make_shared<actors::watches::watch_room>(4600);
    for (const auto* name : {"a", "b", "c"}) put(name);
    watch_config_maps();
  }
  void put(const std::string& name, std::size_t bytes = 1000, unsigned seed = 1) {
    api->put_object(config_map("n", name, test::noise(bytes, seed)));
  }
  void subscribe_hook(const std::string& key, core::bindings::kubernetes_binding binding = {}) {
    subscribe(key, std::move(binding), {{"hook", "hooks/a.sh"}});
  }
  std::string names(const std::string& key) {
    std::string text;
    for (const auto& x : objects(key)) text += std::string(x.name()) + (x.object.size() > 1000 ? " " : "- ");
    return text;
  }
};

} // namespace

TEST_CASE_FIXTURE(room_world, "objects that do not fit make the list unknown until they fit, and no event is lost") {
  subscribe_hook("pods");
  CHECK(seen->take() == lines{"listed pods"});
  put("d");
  fixture.run();
  CHECK(seen->take() == lines{"hidden pods"});
  CHECK(why_unlisted("pods").find("select fewer objects") != std::string::npos);
  CHECK(log.count({"watch_objects_given_up", "bindings=pods"}) == 1);
  REQUIRE(states.size() == 1);
  CHECK(states.begin()->second.find("keepFullObjectsInMemory: false") != std::string::npos);

  put("a", 1000, 2);
  api->delete_object("ConfigMap", "n", "b");
  fixture.run();
  CHECK(seen->take() == lines{"Deleted n/b for pods"});
  REQUIRE_FALSE(seen->changes.empty());
  CHECK(seen->changes.back().event.object.object);
  fixture.advance(31s);
  CHECK(seen->take().empty());
  CHECK_FALSE(why_unlisted("pods").empty());

  api->delete_object("ConfigMap", "n", "c");
  fixture.advance(31s);
  CHECK(seen->take() == lines{"Deleted n/c for pods", "Modified n/a for pods", "Added n/d for pods", "listed pods"});
  CHECK(names("pods") == "a d ");
  CHECK(states.begin()->second.empty());
}

TEST_CASE_FIXTURE(room_world,
                  "objects that do not fit at the first list leave it unknown, also for a later subscription") {
  put("d");
  subscribe_hook("pods");
  CHECK(seen->take().empty());
  CHECK(why_unlisted("pods").find("raise the memory limit") != std::string::npos);
  subscribe_hook("later");
  CHECK(why_unlisted("later").find("raise the memory limit") != std::string::npos);
  CHECK(count_requests("GET", "/configmaps") == 2);
  fixture.advance(5min);
  CHECK(count_requests("GET", "watch=true") + count_requests("GET", "limit=500")
        == count_requests("GET", "/configmaps"));
  api->delete_object("ConfigMap", "n", "a");
  api->delete_object("ConfigMap", "n", "c");
  fixture.advance(31s);
  CHECK(names("pods") == "b d ");
  CHECK(names("later") == "b d ");
  seen->take();
  put("b", 1000, 2);
  fixture.run();
  CHECK(seen->take() == lines{"Modified n/b for later", "Modified n/b for pods"});
}

TEST_CASE_FIXTURE(room_world, "results of filters count, where a watch keeps nothing else") {
  core::bindings::kubernetes_binding binding;
  binding.keep_full_objects = false;
  binding.jq_filter = ".data.key";
  watch({.api_version = "v1", .kind = "ConfigMap", .private_to = "pods"});
  put("d", 1500);
  subscribe_hook("pods", binding);
  CHECK(seen->take() == lines{"listed pods"});
  put("d", 2500);
  fixture.run();
  CHECK(seen->take() == lines{"Modified n/d for pods", "hidden pods"});
  api->delete_object("ConfigMap", "n", "a");
  fixture.advance(11min);
  CHECK(seen->take().back() == "listed pods");
  REQUIRE(objects("pods").size() == 3);
  for (const auto& x : objects("pods")) CHECK(x.filter_result);
}

TEST_CASE_FIXTURE(room_world, "the watch with most objects gives way to another watch that grows") {
  watch({.api_version = "v1", .kind = "ConfigMap", .namespace_name = "n"});
  subscribe_hook("large");
  watch({.api_version = "v1", .kind = "ConfigMap", .namespace_name = "small"});
  subscribe_hook("small");
  CHECK(seen->take() == lines{"listed large", "listed small"});
  api->put_object(config_map("small", "one", test::noise(300)));
  fixture.run();
  CHECK(seen->take() == lines{"Added small/one for small", "hidden large"});
  CHECK(objects("small").size() == 1);
}

TEST_CASE_FIXTURE(room_world, "the watches of the operator itself give up nothing") {
  put("d");
  subscribe("own");
  CHECK(seen->take() == lines{"listed own"});
  CHECK(objects("own").size() == 4);
}
