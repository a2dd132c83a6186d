#include "core/values/hook_keys.hpp"

#include <doctest/doctest.h>

using core::values::hook_key_standing;

TEST_CASE("the places of values are those of texts, lists, nulls and empty maps") {
  const auto value = *text::parse_json(R"({"a": {"b": 1, "c": [1, {"x": 2}]}, "d": {}, "e": null})");
  std::vector<std::string> places;
  for (const auto& place : core::values::leaf_places(value)) places.push_back(place.text());
  CHECK_EQ(places, std::vector<std::string>{"/a/b", "/a/c", "/d", "/e"});
}

TEST_CASE("a part of a standing has the keys of its sections alone") {
  hook_key_standing all;
  all.stored = {{{{"web", "pw"}}, "hook 'a.sh'"}, {{{"db", "pw"}}, ""}};
  all.anew = {{{{"web", "pw"}}, {"1"}}, {{{"db", "pw"}}, {"2"}}};
  all.given_up = {{{"web", "old"}}, {{"db", "old"}}};
  const auto web = text::json::object({{"pw", "x"}});
  const auto part = part_of(all, {{"web", web}});
  CHECK_EQ(part.stored.size(), 1);
  CHECK_EQ(part.anew.size(), 1);
  CHECK_EQ(part.given_up.size(), 1);
  CHECK(*part.sections.find("web") == web);
}

TEST_CASE("a label names the key, whatever characters it has") {
  const text::json_pointer place{{"web", "a b", "pw"}};
  CHECK_EQ(core::values::words_of(place), "web.a b.pw");
  CHECK_EQ(core::values::label_key_of(place).size(), std::string("moduleHookKey.0123456789").size());
  CHECK_NE(core::values::label_key_of(place), core::values::label_key_of({{"web", "a", "b pw"}}));
}
