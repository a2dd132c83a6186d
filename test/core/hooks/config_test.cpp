#include "base/contains.hpp"
#include "core/hooks/config.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace base;
using namespace core::bindings;
using namespace core::hooks;
using namespace std::chrono_literals;

namespace {

hook_definition parsed(const std::string& text, hook_owner owner = hook_owner::global) {
  auto hook = parse_hook_config(text, owner);
  REQUIRE_MESSAGE(hook, hook.error().message);
  return *hook;
}

std::string problem(const std::string& text, hook_owner owner = hook_owner::global) {
  auto hook = parse_hook_config(text, owner);
  REQUIRE_FALSE(hook);
  return hook.error().message;
}

using names = std::vector<std::string>;

} // namespace

TEST_CASE("YAML and JSON say the same") {
  for (const char* text : {"configVersion: v1\nonStartup: 10\n", R"({"configVersion":"v1","onStartup":10})"}) {
    auto hook = parsed(text);
    CHECK(hook.version == hook_version::v1);
    REQUIRE(hook.lifecycle.size() == 1);
    CHECK(hook.lifecycle[0].point == lifecycle_point::on_startup);
    CHECK(hook.lifecycle[0].order == 10);
  }
}

TEST_CASE("all that is wrong with a document is said at once, each with its path") {
  auto text = problem(R"(
configVersion: v1
onStartup: first
beforeHelm: 1
surprise: 1
schedule:
- {crontab: "* * *", color: red}
- crontab: TZ=Mars/Phobos * * * * *
kubernetes:
- {name: x, executeHookOnEvent: [Added, Created], apiVersion: a/b/c}
- {kind: Pod, labelSelector: {matchExpressions: [{key: a, operator: Near}]}, includeSnapshotsFrom: [x, z]}
- {kind: 5, resynchronizationPeriod: 60, jqFilter: ".a |"}
- {kind: Pod, jqFilter: "surely_undefined"}
)");
  for (const char* part : {
         "onStartup: expected an integer, got \"first\"",
         "beforeHelm: is for module hooks only",
         "surprise: unknown field",
         "schedule[0].crontab: crontab is invalid: '* * *': expected 5 or 6 fields, got 3",
         "schedule[0].color: unknown field",
         "schedule[1].crontab: crontab is invalid: 'TZ=Mars/Phobos * * * * *': time zone 'Mars/Phobos' is unknown",
         "kubernetes[0].kind: is required",
         "kubernetes[0].executeHookOnEvent[1]: event 'Created' is unsupported: expected Added, Modified or Deleted",
         "kubernetes[0].apiVersion: expected VERSION or GROUP/VERSION, got 'a/b/c'",
         "kubernetes[1].labelSelector.matchExpressions[0].operator: expected In, NotIn, Exists or DoesNotExist",
         "kubernetes[1].includeSnapshotsFrom: 'z' binding name not found",
         "kubernetes[2].kind: expected a string, got 5",
         "kubernetes[2].resynchronizationPeriod: expected a string, got 60",
         "kubernetes[2].jqFilter: ",
         "kubernetes[3].jqFilter: ",
       })
    CHECK_MESSAGE(contains(text, part), part << " is not in: " << text);
}

TEST_CASE("a hook without bindings is read, with a remark") {
  for (const auto* text : {"configVersion: v1", "configVersion: v1\nsettings: {timeout: 5s}", "{}"}) {
    CAPTURE(text);
    CHECK_EQ(parsed(text).remarks, std::vector<std::string>{"it has no bindings, so it never runs"});
  }
  CHECK(parsed("configVersion: v1\nonStartup: 1").remarks.empty());
}

TEST_CASE("of a key that stands in a configuration again the last one counts, with a remark") {
  const auto hook = parsed("configVersion: v1\nonStartup: 1\nbeforeAll: 1\nonStartup: 2\n");
  REQUIRE_EQ(hook.lifecycle.size(), 2);
  CHECK_EQ(hook.lifecycle[0].order, 2);
  CHECK_EQ(hook.remarks,
           std::vector<std::string>{"'onStartup' stands there again at line 4 (first at line 2): the last one counts"});
  const auto in_json = parsed(R"({"configVersion": "v1", "onStartup": 1, "onStartup": 2})");
  CHECK_EQ(in_json.lifecycle.at(0).order, 2);
  CHECK_EQ(in_json.remarks.size(), 1);
}

TEST_CASE("of two documents the first counts, with a remark") {
  const auto hook = parsed("---\nconfigVersion: v1\nonStartup: 1\n---\n# a template\nonStartup: 2\nonStartup: 3\n");
  REQUIRE_EQ(hook.lifecycle.size(), 1);
  CHECK_EQ(hook.lifecycle[0].order, 1);
  CHECK_EQ(hook.remarks, std::vector<std::string>{"a second document begins at line 6: only the first counts"});
  CHECK(parsed("configVersion: v1\nonStartup: 1\n---\n# the end\n").remarks.empty());
}

TEST_CASE("each setting that is wrong is said once") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {"{executionMinInterval: 5, executionBurst: 1}", "settings.executionMinInterval: executionMinInterval is invalid: "
                                                     "expected a duration, for example '30s' or '1h30m', "
                                                     "got 5"},
    {"{executionBurst: 1}", "settings.executionMinInterval: executionMinInterval is invalid: it is missing"},
    {"{executionMinInterval: 1s, executionBurst: 0}", "settings.executionBurst: expected 1 or more, got 0"},
    {"{executionMinInterval: 1s, executionBurst: a}", "settings.executionBurst: expected an integer, got \"a\""},
    {"{executionMinInterval: 1s}", "settings.executionBurst: is required with executionMinInterval"},
    {"{timeout: 5}", "settings.timeout: expected a duration, for example '30s' or '1h30m', got 5"},
  };
  for (const auto& [settings, expected] : cases)
    CHECK(problem(std::string("configVersion: v1\nonStartup: 1\nsettings: ") + settings)
          == std::string("hook configuration: ") + expected);
}

TEST_CASE("a module hook cannot bind to the points of global hooks") {
  CHECK(contains(problem("configVersion: v1\nbeforeAll: 1", hook_owner::module), "is for global hooks only"));
}

TEST_CASE("a hook has 500 bindings of a kind at most") {
  const auto config = [](int count) {
    std::string text = "configVersion: v1\nkubernetes:\n";
    for (int i = 0; i < count; ++i) text += "- {kind: Pod, group: all}\n";
    return core::hooks::parse_hook_config(text, core::hooks::hook_owner::module);
  };
  CHECK(config(500).has_value());
  const auto refused = config(501);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.find("kubernetes: has 501 items, 500 are allowed") != std::string::npos);
}
