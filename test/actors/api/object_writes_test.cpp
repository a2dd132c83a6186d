// Operations on objects in an unexpected state, and with an API server that gives few details.
#include "executed_operations.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using test::config_map;
using test::data_of;
using test::execute;

namespace {

const std::string delete_text = R"({"operation": "Delete", "kind": "ConfigMap", "namespace": "default", "name": "a"})";
const std::string update_text = R"({"operation": "CreateOrUpdate", "object": {"apiVersion": "v1", "kind": "ConfigMap",
                                    "metadata": {"name": "a"}, "data": {"key": "new"}}})";

} // namespace

TEST_CASE("an answer 404 that does not name the object is no absence, for no operation") {
  const auto named = text::json::object({{"name", "default"}, {"kind", "namespaces"}});
  for (const auto& answer : {simulation::refusal(404, "NotFound"),
                             simulation::response_of({404, "NotFound", "namespaces \"default\" not found", named})}) {
    for (const auto& text : {delete_text, update_text,
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

/// At level debug, the log contains writes without effect.
struct searched_log {
  searched_log() { sys::log::set_log_level(sys::log::log_level::debug); }
  ~searched_log() { sys::log::set_log_level(before); }
  searched_log(const searched_log&) = delete;
  searched_log& operator=(const searched_log&) = delete;

  sys::log::log_level before = sys::log::current_log_level();
};

std::string job_text(const std::string& image, const std::string& color) {
  return R"({"operation": "CreateOrUpdate", "object": {"apiVersion": "batch/v1", "kind": "Job", "metadata":
             {"name": "j", "namespace": "default", "labels": {"color": ")"
         + color + R"("}}, "spec": {"template": {"spec": {"restartPolicy": "Never", "containers":
             [{"name": "c", "image": ")"
         + image + R"("}]}}}}})";
}

} // namespace

TEST_CASE("CreateOrUpdate of a Job keeps fields that the API server has set, and names fields that cannot be changed") {
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
  CHECK(tested[0].reason == "jsonPatch: operation 0: test '/data/key': the value differs");
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
