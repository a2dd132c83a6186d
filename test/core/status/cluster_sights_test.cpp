#include "core/status/cluster_sights.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::status;

namespace {

text::json object_of(const std::string& entries) {
  return *text::parse_json(
    R"({"metadata":{"name":"a","creationTimestamp":"2026-11-27T08:00:00Z","labels":{"environment":"prod"},)"
    R"("managedFields":[)"
    + entries + "]}}");
}

constexpr auto created = R"({"manager":"kubectl-create","time":"2026-11-27T08:00:00Z",)"
                         R"("fieldsV1":{"f:metadata":{"f:labels":{".":{},"f:team":{}}}}})";
constexpr auto labelled = R"({"manager":"kubectl-label","time":"2026-11-27T09:19:06Z",)"
                          R"("fieldsV1":{"f:metadata":{"f:labels":{"f:environment":{}}}}})";
constexpr auto state =
  R"({"manager":"kubelet","time":"2026-11-27T09:20:00Z","subresource":"status","fieldsV1":{"f:status":{}}})";

} // namespace

TEST_SUITE("core/cluster_sights") {
  TEST_CASE("the last write of an object has its client, its time and its fields; the state does not count") {
    const auto write = last_write_of(object_of(std::string(created) + "," + labelled + "," + state));
    REQUIRE(write);
    CHECK_EQ(describe(*write), "kubectl-label at 2026-11-27 09:19:06 (metadata.labels.environment=prod)");
    CHECK_EQ(created_us_of(object_of(created)), 1'795'766'400'000'000);
    CHECK_FALSE(last_write_of(object_of("")));
    CHECK_FALSE(last_write_of(*text::parse_json(R"({"kind":"Status"})")));
  }

  TEST_CASE("of many fields only the first are named") {
    const auto write = last_write_of(object_of(
      R"({"manager":"m","time":"2026-11-27T09:19:06Z","fieldsV1":{"f:data":{"f:a":{},"f:b":{},"f:c":{},"f:d":{}}}})"));
    REQUIRE(write);
    CHECK_EQ(write->fields, "data.a, data.b, data.c and more");
  }

  TEST_CASE("an object is found by its name in messages") {
    CHECK(sight_named("ConfigMap web/facts")
          == sight{.api_version = {}, .kind = "ConfigMap", .namespace_name = "web", .name = "facts"});
    CHECK(sight_named("Namespace web") == sight{.api_version = {}, .kind = "Namespace", .name = "web"});
    for (const auto* name : {"", "web", "Pod a/b, Pod a/c", "Pod "}) CHECK_FALSE(sight_named(name));
  }

  TEST_CASE("an object that was read is found by kind and name, and an absent answer is no object") {
    const sight one{.api_version = "v1", .kind = "Job", .namespace_name = "a", .name = "b"};
    CHECK(seen_object({{one, {text::json("x")}}}, "Job", "a", "b") == text::json("x"));
    CHECK_FALSE(seen_object({{one, {}}}, "Job", "a", "b"));
    CHECK_FALSE(seen_object({}, "Job", "a", "b"));
    CHECK_EQ(seen_of_kind({{one, {text::json("x")}}}, "Job").size(), 1);
  }
}
