#include "core/hooks/object_patch.hpp"
#include "support/api_world.hpp"

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

std::vector<actors::object_failure> execute(test::api_world& world, std::string_view text) {
  return world.fixture.ask<actors::object_operations_done>(world.kube, operations(text)).failures;
}

std::string data_of(test::api_world& world, const std::string& name) {
  const auto object = world.api->object("ConfigMap", "default", name);
  if (!object) return "none";
  const auto* data = object->find("data");
  return data == nullptr ? "" : data->dump();
}

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

simulation::pending<actors::object_operations_done> delete_later(test::api_world& world, const std::string& name) {
  auto answer = world.fixture.ask_later<actors::object_operations_done>(world.kube, operations(delete_text(name)));
  world.fixture.run();
  return answer;
}

core::json with_finalizers(const std::string& name, core::json finalizers) {
  const auto object = config_map("default", name);
  return object.with("metadata", object.find("metadata")->with("finalizers", std::move(finalizers)));
}

/// Stays after a deletion until somebody releases it.
core::json held_config_map(const std::string& name) {
  return with_finalizers(name, core::json::array({"example.com/hold"}));
}

void release_finalizers(test::api_world& world, const std::string& name) {
  world.api->put_object(with_finalizers(name, core::json::array()));
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
  CHECK(failures[0].code == core::error_code::already_exists);
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

TEST_CASE("an answer 404 that does not name the object is no absence, for no operation") {
  const auto named = core::json::object({{"name", "default"}, {"kind", "namespaces"}});
  for (const auto& answer : {simulation::refusal(404, "NotFound"),
                             simulation::response_of({404, "NotFound", "namespaces \"default\" not found", named})}) {
    for (const auto& text : {delete_text("a"), update_text("a", "new"),
                             std::string(R"({"operation": "MergePatch", "kind": "ConfigMap", "namespace": "default",
                                             "name": "a", "mergePatch": {"data": {}}, "ignoreMissingObject": true})")}) {
      CAPTURE(text);
      test::api_world world;
      world.api->put_object(config_map("default", "a", "old"));
      world.api->fail_next({{"", "/configmaps/a"}, answer, 1000});
      REQUIRE(execute(world, text).size() == 1);
      CHECK(data_of(world, "a") == R"({"key":"old"})");
      CHECK(world.count_requests("POST", "/configmaps") <= 1);
    }
  }
}

TEST_CASE("an object with a resourceVersion is created, and replaces one that exists") {
  for (const auto* operation : {"Create", "CreateIfNotExists", "CreateOrUpdate"}) {
    CAPTURE(operation);
    test::api_world world;
    const std::string text = R"({"operation": ")" + std::string(operation)
                             + R"(", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata":
                                  {"name": "a", "resourceVersion": "7"}, "data": {"key": "new"}}})";
    CHECK(execute(world, text).empty());
    CHECK(data_of(world, "a") == R"({"key":"new"})");
  }
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  CHECK(
    execute(world, R"({"operation": "CreateOrUpdate", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata":
                           {"name": "a", "resourceVersion": "7"}, "data": {"key": "new"}}})")
      .empty());
  CHECK(data_of(world, "a") == R"({"key":"new"})");
}

namespace {

/// What has changed nothing is in the log for those who search.
struct searched_log {
  searched_log() { sys::set_log_level(sys::log_level::debug); }
  ~searched_log() { sys::set_log_level(before); }
  searched_log(const searched_log&) = delete;
  searched_log& operator=(const searched_log&) = delete;

  sys::log_level before = sys::current_log_level();
};

std::string job_text(const std::string& image, const std::string& color) {
  return R"({"operation": "CreateOrUpdate", "object": {"apiVersion": "batch/v1", "kind": "Job", "metadata":
             {"name": "j", "namespace": "default", "labels": {"color": ")"
         + color + R"("}}, "spec": {"template": {"spec": {"restartPolicy": "Never", "containers":
             [{"name": "c", "image": ")"
         + image + R"("}]}}}}})";
}

} // namespace

