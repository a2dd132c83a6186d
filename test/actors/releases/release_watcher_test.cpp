#include "actors/releases/watcher_world.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace std::chrono_literals;
using namespace watched;

namespace {

/// A 404 of the API server about a different object than the requested object.
kube::api::http_response about_namespace() {
  const auto named = text::json::object({{"name", "default"}, {"kind", "namespaces"}});
  return simulation::response_of({404, "NotFound", "namespaces \"default\" not found", named});
}

} // namespace

TEST_CASE("an object of a release that is deleted is reported, others are not") {
  watcher_world world;
  for (const auto* name : {"first", "second", "foreign"}) world.api->put_object(made_by_helm(name));
  world.expect({first, second});
  CHECK(world.absent.empty());
  world.remove("foreign");
  world.remove("second");
  CHECK(world.absent == lines{"web lacks default/ConfigMap/second"});
  CHECK(world.absent_of("web") == std::vector{second});
}

TEST_CASE("an object that is deleted before anybody expects what Helm has made is reported") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->put_object(made_by_helm("second"));
  world.remove("second");
  world.remove("first");
  REQUIRE(world.absent == lines{"web lacks default/ConfigMap/first"});
  world.absent.clear();

  // Helm has created both objects meanwhile, and both were deleted again.
  world.expect({first, second});
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first", "web lacks default/ConfigMap/second"});
  CHECK(world.absent_of("web") == std::vector{first, second});
}

TEST_CASE("an object that Helm has made and the watch does not show yet is not absent") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->hold_events();
  world.api->put_object(made_by_helm("second"));
  world.expect({first, second});
  CHECK(world.absent.empty());
  CHECK(world.absent_of("web").empty());
}

TEST_CASE("an object that goes before a watch that is behind has shown it is reported") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->hold_events();
  world.api->put_object(made_by_helm("second"));
  world.expect({first, second});
  world.remove("second");
  CHECK(world.absent.empty());
  world.fixture.advance(10s);
  CHECK(world.absent == lines{"web lacks default/ConfigMap/second"});
}

TEST_CASE("a server that does not answer says nothing about an object: it is asked again") {
  watcher_world world;
  world.api->put_object(made_by_helm("second"));
  world.expect({second});
  const base::error reason{base::error_code::unavailable, "cut"};
  world.api->fail_next({{"GET", "/configmaps/second"}, tl::unexpected(reason), 1});
  world.api->put_object(test::config_map("default", "second"));
  world.fixture.run();
  CHECK(world.absent.empty());
  world.fixture.advance(1min);
  CHECK_MESSAGE(world.absent.empty(), "it has only lost its label");

  world.api->put_object(made_by_helm("first"));
  world.fixture.run();
  world.api->fail_next({{"GET", "/configmaps/first"}, tl::unexpected(reason), 1});
  world.expect({first, second});
  world.remove("first");
  CHECK(world.absent.empty());
  world.fixture.advance(1min);
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
}

TEST_CASE("a refusal or a proxy's page says nothing about an object: it is asked for again") {
  for (const auto& answer : {simulation::refusal(403, "Forbidden"), simulation::refusal(401, "Unauthorized"),
                             simulation::refusal(429, "TooManyRequests"), simulation::refusal(500, "InternalError"),
                             simulation::proxy_page(404), simulation::proxy_page(403), simulation::proxy_page(200),
                             simulation::refusal(404, "NotFound"), about_namespace()}) {
    CAPTURE(answer.body);
    watcher_world world;
    world.api->put_object(made_by_helm("first"));
    world.api->put_object(made_by_helm("second"));
    world.expect({first, second});
    world.api->fail_next({{"GET", "/configmaps/"}, answer, 3});
    world.api->put_object(test::config_map("default", "first"));
    world.fixture.run();
    world.remove("second");
    world.fixture.advance(4s);
    CHECK(world.absent.empty());
    world.fixture.advance(10min);
    CHECK(world.absent == lines{"web lacks default/ConfigMap/second"});
  }
}

TEST_CASE("an answer 404 that is not about the object of a release is named while it lasts") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->fail_next({{"GET", "/configmaps/first"}, about_namespace(), 1000});
  world.remove("first");
  world.fixture.advance(10min);
  CHECK(world.absent.empty());
  CHECK(world.log.count({"release_object_unknown", "ConfigMap/first", "namespaces"}) >= 9);
}

