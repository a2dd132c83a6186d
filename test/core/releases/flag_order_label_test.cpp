#include "core/releases/flag_order_label.hpp"

#include <doctest/doctest.h>

using namespace core::releases;
using core::values::flag_order;
using core::values::flag_source;

namespace {

flag_order order(const char* extenders) {
  return *core::values::parse_flag_order(extenders);
}

const auto usual = core::values::default_flag_order();
const auto files_last = order("DynamicallyEnabled,KubeConfig,Static,ScriptEnabled");
const auto without_config_map = order("Static,DynamicallyEnabled,ScriptEnabled");

deciding_flag off_by_config_map(const flag_order& before, std::optional<flag_source> wanted_by) {
  return {flag_source::config_map, wanted_by, flag_order_text(before)};
}

} // namespace

TEST_CASE("an order is read as it was written, and fits into a label") {
  for (const auto& x : {usual, files_last, without_config_map, order("ScriptEnabled")}) {
    CHECK(read_flag_order(flag_order_text(x)) == x);
    CHECK(flag_order_text(x).size() <= 63);
    CHECK(order(extenders_of(x).c_str()) == x);
  }
  CHECK(flag_order_text(usual) == "modulesValues.moduleValues.hook.configMap");
  for (const char* unknown : {"", "hook.else", "."}) CHECK_FALSE(read_flag_order(unknown));
}

TEST_CASE("a flag decides by the order alone if it was weaker, or did not count, when the release was made") {
  CHECK(decides_by_order_alone(off_by_config_map(files_last, flag_source::common_values), usual));
  CHECK(decides_by_order_alone(off_by_config_map(without_config_map, flag_source::module_values), usual));
  // Under the former order the flag would have decided, too: so it was written since.
  CHECK_FALSE(decides_by_order_alone(off_by_config_map(usual, flag_source::common_values), files_last));
  CHECK_FALSE(decides_by_order_alone(off_by_config_map(usual, flag_source::common_values), usual));
  CHECK_FALSE(decides_by_order_alone(off_by_config_map(files_last, flag_source::config_map), usual));
  CHECK_FALSE(decides_by_order_alone(off_by_config_map(files_last, std::nullopt), usual));
  CHECK_FALSE(decides_by_order_alone({flag_source::config_map, flag_source::common_values, ""}, usual));
}

TEST_CASE("the words name the option, its variable, and both orders") {
  const auto x = off_by_config_map(files_last, flag_source::common_values);
  CHECK(words_on_order("dbEnabled", x, usual, "kubectl label secret s")
        == "the flag dbEnabled in ConfigMap decides only since --applied-module-extenders "
           "(ADDON_OPERATOR_APPLIED_MODULE_EXTENDERS) is Static,DynamicallyEnabled,KubeConfig,ScriptEnabled, and the "
           "release was made with DynamicallyEnabled,KubeConfig,Static,ScriptEnabled: give the option back, or, if the "
           "module is to go, run `kubectl label secret s moduleFlagOrder-` and restart the operator");
}
