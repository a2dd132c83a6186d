#include "core/hooks/object_patch.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace core::hooks;

namespace {

std::vector<object_operation> parsed(const std::string& text) {
  auto operations = parse_object_patch(text);
  REQUIRE_MESSAGE(operations, operations.error().message);
  return *operations;
}

std::vector<std::string> descriptions(const std::string& text) {
  std::vector<std::string> out;
  for (const auto& operation : parsed(text)) out.push_back(describe(operation));
  return out;
}

using list = std::vector<std::string>;

} // namespace

TEST_CASE("a stream of JSON and documents of YAML give the same operations, in "
          "order") {
  const list expected{"Delete Pod default/a", "DeleteInBackground Node b", "DeleteNonCascading Job x/c"};
  CHECK(descriptions(
          R"({"operation":"Delete","kind":"Pod","namespace":"default","name":"a"}
                        {"operation":"DeleteInBackground","kind":"Node","name":"b"}
                        {"operation":"DeleteNonCascading","kind":"Job","namespace":"x","name":"c"})")
        == expected);
  CHECK(descriptions("---\noperation: Delete\nkind: Pod\nnamespace: default\nname: a\n"
                     "---\noperation: DeleteInBackground\nkind: Node\nname: b\n"
                     "---\n"
                     "---\noperation: DeleteNonCascading\nkind: Job\nnamespace: "
                     "x\nname: c\n")
        == expected);
}

TEST_CASE("an empty file has no operations") {
  CHECK(parsed("").empty());
  CHECK(parsed(" \n").empty());
}

TEST_CASE("objects to create may be given as objects or as text") {
  const std::string object = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"b"}})";
  auto operations = parsed(R"({"operation":"Create","object":)" + object + "}"
                           + R"({"operation":"CreateOrUpdate","object":"apiVersion: v1\nkind: ConfigMap\n)"
                             R"(metadata: {name: a, namespace: b}"})"
                           + R"({"operation":"CreateIfNotExists","object":)" + object + "}");
  REQUIRE(operations.size() == 3);
  const std::vector<create_object::if_exists> expected{
    create_object::if_exists::fail, create_object::if_exists::replace, create_object::if_exists::keep};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& x = std::get<create_object>(operations[i]);
    CHECK(x.existing == expected[i]);
    CHECK(x.object == object);
  }
  CHECK(describe(operations[1]) == "CreateOrUpdate ConfigMap b/a");
}

TEST_CASE("a namespace beside an object counts if the object has none") {
  CHECK(descriptions("{operation: Create, namespace: beside, object: {apiVersion: v1, kind: Pod, metadata: {name: a}}}")
        == list{"Create Pod beside/a"});
  CHECK(descriptions("{operation: CreateOrUpdate, namespace: beside, object: {apiVersion: v1, kind: Pod, metadata: "
                     "{name: a, namespace: own}}}")
        == list{"CreateOrUpdate Pod own/a"});
}

TEST_CASE("an object whose name the server makes is fine") {
  CHECK(descriptions("operation: Create\nobject: {apiVersion: batch/v1, kind: "
                     "Job, metadata: {generateName: run-}}")
        == list{"Create Job run-*"});
}

TEST_CASE("patches carry their change and whom it concerns") {
  auto operations = parsed(R"(
operation: MergePatch
apiVersion: apps/v1
kind: Deployment
namespace: default
name: web
subresource: status
ignoreMissingObject: true
ignoreHookError: true
mergePatch: {spec: {replicas: 2}}
---
operation: JSONPatch
kind: Deployment
name: web
jsonPatch: [{op: remove, path: /spec/paused}, {op: add, path: /a, value: 1}]
---
operation: JSONPatch
kind: Deployment
name: web
jsonPatch: '[{"op":"remove","path":"/spec/paused"}]'
---
operation: JQPatch
kind: Deployment
name: web
jqFilter: .spec.replicas = 3
)");
  REQUIRE(operations.size() == 4);
  const auto& merge = std::get<patch_object>(operations[0]);
  CHECK(merge.target.api_version == "apps/v1");
  CHECK(merge.target.subresource == "status");
  CHECK(describe(operations[0]) == "MergePatch Deployment default/web (subresource 'status')");
  CHECK(merge.ignore_missing);
  CHECK(std::get<merge_patch>(merge.change).patch == R"({"spec":{"replicas":2}})");
  const auto& json_list = std::get<patch_object>(operations[1]);
  CHECK_FALSE(json_list.ignore_missing);
  CHECK(std::get<json_patch_list>(json_list.change).operations
        == R"([{"op":"remove","path":"/spec/paused"},{"op":"add","path":"/a","value":1}])");
  CHECK(std::get<json_patch_list>(std::get<patch_object>(operations[2]).change).operations
        == R"([{"op":"remove","path":"/spec/paused"}])");
  CHECK(std::get<jq_patch>(std::get<patch_object>(operations[3]).change).program == ".spec.replicas = 3");
  CHECK(describe(operations[3]) == "JQPatch Deployment web");
}