TEST_CASE("an object whose kind is served no longer is reported") {
  watcher_world world;
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  const core::releases::manifest_object widget{"example.com/v1", "Widget", "default", "w"};
  const auto labels = text::json::object({{"app.kubernetes.io/managed-by", "Helm"}});
  world.api->put_object(text::json::object(
    {{"apiVersion", "example.com/v1"},
     {"kind", "Widget"},
     {"metadata", text::json::object({{"namespace", "default"}, {"name", "w"}, {"labels", labels}})}}));
  world.expect({widget});
  world.fixture.advance(1min);
  world.api->remove_resource("example.com", "widgets");
  world.fixture.advance(1min);
  CHECK(world.absent == lines{"web lacks default/Widget/w"});
}

TEST_CASE("objects of a kind that cannot be watched are named, and asked for by nobody") {
  watcher_world world;
  auto review = simulation::custom_resource("authentication.example.com", "v1", "Review", "reviews");
  review.verbs = {"create"};
  world.api->add_resource(review);
  world.api->put_object(made_by_helm("first"));
  world.expect({{"authentication.example.com/v1", "Review", "default", "r"}, first});
  world.fixture.advance(10min);
  CHECK(world.log.count({"release_objects_not_watched", "Review"}) == 1);
  CHECK(world.count_requests("GET", "/reviews") == 0);
  world.remove("first");
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
}

TEST_CASE("discovery that fails for a while does not leave objects of a release unwatched") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.api->fail_next({{"GET", "/apis"}, simulation::proxy_page(404), 4});
  world.expect({first});
  world.fixture.advance(1min);
  world.remove("first");
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
  CHECK(world.log.count({"release_objects_not_watched"}) == 0);
}

TEST_CASE("objects that are expected during an outage are watched when it is over") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.api->go_away({base::error_code::unavailable, "refused"});
  world.expect({first});
  world.fixture.advance(1min);
  world.api->come_back();
  world.fixture.advance(15s);
  world.remove("first");
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
  CHECK(world.log.count({"release_objects_not_watched"}) == 0);
}

TEST_CASE("an object that only lost Helm's label is still there") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  world.api->put_object(test::config_map("default", "first"));
  world.fixture.run();
  CHECK(world.absent.empty());
  CHECK(world.absent_of("web").empty());
}

TEST_CASE("what a release that was there at the start lacks is known when its place is listed") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.api->hold({"GET", "/configmaps"});
  world.expect({first, second}, absent_resources::reason::found_released);
  CHECK(world.absent.empty());
  CHECK(world.absent_of("other").empty());
  world.api->release();
  world.fixture.run();
  CHECK(world.absent == lines{"web lacks default/ConfigMap/second"});
}

TEST_CASE("what goes while helm may run is not reported, but found if helm did not run") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  CHECK(world.absent_of("web").empty());
  world.remove("first");
  CHECK(world.absent.empty());
  world.expect({first}, absent_resources::reason::found_released);
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
}

TEST_CASE("if the objects of a run are not known, those of the run before are expected") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  CHECK(world.absent_of("web").empty());
  world.fixture.tell(world.watcher,
                     actors::messages::expect_resources{{}, "web", absent_resources::reason::helm_ran, nullptr});
  world.fixture.run();
  world.remove("first");
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
}

TEST_CASE("objects that a new revision has no more may go") {
  watcher_world world;
  for (const auto* name : {"first", "second"}) world.api->put_object(made_by_helm(name));
  world.expect({first, second});
  world.expect({first});
  world.remove("second");
  CHECK(world.absent.empty());
}

TEST_CASE("a release that is forgotten is not watched any more") {
  watcher_world world;
  world.api->put_object(made_by_helm("first"));
  world.expect({first});
  CHECK(world.api->open_watches() == 1);
  world.fixture.tell(world.watcher, actors::messages::forget_resources{{}, "web"});
  world.fixture.run();
  CHECK(world.api->open_watches() == 0);
  world.remove("first");
  CHECK(world.absent.empty());
}

