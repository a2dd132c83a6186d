#include "executed_operations.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;

namespace {

using test::data_of;
using test::execute;
using test::operations;

std::string operation_text(const std::string& operation, const std::string& name, const std::string& value) {
  return R"({"operation": ")" + operation + R"(", "object": )" + config_map("default", name, value).dump() + "}\n";
}

std::string create_text(const std::string& name) {
  return operation_text("Create", name, "1");
}

std::string update_text(const std::string& name, const std::string& value) {
  return operation_text("CreateOrUpdate", name, value);
}

std::string delete_text(const std::string& name) {
  return R"({"operation": "Delete", "kind": "ConfigMap", "namespace": "default", "name": ")" + name + "\"}\n";
}

simulation::pending<actors::messages::object_operations_done> delete_later(test::api_world& world,
                                                                           const std::string& name) {
  auto answer =
    world.fixture.ask_later<actors::messages::object_operations_done>(world.kube, operations(delete_text(name)));
  world.fixture.run();
  return answer;
}

text::json with_finalizers(const std::string& name, text::json finalizers) {
  const auto object = config_map("default", name);
  return object.with("metadata", object.find("metadata")->with("finalizers", std::move(finalizers)));
}

/// An object that stays after its deletion until the test releases it.
text::json held_config_map(const std::string& name) {
  return with_finalizers(name, text::json::array({"example.com/hold"}));
}

void release_finalizers(test::api_world& world, const std::string& name) {
  world.api->put_object(with_finalizers(name, text::json::array()));
}

} // namespace

TEST_CASE("create, replace and keep differ in what happens to an object that exists") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  const auto failures = execute(world, R"(
{"operation": "Create", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"key": "1"}}}
{"operation": "CreateIfNotExists", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"key": "2"}}}
{"operation": "CreateIfNotExists", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}, "data": {"key": "3"}}}
)");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].code == base::error_code::already_exists);
  CHECK(failures[0].operation.find("Create ConfigMap") == 0);
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
  const kube::api::http_response conflict{
    409, R"({"kind":"Status","status":"Failure","reason":"Conflict","code":409})", {}};
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
  CHECK(failures[0].code == base::error_code::not_found);
}

TEST_CASE("a jq program that uses up its limit changes nothing and fails the operation") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  world.filter_limit->is_used_up = true;
  const auto failures = execute(world, R"({"operation": "JQPatch", "kind": "ConfigMap", "namespace": "default",
                                           "name": "a", "jqFilter": ".data.key = \"new\""})");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].reason.find("was stopped: it used more than the test allows") != std::string::npos);
  CHECK(data_of(world, "a") == R"({"key":"old"})");
}

TEST_CASE("a deletion in the foreground ends when one watch shows that the object has gone") {
  test::api_world world;
  world.api->put_object(held_config_map("a"));
  auto answer = delete_later(world, "a");
  world.fixture.advance(10s);
  CHECK_FALSE(answer.has_come());
  release_finalizers(world, "a");
  world.fixture.run();
  CHECK(answer.get().failures.empty());
  CHECK(data_of(world, "a") == "none");
  CHECK(world.count_requests("GET", "fieldSelector=metadata.name%3Da") == 1);
  CHECK(world.count_requests("GET", "/configmaps/a") == 0);
  CHECK(world.api->open_watches() == 0);
  CHECK(execute(world, delete_text("a")).empty());
}

TEST_CASE("a deletion that finalizers hold up fails after 20 seconds and says so") {
  test::api_world world;
  world.api->put_object(held_config_map("a"));
  auto answer = delete_later(world, "a");
  world.fixture.advance(20s - 1ms);
  CHECK_FALSE(answer.has_come());
  world.fixture.advance(1ms);
  REQUIRE(answer.get().failures.size() == 1);
  CHECK(answer.get().failures[0].reason.find("metadata.finalizers") != std::string::npos);
  CHECK(world.api->open_watches() == 0);
}

TEST_CASE("a watch that ends or is too old does not keep a deletion from being noticed") {
  test::api_world world;
  world.api->put_object(held_config_map("a"));
  auto answer = delete_later(world, "a");
  world.fixture.run();
  world.api->end_watches();
  world.api->expire_history();
  world.fixture.run();
  CHECK(world.api->open_watches() == 1);
  world.api->break_watches({base::error_code::unavailable, "the connection broke"});
  release_finalizers(world, "a");
  world.fixture.run();
  CHECK(answer.get().failures.empty());
}

TEST_CASE("a look at the object that is answered after its deletion was given up begins no watch") {
  test::api_world world;
  world.api->put_object(held_config_map("a"));
  auto answer = delete_later(world, "a");
  world.api->hold({"GET", "fieldSelector=metadata.name%3Da"});
  world.api->end_watches();
  world.fixture.advance(20s);
  CHECK(answer.get().failures.size() == 1);
  world.api->release();
  world.fixture.run();
  CHECK(world.count_requests("GET", "fieldSelector=metadata.name%3Da") == 2);
  CHECK(world.api->open_watches() == 0);
}

TEST_CASE("a deletion in the background does not wait") {
  test::api_world world;
  world.api->put_object(held_config_map("a"));
  CHECK(
    execute(world, R"({"operation": "DeleteInBackground", "kind": "ConfigMap", "namespace": "default", "name": "a"})")
      .empty());
  CHECK(data_of(world, "a") == R"({"key":"1"})");
}

