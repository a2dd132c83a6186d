#include "core/releases/hook_value_changes.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::releases;

namespace {

text::json parsed(const std::string& x) {
  return text::parse_json(x).value();
}

release revision(const hook_places& set) {
  return {"web", 1, release_status::deployed, hook_place_labels(nullptr, set)};
}

const hook_places key{{{"web", "key"}}};
const hook_places users{{{"web", "users"}}};
const hook_places none{};

} // namespace

TEST_CASE("a value of a hook is blank if it had a content, and has none that a hook or another source gives") {
  struct row {
    const char* what;
    const char* before;
    const char* now;
    hook_places was;
    hook_places set;
    const char* words;
  };
  for (const auto& x : std::vector<row>{
         {"a text", R"({"key":"a"})", R"({"key":""})", key, key, "web.key (a blank text now)"},
         {"a text of spaces", R"({"key":"a"})", R"({"key":" \n"})", key, key, "web.key (a blank text now)"},
         {"a default is blank", R"({"key":"a"})", R"({"key":""})", key, none, "web.key (a blank text now)"},
         {"null", R"({"key":7})", R"({"key":null})", key, key, "web.key (absent now)"},
         {"absent", R"({"key":true})", "{}", key, none, "web.key (absent now)"},
         {"a list", R"({"users":["a"]})", R"({"users":[]})", users, users, "web.users (empty now)"},
         {"an object", R"({"users":{"a":1}})", R"({"users":{}})", users, none, "web.users (empty now)"},
         {"an object is absent", R"({"users":{"a":1}})", "{}", users, none, "web.users (absent now)"},
         {"a hook has set it for the first time", R"({"key":"a"})", R"({"key":""})", none, key,
          "web.key (a blank text now)"},
         {"a member of all items", R"({"users":[{"n":"a","size":5},{"n":"b","size":2}]})",
          R"({"users":[{"n":"a","size":null},{"n":"b"}]})", users, users, "web.users (no item has 'size' now)"},
         {"a member of some items", R"({"users":[{"n":"a","size":5},{"n":"b"}]})", R"({"users":[{"n":"a"},{"n":"b"}]})",
          users, users, ""},
         {"a member that an item has still", R"({"users":[{"n":"a","size":5},{"n":"b","size":2}]})",
          R"({"users":[{"n":"a"},{"n":"b","size":2}]})", users, users, ""},
         {"a member of a single item", R"({"users":[{"n":"a","size":5}]})", R"({"users":[{"n":"a"}]})", users, users,
          ""},
         {"all items", R"({"users":["a","b"]})", R"({"users":[null,""]})", users, users,
          "web.users (no item has a content now)"},
         {"a single item", R"({"users":["a"]})", R"({"users":[null]})", users, users,
          "web.users (no item has a content now)"},
         {"some items", R"({"users":["a","b"]})", R"({"users":[null,"b"]})", users, users,
          "web.users (fewer items have a content now)"},
         {"an item that has gone", R"({"users":["a","b",null]})", R"({"users":["a",null]})", users, users, ""},
         {"a new item without a content", R"({"users":["a"]})", R"({"users":["a",null]})", users, users, ""},
         {"no hook had set it", R"({"key":"a"})", R"({"key":""})", none, none, ""},
         {"it was blank", R"({"key":""})", R"({"key":null})", key, key, ""},
         {"another text", R"({"key":"a"})", R"({"key":"b"})", key, key, ""},
         {"a flag that is false now", R"({"key":true})", R"({"key":false})", key, key, ""},
         {"a number that is 0 now", R"({"key":5})", R"({"key":0})", key, key, ""},
         {"a member of an object that a hook sets", R"({"users":{"a":1,"b":2}})", R"({"users":{"a":1}})", users, users,
          ""},
         {"a member without a content", R"({"users":{"a":"x"}})", R"({"users":{"a":""}})", users, users,
          "web.users.a (a blank text now)"},
       }) {
    CAPTURE(x.what);
    const auto last = revision(x.was);
    const auto before = parsed("{\"web\":" + std::string(x.before) + "}");
    const auto now = parsed("{\"web\":" + std::string(x.now) + "}");
    CHECK_EQ(words_of_blanks(blank_hook_values({last, before, now, x.set})), x.words);
  }
}

