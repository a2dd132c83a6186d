#include "core/releases/emptied_values.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;
using core::values::value_source;

namespace {

text::json parsed(const std::string& x) {
  return text::parse_json(x).value();
}

/// The emptied values for a section in the ConfigMap, and null places that the values store has found.
std::string emptied(const std::string& section, const core::values::blank_places& blank = {}) {
  core::values::value_standing now;
  now.present = {value_source::config_map, value_source::section};
  now.sections = parsed(R"({"web":)" + section + "}");
  now.blank_values = blank;
  const auto before = parsed(R"({"web":{"password":"a","users":["a"],"db":{"port":1,"host":"a"},"none":""}})");
  if (!may_have_emptied(now)) return "none is possible";
  return words_of_emptied(emptied_values(now, "web", before, now.sections));
}

} // namespace

TEST_CASE("a value is emptied if it had a content before, and users have written a blank") {
  CHECK_EQ(emptied(R"({"password":"b"})"), "none is possible");
  CHECK_EQ(emptied(R"({"password":"b","more":null})"), "none is possible");
  CHECK_EQ(emptied(R"({"password":null,"users":["b"]})", {{{{"web", "password"}}, "the ConfigMap"}}),
           "web.password (no value, in the ConfigMap)");
  CHECK_EQ(emptied(R"({"users":["b"]})", {{{{"web", "password"}}, "values.yaml"}}),
           "web.password (no value, in values.yaml)");
  CHECK_EQ(emptied(R"({"password":"","users":["b"]})"), "web.password (a blank text, in the ConfigMap)");
  CHECK_EQ(emptied(R"({"password":" \n","users":["b"]})"), "web.password (a blank text, in the ConfigMap)");
  CHECK_EQ(emptied(R"({"password":"b","users":[]})"), "web.users (empty, in the ConfigMap)");
  CHECK_EQ(emptied(R"({"password":"b","db":{}})"), "web.db (empty, in the ConfigMap)");
  CHECK_EQ(emptied(R"({"db":{"port":1,"host":""}})"), "web.db.host (a blank text, in the ConfigMap)");
  CHECK_EQ(emptied(R"({"password":"b","none":"","new":[]})"), "");
  CHECK_MESSAGE(emptied("{}").empty(), "an empty section is a wish");
}

TEST_CASE("values that hooks have written into the ConfigMap, and values that other layers fill, are left out") {
  core::values::value_standing now;
  now.present = {value_source::section, value_source::section_of_hooks};
  now.sections = parsed(R"({"web":{"password":""}})");
  const auto before = parsed(R"({"web":{"password":"a"}})");
  CHECK(emptied_values(now, "web", before, now.sections).empty());
  now.present = {value_source::section};
  CHECK_EQ(emptied_values(now, "web", before, now.sections).size(), 1U);
  CHECK(emptied_values(now, "web", before, parsed(R"({"web":{"password":"of a hook"}})")).empty());
}

TEST_CASE("a blank that a hook has stored in the ConfigMap is named with the hook") {
  core::values::value_standing now;
  now.sections = parsed(R"({"web":{"password":"","user":""}})");
  now.hook_keys.stored = {{{{"web", "password"}}, "hook 'a.sh' of module 'web'"}};
  const auto before = parsed(R"({"web":{"password":"a","user":"b"}})");
  const auto words = [&] { return words_of_emptied(emptied_values(now, "web", before, now.sections)); };
  const std::string stored = "web.password (a blank text, in the ConfigMap, by hook 'a.sh' of module 'web')";
  now.present = {value_source::section};
  CHECK_EQ(words(), stored + ", web.user (a blank text, in the ConfigMap)");
  now.present = {value_source::section_of_hooks};
  CHECK_EQ(words(), stored);
}

TEST_CASE("a blank text in a file is an emptied value, unless an edit has changed the section") {
  core::values::value_standing now;
  now.present = {value_source::config_map};
  now.blank_texts = {{{{"web", "password"}}, "web/values.yaml"}};
  const auto before = parsed(R"({"web":{"password":"a"}})");
  const auto values = parsed(R"({"web":{"password":""}})");
  CHECK(may_have_emptied(now));
  CHECK_EQ(words_of_emptied(emptied_values(now, "web", before, values)),
           "web.password (a blank text, in web/values.yaml)");
  CHECK(emptied_values(now, "web", values, values).empty());
  now.is_edited = true;
  CHECK_FALSE(may_have_emptied(now));
  CHECK(emptied_values(now, "web", before, values).empty());
}

TEST_CASE("the first emptied values are named, and the others counted") {
  const std::vector<emptied_value> seven(7, {{{"web", "a"}}, emptied_value::form::empty, "the ConfigMap"});
  CHECK(words_of_emptied(seven).ends_with("web.a (empty, in the ConfigMap) and 2 more"));
  CHECK_EQ(words_of_emptied({}), "");
}
