#include "hook_cases/output_json.hpp"

#include "core/hooks/metrics.hpp"
#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string operations(const std::string& text) {
  const auto read = core::hooks::parse_object_patch(text);
  if (!read) FAIL(read.error().message);
  std::string all;
  for (const auto& x : *read) all += hook_cases::as_json(x).dump();
  return all;
}

std::string metrics(const std::string& text) {
  const auto read = core::hooks::parse_hook_metrics(text);
  if (!read) FAIL(read.error().message);
  std::string all;
  for (std::size_t i = 0; i < read->size(); ++i) all += hook_cases::as_json((*read)[i]).dump();
  return all;
}

} // namespace

TEST_CASE("operations on objects keep what the hook has written") {
  CHECK(operations(R"({"operation": "CreateOrUpdate", "object": {"apiVersion": "v1", "kind": "ConfigMap",
    "metadata": {"name": "a", "namespace": "b"}}})")
        == R"({"apiVersion":"v1","kind":"ConfigMap","name":"a","namespace":"b","object":{"apiVersion":"v1",)"
           R"("kind":"ConfigMap","metadata":{"name":"a","namespace":"b"}},"operation":"CreateOrUpdate"})");
  CHECK(operations(R"({"operation": "DeleteInBackground", "kind": "Pod", "namespace": "b", "name": "a"})")
        == R"({"kind":"Pod","name":"a","namespace":"b","operation":"DeleteInBackground"})");
  CHECK(operations(R"({"operation": "MergePatch", "kind": "Pod", "namespace": "b", "name": "a",
    "ignoreMissingObject": true, "mergePatch": {"x": 1}})")
        == R"({"ignoreMissingObject":true,"kind":"Pod","name":"a","namespace":"b","operation":"MergePatch",)"
           R"("patch":{"x":1}})");
  CHECK(operations(R"({"operation": "JQPatch", "kind": "Pod", "namespace": "b", "name": "a", "jqFilter": ".x = 1"})")
        == R"({"jqFilter":".x = 1","kind":"Pod","name":"a","namespace":"b","operation":"JQPatch"})");
}

TEST_CASE("metrics keep name, labels, group and value") {
  CHECK(metrics(R"({"name": "a", "action": "set", "value": 2, "labels": {"x": "y"}, "group": "g"})")
        == R"({"action":"set","group":"g","labels":{"x":"y"},"name":"a","value":2})");
  CHECK(metrics(R"({"action": "expire", "group": "g"})") == R"({"action":"expire","group":"g"})");
}

TEST_CASE("the patch of an answer is shown as its operations") {
  CHECK(hook_cases::as_json(core::webhooks::admission_answer{.allowed = false, .message = "no"}).dump()
        == R"({"allowed":false,"message":"no"})");
  const auto patch = text::encode_base64(R"([{"op":"remove","path":"/a"}])");
  CHECK(hook_cases::as_json(core::webhooks::admission_answer{.allowed = true, .warnings = {"w"}, .patch = patch}).dump()
        == R"({"allowed":true,"patch":[{"op":"remove","path":"/a"}],"warnings":["w"]})");
}
