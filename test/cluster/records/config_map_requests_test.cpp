#include "cluster/records/config_map_requests.hpp"
#include "simulation/merge_patch.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace {

text::json parse(const char* text) {
  return *text::parse_json(text);
}

const cluster::records::config_map_place place{"operator", "config"};

text::json with_data(const text::json& object, const char* key, const char* text) {
  return object.with("data", object.find("data")->with(key, text::json(text)));
}

text::json without_data(const text::json& object, const char* key) {
  return object.with("data", object.find("data")->without(key));
}

/// The ConfigMap after a hook has set a key.
text::json after_write(const text::json& object, const char* key, const char* text) {
  return simulation::apply_merge_patch(object,
                                       parse(cluster::records::write_request(place, &object, key, text).body.c_str()));
}

std::string annotation(const text::json& object, const std::string& name) {
  const auto* annotations = object.find("metadata")->find("annotations");
  return annotations == nullptr ? "" : annotations->string_at("addon-operator/" + name).value_or("");
}

} // namespace

TEST_CASE("a ConfigMap is as large as the contents of all its keys after the write") {
  const auto object = parse(R"({"data":{"web":"12345","db":"123"},"binaryData":{"logo":"AAECAw=="}})");
  CHECK(cluster::records::bytes_with(&object, "web", "1234567") == 7 + 3 + 4);
  CHECK(cluster::records::bytes_with(&object, "new", "1") == 1 + 5 + 3 + 4);
  CHECK(cluster::records::bytes_with(nullptr, "web", "12") == 2);
}

