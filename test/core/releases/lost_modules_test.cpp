#include "core/releases/lost_modules.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::lost_module_map;
using core::releases::lost_modules;

TEST_CASE("a module is lost if the revision had found it and no wish is known that it is missing") {
  core::values::value_standing now;
  CHECK_MESSAGE(lost_modules({"base"}, now).empty(), "the present modules are not known");
  now.settled_modules = {"app"};
  CHECK_EQ(lost_modules({"app", "base"}, now), lost_module_map{{"base", ""}});
  now.missing_modules = {{"base", "ConfigMap"}, {"more", "ConfigMap"}};
  CHECK_EQ(lost_modules({"app", "base"}, now), lost_module_map{{"base", "ConfigMap"}});
  CHECK(core::releases::without_flag(lost_modules({"base"}, now)).empty());
  CHECK_EQ(core::releases::without_flag({{"base", "ConfigMap"}, {"db", ""}}), std::set<std::string>{"db"});
}

TEST_CASE("lost modules come behind the enabled modules in the values of a chart") {
  using core::releases::values_with_modules;
  CHECK_EQ(values_with_modules(R"({"global":{"a":1e+3,"enabledModules":["app"]},"web":{}})", {"base"}),
           R"({"global":{"a":1e+3,"enabledModules":["app","base"]},"web":{}})");
  CHECK_EQ(values_with_modules(R"({"web":{}})", {"base"}), R"({"global":{"enabledModules":["base"]},"web":{}})");
  CHECK_EQ(values_with_modules("no JSON", {"base"}), "no JSON");
}

TEST_CASE("a list of lost modules with and without a flag says of each what is so") {
  using core::releases::objection_to;
  const std::string begin = "its last revision has found modules in global.enabledModules that are not there";
  CHECK_EQ(objection_to({{"base", "ConfigMap"}}).reason,
           begin + ", though their flag is true: 'base' (baseEnabled is true in: ConfigMap)");
  CHECK_EQ(objection_to({{"db", ""}}).reason,
           begin + ", though nothing written switches them off: 'db' (no source has a flag dbEnabled)");
  const auto mixed = objection_to({{"base", "ConfigMap"}, {"db", ""}});
  CHECK_EQ(mixed.reason, begin + ": 'base' (baseEnabled is true in: ConfigMap), 'db' (no source has a flag dbEnabled)");
  CHECK_MESSAGE(mixed.way_out.starts_with("Bring their directories or flags back"), mixed.way_out);
}
