#include "core/config/config_sections.hpp"
#include "core/config/misspelt_keys.hpp"

#include <doctest/doctest.h>

using core::config::misspelt_key;
using core::config::read_configuration;

namespace {

const auto known = core::config::known_config_keys({"global", "db", "ingressNginx"});

} // namespace

TEST_CASE("a key that no module has is compared with the known ones that are missing") {
  CHECK(known == std::set<std::string>{"db", "dbEnabled", "global", "ingressNginx", "ingressNginxEnabled"});
  using slips = std::vector<misspelt_key>;
  CHECK(core::config::misspelt_keys({"dbEnabld"}, known) == slips{{"dbEnabled", "dbEnabld"}});
  CHECK(core::config::misspelt_keys({"dbenabeld"}, known) == slips{{"dbEnabled", "dbenabeld"}});
  CHECK(core::config::misspelt_keys({"ingresNgnix"}, known) == slips{{"ingressNginx", "ingresNgnix"}});
  CHECK_MESSAGE((core::config::misspelt_keys({"ingress-nginx-enabled"}, known)
                 == slips{{"ingressNginxEnabled", "ingress-nginx-enabled"}}),
                "the form of a directory");
  CHECK(core::config::misspelt_keys({"INGRESSNGINX"}, known) == slips{{"ingressNginx", "INGRESSNGINX"}});
  CHECK_MESSAGE(core::config::misspelt_keys({"dbEnabld", "dbEnabled"}, known).empty(), "the right one is there, too");
  CHECK(core::config::misspelt_keys({"dc"}, known) == slips{{"db", "dc"}});
  CHECK_MESSAGE(core::config::misspelt_keys({"ax"}, known).empty(), "two letters of two");
  CHECK(core::config::misspelt_keys({"web"}, known).empty());
}

TEST_CASE("a flag that goes while an unknown key a letter away comes keeps its last value, and is named") {
  const auto first = read_configuration({{"dbEnabled", "true"}}, {}, known);
  auto now = read_configuration({{"dbEnabld", "true"}}, first, known);
  CHECK(now.flags == core::values::flag_layer{{"db", true}});
  CHECK(now.kept == std::vector<misspelt_key>{{"dbEnabled", "dbEnabld"}});
  const auto reason =
    "ConfigMap: key 'dbEnabled' has gone, and 'dbEnabld' has come, which no module has: 'dbEnabled' keeps "
    "what it was until 'dbEnabld' is corrected or removed";
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

TEST_CASE("while the ConfigMap is away, what it said counts, and over it what hooks have written") {
  auto last = read_configuration({{"db", "a: 1"}, {"web", "a: 1"}, {"dbEnabled", "true"}});
  last.version = "7";
  last.state = core::values::config_map_state::written;
  auto now = read_configuration({{"web", "a: 2"}});
  now.version = "9";
  now.state = core::values::config_map_state::made_by_hooks;
  const auto kept = core::config::kept_while_absent(last, now);
  CHECK(kept.section("db")->dump() == R"({"a":1})");
  CHECK(kept.section("web")->dump() == R"({"a":2})");
  CHECK(kept.flags == last.flags);
  CHECK(kept.version == "9");
  CHECK(kept.state == core::values::config_map_state::made_by_hooks);
}
