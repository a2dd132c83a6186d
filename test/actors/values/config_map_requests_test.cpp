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

TEST_CASE("a ConfigMap is made by hooks until anybody else edits its data") {
  const actors::config_map_place place{"operator", "config"};
  const auto state_of = [](const core::json& object) { return actors::configuration_of(object, {}).state; };
  const auto made = parse(actors::write_request(place, nullptr, "web", "a: 1\n").body.c_str());
  CHECK(state_of(made) == core::config_map_state::made_by_hooks);

  const auto patch = parse(actors::write_request(place, &made, "db", "b: 1\n").body.c_str());
  const auto data = made.find("data")->with("db", core::json("b: 1\n"));
  const auto again = made.with("metadata", *patch.find("metadata")).with("data", data);
  CHECK(state_of(again) == core::config_map_state::made_by_hooks);

  const auto edited = again.with("data", data.with("dbEnabled", core::json("false")));
  CHECK(state_of(edited) == core::config_map_state::written);
  const auto after = actors::write_request(place, &edited, "web", "a: 2\n").body;
  CHECK_MESSAGE(after.find("annotations") == std::string::npos, "it is nobody's mark any more");
  CHECK(state_of(parse(R"({"metadata":{"name":"config"}})")) == core::config_map_state::written);
}
