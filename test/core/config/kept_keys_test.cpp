#include "core/config/kept_keys.hpp"

#include "core/config/config_sections.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

using core::config::misspelt_key;
using core::config::read_configuration;

namespace {

const auto known = core::config::known_config_keys({"global", "db", "ingressNginx"});

using config_data = std::map<std::string, std::string>;

/// An edit that takes `dbEnabled` and `db` away, and the data that it brings.
core::config::configuration moved_to(const config_data& after, bool is_start = false) {
  const auto first = read_configuration({{"dbEnabled", "true"}, {"db", "a: 1"}, {"global", "g: 1"}}, {}, known);
  return read_configuration(after, is_start ? core::config::configuration() : first, known);
}

} // namespace

TEST_CASE("a flag that goes while an unknown key a letter away comes keeps its last value, and is named") {
  const auto first = read_configuration({{"dbEnabled", "true"}}, {}, known);
  auto now = read_configuration({{"dbEnabld", "true"}}, first, known);
  CHECK(now.flags == core::values::flag_layer{{"db", true}});
  CHECK(now.kept == std::vector<misspelt_key>{{"dbEnabled", "dbEnabld"}});
  const auto reason =
    "ConfigMap: key 'dbEnabled' has gone, and 'dbEnabld' has come, which no module has: 'dbEnabled' keeps "
    "its former value until 'dbEnabld' is corrected or removed, or 'dbEnabled' is written again";
  CHECK(now.errors.back() == core::config::section_error{.key = "dbEnabled", .section = "db", .reason = reason});

  now = read_configuration({{"dbEnabld", "true"}, {"global", "a: 1"}}, now, known);
  CHECK_MESSAGE(now.flags.at("db"), "another edit does not make it right");
  CHECK_MESSAGE(read_configuration({{"global", "a: 1"}}, now, known).flags.empty(), "taken away on purpose");
  now = read_configuration({{"dbEnabled", "false"}}, now, known);
  CHECK(now.flags == core::values::flag_layer{{"db", false}});
  CHECK(now.errors.empty());
}

TEST_CASE("so does a section") {
  const auto first = read_configuration({{"db", "a: 1"}, {"global", "g: 1"}}, {}, known);
  const auto now = read_configuration({{"bd", "a: 2"}, {"gobal", "g: 2"}}, first, known);
  REQUIRE(now.section("db") != nullptr);
  CHECK(now.section("db")->dump() == R"({"a":1})");
  CHECK(now.section("global")->dump() == R"({"g":1})");
  const auto off = read_configuration({{"ingressNginx", "false"}}, {}, known);
  CHECK(read_configuration({{"ingressNgnix", "a: 1"}}, off, known).switched_off.contains("ingressNginx"));
}

TEST_CASE("an unknown key that was there before says nothing about a key that goes") {
  const auto first = read_configuration({{"dbEnabld", "true"}, {"dbEnabled", "true"}}, {}, known);
  CHECK(read_configuration({{"dbEnabld", "true"}}, first, known).flags.count("db") == 0);
  CHECK(read_configuration({{"dbEnabld", "true"}}, {}, known).kept.empty());
}

TEST_CASE("a flag that goes while a key comes that may have it keeps its last value, and is named") {
  config_data after;
  std::string come;
  SUBCASE("a whole file under one key") {
    after = {{"values.yaml", "dbEnabled: true\ndb:\n  a: 1\n"}};
    come = "'values.yaml' has come, which cannot be used and may hold the former key";
  }
  SUBCASE("a whole file under a key like a module's") {
    after = {{"config", "dbEnabled: true\ndb:\n  a: 1\n"}};
    come = "'config.dbEnabled' has come, which has no effect there";
  }
  SUBCASE("a text that cannot be read") {
    after = {{"config", "<<<<<<< HEAD\ndbEnabled: true\n"}};
    come = "'config' has come, which cannot be used and may hold the former key";
  }
  SUBCASE("a section around it") {
    after = {{"global", "g: 1\ndbEnabled: \"true\"\n"}};
    come = "'global.dbEnabled' has come, which has no effect there";
  }
  SUBCASE("its own section") {
    after = {{"db", "enabled: true\n"}};
    come = "'db.enabled' has come, which has no effect there";
  }
  SUBCASE("the flag of no module") {
    after = {{"databaseEnabled", "true"}};
    come = "'databaseEnabled' has come, which is true, although no module has it";
  }
  auto now = moved_to(after);
  REQUIRE(now.flags.contains("db"));
  CHECK(now.flags.at("db"));
  std::string reasons;
  for (const auto& error : now.errors) reasons += error.reason + "\n";
  CHECK_MESSAGE(reasons.find("key 'dbEnabled' has gone, and " + come) != std::string::npos, reasons);
  for (const auto* last : {"more", "even more"}) {
    after["ingressNginx"] = std::string("a: ") + last;
    now = read_configuration(after, now, known);
    CHECK_MESSAGE(now.flags.contains("db"), "another edit does not make it right");
  }
  after["dbEnabled"] = "false";
  CHECK_FALSE(read_configuration(after, now, known).flags.at("db"));
  CHECK_MESSAGE(read_configuration({{"ingressNginx", "a: 1"}}, now, known).flags.empty(), "taken away on purpose");
  CHECK_MESSAGE(moved_to(after, true).kept.empty(), "at a start nothing is known to have gone");
}

