#include "kube/objects/object_age.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

using namespace std::chrono_literals;

TEST_CASE("the API server's clock alone says when an object was written last") {
  struct row {
    const char* metadata;
    std::optional<std::int64_t> answered_s;
    std::optional<std::chrono::seconds> age;
  };
  constexpr std::int64_t midnight = 1'772'323'200;
  constexpr auto written_later =
    R"("creationTimestamp":"2026-02-28T23:50:00Z","managedFields":[{"time":"2026-02-28T23:59:00Z"},{"time":"2026-02-28T23:51:00Z"}])";
  for (const auto& r : {
         row{R"("creationTimestamp":"2026-02-28T23:59:00Z","managedFields":[{"time":"2026-02-28T23:59:00Z"}])",
             midnight, 60s},
         row{written_later, midnight, 60s},
         row{written_later, midnight - 60, 0s},
         // A time after the response is impossible, so the age is unknown.
         row{written_later, midnight - 61, std::nullopt},
         row{written_later, std::nullopt, std::nullopt},
         // Times in labels come from another clock, so they are ignored.
         row{R"("labels":{"createdAt":"1","modifiedAt":"1"})", midnight, std::nullopt},
         // The time of creation is not used, because a later write does not change it.
         row{R"("creationTimestamp":"2026-02-28T23:50:00Z")", midnight, std::nullopt},
         row{R"("creationTimestamp":"2026-02-28T23:50:00Z","managedFields":[])", midnight, std::nullopt},
         row{R"("creationTimestamp":"2026-02-28T23:50:00Z","managedFields":{})", midnight, std::nullopt},
         row{R"("creationTimestamp":"2026-02-28T23:50:00Z","managedFields":[{"manager":"Helm"}])", midnight,
             std::nullopt},
         row{R"("creationTimestamp":"yesterday","managedFields":[{"time":"2026-02-28T23:59:00Z"}])", midnight,
             std::nullopt},
       }) {
    CAPTURE(r.metadata);
    const auto object = text::parse_json(std::string(R"({"metadata":{)") + r.metadata + "}}");
    REQUIRE(object);
    CHECK(kube::objects::age_since_write(*object, r.answered_s) == r.age);
  }
  CHECK(kube::objects::age_since_write(*text::parse_json("{}"), midnight) == std::nullopt);
}

TEST_CASE("the API server's clock alone says how long an object has been there") {
  const auto made = text::parse_json(
    R"({"metadata":{"creationTimestamp":"2026-02-28T23:50:00Z","managedFields":[{"time":"2026-02-28T23:59:00Z"}]}})");
  REQUIRE(made);
  constexpr std::int64_t midnight = 1'772'323'200;
  CHECK(kube::objects::age_since_creation(*made, midnight) == 600s);
  CHECK(kube::objects::age_since_creation(*made, midnight - 600) == 0s);
  CHECK(kube::objects::age_since_creation(*made, midnight - 601) == std::nullopt);
  CHECK(kube::objects::age_since_creation(*made, std::nullopt) == std::nullopt);
  CHECK(kube::objects::age_since_creation(*text::parse_json(R"({"metadata":{}})"), midnight) == std::nullopt);
  CHECK(kube::objects::age_since_creation(*text::parse_json("[]"), midnight) == std::nullopt);
}
