#include "core/hooks/batch_config.hpp"

#include <doctest/doctest.h>

#include <string>

using core::hooks::hook_owner;
using core::hooks::parse_batch_config;

namespace {

std::vector<core::bindings::hook_definition> parsed(const std::string& text, hook_owner owner = hook_owner::module) {
  REQUIRE(core::hooks::is_batch_config(text));
  auto hooks = parse_batch_config(text, owner);
  REQUIRE_MESSAGE(hooks, hooks.error().message);
  REQUIRE_EQ(hooks->faults, "");
  return hooks->hooks;
}

/// The output of a program that is built with module-sdk.
constexpr auto printed = R"({"version":"v1","hooks":[
  {"configVersion":"v1","metadata":{"name":"copy","path":"hooks"},"logLevel":"debug","allowFailure":true,
   "settings":{"executionMinInterval":3000000000,"executionBurst":2,"EnableSchedulesOnStartup":null},
   "schedule":[{"name":"often","crontab":"* * * * *","queue":"/q"}],
   "kubernetes":[
     {"name":"pods","apiVersion":"v1","kind":"Pod","labelSelector":null,"executeHookOnEvent":false,
      "keepFullObjectsInMemory":false,"jqFilter":".metadata","namespace":{"nameSelector":{"matchNames":["a"]}},
      "fieldSelector":{"matchExpressions":[{"field":"metadata.name","operator":"Equals","value":"x"}]}},
     {"name":"all","kind":"Secret","executeHookOnEvent":true,"allowFailure":false}]},
  {"configVersion":"v1","metadata":{"name":"","path":""},"onStartup":5,"beforeHelm":1,"afterHelm":2,"afterDeleteHelm":3}],
 "readiness":{"configVersion":"v1","metadata":{"name":"readiness"},"schedule":[{"crontab":"* * * * *"}]}})";

} // namespace

TEST_CASE("a program with several hooks prints a configuration for each, as its library writes them") {
  const auto hooks = parsed(printed);
  REQUIRE(hooks.size() == 3);
  const auto& copy = hooks[0];
  CHECK(copy.name == "copy");
  CHECK(copy.arguments == std::vector<std::string>{"hook", "run", "0"});
  REQUIRE(copy.settings.rate);
  CHECK(copy.settings.rate->min_interval == std::chrono::seconds(3));
  CHECK(copy.settings.rate->burst == 2);
  REQUIRE(copy.kubernetes.size() == 2);
  CHECK_FALSE(copy.kubernetes[0].on_added);
  CHECK_FALSE(copy.kubernetes[0].keep_full_objects);
  CHECK_FALSE(copy.kubernetes[0].allow_failure);
  CHECK(copy.kubernetes[0].group == "main");
  CHECK(copy.kubernetes[0].fields.size() == 1);
  CHECK(copy.kubernetes[1].on_added);
  CHECK_FALSE(copy.kubernetes[1].keep_full_objects);
  CHECK_FALSE(copy.kubernetes[1].allow_failure);
  REQUIRE(copy.schedules.size() == 1);
  CHECK(copy.schedules[0].queue == "/q");
  CHECK_FALSE(copy.schedules[0].allow_failure);
  CHECK(copy.schedules[0].group == "main");
  CHECK(copy.schedules[0].snapshots_from == std::vector<std::string>{"pods", "all"});
  CHECK(hooks[1].name == "1");
  CHECK(hooks[1].lifecycle.size() == 4);
  CHECK(hooks[1].arguments == std::vector<std::string>{"hook", "run", "1"});
  CHECK(hooks[2].arguments == std::vector<std::string>{"hook", "ready"});
}

TEST_CASE("bindings of a program with several hooks keep full objects and allow failures only where they say so") {
  const auto hook = parsed(R"([{"allowFailure":true,"kubernetes":[{"name":"a","kind":"Pod"},
    {"name":"b","kind":"Pod","keepFullObjectsInMemory":true,"allowFailure":true}]}])")[0];
  CHECK_FALSE(hook.kubernetes[0].keep_full_objects);
  CHECK_FALSE(hook.kubernetes[0].allow_failure);
  CHECK(hook.kubernetes[1].keep_full_objects);
  CHECK(hook.kubernetes[1].allow_failure);
}

TEST_CASE("older and newer forms of the list are read") {
  CHECK(parsed(R"([{"configVersion":"v1","metadata":{"name":"a"},"onStartup":1}])")[0].name == "a");
  const auto by_key = parsed(R"({"hooks":{"x":{"metadata":{"name":"a"},"onStartup":1}}})");
  CHECK(by_key[0].arguments == std::vector<std::string>{"hook", "run", "x"});
  CHECK(parsed(R"({"version":"v1","hooks":[]})").empty());
}

TEST_CASE("around Helm means around all modules for a global hook") {
  const auto hooks = parsed(R"([{"beforeHelm":1,"afterHelm":2}])", hook_owner::global);
  REQUIRE(hooks[0].lifecycle.size() == 2);
  CHECK(hooks[0].lifecycle[0].point == core::bindings::lifecycle_point::before_all);
  CHECK(hooks[0].lifecycle[1].point == core::bindings::lifecycle_point::after_all);
}

TEST_CASE("what is wrong is named with its hook, and stops no other one") {
  const auto read = parse_batch_config(
    R"([{"metadata":{"name":"a"},"schedule":[{"crontab":"x"}]},{"onStartup":"x"},{"onStartup":1},7,null])",
    hook_owner::module);
  REQUIRE(read);
  CHECK_EQ(read->hooks.size(), 1);
  CHECK_EQ(read->hooks.at(0).name, "2");
  for (const auto* part :
       {"hook 'a': hook configuration: schedule[0].crontab", "hook '1': hook configuration: onStartup",
        "hook '3': hook configuration: expected an object", "hook '4': hook configuration is empty"})
    CHECK_MESSAGE(read->faults.find(part) != std::string::npos, read->faults);
}

TEST_CASE("a text without configurations is no list of hooks") {
  for (const auto* text : {"", "no JSON", "{\"configVersion\": \"v1\"}", "7"})
    CHECK_FALSE(core::hooks::is_batch_config(text));
}

TEST_CASE("hooks that ask for schedules before the first converge are named") {
  const auto names = core::hooks::hooks_with_early_schedules(
    R"({"version":"v1","hooks":[{"metadata":{"name":"a"},"settings":{"enableSchedulesOnStartup":true}},)"
    R"({"metadata":{"name":"b"},"settings":{"enableSchedulesOnStartup":false}},{"metadata":{"name":"c"}},)"
    R"({"settings":{"executionBurst":1,"enableSchedulesOnStartup":true}}]})");
  CHECK(names == std::vector<std::string>{"a", "3"});
  CHECK(core::hooks::hooks_with_early_schedules(R"([{"settings":{"enableSchedulesOnStartup":true}}])").size() == 1);
  for (const auto* text : {"no JSON", "[]", "7", R"({"hooks":null})", R"({"hooks":[7]})"})
    CHECK(core::hooks::hooks_with_early_schedules(text).empty());
}

TEST_CASE("a program may have a check of its module's settings") {
  CHECK(core::hooks::has_settings_check(R"({"version":"v1","hooks":[],"has_settings_check":true})"));
  for (const auto* text :
       {R"({"version":"v1","hooks":[],"has_settings_check":false})", R"({"hooks":[]})", "[]", "no JSON"})
    CHECK_FALSE(core::hooks::has_settings_check(text));
}
