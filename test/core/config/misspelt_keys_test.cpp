#include "core/config/config_sections.hpp"
#include "core/config/misspelt_keys.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using core::config::misspelt_key;
using core::config::read_configuration;

namespace {

const auto known = core::config::known_config_keys({"global", "db", "ingressNginx"});

} // namespace

TEST_CASE("a key that no module has is compared with the known ones that are missing") {
  CHECK(known
        == std::set<std::string>{"db", "dbEnabled", "dbMaintenance", "global", "ingressNginx", "ingressNginxEnabled",
                                 "ingressNginxMaintenance"});
  CHECK(core::config::known_values_keys({"global", "db"}) == std::set<std::string>{"db", "dbEnabled", "global"});
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
