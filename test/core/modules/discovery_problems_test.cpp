#include "core/modules/discovery_problems.hpp"

#include "base/contains.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace base;
using namespace core::modules;
using namespace core::values;

TEST_CASE("each removal has a hint that leads back") {
  discovery_facts facts;
  facts.modules = {"a", "b", "by-flag", "by-script"};
  facts.enabled = {"a"};
  facts.active = {"by-flag", "by-script"};
  facts.refused_by_script = {"by-script"};
  facts.released = {{"a", true}, {"by-flag", true}, {"by-script", true}, {"gone", true}};
  const auto removals = decide_modules(facts).removals;
  REQUIRE(removals.size() == 3);
  discovery_places places{{"/m", "/n"}, "ops", "settings", {}};
  const auto hint = [&](std::size_t i) { return hint_of(removals[i], places); };
  CHECK(hint(0)
        == "if this is a mistake, bring back what is missing, or set byFlagEnabled: \"true\" in: ConfigMap: the "
           "release is made again");
  CHECK(hint(1)
        == "if this is a mistake, repair the script or what it reads: the release is made again. No flag overrules it");
  CHECK(hint(2)
        == "if this is a mistake, bring back the directory of the module in /m, /n and restart the operator: the "
           "release is made again");
  places.flags = *parse_flag_order("KubeConfig,DynamicallyEnabled,ScriptEnabled");
  CHECK(contains(hint(0), "byFlagEnabled: true in: values patch of a global hook: the release"));
  places.flags = *parse_flag_order("Static,ScriptEnabled");
  CHECK(contains(hint(0), "set byFlagEnabled: true in: values.yaml of the module, and restart the operator"));
  places.flags = {};
  CHECK(contains(hint(0), "--applied-module-extenders names no source"));
}

TEST_CASE("without modules and releases nothing is wrong") {
  CHECK(discovery_problems(decide_modules({}), {{"/a"}, {}, {}}).empty());
}

TEST_CASE("a module whose script could not be asked is a problem while it is enabled") {
  discovery_facts facts;
  facts.modules = {"db", "web"};
  facts.unasked = {{"db", "/m/db/enabled"}, {"web", "/m/web/enabled"}};
  facts.enabled = {"web"};
  const auto problems = discovery_problems(decide_modules(facts), {});
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].starts_with("module 'web': /m/web/enabled is not executable"));
}

TEST_CASE("releases of other platforms, foreign and doubtful modules are named with a way out") {
  discovered_modules found;
  const discovery_places places{{"/m"}, "ops", "settings", "shop"};
  CHECK(describe_of_others(found, places) == "");
  CHECK(describe_kept_for_others(found, places).empty());
  CHECK(describe_doubted(found, removal_cause::script).empty());
  CHECK(describe_doubted(found, removal_cause::flag).empty());
  CHECK(describe_held(found, places) == "");
  CHECK(describe_spared(found, {"/m"}) == "");
  found.of_others = {{"db", "bank"}};
  found.kept_for_others = {{"web", "bank"}};
  found.foreign = {"cache"};
  CHECK(describe_of_others(found, places)
        == "these releases belong to other platforms than 'shop' and stay as they are: db (bank). If a platform in "
           "this list is a former name of this platform, say --former-platform");
  REQUIRE(describe_kept_for_others(found, places).size() == 1);
  CHECK(describe_kept_for_others(found, places)[0].starts_with(
    "module 'web' is not run: the release 'web' belongs to platform 'bank', and this is 'shop'."));
  REQUIRE(describe_foreign(found).size() == 1);
  CHECK(contains(describe_foreign(found)[0], "run `helm uninstall cache` if it is to go"));
  CHECK_MESSAGE(discovery_problems(found, places).size() == 1, "other platforms and foreign releases are for the log");
}

TEST_CASE("a removal grace has a line of its own, with the time and the way to end it at once") {
  discovered_modules found;
  found.kept_by_doubt = {
    {"web", {"its flag is off, which counts at 12:00:10", "Let it", removal_cause::flag, "12:00:10"}},
    {"db", {"in doubt", "Repair the script"}}};
  const discovery_places places{{"/m"}, "ops", "settings", {}};
  REQUIRE(describe_leaving(found).size() == 1);
  CHECK(describe_leaving(found)[0]
        == "module 'web' is neither run nor deleted: its flag is off, which counts at 12:00:10. Let it; "
           "`addon-operator module pause web` holds the removal (--removal-grace sets its time); write "
           "'webEnabled: \"false\"' into the ConfigMap if it is to go at once");
  CHECK(describe_doubted(found, removal_cause::flag).empty());
  CHECK(describe_doubted(found, removal_cause::script).size() == 1);
  CHECK(discovery_problems(found, places).size() == 2);
  CHECK(held_removals(found, places).contains("module 'web'"));
}
