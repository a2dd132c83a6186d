#include "core/plan/hidden_places.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

text::json yaml(const std::string& text) {
  return text::parse_yaml(text).value();
}

std::string shown(const std::string& values, const std::set<text::json_pointer>& hidden = {}) {
  return core::plan::view_of_values(yaml(values), hidden).dump();
}

} // namespace

TEST_CASE("the places that a view hides are found") {
  const auto places = core::plan::hidden_places(yaml("{web: {title: a, key: b, list: [1, 2]}, global: {}}"),
                                                yaml("{web: {title: a, key: <redacted>, list: [1, x]}, global: {}}"));
  REQUIRE(places.size() == 2);
  CHECK(places.begin()->text() == "/web/key");
  CHECK(places.rbegin()->text() == "/web/list");
}

TEST_CASE("a view that lacks a member hides it") {
  const auto places = core::plan::hidden_places(yaml("{web: {key: b}}"), yaml("{web: {}}"));
  REQUIRE(places.size() == 1);
  CHECK(places.begin()->text() == "/web/key");
}

TEST_CASE("equal values have no hidden places") {
  CHECK(core::plan::hidden_places(yaml("{a: 1}"), yaml("{a: 1}")).empty());
}

TEST_CASE("values are hidden by their places and by the names of secrets") {
  CHECK(shown("{web: {title: a, word: b}}", {{{"web", "word"}}}) == R"({"web":{"title":"a","word":"<redacted>"}})");
  CHECK(shown("{web: {password: a}}") == R"({"web":{"password":"<redacted>"}})");
  CHECK(shown("{web: [{apiToken: a, name: b}]}") == R"({"web":[{"apiToken":"<redacted>","name":"b"}]})");
}

TEST_CASE("a switch with the name of a secret is no secret") {
  CHECK(shown("{web: {password: true, apiToken: null}}") == R"({"web":{"apiToken":null,"password":true}})");
}

TEST_CASE("a section with a secret is hidden in the ConfigMap of an operator") {
  const auto shown_data = [](const std::string& data) {
    const auto object = yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: " + data + "}");
    return core::plan::view_of_sections(object, {{{"web", "word"}}}).find("data")->dump();
  };
  CHECK(shown_data(R"({web: "word: b\ntitle: c"})") == R"({"web":"<redacted>"})");
  CHECK(shown_data(R"({db: "users: [{password: b}]"})") == R"({"db":"<redacted>"})");
  CHECK(shown_data(R"({web: "title: c", page.html: "<a: [", webEnabled: "true"})")
        == R"({"page.html":"<a: [","web":"title: c","webEnabled":"true"})");
}