TEST_CASE("what is no operation is refused with document and path") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {"{}", "document 1.operation: is required"},
    {"operation: Remove", "document 1.operation: expected Create, CreateOrUpdate"},
    {"operation: Delete\nkind: Pod", "document 1.name: is required"},
    {"operation: Delete\nname: a", "document 1.kind: is required"},
    {"operation: Delete\nkind: Pod\nname: a\nforce: true", "document 1.force: unknown field"},
    {"operation: Create", "document 1.object: is required"},
    {"operation: Create\nobject: {kind: Pod}", "document 1.object.apiVersion: is required"},
    {"operation: Create\nobject: {apiVersion: v1, metadata: {name: a}}", "document 1.object.kind: is required"},
    {"operation: Create\nobject: {apiVersion: v1, kind: Pod}", "document 1.object.metadata.name: is required"},
    {"operation: Create\nobject: '{'", "document 1.object: is text that is neither JSON nor YAML"},
    {"operation: MergePatch\nkind: Pod\nname: a", "document 1.mergePatch: is required"},
    {"operation: MergePatch\nkind: Pod\nname: a\nmergePatch: [1]", "document 1.mergePatch: expected an object"},
    {"operation: JSONPatch\nkind: Pod\nname: a\njsonPatch: {}", "document 1.jsonPatch: expected a list"},
    {"operation: JSONPatch\nkind: Pod\nname: a\njsonPatch: [{op: jump, path: "
     "/a}]",
     "document 1.jsonPatch: "},
    {"operation: JQPatch\nkind: Pod\nname: a\njqFilter: '.a |'", "1.jqFilter: the jq program does not compile"},
    {"operation: JQPatch\nkind: Pod\nname: a\njqFilter: "
     ".\nignoreMissingObject: 1",
     "expected true or false, got 1"},
    {"operation: Create\nobject: {apiVersion: v1, kind: Pod, metadata: {name: '', generateName: ''}}",
     "document 1.object.metadata.name: is required"},
    {"- operation: Delete", "document 1: expected an object, got a list"},
    {R"({"operation":"Delete","kind":"Pod","name":"a"} {"operation")", "line 1"},
  };
  for (const auto& [text, part] : cases) {
    CAPTURE(text);
    auto operations = parse_object_patch(text);
    REQUIRE_FALSE(operations);
    CHECK_MESSAGE(operations.error().message.find(part) != std::string::npos, operations.error().message);
  }
}

TEST_CASE("what is a part of a path cannot lead to another object") {
  for (const std::string bad : {".", "..", "a/b", "a%2Fb", "../../../secrets/x"}) {
    const auto name = " '" + bad + "'";
    const auto of_object = [](const std::string& metadata) {
      return "\nobject: {apiVersion: v1, kind: Pod, metadata: {" + metadata + "}}";
    };
    const std::pair<std::string, const char*> cases[] = {
      {"operation: Delete\nkind: Pod\nname:" + name, "document 1.name: must not "},
      {"operation: Delete\nkind: Pod\nname: a\nnamespace:" + name, "document 1.namespace: must not "},
      {"operation: MergePatch\nkind: Pod\nname: a\nmergePatch: {}\nsubresource:" + name,
       "document 1.subresource: must not "},
      {"operation: JQPatch\nkind: Secret\njqFilter: .\nname:" + name, "document 1.name: must not "},
      {"operation: Create" + of_object("name:" + name), "document 1.object.metadata.name: must not "},
      {"operation: Create" + of_object("name: a, namespace:" + name),
       "document 1.object.metadata.namespace: must not "},
      {"operation: CreateOrUpdate\nnamespace:" + name + of_object("name: a"), "document 1.namespace: must not "},
    };
    for (const auto& [text, part] : cases) {
      CAPTURE(text);
      const auto operations = parse_object_patch(text);
      REQUIRE_FALSE(operations);
      CHECK_MESSAGE(operations.error().message.starts_with(part), operations.error().message);
    }
  }
  CHECK(parse_object_patch("operation: Delete\nkind: ClusterRole\nname: 'system:a..b'"));
}

TEST_CASE("one bad document is enough to refuse all, and all bad ones are named") {
  auto operations = parse_object_patch("operation: Delete\nkind: Pod\nname: "
                                       "a\n---\noperation: Delete\nkind: Pod\n---\n"
                                       "operation: Delete\nname: b\n");
  REQUIRE_FALSE(operations);
  CHECK(operations.error().message == "document 2.name: is required; document 3.kind: is required");
}

TEST_CASE("one document has a bound, whatever else its text might be") {
  const auto text = [](std::size_t bytes) {
    return R"({"operation":"Create","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":")"
           + std::string(bytes, 'x') + "\"}}}";
  };
  CHECK(parse_object_patch(text(1000)).has_value());
  const auto operations = parse_object_patch(text(std::size_t{16} << 20));
  REQUIRE_FALSE(operations);
  CHECK_MESSAGE(operations.error().message.find("more than 16777216 bytes") != std::string::npos,
                operations.error().message.substr(0, 200));
}

TEST_CASE("the contents of objects are not repeated in errors") {
  auto operations = parse_object_patch(R"({"operation":"Create","object":"kind: Secret\ndata: [hunter2"})");
  REQUIRE_FALSE(operations);
  CHECK(operations.error().message.find("hunter2") == std::string::npos);
}
