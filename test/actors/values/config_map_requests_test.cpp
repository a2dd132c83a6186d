#include "actors/values/config_map_requests.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

core::json parse(const char* text) {
  return *core::parse_json(text);
}

} // namespace

TEST_CASE("a ConfigMap is as large as the contents of all its keys after the write") {
  const auto object = parse(R"({"data":{"web":"12345","db":"123"},"binaryData":{"logo":"AAECAw=="}})");
  CHECK(actors::bytes_with(&object, "web", "1234567") == 7 + 3 + 4);
  CHECK(actors::bytes_with(&object, "new", "1") == 1 + 5 + 3 + 4);
  CHECK(actors::bytes_with(nullptr, "web", "12") == 2);
}

TEST_CASE("keys of binaryData have no effect, and are named") {
  const auto object =
    parse(R"({"metadata":{"resourceVersion":"41"},"data":{"web":"a: 1\n"},"binaryData":{"db":"YTogMQ=="}})");
  const auto config = actors::configuration_of(object, {});
  CHECK(config.section("web") != nullptr);
  CHECK(config.section("db") == nullptr);
  REQUIRE(config.ignored.size() == 1);
  CHECK(config.ignored[0].key == "db");
}

TEST_CASE("a write touches its key alone and asks for the version that was read") {
  const actors::config_map_place place{"operator", "config"};
  const auto object = parse(R"({"metadata":{"resourceVersion":"41"},"data":{"web":"a: 1\n","db":"b: 1\n"}})");
  const auto update = actors::write_request(place, &object, "web", "a: 2\n");
  CHECK(update.method == "PATCH");
  CHECK(update.body == R"({"data":{"web":"a: 2\n"},"metadata":{"resourceVersion":"41"}})");
  const auto creation = actors::write_request(place, nullptr, "web", "a: 2\n");
  CHECK(creation.method == "POST");
  CHECK(parse(creation.body.c_str()).find("data")->dump() == R"({"web":"a: 2\n"})");
}
