#include "core/config/stored_keys.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

using core::config::configuration;
using core::config::stored_keys;

namespace {

constexpr const char* hook = "hook 'a.sh' of module 'web'";

configuration content(const std::map<std::string, std::string>& data) {
  auto x = core::config::read_configuration(data);
  x.state = core::values::config_map_state::written;
  return x;
}

text::json json(const char* text) {
  return *text::parse_json(text);
}

std::string section_of(const configuration& x, const char* key = "web") {
  const auto* found = x.section(key);
  return found == nullptr ? "" : found->dump();
}

/// A hook has stored `pw` in section `web`, which a user had written.
struct stored_fixture {
  stored_fixture() {
    auto first = content({{"web", "size: 3"}});
    static_cast<void>(keys.take(first, "", {}));
    const auto before = json(R"({"size": 3})");
    keys.writing("web", &before, json(R"({"size": 3, "pw": "x"})"), hook);
    keys.written("web");
  }
  core::config::stored_keys_effect take(configuration& now) { return keys.take(now, "", {}); }

  stored_keys keys;
};

} // namespace

TEST_CASE_FIXTURE(stored_fixture, "a key that a content lacks is laid over it, and named once") {
  auto now = content({{"web", "size: 4"}});
  auto effect = take(now);
  CHECK_EQ(section_of(now), R"({"pw":"x","size":4})");
  REQUIRE_EQ(effect.missing.size(), 1);
  CHECK_EQ(effect.missing.front(), core::config::named_keys{"web", {"web.pw"}, hook});
  CHECK_EQ(effect.unwritten.size(), 1);
  now = content({{"web", "size: 5"}});
  effect = take(now);
  CHECK(effect.missing.empty());
  CHECK_EQ(effect.unwritten.size(), 1);
  now = content({{"web", "size: 5\npw: x"}});
  CHECK(take(now).unwritten.empty());
}

TEST_CASE_FIXTURE(stored_fixture, "a section that has gone is a section of hooks with their keys") {
  auto now = content({{"global", "a: 1"}});
  CHECK_EQ(take(now).unwritten.size(), 1);
  CHECK_EQ(section_of(now), R"({"pw":"x"})");
  CHECK(now.of_hooks.contains("web"));
}

TEST_CASE_FIXTURE(stored_fixture, "another value, null and a section that is false are edits of a user") {
  auto now = content({{"web", "size: 3\npw: mine"}});
  SUBCASE("value") {}
  SUBCASE("null") {
    now = content({{"web", "size: 3\npw: null"}});
  }
  SUBCASE("another type around it") {
    now = content({{"web", "false"}});
  }
  static_cast<void>(take(now));
  CHECK_EQ(now.hook_keys->given_up.size(), 1);
  CHECK(now.hook_keys->stored.empty());
  auto later = content({{"web", "size: 3"}});
  static_cast<void>(take(later));
  CHECK_EQ(section_of(later), R"({"size":3})");
}

TEST_CASE_FIXTURE(stored_fixture,
                  "a blank section, an unusable section and an absent ConfigMap get no keys, and forget none") {
  auto now = content({{"web", ""}});
  SUBCASE("blank") {}
  SUBCASE("unusable") {
    now = content({{"web", "[1]"}});
  }
  SUBCASE("absent") {
    now = configuration{};
  }
  CHECK(take(now).missing.empty());
  CHECK_EQ(section_of(now), "");
  auto later = content({{"web", "size: 3"}});
  CHECK_EQ(take(later).missing.size(), 1);
}

TEST_CASE_FIXTURE(stored_fixture, "a hook may change and remove its key") {
  const auto before = json(R"({"size": 3, "pw": "x"})");
  keys.writing("web", &before, json(R"({"size": 3})"), hook);
  keys.written("web");
  auto now = content({{"web", "size: 3"}});
  CHECK(take(now).missing.empty());
  CHECK_EQ(now.hook_keys->given_up.size(), 1);
}

