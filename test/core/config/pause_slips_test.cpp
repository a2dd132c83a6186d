#include "core/config/pause_slips.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

using namespace core::config;

namespace {

std::string slips(const std::map<std::string, std::string>& data) {
  const auto known = known_config_keys({"db", "web"});
  std::string text;
  for (const auto& [module, slip] : pause_slips(read_configuration(data, {}, known), {"db", "web"}))
    text += module + ": " + describe(slip) + "\n";
  return text;
}

} // namespace

TEST_CASE("the key of a pause may be there under another name, or where it is not read") {
  const std::string pause = "NoResourceReconciliation";
  CHECK_EQ(slips({{"dbMaintenence", pause}}),
           "db: 'dbMaintenence' in the ConfigMap may be a misspelt 'dbMaintenance'\n");
  CHECK_EQ(slips({{"web", "dbMaintenance: " + pause + "\n"}}),
           "db: 'web.dbMaintenance' in the ConfigMap has no effect there: is it the key 'dbMaintenance'?\n");
  CHECK_EQ(slips({{"db", "a: 1\n# dbMaintenance: " + pause + "\n"}}),
           "db: 'db: # dbMaintenance' in the ConfigMap is a comment: is it the key 'dbMaintenance'?\n");
}

TEST_CASE("a key of a pause that is there, and a key that resembles none, is no slip") {
  const std::string pause = "NoResourceReconciliation";
  CHECK_EQ(slips({{"dbMaintenance", pause}, {"dbMaintenence", pause}}), "");
  CHECK_EQ(slips({{"dbMaintenance", "x"}, {"dbMaintenence", pause}}), "");
  CHECK_EQ(slips({{"webMaintenance", pause}, {"dbEnabled", "true"}, {"note", pause}}), "");
}
