#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;
using lines = std::vector<std::string>;

namespace {

/// One informer, its subscriptions and the messages that they have got.
struct informer_world : test::api_world {
  actors::informer_actor informer;
  std::shared_ptr<test::observations> seen = std::make_shared<test::observations>();
  actors::observer_actor eyes = observer(seen);

  void watch(actors::watch_spec spec) { informer = open(spec).informer; }
  void watch_config_maps() { watch({.api_version = "v1", .kind = "ConfigMap"}); }

  void subscribe(const std::string& key, core::kubernetes_binding binding = {}, core::metric_labels labels = {},
                 bool announce_all = false) {
    binding.kind = "ConfigMap";
    auto shared = std::make_shared<core::kubernetes_binding>(std::move(binding));
    fixture.tell(informer, actors::subscribe{{}, key, eyes, std::move(shared), std::move(labels), announce_all});
    fixture.run();
  }

  actors::snapshot_read read(const std::string& key) {
    return fixture.ask<actors::snapshot_read>(informer, actors::read_snapshot{{}, key});
  }

  core::object_list objects(const std::string& key) {
    const auto answer = read(key);
    const auto* known = std::get_if<std::shared_ptr<const core::object_list>>(&answer.objects);
    REQUIRE(known != nullptr);
    return **known;
  }

  std::string why_unlisted(const std::string& key) {
    const auto answer = read(key);
    const auto* unknown = std::get_if<core::unlisted>(&answer.objects);
    return unknown == nullptr ? "" : unknown->reason;
  }
};

} // namespace

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
  core::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  world.subscribe("first", binding);
  world.subscribe("second", binding);
  CHECK(world.seen->take() == lines{"listed first", "listed second"});
  const auto first = world.objects("first");
  const auto second = world.objects("second");
  REQUIRE(second.size() == 1);
  CHECK(*second[0].filter_result == "\"1\"");
  CHECK(second[0].filter_result == first[0].filter_result);
  CHECK(second[0].object == first[0].object);
  CHECK(world.count_requests("GET", "/configmaps") == 2);
}

TEST_CASE("a binding with several namespaces or names gets what it picked out of one watch") {
  informer_world world;
  for (const auto* name : {"x", "y"})
    for (const auto* in : {"one", "two", "three"}) world.api->put_object(config_map(in, name));
  world.watch_config_maps();
  core::kubernetes_binding binding;
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
  const auto left = world.fixture.ask<actors::watch_left>(world.informer, actors::leave_watch{{}, "leaves"});
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
  CHECK_FALSE(world.fixture.ask<actors::watch_left>(world.informer, actors::leave_watch{{}, "leaves"}).objects);
}

TEST_CASE("waiting for a list ends when it is there, or with the reason why it cannot be had") {
  informer_world world;
  world.api->hold({"GET", "/configmaps"});
  world.watch_config_maps();
  world.subscribe("b");
  const auto await = [&world] {
    auto answer = world.fixture.ask_later<actors::list_awaited>(world.informer, actors::await_list{{}, "b"});
    world.fixture.run();
    return answer;
  };
  const auto first = await();
  CHECK_MESSAGE(!first.has_come(), "nothing is known of the list");
  const kube::http_response forbidden = test::refusal(403, "Forbidden");
  world.api->fail_next({{"GET", "/configmaps"}, forbidden});
  world.api->release();
  world.fixture.run();
  CHECK(first.get().problem.find("the request is refused: Forbidden") != std::string::npos);
  CHECK_MESSAGE(await().get().problem == first.get().problem, "it still cannot be had");
  world.fixture.advance(1min);
  CHECK(await().get().problem.empty());
}

TEST_CASE("waiting for a list ends if discovery of the kind fails while the server answers others") {
  informer_world world;
  const kube::http_response broken{.status = 503, .body = "no", .retry_after = std::nullopt};
  world.api->fail_next({{"GET", "/apis"}, broken, 100000});
  world.watch({.api_version = "", .kind = "Nope"});
  world.subscribe("b");
  const auto await = [&world] {
    auto answer = world.fixture.ask_later<actors::list_awaited>(world.informer, actors::await_list{{}, "b"});
    world.fixture.advance(10s);
    return answer.get().problem;
  };
  CHECK(await().find("kind 'Nope' is not known yet") == 0);
  CHECK_MESSAGE(await().find("kind 'Nope' is not known yet") == 0, "it is still so");
  world.api->clear_faults();
  world.fixture.advance(1min);
  CHECK(await().empty());
}