TEST_CASE("a kind that cannot be known fails its own operations alone") {
  test::api_world world;
  world.api->lose_group("metrics.example.com", "v1");
  const auto failures =
    execute(world, create_text("a") + R"({"operation": "Delete", "kind": "Widget", "name": "w"})" + create_text("b"));
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].code == base::error_code::unavailable);
  CHECK(failures[0].operation == "Delete Widget w");
  CHECK(failures[0].reason.find("it is not known whether the API server has kind 'Widget': metrics.example.com/v1")
        == 0);
  CHECK(data_of(world, "a") != "none");
  CHECK(data_of(world, "b") != "none");
}

TEST_CASE("nothing is done to an object after an operation whose kind could not be known") {
  test::api_world world;
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.api->lose_group("example.com", "v1");
  auto answer =
    world.fixture.ask_later<actors::messages::object_operations_done>(world.kube, operations(create_text("a") + R"(
{"operation": "Delete", "kind": "Widget", "name": "w"}
)" + delete_text("a") + R"(
{"operation": "Create", "object": {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}}}
{"operation": "Create", "object": {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "other"}}}
)"));
  world.api->hold({"DELETE", "/configmaps/a"});
  world.fixture.run();
  world.api->find_group("example.com");
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  world.fixture.advance(3s); // then kinds are looked up again
  world.api->release();
  world.fixture.run();
  const auto failures = answer.get().failures;
  REQUIRE(failures.size() == 2);
  CHECK(failures[1].reason == "an earlier operation on this object was not carried out");
  REQUIRE(world.api->objects("Widget").size() == 1);
  CHECK(world.api->objects("Widget")[0].find("metadata")->string_at("name") == "other");
}

TEST_CASE("of a server that does not answer each kind is asked for twice, however many operations there are") {
  test::api_world world;
  world.api->fail_next({{"GET", "/apis"}, base::fail(base::error_code::unavailable, "no answer"), 1000});
  std::string text;
  for (int i = 0; i < 100; ++i) text += R"({"operation": "Delete", "kind": "Widget", "name": "w"})";
  CHECK(execute(world, text).size() == 100);
  CHECK(world.count_requests("GET", "/apis") <= 2);
}

TEST_CASE("a kind that an operation before has defined is found, though it was absent a moment ago") {
  test::api_world world;
  const auto widget = simulation::custom_resource("example.com", "v1", "Widget", "widgets");
  world.api->hold({"POST", "customresourcedefinitions"});
  auto answer = world.fixture.ask_later<actors::messages::object_operations_done>(world.kube, operations(R"(
{"operation": "Create", "object": {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "widgets.example.com"}}}
{"operation": "Create", "object": {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}}}
)"));
  world.fixture.run();
  world.api->add_resource(widget);
  world.api->release();
  world.fixture.run();
  CHECK_MESSAGE(answer.get().failures.empty(), answer.get().failures.front().reason);
  CHECK(world.api->objects("Widget").size() == 1);
}

TEST_CASE("ten thousand operations that end at once do not fill the stack") {
  test::api_world world;
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += R"({"operation": "Delete", "kind": "Widget", "name": "w"})";
  CHECK(execute(world, text).size() == 10'000);
}

TEST_CASE("what has become of each object is reported") {
  test::api_world world;
  world.api->put_object(config_map("default", "old"));
  CHECK(execute(world, create_text("new") + update_text("new", "1") + update_text("new", "2") + delete_text("old")
                         + delete_text("old"))
          .empty());
  const auto logged = [&](std::string_view operation, std::string_view object, std::string_view outcome) {
    return world.log.count({"object_operation", operation, object, outcome});
  };
  CHECK(logged("operation=Create ", "default/new", "outcome=created") == 1);
  CHECK(logged("operation=CreateOrUpdate", "default/new", "outcome=updated") == 1);
  CHECK(logged("operation=Delete ", "default/old", "outcome=deleted") == 1);
}

TEST_CASE("an empty text as namespace changes no object of the default namespace") {
  test::api_world world;
  const auto before = world.api->put_object(config_map("default", "a"));
  const auto named = [](const std::string& operation, const std::string& rest) {
    return "operation: " + operation + "\nnamespace: ''\n" + rest;
  };
  for (const auto& text :
       {named("Delete", "kind: ConfigMap\nname: a\n"),
        named("MergePatch", "kind: ConfigMap\nname: a\nmergePatch: {data: {key: '2'}}\n"),
        named("CreateOrUpdate", "object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n")}) {
    CAPTURE(text);
    const auto failures = execute(world, text);
    REQUIRE(failures.size() == 1);
    CHECK_MESSAGE(failures[0].reason.find("namespace is the empty text, as of a variable that is not set")
                    != std::string::npos,
                  failures[0].reason);
  }
  CHECK(world.api->object("ConfigMap", "default", "a") == before);
  CHECK_MESSAGE(execute(world, "operation: Delete\nkind: ConfigMap\nname: a\n").empty(), "no key is no text");
  CHECK_FALSE(world.api->object("ConfigMap", "default", "a"));
}

TEST_CASE("an empty text as namespace is fine for an object without namespaces") {
  test::api_world world;
  CHECK(execute(world,
                "operation: Create\nobject: {apiVersion: v1, kind: Namespace, metadata: {name: team, namespace: ''}}"
                "\n")
          .empty());
  CHECK(execute(world, "operation: DeleteInBackground\nkind: Namespace\nname: team\nnamespace: ''\n").empty());
  CHECK_FALSE(world.api->object("Namespace", "", "team"));
}

TEST_CASE("an operation on a kind that is not served fails and names the kind") {
  test::api_world world;
  const auto failures = execute(world, R"({"operation": "Delete", "kind": "Widget", "name": "a"})");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].reason.find("does not serve kind 'Widget'") != std::string::npos);
}
