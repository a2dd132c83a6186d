#include "core/values/enabled_flags.hpp"
#include "core/values/flag_source_label.hpp"

#include <doctest/doctest.h>

using core::values::flag_source;

TEST_CASE("a stronger source overrides a weaker one, and nothing means disabled") {
  core::values::enabled_flags flags;
  CHECK_FALSE(flags.flag("x").enabled);
  CHECK_FALSE(flags.flag("x").source);
  bool enabled = false;
  for (const auto source : core::values::default_flag_order()) {
    enabled = !enabled;
    flags.replace_layer(source, {{"x", enabled}});
    CHECK(flags.flag("x").enabled == enabled);
    CHECK(flags.flag("x").source == source);
  }
}

TEST_CASE("a flag that is taken away lets the one below count again") {
  core::values::enabled_flags flags;
  flags.replace_layer(flag_source::common_values, {{"x", true}});
  auto off = flags;
  off.replace_layer(flag_source::hook_patch, {{"x", false}, {"y", false}});
  CHECK(core::values::enabled_flags::differences(flags, off) == std::set<std::string>{"x"});
  off.replace_layer(flag_source::hook_patch, {});
  CHECK(off.flag("x").enabled);
}

TEST_CASE("the order of extenders can be chosen") {
  const auto order = core::values::parse_flag_order("Static,KubeConfig,DynamicallyEnabled,ScriptEnabled");
  REQUIRE(order);
  core::values::enabled_flags flags(*order);
  flags.replace_layer(flag_source::config_map, {{"x", true}});
  flags.replace_layer(flag_source::hook_patch, {{"x", false}});
  CHECK_FALSE(flags.flag("x").enabled);
  CHECK(*core::values::parse_flag_order("Static,DynamicallyEnabled,KubeConfig,ScriptEnabled")
        == core::values::default_flag_order());
  CHECK(core::values::parse_flag_order("ScriptEnabled")->empty());
  const auto problem = [](const char* text) { return core::values::parse_flag_order(text).error().message; };
  CHECK(problem("Static,Magic,ScriptEnabled").starts_with("unknown module extender 'Magic'"));
  CHECK(problem("Static,Static,ScriptEnabled") == "module extender 'Static' is there twice");
  for (const char* text : {"Static", "Static,ScriptEnabled,KubeConfig", "", "Static,ScriptEnabled,"}) {
    CAPTURE(text);
    CHECK(problem(text).starts_with("ScriptEnabled must be the last one"));
  }
}

TEST_CASE("a source that does not count is named if it has switched a flag on") {
  using core::values::flag_source;
  core::values::enabled_flags flags(*core::values::parse_flag_order("Static,ScriptEnabled"));
  flags.replace_layer(flag_source::config_map, {{"web", true}, {"db", false}});
  flags.replace_layer(flag_source::common_values, {{"web", true}});
  CHECK(flags.left_out("web") == std::set<flag_source>{flag_source::config_map});
  CHECK(flags.left_out("db").empty());
  CHECK(flags.left_out("more").empty());
}

TEST_CASE("a flag has moved if it is on before and after, by another source") {
  core::values::enabled_flags before;
  before.replace_layer(flag_source::hook_patch, {{"x", true}, {"y", true}, {"z", true}});
  before.replace_layer(flag_source::config_map, {{"x", true}, {"z", false}});
  auto now = before;
  now.replace_layer(flag_source::config_map, {{"y", true}});
  CHECK(core::values::enabled_flags::moved(before, now)
        == std::map<std::string, flag_source>{{"x", flag_source::hook_patch}, {"y", flag_source::config_map}});
  CHECK(core::values::enabled_flags::moved(now, now).empty());
}

TEST_CASE("a source is above the files if no file comes after it") {
  const core::values::enabled_flags flags;
  CHECK(flags.is_above_files(flag_source::config_map));
  CHECK(flags.is_above_files(flag_source::hook_patch));
  CHECK_FALSE(flags.is_above_files(flag_source::module_values));
  const core::values::enabled_flags turned(
    *core::values::parse_flag_order("KubeConfig,Static,DynamicallyEnabled,ScriptEnabled"));
  CHECK_FALSE(turned.is_above_files(flag_source::config_map));
  CHECK(turned.is_above_files(flag_source::hook_patch));
}

TEST_CASE("a source of flags goes through a label and comes back in words") {
  for (const auto source : core::values::default_flag_order())
    CHECK(core::values::describe_label(core::values::label_of(source)) == core::values::describe(source));
  CHECK(core::values::label_of(std::nullopt).empty());
  CHECK(core::values::describe_label("elsewhere").empty());
}