TEST_CASE("who waits for a list waits through an outage of the API server") {
  informer_world world;
  world.api->go_away({core::error_code::unavailable, "connection refused"});
  world.watch_config_maps();
  world.subscribe("b");
  const auto answer = world.fixture.ask_later<actors::list_awaited>(world.informer, actors::await_list{{}, "b"});
  world.fixture.advance(1min);
  CHECK_FALSE(answer.has_come());
  world.api->come_back();
  world.fixture.advance(1min);
  CHECK(answer.get().problem.empty());
}

TEST_CASE("an event type that a binding does not want changes its snapshot only") {
  informer_world world;
  world.watch_config_maps();
  core::kubernetes_binding binding;
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
  core::kubernetes_binding binding;
  binding.jq_filter = ".metadata.name";
  world.subscribe("b", binding);
  world.api->put_object(config_map("default", "a", "2"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b"});
}

TEST_CASE("an object on which the filter fails is left out, and the others go on") {
  informer_world world;
  world.api->put_object(config_map("default", "good", "7"));
  world.api->put_object(config_map("default", "bad", "x"));
  world.watch_config_maps();
  core::kubernetes_binding binding;
  binding.jq_filter = ".data.key | tonumber";
  world.subscribe("b", binding);
  REQUIRE(world.objects("b").size() == 1);
  CHECK(world.objects("b")[0].name == "good");
  CHECK(world.log.count({"filter_failed", "binding=b", "object=default/bad"}) == 1);
  world.api->put_object(config_map("default", "good", "8"));
  world.api->put_object(config_map("default", "bad", "9"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b", "Modified default/good for b", "Added default/bad for b"});
}

TEST_CASE("an object on which the filter uses up its limit is left out until it changes, and the log names it") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  core::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  world.filter_limit->is_used_up = true;
  world.subscribe("b", binding);
  CHECK(world.objects("b").empty());
  CHECK(world.log.count({"filter_failed", "binding=b", "object=default/a", "was stopped"}) == 1);
  world.filter_limit->is_used_up = false;
  world.api->put_object(config_map("default", "a", "2"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b", "Added default/a for b"});
}

TEST_CASE("a private watch keeps filter results only") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch({.api_version = "v1", .kind = "ConfigMap", .private_to = "b"});
  core::kubernetes_binding binding;
  binding.jq_filter = ".data.key";
  binding.keep_full_objects = false;
  world.subscribe("b", binding);
  world.api->put_object(config_map("default", "c"));
  world.fixture.run();
  REQUIRE(world.objects("b").size() == 2);
  for (const auto& object : world.objects("b")) {
    CHECK(object.object == nullptr);
    CHECK(*object.filter_result == "\"1\"");
  }
}

TEST_CASE("objects that could not be listed are unknown, with the reason, until they are listed") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.api->fail_next(
    {{"GET", "/configmaps"}, tl::unexpected(core::error{core::error_code::unavailable, "refused"}), 2});
  world.watch_config_maps();
  world.subscribe("b");
  CHECK(world.seen->take().empty());
  CHECK(world.why_unlisted("b") == "the API server has not answered: refused");
  world.fixture.advance(30s);
  CHECK(world.seen->take() == lines{"listed b"});
  CHECK(world.objects("b").size() == 1);
}

TEST_CASE(
  "a watch that is refused says so once, with kind, namespace, bindings and what to do; its end is logged too") {
  informer_world world;
  const kube::http_response forbidden = test::refusal(403, "Forbidden");
  world.api->fail_next({{"GET", "/configmaps"}, forbidden, 4});
  world.watch({.api_version = "v1", .kind = "ConfigMap", .namespace_name = "default"});
  world.subscribe("b");
  world.fixture.advance(2s);
  CHECK(world.count_requests("GET", "/configmaps") > 1);
  CHECK(world.log.count({"watch_failed"}) == 1);
  CHECK(world.log.count(
          {"WARN", "kind=ConfigMap", "namespace=default", "bindings=b", "Forbidden", "RBAC", "retry_in_seconds="})
        == 1);
  CHECK(world.log.count({"api_server_unreachable"}) == 0);
  REQUIRE(world.problems.lines().size() == 1);
  const auto problem = world.problems.lines()[0];
  CHECK(problem.find("watch of ConfigMap in namespace default is lost since 2026-01-01T00:00:00Z: the request is "
                     "refused: Forbidden")
        == 0);
  world.fixture.advance(30s);
  CHECK(world.log.count({"watch_restored", "kind=ConfigMap"}) == 1);
  CHECK(world.problems.lines().empty());
}

TEST_CASE("a watch that fails while the server answers others is reported by itself, if it fails again") {
  informer_world world;
  world.watch_config_maps();
  world.subscribe("b");
  world.api->break_watches({core::error_code::unavailable, "connection reset"});
  world.fixture.advance(10s);
  CHECK_MESSAGE(world.log.lines().empty(), "a connection that broke is no news");
  world.api->fail_next({{"GET", "watch=true"}, tl::unexpected(core::error{core::error_code::timeout, "too slow"}), 3});
  world.api->break_watches({core::error_code::unavailable, "connection reset"});
  world.fixture.advance(60s);
  CHECK(world.log.count({"watch_failed", "kind=ConfigMap", "error=\"too slow\""}) == 1);
  CHECK(world.log.count({"watch_restored"}) == 1);
  CHECK(world.api->open_watches() == 1);
}

TEST_CASE("changes while a watch is broken are reported once it works again") {
  informer_world world;
  world.watch_config_maps();
  world.subscribe("b");
  world.api->put_object(config_map("default", "a"));
  world.fixture.run();
  world.api->fail_next({{"GET", "watch=true"}, tl::unexpected(core::error{core::error_code::unavailable, "down"}), 3});
  world.api->break_watches({core::error_code::unavailable, "connection reset"});
  world.api->put_object(config_map("default", "b"));
  world.api->delete_object("ConfigMap", "default", "a");
  world.api->expire_history();
  world.fixture.advance(120s);
  CHECK(world.seen->take()
        == lines{"listed b", "Added default/a for b", "Deleted default/a for b", "Added default/b for b"});
  CHECK(world.api->open_watches() == 1);
}

TEST_CASE("pages of a proxy in place of all answers change nothing, readiness shows them, and the watch comes back") {
  for (const int status : {401, 403, 404, 410, 429, 502, 200}) {
    CAPTURE(status);
    informer_world world;
    world.api->put_object(config_map("default", "a"));
    world.watch_config_maps();
    world.subscribe("b");
    world.api->put_between([status](const kube::http_request&) { return test::proxy_page(status); });
    world.api->end_watches();
    world.fixture.advance(20s);
    CHECK(world.objects("b").size() == 1);
    REQUIRE(world.problems.lines().size() == 1);
    CHECK(world.problems.lines()[0].find("watch of ConfigMap is lost since") == 0);
    if (status != 200) CHECK(world.problems.lines()[0].find("a proxy's page") != std::string::npos);
    world.api->put_between({});
    world.api->put_object(config_map("default", "c"));
    world.fixture.advance(40s);
    CHECK(world.seen->take() == lines{"listed b", "Added default/c for b"});
    CHECK(world.problems.lines().empty());
  }
}

TEST_CASE("a custom resource whose path is answered by pages keeps its objects while discovery names it or fails") {
  informer_world world;
  world.api->add_resource(test::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.api->put_object(
    core::json::object({{"apiVersion", "example.com/v1"},
                        {"kind", "Widget"},
                        {"metadata", core::json::object({{"namespace", "default"}, {"name", "w"}})}}));
  world.watch({.api_version = "example.com/v1", .kind = "Widget"});
  world.subscribe("b");
  std::string paths = "/widgets";
  SUBCASE("the paths of the kind") {}
  SUBCASE("discovery too") {
    paths = "/apis";
  }
  SUBCASE("all") {
    paths = "/";
  }
  world.api->put_between([&paths](const kube::http_request& x) {
    const bool hit = x.target.find(paths) != std::string::npos;
    return hit ? std::optional<core::result<kube::http_response>>(test::proxy_page(404)) : std::nullopt;
  });
  world.api->end_watches();
  world.fixture.advance(20s);
  CHECK(world.objects("b").size() == 1);
  CHECK_FALSE(world.problems.lines().empty());
  world.api->put_between({});
  world.fixture.advance(30s);
  CHECK(world.seen->take() == lines{"listed b"});
  CHECK(world.problems.lines().empty());
  CHECK(world.api->open_watches() == 1);
}

TEST_CASE("a right to watch that is taken for a while loses nothing, and readiness says so meanwhile") {
  for (const auto& [status, reason] : {std::pair{403, "Forbidden"}, std::pair{401, "Unauthorized"}}) {
    CAPTURE(reason);
    informer_world world;
    world.watch_config_maps();
    world.subscribe("b");
    world.api->put_object(config_map("default", "a"));
    world.fixture.run();
    world.api->put_between([&, code = status, why = reason](const kube::http_request& x) {
      const bool hit = x.target.find("/configmaps") != std::string::npos;
      return hit ? std::optional<core::result<kube::http_response>>(test::refusal(code, why)) : std::nullopt;
    });
    world.api->end_watches();
    world.api->put_object(config_map("default", "b"));
    world.fixture.advance(1min);
    CHECK(world.objects("b").size() == 1);
    REQUIRE(world.problems.lines().size() == 1);
    CHECK(world.problems.lines()[0].find(reason) != std::string::npos);
    world.api->put_between({});
    world.fixture.advance(30s);
    CHECK(world.seen->take() == lines{"listed b", "Added default/a for b", "Added default/b for b"});
    CHECK(world.problems.lines().empty());
  }
}

TEST_CASE("discovery that fails is no knowledge: the subscription waits") {
  informer_world world;
  world.api->fail_next({{"GET", "/api"}, tl::unexpected(core::error{core::error_code::unavailable, "refused"}), 2});
  world.watch_config_maps();
  world.subscribe("b");
  CHECK(world.seen->take().empty());
  CHECK(world.why_unlisted("b").find("kind 'ConfigMap' is not known yet") == 0);
  world.fixture.advance(10s);
  CHECK(world.seen->take() == lines{"listed b"});
}

TEST_CASE("whoever looks sees the objects of each binding that has labels, and what they have cost") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  world.fixture.tell(world.metrics, actors::add_metric_source{world.informer});
  core::kubernetes_binding binding;
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
  world.fixture.tell(world.informer, actors::unsubscribe{{}, "of a hook"});
  CHECK(world.metrics_text().find("kube_snapshot_objects") == std::string::npos);
}

TEST_CASE("lists and watches that fail are counted by what was wrong") {
  informer_world world;
  const auto unavailable = tl::unexpected(core::error{core::error_code::unavailable, "down"});
  world.api->fail_next({{"GET", "watch=true"}, unavailable, 2});
  world.watch_config_maps();
  world.subscribe("b");
  world.fixture.advance(60s);
  CHECK(world.metrics_text().find("watch_errors_total{error_type=\"fail\"} 2\n") != std::string::npos);
  world.api->expire_history();
  world.api->end_watches();
  world.fixture.advance(60s);
  CHECK(world.metrics_text().find("watch_errors_total{error_type=\"expired\"} 1\n") != std::string::npos);
}

TEST_CASE("a stream that pours in faster than it is handled ends, and the next one goes on where it was") {
  informer_world world;
  world.watch_config_maps();
  world.subscribe("b");
  const auto watches = [&world] {
    return std::count_if(world.api->requests().begin(), world.api->requests().end(),
                         [](const auto& x) { return x.target.find("watch=true") != std::string::npos; });
  };
  const auto before = watches();
  const std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 20; ++i) world.api->put_object(config_map("default", "o" + std::to_string(i), megabyte));
  world.fixture.run();
  CHECK(world.objects("b").size() == 20);
  const auto reported = world.seen->take();
  REQUIRE(reported.size() == 21);
  for (std::size_t i = 0; i < 20; ++i) CHECK(reported[i + 1] == "Added default/o" + std::to_string(i) + " for b");
  CHECK_MESSAGE(watches() - before == 2, "each stream has brought eight megabytes at most");
  CHECK(world.api->open_watches() == 1);
  CHECK_MESSAGE(world.problems.lines().empty(), "that is no loss of the watch");
}

TEST_CASE("without subscriptions nothing is watched, and a new one begins anew above the old revisions") {
  informer_world world;
  world.watch_config_maps();
  world.subscribe("b");
  world.api->put_object(config_map("default", "a"));
  world.fixture.run();
  const auto before = world.read("b").revision;
  world.fixture.tell(world.informer, actors::unsubscribe{{}, "b"});
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
  world.fixture.tell(world.informer, actors::unsubscribe{{}, "b"});
  world.fixture.run();
  CHECK(world.informers.size() == 0);
  world.informer = nullptr;
  world.fixture.advance(1min);
  CHECK(world.fixture.system().registry().running() == running - 1);
}

TEST_CASE("who was given an informer just before it is forgotten is served by it, and the next one by another") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.watch_config_maps();
  world.subscribe("b");
  const auto old = world.informer;
  world.fixture.tell(old, actors::unsubscribe{{}, "b"});
  world.fixture.tell(old, actors::subscribe{{}, "c", world.eyes, std::make_shared<core::kubernetes_binding>()});
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed b", "listed c"});
  world.watch_config_maps();
  CHECK(world.informer != old);
  world.subscribe("d");
  world.fixture.tell(old, actors::unsubscribe{{}, "c"});
  world.api->put_object(config_map("default", "z"));
  world.fixture.run();
  CHECK(world.seen->take() == lines{"listed d", "Added default/z for d"});
  CHECK_MESSAGE(world.informers.size() == 1, "the end of the old one does not take the new one away");
}
