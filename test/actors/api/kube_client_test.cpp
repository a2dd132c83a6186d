#include "actors/messages/status.hpp"
#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace std::chrono_literals;

namespace {

kube::api::lookup_result resolve(test::api_world& world, const std::string& kind) {
  return world.fixture.ask<actors::messages::kind_resolved>(world.kube, actors::messages::resolve_kind{{}, "", kind})
    .result;
}

} // namespace

TEST_CASE("a kind whose requests have no answer takes a share of the places, others go on, and all are answered") {
  test::api_world world;
  world.api->hold({"GET", "/configmaps"});
  std::vector<simulation::pending<actors::messages::api_answered>> answers;
  const auto ask = [&](const std::string& target) {
    answers.push_back(world.fixture.ask_later<actors::messages::api_answered>(
      world.kube, actors::messages::call_api{{}, {.target = target}}));
    world.fixture.run();
  };
  for (int i = 0; i < 300; ++i) ask("/api/v1/namespaces/default/configmaps");
  CHECK(world.count_requests("GET", "/configmaps") == 24);
  ask("/api/v1/namespaces/default/secrets");
  REQUIRE(answers.back().has_come());
  CHECK(answers.back().get().response->status == 200);
  world.api->release();
  world.fixture.run();
  for (const auto& answer : answers) CHECK(answer.get().response->status == 200);
}

TEST_CASE("after the end of writes no write is sent, those on their way are awaited, and reads go on") {
  test::api_world world;
  namespace messages = actors::messages;
  const auto call = [&](const char* method, const char* name) {
    const auto target = std::string("/api/v1/namespaces/default/configmaps/") + name;
    return world.fixture.ask_later<messages::api_answered>(
      world.kube, messages::call_api{{}, {.method = method, .target = target}});
  };
  world.api->hold({"DELETE", "/configmaps"});
  const auto first = call("DELETE", "a");
  const auto ended = world.fixture.ask_later<messages::writes_ended>(world.kube, messages::end_writes{{}, 5s});
  const auto late = call("DELETE", "b");
  const auto read = call("GET", "c");
  world.fixture.run();
  REQUIRE(late.has_come());
  CHECK(late.get().response.error().code == base::error_code::cancelled);
  REQUIRE(read.has_come());
  CHECK(read.get().response->status == 404);
  CHECK_FALSE(ended.has_come());
  world.api->release();
  world.fixture.run();
  CHECK(first.has_come());
  REQUIRE(ended.has_come());
  CHECK(ended.get().unanswered == 0);
}

TEST_CASE("the wait for the last writes is limited, and counts those without an answer") {
  test::api_world world;
  namespace messages = actors::messages;
  world.api->hold({"DELETE", "/configmaps"});
  const auto write = world.fixture.ask_later<messages::api_answered>(
    world.kube, messages::call_api{{}, {.method = "DELETE", .target = "/api/v1/namespaces/default/configmaps/a"}});
  const auto ended = world.fixture.ask_later<messages::writes_ended>(world.kube, messages::end_writes{{}, 5s});
  world.fixture.advance(4s);
  CHECK_FALSE(ended.has_come());
  world.fixture.advance(1s);
  REQUIRE(ended.has_come());
  CHECK(ended.get().unanswered == 1);
}

TEST_CASE("the client knows the time that the API server has taken for its last answers") {
  test::api_world world;
  const auto answers = [&] {
    return world.fixture.ask<actors::messages::answers_described>(world.kube, actors::messages::describe_answers{})
      .answers;
  };
  CHECK(answers().answers == 0);
  for (int i = 0; i < 5; ++i) {
    world.api->hold({"GET", "/configmaps"});
    const auto answer = world.fixture.ask_later<actors::messages::api_answered>(
      world.kube, actors::messages::call_api{{}, {.target = "/api/v1/namespaces/default/configmaps"}});
    world.fixture.advance(4s);
    world.api->release();
    world.fixture.run();
    REQUIRE(answer.has_come());
  }
  CHECK(answers().answers == 5);
  CHECK(answers().median == 4s);
  world.fixture.advance(5min);
  CHECK_MESSAGE(answers().answers == 0, "old answers say nothing about the API server now");
}

