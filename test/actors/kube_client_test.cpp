#include "support/api_world.hpp"

#include "core/hooks/object_patch.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;

namespace {

actors::execute_object_operations operations(std::string_view text) {
  auto parsed = core::parse_object_patch(text);
  REQUIRE_MESSAGE(parsed.has_value(), (parsed ? "" : parsed.error().message));
  return {{}, std::make_shared<const std::vector<core::object_operation>>(std::move(*parsed)), "hook", "default"};
}

std::vector<core::error> execute(test::api_world& world, std::string_view text) {
  return world.fixture.ask<actors::object_operations_done>(world.kube, operations(text)).failures;
}

std::string data_of(test::api_world& world, const std::string& name) {
  const auto object = world.api->object("ConfigMap", "default", name);
  if (!object) return "none";
  const auto* data = object->find("data");
  return data == nullptr ? "" : data->dump();
}

kube::lookup_result resolve(test::api_world& world, const std::string& kind) {
  return world.fixture.ask<actors::kind_resolved>(world.kube, actors::resolve_kind{{}, "", kind}).result;
}

} // namespace

TEST_CASE("no more than 64 requests are in flight, and all are answered") {
  test::api_world world;
  world.api->hold({"GET", "/configmaps"});
  std::vector<test::pending<actors::api_answered>> answers;
  for (int i = 0; i < 100; ++i)
    answers.push_back(world.fixture.ask_later<actors::api_answered>(
      world.kube, actors::call_api{{}, {.target = "/api/v1/namespaces/default/configmaps"}}));
  world.fixture.run();
  CHECK(world.count_requests("GET", "/configmaps") == 64);
  world.api->release();
  world.fixture.run();
  for (const auto& answer : answers) CHECK(answer.get().response->status == 200);
}

TEST_CASE("requests are counted by their result and timed by what they are for, without names of objects") {
  test::api_world world;
  world.api->put_object(test::config_map("default", "a"));
  static_cast<void>(world.fixture.ask<actors::api_answered>(
    world.kube, actors::call_api{{}, {.target = "/api/v1/namespaces/default/configmaps/a"}}));
  static_cast<void>(world.fixture.ask<actors::api_answered>(
    world.kube, actors::call_api{{}, {.target = "/api/v1/namespaces/default/configmaps/b"}}));
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
  std::vector<test::pending<actors::kind_resolved>> answers;
  for (const auto* kind : {"ConfigMap", "deployments", "po"})
    answers.push_back(world.fixture.ask_later<actors::kind_resolved>(world.kube, actors::resolve_kind{{}, "", kind}));
  world.fixture.run();
  for (const auto& answer : answers) CHECK(std::holds_alternative<kube::resource>(answer.get().result));
  CHECK(world.api->requests().size() == 2);
}

TEST_CASE("a kind that is not known is looked for anew, but not all the time") {
  test::api_world world;
  CHECK(std::holds_alternative<kube::kind_absent>(resolve(world, "Widget")));
  const auto loaded = world.api->requests().size();
  CHECK(std::holds_alternative<kube::kind_absent>(resolve(world, "Widget")));
  CHECK(world.api->requests().size() == loaded);
  world.api->add_resource(test::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.fixture.advance(3s);
  CHECK(std::holds_alternative<kube::resource>(resolve(world, "Widget")));
}

TEST_CASE("create, replace and keep differ in what happens to an object that exists") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  const auto failures = execute(world, R"(
{"operation": "Create", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"key": "1"}}}
{"operation": "CreateIfNotExists", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"key": "2"}}}
{"operation": "CreateIfNotExists", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}, "data": {"key": "3"}}}
)");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].code == core::error_code::already_exists);
  CHECK(failures[0].message.find("Create ConfigMap") == 0);
  CHECK(data_of(world, "a") == R"({"key":"old"})");
  CHECK(data_of(world, "b") == R"({"key":"3"})");
  CHECK(execute(world, R"({"operation": "CreateOrUpdate", "object": {"apiVersion": "v1", "kind": "ConfigMap",
                           "metadata": {"name": "a"}, "data": {"key": "new"}}})")
          .empty());
  CHECK(data_of(world, "a") == R"({"key":"new"})");
}

