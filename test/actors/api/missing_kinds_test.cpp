// Kinds that disappear from discovery: for a moment, while the API server starts, or permanently.
#include "base/contains.hpp"
#include "support/api_world.hpp"
#include "support/short_discovery.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

const std::string group = "example.com";

struct short_world : test::api_world {
  short_world() { serve(); }
  void serve() { api->add_resource(simulation::custom_resource(group, "v1", "Widget", "widgets")); }
  void define(const text::json& rest = text::json::object()) {
    auto definition = rest.with("apiVersion", "apiextensions.k8s.io/v1").with("kind", "CustomResourceDefinition");
    api->put_object(definition.with("metadata", text::json::object({{"name", "widgets.example.com"}})));
  }
  void register_service() {
    api->put_object(text::json::object({{"apiVersion", "apiregistration.k8s.io/v1"},
                                        {"kind", "APIService"},
                                        {"metadata", text::json::object({{"name", "v1.example.com"}})}}));
  }
  void vanish() { api->put_between(test::starting_without(*api, group)); }
  void come_back() { api->put_between({}); }
  actors::messages::cluster_described ask(std::vector<kube::api::object_type> expected = {}) {
    return fixture.ask<actors::messages::cluster_described>(
      kube, actors::messages::describe_cluster{{}, actors::messages::kind_knowledge::any, std::move(expected)});
  }
  bool serves(const std::vector<kube::api::object_type>& expected = {}) {
    return base::contains(ask(expected).api_versions, "example.com/v1/Widget");
  }
  kube::api::lookup_result find_again() {
    const auto widgets = simulation::custom_resource(group, "v1", "Widget", "widgets");
    return fixture
      .ask<actors::messages::kind_resolved>(
        kube, actors::messages::resolve_kind{{}, "", "Widget", actors::messages::kind_knowledge::fresh, widgets})
      .result;
  }
};

const std::vector<kube::api::object_type> widget{{"example.com/v1", "Widget"}};

} // namespace

TEST_CASE_FIXTURE(short_world, "a group that an API server does not show while it starts counts as served") {
  CHECK(serves());
  fixture.advance(1h);
  vanish();
  CHECK(serves());
  CHECK(ask().settles_in.has_value());
  CHECK(log.count({"kinds_missing", "example.com/v1/Widget"}) == 1);
  CHECK(std::holds_alternative<kube::api::kind_undecided>(find_again()));
  fixture.advance(1min);
  CHECK_MESSAGE(serves(), "its document answers 503");
  CHECK(std::holds_alternative<kube::api::kind_undecided>(find_again()));
  come_back();
  fixture.advance(3s);
  CHECK(serves());
  CHECK_FALSE(ask().settles_in);
}

TEST_CASE_FIXTURE(short_world, "a group is gone when two discoveries, its document, definition and service agree") {
  CHECK(serves());
  fixture.advance(1h);
  api->remove_resource(group, "widgets");
  SUBCASE("nothing contradicts") {
    CHECK(serves());
    fixture.advance(14s);
    CHECK(serves());
    fixture.advance(2s);
    CHECK_FALSE(serves());
    CHECK(log.count({"kinds_gone", "example.com/v1/Widget"}) == 1);
    CHECK(std::holds_alternative<kube::api::kind_absent>(find_again()));
  }
  SUBCASE("an APIService of the version is there") {
    register_service();
    CHECK(serves());
    fixture.advance(1h);
    CHECK(serves());
    CHECK_FALSE_MESSAGE(ask().settles_in, "only a change of it can settle that");
    api->delete_object("APIService", "", "v1.example.com");
    fixture.advance(16s);
    CHECK_FALSE(serves());
  }
  SUBCASE("its definition is established") {
    define(text::json::object(
      {{"spec", text::parse_json(R"({"versions":[{"name":"v1","served":true}]})").value()},
       {"status", text::parse_json(R"({"conditions":[{"type":"Established","status":"True"}]})").value()}}));
    CHECK(serves());
    fixture.advance(1h);
    CHECK(serves());
    CHECK_FALSE(ask().settles_in);
    api->delete_object("CustomResourceDefinition", "", "widgets.example.com");
    fixture.advance(16s);
    CHECK_FALSE(serves());
  }
  SUBCASE("its definition cannot be read") {
    CHECK(serves());
    api->fail_next({{"GET", "/customresourcedefinitions/"}, simulation::proxy_page(503), 1});
    fixture.advance(16s);
    CHECK(serves());
    fixture.advance(16s);
    CHECK_FALSE(serves());
  }
}

TEST_CASE_FIXTURE(short_world, "what the first discovery lacks counts as served if an APIService or a release has it") {
  vanish();
  SUBCASE("an APIService") {
    register_service();
    CHECK(base::contains(ask().api_versions, "example.com/v1"));
    const auto found = fixture.ask<actors::messages::kind_resolved>(
      kube, actors::messages::resolve_kind{.api_version = "example.com/v1", .kind = "Widget"});
    CHECK(std::holds_alternative<kube::api::kind_undecided>(found.result));
  }
  SUBCASE("a release") {
    CHECK(serves(widget));
    fixture.advance(1min);
    CHECK_MESSAGE(serves(), "its document answers 503");
  }
  come_back();
  fixture.advance(3s);
  CHECK(serves());
}

TEST_CASE_FIXTURE(short_world, "what a release has and the API server does not know is gone after a while, once") {
  api->remove_resource(group, "widgets");
  CHECK(serves(widget));
  CHECK(ask(widget).settles_in == 15s);
  fixture.advance(16s);
  CHECK_FALSE(serves(widget));
  CHECK_FALSE(serves(widget));
  CHECK(log.count({"kinds_missing", "example.com/v1/Widget"}) == 1);
  serve();
  fixture.advance(3s);
  CHECK(serves());
}

TEST_CASE_FIXTURE(short_world, "a first discovery without the APIServices is a failure, unless they cannot be known") {
  const auto version = [&] { return ask().version; };
  SUBCASE("they are not answered") {
    api->fail_next({{"GET", "/apiservices"}, simulation::proxy_page(503), 1});
    CHECK_FALSE(version().has_value());
    CHECK(version().has_value());
  }
  SUBCASE("nobody may list them") {
    api->fail_next({{"GET", "/apiservices"}, simulation::refusal(403, "Forbidden"), 1});
    CHECK(version().has_value());
  }
}

TEST_CASE_FIXTURE(short_world, "the kind of an object of a release is looked for until its absence is confirmed") {
  vanish();
  const auto find = [&] {
    return fixture
      .ask<actors::messages::kind_resolved>(
        kube, actors::messages::resolve_kind{.api_version = "example.com/v1", .kind = "Widget", .is_expected = true})
      .result;
  };
  CHECK(std::holds_alternative<kube::api::kind_undecided>(find()));
  come_back();
  fixture.advance(3s);
  CHECK(std::holds_alternative<kube::api::resource>(find()));
}
