#include "core/values/settled_modules.hpp"

#include <doctest/doctest.h>

using core::values::enabled_flags;
using core::values::flag_layer;
using core::values::flag_source;
using core::values::settled_modules;
using names = std::set<std::string>;

namespace {

settled_modules::flags_ptr flags_with(flag_source source, flag_layer layer) {
  enabled_flags flags;
  flags.replace_layer(source, std::move(layer));
  return std::make_shared<const enabled_flags>(std::move(flags));
}

} // namespace

TEST_CASE("modules are settled if they run, are given up, or are switched off by a flag") {
  settled_modules x;
  const auto flags = flags_with(flag_source::config_map, {{"ingressNginx", false}, {"web", true}});
  CHECK_MESSAGE(!x.with(flags), "no discovery yet");
  x.discovered({"base"}, {"old"});
  REQUIRE(x.with(flags));
  CHECK_EQ(x.with(flags)->names(), names{"base", "ingress-nginx", "old"});
}

TEST_CASE("a flag that is off in a weak source and on in a strong source does not switch off") {
  enabled_flags flags;
  flags.replace_layer(flag_source::common_values, {{"a", false}, {"b", true}});
  flags.replace_layer(flag_source::config_map, {{"a", true}, {"b", false}});
  CHECK_EQ(core::values::modules_switched_off(flags), names{"b"});
}

TEST_CASE("the settled modules are made once for each state of flags and each discovery") {
  settled_modules x;
  const auto flags = flags_with(flag_source::config_map, {{"web", false}});
  x.discovered({"base"}, {});
  for (int run = 0; run < 100; ++run) CHECK_EQ(x.with(flags)->names(), names{"base", "web"});
  CHECK_EQ(x.made(), 1);
  const auto others = flags_with(flag_source::config_map, {{"more", false}});
  CHECK_EQ(x.with(others)->names(), names{"base", "more"});
  x.discovered({}, {});
  CHECK_EQ(x.with(others)->names(), names{"more"});
  CHECK_EQ(x.made(), 3);
}