TEST_CASE("CreateOrUpdate tries again when somebody else wrote in between") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  const kube::http_response conflict{409, R"({"kind":"Status","status":"Failure","reason":"Conflict","code":409})", {}};
  world.api->fail_next({{"PUT", "/configmaps/a"}, conflict, 2});
  CHECK(execute(world, R"({"operation": "CreateOrUpdate", "object": {"apiVersion": "v1", "kind": "ConfigMap",
                           "metadata": {"name": "a"}, "data": {"key": "new"}}})")
          .empty());
  CHECK(data_of(world, "a") == R"({"key":"new"})");
  CHECK(world.count_requests("PUT", "/configmaps/a") == 3);
}

TEST_CASE("patches change objects, and missing ones fail unless that is allowed") {
  test::api_world world;
  world.api->put_object(config_map("default", "a"));
  const auto failures = execute(world, R"(
operation: MergePatch
kind: ConfigMap
namespace: default
name: a
mergePatch: {data: {merged: "1"}}
---
operation: JSONPatch
kind: ConfigMap
namespace: default
name: a
jsonPatch: [{op: add, path: /data/added, value: "2"}]
---
operation: JQPatch
kind: ConfigMap
namespace: default
name: a
jqFilter: .data.key = "3"
---
operation: MergePatch
kind: ConfigMap
name: none
mergePatch: {data: {}}
---
operation: JQPatch
kind: ConfigMap
name: none
jqFilter: .
ignoreMissingObject: true
)");
  CHECK(data_of(world, "a") == R"({"added":"2","key":"3","merged":"1"})");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].code == core::error_code::not_found);
}

TEST_CASE("a deletion in the foreground ends when the object has gone") {
  test::api_world world;
  const auto object = world.api->put_object(config_map("default", "a"));
  world.api->fail_next({{"GET", "/configmaps/a"}, kube::http_response{200, object.dump(), {}}, 3});
  auto answer = world.fixture.ask_later<actors::object_operations_done>(
    world.kube, operations(R"({"operation": "Delete", "kind": "ConfigMap", "namespace": "default", "name": "a"})"));
  world.fixture.run();
  CHECK_FALSE(answer.has_come());
  world.fixture.advance(1s);
  CHECK(answer.get().failures.empty());
  CHECK(data_of(world, "a") == "none");
  CHECK(execute(world, R"({"operation": "Delete", "kind": "ConfigMap", "namespace": "default", "name": "a"})").empty());
}

TEST_CASE("a deletion that finalizers hold up fails after 20 seconds and says so") {
  test::api_world world;
  const auto object = world.api->put_object(config_map("default", "a"));
  world.api->fail_next({{"GET", "/configmaps/a"}, kube::http_response{200, object.dump(), {}}, 1000});
  auto answer = world.fixture.ask_later<actors::object_operations_done>(
    world.kube, operations(R"({"operation": "Delete", "kind": "ConfigMap", "namespace": "default", "name": "a"})"));
  world.fixture.advance(25s);
  REQUIRE(answer.get().failures.size() == 1);
  CHECK(answer.get().failures[0].message.find("metadata.finalizers") != std::string::npos);
}

TEST_CASE("an operation on a kind that is not served fails and names the kind") {
  test::api_world world;
  const auto failures = execute(world, R"({"operation": "Delete", "kind": "Widget", "name": "a"})");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].message.find("does not serve kind 'Widget'") != std::string::npos);
}

TEST_CASE("what charts see of the cluster is its version and its API versions") {
  test::api_world world;
  const auto answer = world.fixture.ask<actors::cluster_described>(world.kube, actors::describe_cluster{});
  CHECK(answer.version.has_value());
  CHECK(std::find(answer.api_versions.begin(), answer.api_versions.end(), "apps/v1/Deployment")
        != answer.api_versions.end());
}