TEST_CASE_FIXTURE(stored_fixture, "a write that the ConfigMap shows before its answer is no edit of a user") {
  const auto before = json(R"({"size": 3, "pw": "x"})");
  keys.writing("web", &before, json(R"({"size": 3, "pw": "z"})"), hook);
  auto now = content({{"web", "size: 3\npw: z"}});
  CHECK(take(now).overwritten.empty());
  CHECK_EQ(now.hook_keys->stored.size(), 1);
}

TEST_CASE_FIXTURE(stored_fixture, "another process knows the keys by the annotation, with their history") {
  const auto before = json(R"({"size": 3, "pw": "x"})");
  const auto annotation = keys.annotation_after("web", &before, before, "the operator");
  stored_keys next;
  auto first = content({{"web", "size: 3\npw: x"}});
  SUBCASE("whose value is still there") {
    static_cast<void>(next.take(first, annotation, {}));
    CHECK_EQ(first.hook_keys->anew.begin()->second.size(), 1);
    auto now = content({{"web", "size: 3"}});
    CHECK_EQ(next.take(now, "", {}).missing.front().by, hook);
  }
  SUBCASE("but not a value that a user has written since") {
    first = content({{"web", "size: 3\npw: mine"}});
    static_cast<void>(next.take(first, annotation, {}));
    auto now = content({{"web", "size: 3"}});
    CHECK(next.take(now, "", {}).missing.empty());
  }
  SUBCASE("and a strange annotation is passed over") {
    for (const auto* strange :
         {"{", "[]", R"({"web": 1})", R"({"web": {"pw": []}})", R"({"web": {"/web/pw": [1, 2, 3]}})"})
      static_cast<void>(stored_keys().take(first, strange, {}));
  }
}

TEST_CASE("a key of no module is not put back, and keys are bound for each section") {
  stored_keys keys;
  auto after = text::json::object();
  for (int i = 0; i < 300; ++i) after = after.with("k" + std::to_string(i), 1);
  keys.writing("web", nullptr, after, hook);
  keys.written("web");
  auto now = content({});
  CHECK(keys.take(now, "", {"db"}).missing.empty());
  CHECK_EQ(now.hook_keys->stored.size(), stored_keys::keys_max);
}