TEST_CASE("objects of the cluster are watched without the namespace of their release") {
  watcher_world world;
  world.api->put_object(text::json::object(
    {{"apiVersion", "v1"},
     {"kind", "Namespace"},
     {"metadata", text::json::object(
                    {{"name", "team"}, {"labels", text::json::object({{"app.kubernetes.io/managed-by", "Helm"}})}})}}));
  world.expect({{"v1", "Namespace", "default", "team"}});
  world.api->delete_object("Namespace", "", "team");
  world.fixture.run();
  CHECK(world.absent == lines{"web lacks Namespace/team"});
}

TEST_CASE("a place with the objects of many releases is read once, however often they are expected") {
  const auto reads_with = [](int releases) {
    watcher_world world;
    std::size_t reads = 0;
    world.fixture.shared()->record = [&reads](trace::packed_event x) {
      reads += trace::unpacked(x).type == "read_snapshot";
    };
    for (int round = 0; round < 3; ++round)
      for (int i = 0; i < releases; ++i) {
        const auto name = "object-" + std::to_string(i);
        world.api->put_object(made_by_helm(name));
        world.fixture.run();
        using reason = absent_resources::reason;
        world.expect_of("module-" + std::to_string(i), {{"v1", "ConfigMap", "default", name}},
                        round == 1 ? reason::found_released : reason::helm_ran);
      }
    CHECK(world.absent.empty());
    CHECK(world.count_requests("GET", "/configmaps/object-") == 0);
    world.remove("object-7");
    CHECK(world.absent == lines{"module-7 lacks default/ConfigMap/object-7"});
    world.fixture.shared()->record = {};
    return reads;
  };
  CHECK(reads_with(10) == 1);
  CHECK(reads_with(40) == 1);
}

TEST_CASE("an object that something deletes again and again is named, and made again later each time until it stays") {
  watcher_world world;
  const auto helm_makes = [&] {
    world.api->put_object(made_by_helm("first"));
    world.expect({first});
  };
  const auto lose = [&] {
    world.absent.clear();
    world.remove("first");
    return world.absent.size();
  };
  helm_makes();
  for (int i = 0; i < 2; ++i) {
    CHECK(lose() == 1);
    helm_makes();
  }
  CHECK(world.states.empty());

  CHECK(lose() == 0);
  CHECK(world.states["objects of release 'web'"]
        == "default/ConfigMap/first has gone 3 times, so its next repair waits 10 s: find the client that deletes it");
  CHECK(world.log.count({"release_object_restless", "losses=3", "repair_in_seconds=10"}) == 1);
  world.fixture.advance(10s - 1ms);
  CHECK(world.absent.empty());
  world.fixture.advance(1ms);
  CHECK(world.absent == lines{"web lacks default/ConfigMap/first"});
  helm_makes();
  CHECK_MESSAGE(world.states["objects of release 'web'"].empty(), "an object that is there is no problem");
  CHECK(world.news["web (gone again and again)"]
        == "objects of release 'web': default/ConfigMap/first has gone 3 times and is there again: this line goes when "
           "it has stayed for some minutes; find the client that deletes it");
  CHECK(lose() == 0);
  CHECK(world.news["web (gone again and again)"].empty());
  world.fixture.advance(20s - 1ms);
  CHECK(world.absent.empty());
  world.fixture.advance(1ms);
  CHECK(world.absent.size() == 1);

  helm_makes();
  world.fixture.advance(11min);
  CHECK_MESSAGE(world.states["objects of release 'web'"].empty(), "it has stayed");
  CHECK(world.news["web (gone again and again)"].empty());
  CHECK(lose() == 1);
}

TEST_CASE("a repair that waits is not needed if the object comes back, and not if the release goes") {
  watcher_world world;
  const auto lose_thrice = [&] {
    for (int i = 0; i < 3; ++i) {
      world.api->put_object(made_by_helm("first"));
      world.expect({first});
      world.remove("first");
    }
    world.absent.clear();
  };
  lose_thrice();
  world.api->put_object(made_by_helm("first"));
  world.fixture.advance(1min);
  CHECK(world.absent.empty());
  world.fixture.advance(1h);

  lose_thrice();
  CHECK_FALSE(world.states["objects of release 'web'"].empty());
  world.fixture.tell(world.watcher, actors::messages::forget_resources{{}, "web"});
  world.fixture.advance(1min);
  CHECK(world.absent.empty());
  CHECK(world.states["objects of release 'web'"].empty());
}
