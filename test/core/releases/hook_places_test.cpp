#include "core/releases/hook_places.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

using namespace core::releases;

namespace {

text::json parsed(const char* x) {
  return text::parse_json(x).value();
}

std::string words(const hook_places& x) {
  std::string out;
  for (const auto& place : x) out += (out.empty() ? "" : " ") + place.text();
  return out;
}

release revision(std::map<std::string, std::string> labels) {
  return {"web", 1, release_status::deployed, std::move(labels)};
}

} // namespace

TEST_CASE("the places of hooks are those in which values differ from the values without patches") {
  struct row {
    const char* with;
    const char* without;
    const char* places;
  };
  for (const auto& x : {
         row{R"({"web":{"a":1}})", R"({"web":{"a":1}})", ""},
         row{R"({"web":{"a":2}})", R"({"web":{"a":1}})", "/web/a"},
         row{R"({"web":{"a":""}})", R"({"web":{}})", "/web/a"},
         row{R"({"web":{"a":null}})", R"({"web":{"a":1}})", ""},
         row{R"({"web":{}})", R"({"web":{"a":1}})", ""},
         row{R"({"web":{"a":{"b":1,"c":2}}})", R"({"web":{"a":{}}})", "/web/a"},
         row{R"({"web":{"a":{"b":1,"c":2}}})", R"({"web":{"a":{"b":1}}})", "/web/a/c"},
         row{R"({"web":{"a":[1,2]}})", R"({"web":{"a":[1]}})", "/web/a"},
         row{R"({"global":{"x":1},"web":{"a":2}})", R"({"global":{"x":1},"web":{}})", "/web/a"},
         row{R"({"web":{"a":2}})", R"({})", "/web/a"},
       }) {
    CAPTURE(x.with);
    CHECK_EQ(words(places_set_by_hooks(parsed(x.with), parsed(x.without))), x.places);
  }
}

TEST_CASE("the labels of a revision know the places that hooks had set, and all places inside") {
  const auto labels = hook_place_labels(nullptr, {{{"web", "users"}}, {{"global", "class"}}});
  CHECK_EQ(labels.size(), 2);
  const auto last = revision(labels);
  CHECK(names_hook_places(last));
  CHECK(was_set_by_hook(last, {{"web", "users"}}));
  CHECK(was_set_by_hook(last, {{"web", "users", "anna"}}));
  CHECK_FALSE(was_set_by_hook(last, {{"web"}}));
  CHECK_FALSE(was_set_by_hook(last, {{"web", "size"}}));
  CHECK_FALSE(names_hook_places(revision({{"moduleHookValues", "none"}})));
}

TEST_CASE("the labels know places beyond the first 50") {
  const auto places_of = [](int count) {
    hook_places found;
    for (int i = 0; i < count; ++i) found.insert({{"web", "users", "user" + std::to_string(i), "password"}});
    return found;
  };
  struct row {
    int places;
    std::size_t labels;
    bool is_exact; // other values in the same objects do not count
  };
  for (const auto& x : {row{50, 50, true}, row{51, 51, true}, row{60, 51, true}, row{61, 52, true}, row{450, 90, true},
                        row{451, 51, false}, row{5000, 51, false}}) {
    CAPTURE(x.places);
    const auto places = places_of(x.places);
    const auto labels = hook_place_labels(nullptr, places);
    CHECK_EQ(labels.size(), x.labels);
    CHECK(std::all_of(labels.begin(), labels.end(), [](const auto& one) { return one.second.size() <= 63; }));
    const auto last = revision(labels);
    CHECK(std::all_of(places.begin(), places.end(), [&](const auto& one) { return was_set_by_hook(last, one); }));
    CHECK_FALSE(was_set_by_hook(last, {{"web", "size"}}));
    CHECK_FALSE(was_set_by_hook(last, {{"web"}}));
    if (x.is_exact) CHECK_FALSE(was_set_by_hook(last, {{"web", "users", "user49", "name"}}));
    const auto next = hook_place_labels(&last, places_of(1));
    CHECK_EQ(next.size(), labels.size());
    CHECK_EQ(std::count_if(next.begin(), next.end(), [](const auto& one) { return one.second == label_taken_away; }),
             static_cast<std::ptrdiff_t>(labels.size()) - 1);
  }
}

TEST_CASE("the next revision takes outdated labels away, and puts the places of the module first") {
  const auto last = revision(hook_place_labels(nullptr, {{{"web", "users"}}, {{"web", "size"}}}));
  auto next = hook_place_labels(&last, {{{"web", "size"}}});
  CHECK_EQ(next.size(), 2);
  CHECK_EQ(std::count_if(next.begin(), next.end(), [](const auto& x) { return x.second == label_taken_away; }), 1);
  hook_places many;
  for (int i = 0; i < 600; ++i) many.insert({{"web", std::to_string(i)}});
  CHECK_EQ(hook_place_labels(nullptr, many).size(), 90);
  hook_places others{{{"web", "size"}}};
  for (int i = 0; i < 600; ++i) others.insert({{"global", std::to_string(i)}});
  CHECK_MESSAGE(was_set_by_hook(revision(hook_place_labels(nullptr, others)), {{"web", "size"}}), "its own come first");
}