TEST_CASE("a value of a hook is reset if it has another value that no hook has set") {
  const auto last = revision({{{"web", "key"}}, {{"global", "class"}}});
  const auto before = parsed(R"({"web":{"key":"a","size":1},"global":{"class":"fast"}})");
  const auto now = parsed(R"({"web":{"key":"nobody","size":2},"global":{}})");
  const auto words = [&](const hook_places& set, const std::set<std::string>& sections) {
    return words_of_places(reset_hook_values({last, before, now, set}, sections));
  };
  CHECK_EQ(words({}, {"web"}), "web.key");
  CHECK_EQ(words({}, {"global"}), "global.class");
  CHECK_EQ(words({}, {"global", "web"}), "global.class, web.key");
  CHECK_EQ(words(key, {"web"}), "");
  CHECK_EQ(words_of_places(reset_hook_values({last, before, before, {}}, {"web"})), "");
}

TEST_CASE("former values are laid over the values") {
  const auto before = parsed(R"({"web":{"a":{"b":1}}})");
  CHECK_EQ(with_former_values(parsed(R"({"web":{"c":2}})"), before, {{{"web", "a", "b"}}, {{"web", "x"}}}),
           parsed(R"({"web":{"a":{"b":1},"c":2}})"));
}

TEST_CASE("former values at many places are those at each place, one by one") {
  const auto before = parsed(R"({"a":{"b":{"c":1,"d":2},"e":3},"f":4,"g":{"h":5}})");
  const auto now = parsed(R"({"a":{"b":{"c":7},"x":8},"f":{"y":9},"g":[1]})");
  const std::vector<text::json_pointer> all{{{"g", "h"}}, {{"f"}}, {{"a", "b", "d"}}, {{"a", "e"}}, {{"a", "b"}}};
  for (std::size_t i = 0; i < (1U << all.size()); ++i) {
    std::vector<text::json_pointer> places;
    auto want = now;
    for (std::size_t k = 0; k < all.size(); ++k)
      if ((i >> k & 1U) != 0) {
        places.push_back(all[k]);
        want = with_former_values(want, before, {all[k]});
      }
    CAPTURE(i);
    CHECK_EQ(with_former_values(now, before, places), want);
  }
  CHECK_EQ(with_former_values(now, before, {{{"g", "h"}}}),
           parsed(R"({"a":{"b":{"c":7},"x":8},"f":{"y":9},"g":{"h":5}})"));
}

TEST_CASE("words name no key below a secret") {
  CHECK_EQ(words_of_places({{{"web", "passwords", "anna"}}}), "web.passwords");
}

TEST_CASE("the hooks of a section are named that had set values or have set values now") {
  core::values::value_standing standing;
  standing.hooks[{"web", "hooks/a.sh"}] = {.is_there = true, .has_set = true};
  standing.hooks[{"web", "hooks/b.sh"}] = {.is_there = true};
  standing.hooks[{"", "c.sh"}] = {.is_there = true, .has_set = true};
  CHECK(has_hook_values(standing));
  auto last = revision({});
  CHECK_EQ(words_of_setters(last, standing, {{{"web", "a"}}}), "hook 'hooks/a.sh'");
  CHECK_EQ(words_of_setters(last, standing, {{{"global", "a"}}}), "global hook 'c.sh'");
  last.labels[core::values::label_key_of({"web", "hooks/b.sh"})] = "b";
  CHECK_EQ(words_of_setters(last, standing, {{{"web", "a"}}}), "hook 'hooks/a.sh', hook 'hooks/b.sh'");
  CHECK_FALSE(has_hook_values({}));
}
