#include "informer_world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;
using test::informer_world;
using lines = std::vector<std::string>;

TEST_CASE("waiting for a list ends when it is there, or with the reason why it cannot be had") {
  informer_world world;
  world.api->hold({"GET", "/configmaps"});
  world.watch_config_maps();
  world.subscribe("b");
  const auto await = [&world] {
    auto answer =
      world.fixture.ask_later<actors::messages::list_awaited>(world.informer, actors::messages::await_list{{}, "b"});
    world.fixture.run();
    return answer;
  };
  const auto first = await();
  CHECK_MESSAGE(!first.has_come(), "nothing is known of the list");
  const kube::api::http_response forbidden = simulation::refusal(403, "Forbidden");
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
  const kube::api::http_response broken{.status = 503, .body = "no", .retry_after = std::nullopt};
  world.api->fail_next({{"GET", "/apis"}, broken, 100000});
  world.watch({.api_version = "", .kind = "Nope"});
  world.subscribe("b");
  const auto await = [&world] {
    auto answer =
      world.fixture.ask_later<actors::messages::list_awaited>(world.informer, actors::messages::await_list{{}, "b"});
    world.fixture.advance(10s);
    return answer.get().problem;
  };
  CHECK(await().find("kind 'Nope' is not known yet") == 0);
  CHECK_MESSAGE(await().find("kind 'Nope' is not known yet") == 0, "it is still so");
  world.api->clear_faults();
  world.fixture.advance(1min);
  CHECK(await().empty());
}

TEST_CASE(
  "a list that fails because its group has gone away since the kind was found is of a kind that cannot be known") {
  using core::bindings::lists::obstacle;
  informer_world world;
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.api->hold({"GET", "/widgets"});
  world.watch({.api_version = "", .kind = "Widget"});
  world.subscribe("b");
  const auto await = [&world](std::optional<obstacle> known = {}) {
    auto answer = world.fixture.ask_later<actors::messages::list_awaited>(world.informer,
                                                                          actors::messages::await_list{{}, "b", known});
    world.fixture.advance(1min);
    return answer;
  };
  SUBCASE("with 503") {
    world.api->lose_group("example.com", "v1");
    world.api->release();
    world.fixture.advance(1min);
    const auto answer = await();
    CHECK(answer.get().by == obstacle::kind);
    CHECK(answer.get().problem == "the API server has not answered: HTTP status 503: service unavailable");
    CHECK_MESSAGE(!await(obstacle::kind).has_come(), "that is known");
    CHECK(await(obstacle::list).get().by == obstacle::kind);
  }
  SUBCASE("not if the server of the group is there, and does not give this list") {
    world.api->fail_next({{"GET", "/widgets"}, {{.status = 503, .body = "no", .retry_after = std::nullopt}}, 100000});
    world.api->release();
    world.fixture.advance(1min);
    CHECK(await().get().by == obstacle::list);
    world.api->clear_faults();
    world.api->lose_group("example.com", "v1");
    world.fixture.advance(1min);
    CHECK_MESSAGE(await(obstacle::list).get().by == obstacle::kind, "what is in the way has changed");
  }
}

TEST_CASE("of a filter and a list that are both in the way, the filter is named, and named once") {
  using core::bindings::lists::obstacle;
  informer_world world;
  world.api->fail_next({{"GET", "/configmaps"}, {simulation::refusal(403, "Forbidden")}, 100000});
  world.watch_config_maps();
  core::bindings::kubernetes_binding binding;
  binding.jq_filter = ".metadata.";
  world.subscribe("b", binding);
  const auto await = [&world](std::optional<obstacle> known) {
    auto answer = world.fixture.ask_later<actors::messages::list_awaited>(world.informer,
                                                                          actors::messages::await_list{{}, "b", known});
    world.fixture.advance(1min);
    return answer;
  };
  CHECK(await({}).get().by == obstacle::filter);
  CHECK(await(obstacle::list).get().by == obstacle::filter);
  CHECK_MESSAGE(!await(obstacle::filter).has_come(), "that is known");
}

TEST_CASE("a list beyond the operator's own bound is no refusal of the API server, and the option is named") {
  informer_world world;
  const base::error too_long{base::error_code::invalid_input,
                             "https://api: the answer to GET /api/v1/configmaps has more than 1000 bytes, and is given "
                             "up; the bound is set by --kube-list-size"};
  world.api->fail_next({{"GET", "/configmaps"}, tl::unexpected(too_long), 100000});
  world.watch_config_maps();
  world.subscribe("b");
  CHECK(world.why_unlisted("b") == "the list has failed: " + too_long.message);
}

TEST_CASE("who waits for a list waits through an outage of the API server") {
  informer_world world;
  world.api->go_away({base::error_code::unavailable, "connection refused"});
  world.watch_config_maps();
  world.subscribe("b");
  const auto answer =
    world.fixture.ask_later<actors::messages::list_awaited>(world.informer, actors::messages::await_list{{}, "b"});
  world.fixture.advance(1min);
  CHECK_FALSE(answer.has_come());
  world.api->come_back();
  world.fixture.advance(1min);
  CHECK(answer.get().problem.empty());
}

TEST_CASE("objects that could not be listed are unknown, with the reason, until they are listed") {
  informer_world world;
  world.api->put_object(config_map("default", "a"));
  world.api->fail_next(
    {{"GET", "/configmaps"}, tl::unexpected(base::error{base::error_code::unavailable, "refused"}), 2});
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
  const kube::api::http_response forbidden = simulation::refusal(403, "Forbidden");
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
  world.api->break_watches({base::error_code::unavailable, "connection reset"});
  world.fixture.advance(10s);
  CHECK_MESSAGE(world.log.lines().empty(), "a connection that broke is no news");
  world.api->fail_next({{"GET", "watch=true"}, tl::unexpected(base::error{base::error_code::timeout, "too slow"}), 3});
  world.api->break_watches({base::error_code::unavailable, "connection reset"});
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
  world.api->fail_next({{"GET", "watch=true"}, tl::unexpected(base::error{base::error_code::unavailable, "down"}), 3});
  world.api->break_watches({base::error_code::unavailable, "connection reset"});
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
    world.api->put_between([status](const kube::api::http_request&) { return simulation::proxy_page(status); });
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
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.api->put_object(
    text::json::object({{"apiVersion", "example.com/v1"},
                        {"kind", "Widget"},
                        {"metadata", text::json::object({{"namespace", "default"}, {"name", "w"}})}}));
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
  world.api->put_between([&paths](const kube::api::http_request& x) {
    const bool hit = x.target.find(paths) != std::string::npos;
    return hit ? std::optional<base::result<kube::api::http_response>>(simulation::proxy_page(404)) : std::nullopt;
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
    world.api->put_between([&, code = status, why = reason](const kube::api::http_request& x) {
      const bool hit = x.target.find("/configmaps") != std::string::npos;
      return hit ? std::optional<base::result<kube::api::http_response>>(simulation::refusal(code, why)) : std::nullopt;
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
  world.api->fail_next({{"GET", "/api"}, tl::unexpected(base::error{base::error_code::unavailable, "refused"}), 2});
  world.watch_config_maps();
  world.subscribe("b");
  CHECK(world.seen->take().empty());
  CHECK(world.why_unlisted("b").find("kind 'ConfigMap' is not known yet") == 0);
  world.fixture.advance(10s);
  CHECK(world.seen->take() == lines{"listed b"});
}

TEST_CASE("lists and watches that fail are counted by what was wrong") {
  informer_world world;
  const auto unavailable = tl::unexpected(base::error{base::error_code::unavailable, "down"});
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