TEST_CASE("requests are counted by their result and timed by their purpose, without names of objects") {
  test::api_world world;
  world.api->put_object(test::config_map("default", "a"));
  static_cast<void>(world.fixture.ask<actors::messages::api_answered>(
    world.kube, actors::messages::call_api{{}, {.target = "/api/v1/namespaces/default/configmaps/a"}}));
  static_cast<void>(world.fixture.ask<actors::messages::api_answered>(
    world.kube, actors::messages::call_api{{}, {.target = "/api/v1/namespaces/default/configmaps/b"}}));
  const auto text = world.metrics_text();
  const auto shows = [&text](const std::string& line) { return text.find("\n" + line + "\n") != std::string::npos; };
  const std::string host = R"(component="main",host="api:6443",method="GET"} )";
  CHECK(shows(R"(kubernetes_client_request_result_total{code="200",)" + host + "1"));
  CHECK(shows(R"(kubernetes_client_request_result_total{code="404",)" + host + "1"));
  CHECK(shows("kubernetes_client_request_latency_seconds_count{component=\"main\","
              "url=\"/api/v1/namespaces/{namespace}/configmaps/{name}\",verb=\"GET\"} 2"));
}

TEST_CASE("discovery is loaded once, however many ask at the same time") {
  test::api_world world;
  std::vector<simulation::pending<actors::messages::kind_resolved>> answers;
  for (const auto* kind : {"ConfigMap", "deployments", "po"})
    answers.push_back(world.fixture.ask_later<actors::messages::kind_resolved>(
      world.kube, actors::messages::resolve_kind{{}, "", kind}));
  world.fixture.run();
  for (const auto& answer : answers) CHECK(std::holds_alternative<kube::api::resource>(answer.get().result));
  CHECK_MESSAGE(world.api->requests().size() == 3, "two documents, and the APIServices once");
}

TEST_CASE("a kind that is not known is looked for anew, but not all the time") {
  test::api_world world;
  CHECK(std::holds_alternative<kube::api::kind_absent>(resolve(world, "Widget")));
  const auto loaded = world.api->requests().size();
  CHECK(std::holds_alternative<kube::api::kind_absent>(resolve(world, "Widget")));
  CHECK(world.api->requests().size() == loaded);
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.fixture.advance(3s);
  CHECK(std::holds_alternative<kube::api::resource>(resolve(world, "Widget")));
}

TEST_CASE("a wall clock that is set back does not keep an old table of kinds") {
  test::api_world world;
  CHECK(std::holds_alternative<kube::api::kind_absent>(resolve(world, "Widget")));
  world.fixture.advance(1min);
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.fixture.set_clock(-24h);
  CHECK(std::holds_alternative<kube::api::resource>(resolve(world, "Widget")));
}

TEST_CASE("a discovery that failed leaves open whether a kind is there, also for those who ask right after it") {
  test::api_world world;
  CHECK(std::holds_alternative<kube::api::kind_absent>(resolve(world, "Widget")));
  for (const auto& page : {simulation::proxy_page(404), simulation::proxy_page(200)}) {
    world.fixture.advance(1min);
    world.api->fail_next({{"GET", "/apis"}, page, 2});
    CHECK(std::holds_alternative<kube::api::kind_undecided>(resolve(world, "Widget")));
    CHECK(std::holds_alternative<kube::api::kind_undecided>(resolve(world, "Widget")));
    CHECK_MESSAGE(std::holds_alternative<kube::api::resource>(resolve(world, "ConfigMap")), "it was there before");
  }
}

TEST_CASE("after a path was not found a kind that was there before is looked for anew") {
  test::api_world world;
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  CHECK(std::holds_alternative<kube::api::resource>(resolve(world, "Widget")));
  world.fixture.advance(1min);
  world.api->remove_resource("example.com", "widgets");
  CHECK_MESSAGE(std::holds_alternative<kube::api::resource>(resolve(world, "Widget")), "nobody knows that it has gone");
  static_cast<void>(world.fixture.ask<actors::messages::api_answered>(
    world.kube, actors::messages::call_api{{}, {.target = "/apis/example.com/v1/namespaces/default/widgets/w"}}));
  const auto found = resolve(world, "Widget");
  REQUIRE(std::holds_alternative<kube::api::resource>(found));
  CHECK_MESSAGE(std::get<kube::api::resource>(found).is_missing, "it counts as served for a while");
  world.fixture.advance(16s);
  CHECK(std::holds_alternative<kube::api::kind_absent>(resolve(world, "Widget")));
}

