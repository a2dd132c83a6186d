#include "core/config/displaced_keys.hpp"

#include <doctest/doctest.h>

using namespace core::config;

namespace {

const std::set<std::string> known{"db", "dbEnabled", "global", "web", "webEnabled"};

text::json json(const char* words) {
  return *text::parse_json(words);
}

} // namespace

TEST_SUITE("core/displaced_keys") {
  TEST_CASE("a section shows flags that say true, other sections, and `enabled` of its own") {
    displaced_keys keys;
    keys.take_section("global", json(R"({"dbEnabled": true, "webEnabled": false, "db": {"a": 1}})"), known);
    CHECK(keys.nested == std::map<std::string, std::set<std::string>>{{"dbEnabled", {"global.dbEnabled"}}});
    keys = {};
    keys.take_section("db", json(R"({"web": "users: [anna]\n", "db": {"a": 1}})"), known);
    CHECK(keys.nested == std::map<std::string, std::set<std::string>>{{"web", {"db.web"}}});
    keys = {};
    keys.take_section("db", json(R"({"web": "a name"})"), known);
    CHECK(keys.nested.empty());
    keys.take_section("config", json(R"({"dbEnabled": "true", "web": {"a": 1}, "db": 3, "other": {}})"), known);
    CHECK(
      keys.nested
      == std::map<std::string, std::set<std::string>>{{"dbEnabled", {"config.dbEnabled"}}, {"web", {"config.web"}}});
    keys = {};
    keys.take_section("web", json(R"({"enabled": true, "a": {"enabled": true}})"), known);
    keys.take_section("other", json(R"({"enabled": true})"), known);
    keys.take_section("db", json(R"({"enabled": 1})"), known);
    keys.take_section("db", json("[]"), known);
    CHECK(keys.nested == std::map<std::string, std::set<std::string>>{{"webEnabled", {"web.enabled"}}});
  }

  TEST_CASE("a section shows keys that pause modules if they do") {
    displaced_keys keys;
    const auto section = json(R"({"dbMaintenance": "NoResourceReconciliation # why", "webMaintenance": "off",
                                  "otherMaintenance": "NoResourceReconciliation"})");
    keys.take_section("global", section, {"db", "dbMaintenance", "global", "web", "webMaintenance"});
    CHECK(keys.nested == std::map<std::string, std::set<std::string>>{{"dbMaintenance", {"global.dbMaintenance"}}});
  }

  TEST_CASE("a section shows keys in its comments") {
    displaced_keys keys;
    keys.take_comments("web", "users: [anna]\n  # webEnabled: \"true\"\n# db:\n#  web: 1\n# of dbEnabled\n", known);
    CHECK(
      keys.commented
      == std::map<std::string, std::set<std::string>>{{"db", {"web: # db"}}, {"webEnabled", {"web: # webEnabled"}}});
    const auto found = displacements_of({"webEnabled"}, keys);
    REQUIRE_EQ(found, std::vector<misspelt_key>{{"webEnabled", "web: # webEnabled", slip_kind::commented}});
    CHECK(keys.contains(found[0]));
    CHECK_FALSE(displaced_keys().contains(found[0]));
  }

  TEST_CASE("each missing key is given with each place that may have it") {
    displaced_keys keys;
    keys.unusable = {"values.yaml"};
    keys.flags_of_none = {"pagesEnabled"};
    keys.nested["dbEnabled"] = {"global.dbEnabled"};
    const auto found = displacements_of({"db", "dbEnabled"}, keys);
    using slips = std::vector<misspelt_key>;
    CHECK(found
          == slips{{"db", "values.yaml", slip_kind::unusable},
                   {"dbEnabled", "global.dbEnabled", slip_kind::nested},
                   {"dbEnabled", "values.yaml", slip_kind::unusable},
                   {"dbEnabled", "pagesEnabled", slip_kind::flag_of_none}});
    for (const auto& slip : found) CHECK(keys.contains(slip));
    CHECK_FALSE(keys.contains({"db", "global.db", slip_kind::nested}));
    CHECK_FALSE(keys.contains({"db", "dc", slip_kind::letters}));
    CHECK(displacements_of({}, keys).empty());
    CHECK(displacements_of({"db"}, {}).empty());
  }
}