TEST_CASE("CreateOrUpdate of a Job keeps what the API server has set, and names what it lets nobody change") {
  const searched_log log;
  test::api_world world;
  CHECK(execute(world, job_text("one", "red")).empty());
  CHECK(execute(world, job_text("one", "red")).empty());
  CHECK(world.log.count({"object_operation", "Job default/j", "outcome=unchanged"}) == 1);
  CHECK(execute(world, job_text("one", "blue")).empty());
  CHECK(world.log.count({"object_operation", "Job default/j", "outcome=updated"}) == 1);
  const auto job = world.api->object("Job", "default", "j");
  REQUIRE(job);
  CHECK(job->find("metadata")->find("labels")->string_at("color") == "blue");
  CHECK(job->find("spec")->find("selector") != nullptr);
  const auto failures = execute(world, job_text("two", "blue"));
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].reason
        == "the API server does not let these fields of an object that exists change: spec.template; delete the object "
           "before (operation Delete), or give the new one another name");
}

namespace {

std::string json_patch_text(const std::string& steps, const std::string& kind = "ConfigMap") {
  return R"({"operation": "JSONPatch", "kind": ")" + kind + R"(", "namespace": "default", "name": "a", "jsonPatch": )"
         + steps + "}\n";
}

} // namespace

TEST_CASE("a JSON patch that does not fit names index, operation and path, and no content of the object") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  const auto failures = execute(world, json_patch_text(R"([{"op": "add", "path": "/data/x", "value": "1"},
                                                           {"op": "remove", "path": "/data/none"}])"));
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].reason == "jsonPatch: operation 1: remove '/data/none': '/data/none' does not exist");
  CHECK(data_of(world, "a") == R"({"key":"old"})");
  const auto tested = execute(world, json_patch_text(R"([{"op": "test", "path": "/data/key", "value": "x"}])"));
  REQUIRE(tested.size() == 1);
  CHECK(tested[0].reason == "jsonPatch: operation 0: test '/data/key': the value is another one");
}

TEST_CASE("a JSON patch that fits, and is refused all the same, has the words of the API server") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  world.api->fail_next({{"PATCH", "/configmaps/a"}, simulation::refusal(422, "Invalid"), 1});
  const auto failures = execute(world, json_patch_text(R"([{"op": "remove", "path": "/data/key"}])"));
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].reason == "the request is refused: Invalid");
}

TEST_CASE("a patch that changes nothing is unchanged, whichever it is") {
  const searched_log log;
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  const std::string merge = R"({"operation": "MergePatch", "kind": "ConfigMap", "namespace": "default", "name": "a",
                                "mergePatch": {"data": {"key": "@"}}}
)";
  const auto with = [](std::string text, const std::string& value) { return text.replace(text.find('@'), 1, value); };
  const auto count = [&world](std::string_view operation, std::string_view outcome) {
    return world.log.count({"object_operation", operation, outcome});
  };
  CHECK(
    execute(world, with(merge, "old") + json_patch_text(R"([{"op": "replace", "path": "/data/key", "value": "old"}])"))
      .empty());
  CHECK(count("operation=MergePatch", "outcome=unchanged") == 1);
  CHECK(count("operation=JSONPatch", "outcome=unchanged") == 1);
  CHECK(execute(world, with(merge, "new")).empty());
  CHECK(count("operation=MergePatch", "outcome=patched") == 1);
}

TEST_CASE("a patch needs no right to read its object") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "old"));
  world.api->fail_next({{"GET", "/configmaps/a"}, simulation::refusal(403, "Forbidden"), 1000});
  CHECK(execute(world, json_patch_text(R"([{"op": "replace", "path": "/data/key", "value": "new"}])")).empty());
  CHECK(data_of(world, "a") == R"({"key":"new"})");
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
  world.api->break_watches({core::error_code::unavailable, "the connection broke"});
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

TEST_CASE("of a file nothing happens while it is not known which kinds the server has") {
  test::api_world world;
  world.api->fail_next({{"GET", "/apis"}, core::fail(core::error_code::unavailable, "no answer"), 1});
  const auto failures = execute(world, create_text("a") + R"({"operation": "Delete", "kind": "Widget", "name": "w"})");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].code == core::error_code::unavailable);
  CHECK(failures[0].operation.find("no operation was carried out") == 0);
  CHECK(data_of(world, "a") == "none");
}

TEST_CASE("a kind that an operation before has defined is found, though it was absent a moment ago") {
  test::api_world world;
  const auto widget = simulation::custom_resource("example.com", "v1", "Widget", "widgets");
  world.api->hold({"POST", "customresourcedefinitions"});
  auto answer = world.fixture.ask_later<actors::object_operations_done>(world.kube, operations(R"(
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

TEST_CASE("an operation on a kind that is not served fails and names the kind") {
  test::api_world world;
  const auto failures = execute(world, R"({"operation": "Delete", "kind": "Widget", "name": "a"})");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].reason.find("does not serve kind 'Widget'") != std::string::npos);
}