TEST_CASE("what charts see of the cluster is its version and its API versions") {
  test::api_world world;
  const auto answer =
    world.fixture.ask<actors::messages::cluster_described>(world.kube, actors::messages::describe_cluster{});
  CHECK(answer.version.has_value());
  CHECK(std::find(answer.api_versions.begin(), answer.api_versions.end(), "apps/v1/Deployment")
        != answer.api_versions.end());
}

TEST_CASE(
  "what charts see is not older than two seconds, and the last that is known if the API server does not answer") {
  test::api_world world;
  const auto sees_widgets = [&world](actors::messages::kind_knowledge wants = actors::messages::kind_knowledge::any) {
    const auto answer =
      world.fixture.ask<actors::messages::cluster_described>(world.kube, actors::messages::describe_cluster{{}, wants});
    if (!answer.version) return std::string("nothing: ") + answer.version.error().message;
    const auto& all = answer.api_versions;
    return std::string(std::find(all.begin(), all.end(), "example.com/v1/Widget") == all.end() ? "no" : "yes");
  };
  CHECK(sees_widgets() == "no");
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  const auto before = world.api->requests().size();
  CHECK(sees_widgets() == "no");
  CHECK_MESSAGE(world.api->requests().size() == before, "many charts in a row ask once");
  world.fixture.advance(2s);
  CHECK(sees_widgets() == "yes");
  world.fixture.advance(2s);
  world.api->remove_resource("example.com", "widgets");
  world.api->fail_next({{"GET", "/apis"}, simulation::proxy_page(503), 2});
  CHECK(sees_widgets() == "yes");
  CHECK(sees_widgets(actors::messages::kind_knowledge::fresh).starts_with("nothing: discovery of /apis"));
  CHECK(sees_widgets(actors::messages::kind_knowledge::fresh) == "yes");
  world.fixture.advance(16s);
  CHECK(sees_widgets(actors::messages::kind_knowledge::fresh) == "no");
}

TEST_CASE("an aggregated API that is away counts as served for charts") {
  test::api_world world;
  world.api->lose_group("metrics.example.com", "v1");
  const auto answer =
    world.fixture.ask<actors::messages::cluster_described>(world.kube, actors::messages::describe_cluster{});
  CHECK(std::find(answer.api_versions.begin(), answer.api_versions.end(), "metrics.example.com/v1")
        != answer.api_versions.end());
}

TEST_CASE("a kind that discovery does not show has gone only if its definition has gone, too") {
  test::api_world world;
  const auto widgets = simulation::custom_resource("example.com", "v1", "Widget", "widgets");
  const auto again = [&] {
    return world.fixture
      .ask<actors::messages::kind_resolved>(
        world.kube, actors::messages::resolve_kind{{}, "", "Widget", actors::messages::kind_knowledge::fresh, widgets})
      .result;
  };
  CHECK(std::holds_alternative<kube::api::kind_absent>(again()));
  world.api->put_object(text::json::object({{"apiVersion", "apiextensions.k8s.io/v1"},
                                            {"kind", "CustomResourceDefinition"},
                                            {"metadata", text::json::object({{"name", "widgets.example.com"}})}}));
  CHECK(std::holds_alternative<kube::api::kind_in_other_version>(again()));
  world.api->fail_next({{"GET", "/customresourcedefinitions/"}, simulation::proxy_page(404), 1});
  CHECK(std::holds_alternative<kube::api::kind_undecided>(again()));
  world.api->fail_next({{"GET", "/customresourcedefinitions/"}, simulation::refusal(403, "Forbidden"), 1});
  CHECK_MESSAGE(std::holds_alternative<kube::api::kind_absent>(again()), "discovery has the last word then");
}
