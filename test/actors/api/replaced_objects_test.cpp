// An object that a run of a hook deletes to create it anew.
#include "executed_operations.hpp"

#include <doctest/doctest.h>

#include <string>

using test::config_map;
using test::data_of;
using test::execute;

namespace {

std::string replace_text(const std::string& operation, const std::string& deletion = "DeleteInBackground") {
  return R"({"operation": ")" + deletion + R"(", "kind": "ConfigMap", "namespace": "default", "name": "a"})" + "\n"
         + R"({"operation": ")" + operation + R"(", "object": )" + config_map("default", "a", "2").dump() + "}\n";
}

simulation::fault refused(const std::string& at, int status, const std::string& words) {
  return {
    {"POST", at},
    kube::api::http_response{.status = status,
                             .body = R"({"kind":"Status","apiVersion":"v1","reason":"X","message":")" + words + R"("})",
                             .retry_after = {},
                             .target = "/"},
    1};
}

std::string words_of(const std::vector<actors::messages::object_failure>& failures) {
  std::string text;
  for (const auto& x : failures) text += x.operation + ": " + x.reason + "\n";
  return text;
}

} // namespace

TEST_CASE("an object that could not be created anew is not deleted") {
  for (const char* deletion : {"Delete", "DeleteInBackground", "DeleteNonCascading"})
    for (const char* operation : {"Create", "CreateIfNotExists", "CreateOrUpdate"}) {
      CAPTURE(deletion);
      CAPTURE(operation);
      test::api_world world;
      world.api->put_object(config_map("default", "a", "1"));
      world.api->fail_next(refused("dryRun=All", 500, "failed calling webhook"));
      const auto failures = execute(world, replace_text(operation, deletion));
      REQUIRE_EQ(failures.size(), 2);
      CHECK_NE(words_of(failures).find("the object is not deleted, because the API server would refuse to create it "
                                       "anew: failed calling webhook"),
               std::string::npos);
      CHECK_EQ(data_of(world, "a"), R"({"key":"1"})");
    }
}

TEST_CASE("an object that can be created anew is replaced") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "1"));
  SUBCASE("because only its name is taken") {}
  SUBCASE("because the quota counts the object itself") {
    world.api->fail_next(refused(
      "dryRun=All", 403, "exceeded quota: q, requested: configmaps=1, used: configmaps=5, limited: configmaps=5"));
  }
  CHECK(execute(world, replace_text("Create")).empty());
  CHECK_EQ(data_of(world, "a"), R"({"key":"2"})");
}

TEST_CASE("an object stays if a quota would refuse it even after its deletion") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "1"));
  world.api->fail_next(refused(
    "dryRun=All", 403, "exceeded quota: q, requested: configmaps=1, used: configmaps=6, limited: configmaps=5"));
  CHECK_EQ(execute(world, replace_text("Create")).size(), 2);
  CHECK_EQ(data_of(world, "a"), R"({"key":"1"})");
}

TEST_CASE("a refused creation names the deletion before it if no dry run was possible") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "1"));
  world.api->fail_next(refused("dryRun=All", 400, "the webhook does not support dry run"));
  world.api->fail_next(refused("/configmaps", 403, "no"));
  const auto words = words_of(execute(world, replace_text("Create")));
  CHECK_NE(words.find("this run has deleted the object before, because its creation could not be tried first: the "
                      "webhook does not support dry run"),
           std::string::npos);
}

TEST_CASE("a deletion without a later creation of the object is not tried") {
  test::api_world world;
  world.api->put_object(config_map("default", "a", "1"));
  world.api->fail_next(refused("dryRun=All", 500, "failed calling webhook"));
  const auto created = R"({"operation": "Create", "object": )" + config_map("default", "b", "2").dump() + "}\n";
  CHECK(execute(world, R"({"operation": "Delete", "kind": "ConfigMap", "namespace": "default", "name": "a"})"
                       "\n"
                         + created)
          .empty());
  CHECK_EQ(data_of(world, "a"), "none");
}