TEST_CASE("a flag or section that stands in binaryData keeps what it was, and is an error") {
  const std::set<std::string> known{"global", "web", "webEnabled", "db", "dbEnabled"};
  const auto before = parse(
    R"({"data":{"web":"a: 1\n","db":"false","dbEnabled":"true","webEnabled":"true"},"binaryData":{"logo":"//4="}})");
  const auto moved = parse(
    R"({"metadata":{"resourceVersion":"41"},"binaryData":{"web":"//4=","db":"//4=","webEnabled":"//4=","logo":"//4="}})");
  const auto config =
    cluster::records::configuration_of(moved, cluster::records::configuration_of(before, {}, known), known);
  REQUIRE(config.section("web") != nullptr);
  CHECK(config.section("web")->dump() == R"({"a":1})");
  CHECK(config.switched_off.contains("db"));
  CHECK(config.written_flags == core::values::flag_layer{{"web", true}});
  CHECK(config.keys == std::set<std::string>{"web", "db", "webEnabled", "logo"});
  REQUIRE(config.errors.size() == 3);
  CHECK(config.errors[1].section == "web");
  CHECK(
    config.errors[2].reason
    == "ConfigMap: module enabled key 'webEnabled' is in binaryData, which is not read: write it to data, as text in "
       "UTF-8");
  REQUIRE(config.ignored.size() == 1);
  CHECK(config.ignored[0].key == "logo");

  const auto first = cluster::records::configuration_of(moved, {}, known);
  CHECK_MESSAGE(first.errors.size() == 3, "at a start nothing is known of them, which is not the same as absent");
}

TEST_CASE("a write touches its key alone and asks for the version that was read") {
  const auto object = parse(R"({"metadata":{"resourceVersion":"41"},"data":{"web":"a: 1\n","db":"b: 1\n"}})");
  const auto update = cluster::records::write_request(place, &object, "web", "a: 2\n");
  CHECK(update.method == "PATCH");
  CHECK(update.body == R"({"data":{"web":"a: 2\n"},"metadata":{"resourceVersion":"41"}})");
  const auto creation = cluster::records::write_request(place, nullptr, "web", "a: 2\n");
  CHECK(creation.method == "POST");
  CHECK(parse(creation.body.c_str()).find("data")->dump() == R"({"web":"a: 2\n"})");
}

TEST_CASE("a ConfigMap is made by hooks until anybody else edits its data") {
  const auto state_of = [](const text::json& object) { return cluster::records::configuration_of(object, {}).state; };
  const auto made = parse(cluster::records::write_request(place, nullptr, "web", "a: 1\n").body.c_str());
  CHECK(state_of(made) == core::values::config_map_state::made_by_hooks);

  const auto again = after_write(made, "db", "b: 1\n");
  CHECK(state_of(again) == core::values::config_map_state::made_by_hooks);

  const auto edited = with_data(again, "dbEnabled", "false");
  CHECK(state_of(edited) == core::values::config_map_state::written);
  const auto repeated = after_write(edited, "web", "a: 2\n");
  CHECK_MESSAGE(annotation(repeated, "data-of-hooks").empty(), "it is nobody's mark any more");
  const auto back = without_data(after_write(repeated, "web", "a: 1\n"), "dbEnabled");
  CHECK_MESSAGE(state_of(back) == core::values::config_map_state::written,
                "data that hooks had written are people's by now");
  CHECK(state_of(parse(R"({"metadata":{"name":"config"}})")) == core::values::config_map_state::written);
}

TEST_CASE("a section is of hooks if they have made it, until anybody else edits its text") {
  using names = std::set<std::string>;
  const auto of_hooks = [](const text::json& object) {
    return cluster::records::configuration_of(object, {}).of_hooks;
  };
  const auto made = parse(cluster::records::write_request(place, nullptr, "web", "a: 1\n").body.c_str());
  CHECK(of_hooks(made) == names{"web"});
  CHECK(of_hooks(after_write(made, "web", "a: 2\n")) == names{"web"});
  CHECK(of_hooks(without_data(made, "web")).empty());

  const auto written = parse(R"({"metadata":{"resourceVersion":"41"},"data":{"web":"a: 1\n"}})");
  CHECK_MESSAGE(of_hooks(after_write(written, "web", "a: 2\n")).empty(), "people have made it");
  const auto both = after_write(written, "db", "b: 1\n");
  CHECK(of_hooks(both) == names{"db"});

  const auto edited = with_data(both, "db", "b: 1 # mine\n");
  CHECK_MESSAGE(of_hooks(edited).empty(), "a comment is an edit, too");
  const auto more = after_write(edited, "ui", "c: 1\n");
  CHECK(of_hooks(more) == names{"ui"});
  CHECK_MESSAGE(of_hooks(after_write(more, "db", "b: 1\n")) == names{"ui"}, "the text of the old mark is no mark");
  CHECK_MESSAGE(annotation(after_write(edited, "db", "b: 1\n"), "sections-of-hooks").empty(), "the last mark goes");
}

TEST_CASE("marks of sections that cannot be read mark nothing") {
  for (const auto* marks : {"", "[", "[1]", "null", R"({"web":1})", R"({"web":null,"db":"x"})"}) {
    CAPTURE(marks);
    const auto annotations = text::json::object({{"addon-operator/sections-of-hooks", marks}});
    const auto object =
      parse(R"({"data":{"web":"a: 1\n"}})").with("metadata", text::json::object({{"annotations", annotations}}));
    CHECK(cluster::records::configuration_of(object, {}).of_hooks.empty());
    CHECK(*after_write(object, "web", "a: 2\n").find("data")->find("web") == text::json("a: 2\n"));
  }
}

TEST_CASE("a pause sets its key alone, its end removes it, and neither is an edit of a user") {
  const auto object = parse(R"({"metadata":{"resourceVersion":"41"},"data":{"web":"a: 1\n"}})");
  const auto begin = cluster::records::write_pause_request(place, &object, "webMaintenance", "x");
  CHECK(begin.body == R"({"data":{"webMaintenance":"x"},"metadata":{"resourceVersion":"41"}})");
  const auto end = cluster::records::write_pause_request(place, &object, "webMaintenance", std::nullopt);
  CHECK(end.body == R"({"data":{"webMaintenance":null},"metadata":{"resourceVersion":"41"}})");

  const auto state_of = [](const text::json& x) { return cluster::records::configuration_of(x, {}).state; };
  const auto after = [&](const text::json& x, const std::optional<std::string>& text) {
    return simulation::apply_merge_patch(
      x, parse(cluster::records::write_pause_request(place, &x, "webMaintenance", text).body.c_str()));
  };
  using core::values::config_map_state;
  const auto made = parse(cluster::records::write_pause_request(place, nullptr, "webMaintenance", "x").body.c_str());
  CHECK(state_of(made) == config_map_state::made_by_hooks);
  CHECK(state_of(after(made, std::nullopt)) == config_map_state::made_by_hooks);
  const auto of_hooks = parse(cluster::records::write_request(place, nullptr, "web", "a: 1\n").body.c_str());
  CHECK(state_of(after(of_hooks, "x")) == config_map_state::made_by_hooks);
  CHECK(cluster::records::configuration_of(after(of_hooks, "x"), {}).of_hooks == std::set<std::string>{"web"});
  CHECK(state_of(after(with_data(of_hooks, "a", "b"), "x")) == config_map_state::written);
}