TEST_CASE_FIXTURE(stored_fixture,
                  "a record makes a key known that a replacement has taken away while no operator ran") {
  const auto record = keys.record({"web", "other"});
  CHECK_EQ(record, std::string(R"({"web":{"/web/pw":["x",")") + hook + R"("]}})");
  CHECK_EQ(keys.record({"other"}), "{}");
  stored_keys next;
  next.remember(record);
  CHECK_EQ(next.remembered("web"), std::vector<std::string>{"web.pw"});
  auto none = configuration{};
  static_cast<void>(next.take(none, "", {}));
  CHECK_EQ(next.record({"web"}), record);
  SUBCASE("and lacks now") {
    auto now = content({{"web", "size: 4"}});
    const auto effect = next.take(now, "", {});
    CHECK_EQ(section_of(now), R"({"pw":"x","size":4})");
    REQUIRE_EQ(effect.missing.size(), 1);
    CHECK_EQ(effect.missing.front(), core::config::named_keys{"web", {"web.pw"}, hook});
    CHECK_EQ(effect.unwritten.count("web"), 1);
    CHECK_EQ(next.record({"web"}), record);
    CHECK(next.remembered("web").empty());
  }
  SUBCASE("with the whole section") {
    auto now = content({{"global", "a: 1"}});
    static_cast<void>(next.take(now, "", {}));
    CHECK_EQ(section_of(now), R"({"pw":"x"})");
  }
  SUBCASE("unless a user has written it") {
    auto now = content({{"web", "pw: null"}});
    CHECK(next.take(now, "", {}).missing.empty());
    CHECK_EQ(section_of(now), R"({"pw":null})");
    CHECK_EQ(next.record({"web"}), "{}");
  }
  SUBCASE("unless its hook has removed it") {
    auto now = content({{"web", "size: 3"}});
    CHECK(next.take(now, R"({"web":{"/web/other":["1","a.sh",[]]}})", {}).missing.empty());
  }
  SUBCASE("also if the record is read later") {
    stored_keys late;
    auto now = content({{"web", "size: 4"}});
    static_cast<void>(late.take(now, "", {}));
    late.remember(record);
    now = content({{"web", "size: 4"}});
    CHECK_EQ(late.take(now, "", {}).missing.size(), 1);
  }
}

TEST_CASE("a text that is no record is empty") {
  for (const auto* text :
       {"", "[]", "1", "{", R"({"web":1})", R"({"web":{"/web/pw":1}})", R"({"web":{"/db/pw":["x","a"]}})",
        R"({"web":{"/web":["x","a"]}})", R"({"web":{"pw":["x","a"]}})", R"({"web":{"/web/pw":["x",1]}})"}) {
    stored_keys keys;
    keys.remember(text);
    auto now = content({{"web", "size: 3"}});
    CHECK_MESSAGE(keys.take(now, "", {}).missing.empty(), text);
  }
}

TEST_CASE("a record has a bound") {
  stored_keys keys;
  auto first = content({});
  static_cast<void>(keys.take(first, "", {}));
  const std::string large(300'000, 'x');
  keys.writing("web", nullptr, text::json::object({{"a", large}, {"b", large}}), hook);
  keys.written("web");
  const auto record = *text::parse_json(keys.record({"web"}));
  CHECK(record.find("web")->find("/web/a") != nullptr);
  CHECK(record.find("web")->find("/web/b") == nullptr);
}

TEST_CASE("keys whose record has gone are lost until the ConfigMap has them") {
  stored_keys before;
  auto first = content({{"web", "size: 3"}});
  static_cast<void>(before.take(first, "", {}));
  before.writing("web", nullptr, text::json::object({{"size", 3}, {"pw", "x"}}), hook);
  before.written("web");
  const auto marks = before.marks({"web"});
  CHECK_EQ(marks, R"(["/web/pw","/web/size"])");
  CHECK_EQ(before.marks({"db"}), "");
  stored_keys next;
  next.lose(marks, {"web"});
  SUBCASE("that lacks one of them") {
    auto now = content({{"web", "size: 3"}});
    CHECK(next.take(now, "", {}).missing.empty());
    REQUIRE_EQ(next.lost().size(), 1);
    CHECK_EQ(next.lost().front().section, "web");
    CHECK_EQ(next.lost().front().keys, std::vector<std::string>{"web.pw"});
    REQUIRE(now.hook_keys);
    CHECK_EQ(now.hook_keys->lost.size(), 1);
    CHECK_EQ(next.marks({"web"}), R"(["/web/pw"])");
    SUBCASE("and a null of a user gives it up") {
      now = content({{"web", "pw: null"}});
      static_cast<void>(next.take(now, "", {}));
      CHECK(next.lost().empty());
    }
    SUBCASE("and so does a section that is false") {
      now = content({{"web", "false"}});
      static_cast<void>(next.take(now, "", {}));
      CHECK(next.lost().empty());
    }
  }
  SUBCASE("and an annotation of the ConfigMap knows better") {
    auto now = content({{"web", "size: 3"}});
    static_cast<void>(next.take(now, R"({"web":{"/web/other":["1","a.sh",[]]}})", {}));
    CHECK(next.lost().empty());
  }
}

TEST_CASE("a text that has no marks loses no key") {
  for (const auto* text : {"", "{}", "[", "[1]", R"(["web"])", R"(["/web"])"}) {
    stored_keys keys;
    keys.lose(text, {"web"});
    CHECK_MESSAGE(keys.lost().empty(), text);
  }
  stored_keys keys;
  keys.lose(R"(["/web/pw"])", {"db"});
  CHECK_MESSAGE(keys.lost().empty(), "the module has a chart now, or has gone");
}