TEST_CASE("so does a section whose file comes under one key, and a second such key changes nothing") {
  auto now = moved_to({{"values.yaml", "db:\n  a: 1\n"}});
  REQUIRE(now.section("db") != nullptr);
  CHECK(now.section("db")->dump() == R"({"a":1})");
  now = read_configuration({{"a.yaml", "x"}, {"values.yaml", "db:\n  a: 1\n"}}, now, known);
  CHECK(now.section("db") != nullptr);
  now = read_configuration({{"values.yaml", "db:\n  a: 1\n"}}, now, known);
  CHECK(now.section("db") != nullptr);
  CHECK(now.flags.contains("db"));
  CHECK(moved_to({{"config", "db:\n  a: 1\n"}}).section("db") != nullptr);
  CHECK(read_configuration({}, moved_to({{"values.yaml", "x"}}), known).section("db") == nullptr);
}

TEST_CASE("what a section may have, and a flag that says no, are no reason to keep a flag") {
  CHECK(moved_to({{"global", "dbEnabled: false"}}).flags.empty());
  CHECK(moved_to({{"db", "enabled: false"}}).flags.empty());
  CHECK(moved_to({{"db", "a: {enabled: true}"}}).flags.empty());
  CHECK_FALSE(moved_to({{"databaseEnabled", "false"}}).flags.contains("db"));
  CHECK(moved_to({{"database", "a: 1"}}).flags.empty());
  CHECK_MESSAGE(moved_to({{"global", "db: {a: 1}"}}).section("db") == nullptr, "any section may have such a member");
  CHECK_MESSAGE(moved_to({{"fooMaintenance", "NoResourceReconciliation"}}).flags.empty(), "it is known to be ignored");
  const auto before = read_configuration({{"values.yaml", "x"}, {"dbEnabled", "true"}}, {}, known);
  CHECK_MESSAGE(read_configuration({{"values.yaml", "x"}}, before, known).flags.empty(), "it was there before");
  CHECK_MESSAGE(read_configuration({{"values.yaml", "x"}}, read_configuration({{"dbEnabled", "true"}})).flags.empty(),
                "no keys are known");
}

TEST_CASE("binary data under a key of no module may have a flag that goes") {
  const auto first = read_configuration({{"dbEnabled", "true"}}, {}, known);
  CHECK(read_configuration({}, first, known, {"values.tgz"}).flags.contains("db"));
}

TEST_CASE("of very many unusable keys a few are enough to keep a key") {
  std::set<std::string> keys{"global"};
  config_data before, after;
  for (int i = 0; i < 200; ++i) {
    const auto key = "m" + std::to_string(i) + "x";
    keys.insert(key);
    before[key] = "a: 1";
  }
  for (int i = 0; i < 990; ++i) after["key-" + std::to_string(i)] = "x";
  const auto first = read_configuration(before, {}, keys);
  const auto now = read_configuration(after, first, keys);
  CHECK(now.kept.size() == 200 * 3);
  CHECK(now.sections == first.sections);
  const auto later = read_configuration(after, now, keys);
  CHECK(later.kept == now.kept);
  CHECK(later.sections == first.sections);
}
