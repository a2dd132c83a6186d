#include "core/modules/held_removals.hpp"

#include "base/contains.hpp"
#include "core/modules/discovery_problems.hpp"

#include <doctest/doctest.h>

using namespace base;
using namespace core::modules;
using namespace core::values;

TEST_SUITE("core/held_removals") {
  TEST_CASE("a single release without a module stays while a directory of modules is empty") {
    discovery_facts facts;
    facts.modules = {"a"};
    facts.enabled = {"a"};
    facts.released = {{"a", true}, {"gone", true}};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
    facts.has_empty_directory = true;
    const auto held = decide_modules(facts);
    CHECK(held.to_purge.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"gone"});
    facts.switched_off = {"gone"};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
  }

  TEST_CASE("a single release without a module stays while another chart is older than its release") {
    discovery_facts facts;
    facts.modules = {"a"};
    facts.enabled = {"a"};
    facts.released = {{"a", true}, {"gone", true}};
    facts.released.back().older_charts = "the chart of 'a' has version 0.1.0, and its release has 0.2.0";
    const auto held = decide_modules(facts);
    CHECK(held.to_purge.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"gone"});
    CHECK(held.losses
          == std::vector<std::string>{"no module is called 'gone', and the chart of 'a' has version 0.1.0, and its "
                                      "release has 0.2.0: the image of the operator may be an older one"});
    facts.switched_off = {"gone"};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
  }

  TEST_CASE("a single release without a module stays while users have its section in the ConfigMap") {
    discovery_facts facts;
    facts.modules = {"a"};
    facts.enabled = {"a"};
    facts.released = {{"a", true}, {"gone", true}};
    facts.sections_of_users = {"a", "gone"};
    const auto held = decide_modules(facts);
    CHECK(held.to_purge.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"gone"});
    CHECK(held.losses
          == std::vector<std::string>{"no module is called 'gone', though the ConfigMap has a section for "
                                      "it"});
  }

  TEST_CASE("a start with modules of another platform removes nothing, and most of them keep the rest as it is") {
    discovery_facts facts;
    facts.modules = {"a", "b", "own"};
    facts.enabled = {"a", "b", "own"};
    const auto of = [](const char* name, const char* platform) {
      found_release x{name, std::string_view(platform).empty()};
      x.other_platform = platform;
      return x;
    };
    facts.released = {of("a", "bank"), of("own", ""), of("gone", "")};
    auto found = decide_modules(facts);
    CHECK(found.unconfirmed == std::vector<std::string>{"gone"});
    CHECK(found.kept_with_others.empty());
    facts.released.push_back(of("b", "bank"));
    found = decide_modules(facts);
    CHECK(found.unconfirmed == std::vector<std::string>{"gone"});
    CHECK(found.kept_with_others == std::set<std::string>{"own"});
    CHECK(found.held_back == std::set<std::string>{"a", "b", "own"});
  }

  TEST_CASE("a single release stays while the source that had switched it on says true and does not count") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.enabled = {"a"};
    found_release b{"b", true};
    b.want = flag_source::config_map;
    facts.released = {{"a", true}, b};
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"b"});
    facts.left_out = {{"b", {flag_source::common_values}}};
    CHECK_MESSAGE(decide_modules(facts).to_delete == std::vector<std::string>{"b"}, "another source");
    facts.left_out = {{"b", {flag_source::config_map}}};
    const auto held = decide_modules(facts);
    CHECK(held.to_delete.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"b"});
    CHECK(held.of_left_out_source == std::map<std::string, std::string>{{"b", "ConfigMap"}});
    facts.switched_off = {"b"};
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"b"});
  }

  TEST_CASE("a single release without a module stays while its flag is true, or if it is of another ConfigMap") {
    discovery_facts facts;
    facts.modules = {"a"};
    facts.enabled = {"a"};
    facts.released = {{"a", true}, {"gone", true}};
    std::string words;
    SUBCASE("its flag is true") {
      facts.wanted_without_module = {{"gone", "ConfigMap"}, {"never-there", "ConfigMap"}};
      words = "stay as they are: gone (no module is called 'gone', though goneEnabled is true in: ConfigMap). Bring";
    }
    SUBCASE("another ConfigMap") {
      facts.released[1].other_config_map = "shop";
      words = "stay as they are: gone ('gone' was made with ConfigMap 'shop': is --config-map right?). Bring";
    }
    const auto held = decide_modules(facts);
    CHECK(held.to_purge.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"gone"});
    CHECK(held.named == std::vector<std::string>{"a", "gone"});
    CHECK(contains(describe_held(held, {}), words));
    facts.purges_without_modules = true;
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
    facts.purges_without_modules = false;
    facts.wanted_without_module.clear();
    facts.switched_off = {"gone"};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
  }

  TEST_CASE("a single release of a module stays if it is unknown what had switched the module on") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.enabled = {"a"};
    facts.released = {{"a", true}, {"b", true}};
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"b"});
    SUBCASE("no label says so") {
      facts.released[1].is_want_unknown = true;
    }
    SUBCASE("the file that did is missing") {
      facts.place_missing = {"b"};
    }
    CHECK(decide_modules(facts).unconfirmed == std::vector<std::string>{"b"});
    facts.modules = {"a"};
    facts.place_missing.clear();
    CHECK_MESSAGE(decide_modules(facts).to_purge == std::vector<std::string>{"b"}, "one vanished directory");
  }

  TEST_CASE("an edit that removes a flag does not ask for a removal while a file is missing that may have it") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.enabled = {"a"};
    facts.active = {"a", "b"};
    facts.released = {{"a", true}, {"b", true}};
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"b"});
    facts.place_missing = {"b"};
    CHECK(decide_modules(facts).to_delete.empty());
    CHECK(decide_modules(facts).unconfirmed == std::vector<std::string>{"b"});
    facts.switched_off = {"b"};
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"b"});
  }

  TEST_CASE("while a global hook is not known no release is removed, whatever asks for it") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c"};
    facts.enabled = {"a"};
    facts.active = {"b"};
    facts.switched_off = {"b", "c", "stray"};
    facts.released = {{"a", true}, {"b", true}, {"c", true}, {"stray", true}, {"begun", true, false, true}};
    facts.global_hooks = hooks_known::some;
    const auto x = decide_modules(facts);
    CHECK(x.to_delete.empty());
    CHECK_MESSAGE(x.to_purge == std::vector<std::string>{"begun"}, "a removal that has begun comes to its end");
    CHECK(x.kept_without_hooks == std::vector<std::string>{"b", "c", "stray"});
    const auto lines = discovery_problems(x, {});
    REQUIRE(lines.size() == 1);
    CHECK_MESSAGE(lines[0].find("stay as they are: b, c, stray. Repair the hook") != std::string::npos, lines[0]);
  }

  TEST_CASE("without a ConfigMap nothing is removed, and what would be is named") {
    discovery_facts facts;
    facts.modules = {"a", "off", "asked"};
    facts.enabled = {"a"};
    facts.active = {"off"};
    facts.switched_off = {"asked"};
    facts.released = {{"a", true}, {"off", true}, {"asked", true}, {"stray", true}, {"by-hand", false}};
    facts.config_map = core::values::config_map_state::absent;
    const auto held = decide_modules(facts);
    CHECK(held.to_delete.empty());
    CHECK(held.to_purge.empty());
    CHECK(held.holds_removals());
    CHECK(
      describe_held(held, {{"/m"}, "ops", "settings"})
      == "there is no ConfigMap 'settings' in namespace 'ops': these releases would be removed, and stay as they are: "
         "asked, off, stray. Bring the ConfigMap back, correct --config-map, or run `kubectl -n ops create configmap "
         "settings` if they are to go: an empty ConfigMap counts");
    CHECK(discovery_problems(held, {}).size() == 1);

    facts.config_map = core::values::config_map_state::made_by_hooks;
    const auto of_hooks = decide_modules(facts);
    CHECK(of_hooks.kept_without_config_map == held.kept_without_config_map);
    CHECK(describe_held(of_hooks, {{"/m"}, "ops", "settings"}).starts_with("hooks alone have written the ConfigMap"));

    facts.purges_without_modules = true;
    const auto purging = decide_modules(facts);
    CHECK_MESSAGE(purging.to_purge == std::vector<std::string>{"stray"}, "it has no module");
    CHECK_MESSAGE(purging.to_delete.empty(), "the option says nothing about modules that are there");
    facts.purges_without_modules = false;

    facts.config_map = core::values::config_map_state::written;
    const auto removed = decide_modules(facts);
    CHECK(removed.to_delete == std::vector<std::string>{"off", "asked"});
    CHECK(removed.to_purge == std::vector<std::string>{"stray"});
    CHECK_FALSE(removed.holds_removals());
  }

  TEST_CASE("one release that nothing written switches off is removed at a start, several stay") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.released = {{"gone", true}};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});

    facts.released.push_back({"b", true});
    const auto held = decide_modules(facts);
    CHECK(held.to_purge.empty());
    CHECK(held.to_delete.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"b", "gone"});
    const auto text = describe_held(held, {{"/m"}, "ops", "settings"});
    CHECK_MESSAGE(text.find("bEnabled: \"false\", goneEnabled: \"false\"") != std::string::npos, text);

    facts.switched_off = {"gone"};
    const auto confirmed = decide_modules(facts);
    CHECK_MESSAGE(confirmed.to_purge == std::vector<std::string>{"gone"}, "a flag says so, with or without a module");
    CHECK_MESSAGE(confirmed.unconfirmed == std::vector<std::string>{"b"}, "at another start it is the last one");

    facts.unconfirmed_before = held.unconfirmed;
    const auto left = decide_modules(facts);
    CHECK(left.to_purge == std::vector<std::string>{"gone"});
    CHECK_MESSAGE(left.unconfirmed == std::vector<std::string>{"b"},
                  "the confirmation of one does not confirm the rest");
    facts.switched_off.insert("b");
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"b"});
  }

  TEST_CASE("a release that nothing written switches off stays beside a module that cannot be used") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c"};
    facts.enabled = {"c"};
    facts.released = {{"gone", true}, {"b", true}, {"c", true}};
    facts.switched_off = {"b"};
    SUBCASE("its flag cannot be read") {
      facts.released[1] = {"a", true};
      facts.undecided = {"a"};
    }
    SUBCASE("its section or a file of it is invalid") {
      facts.released[1] = {"a", true};
      facts.enabled.insert("a");
      facts.held_back = {"a"};
    }
    SUBCASE("its script is doubted") {
      facts.released[1] = {"a", true};
      facts.enabled.insert("a");
      facts.held_back = {"a"};
      facts.doubted_no = {{"a", {"it has warned", "Repair it"}}};
    }
    SUBCASE("one whose flag is away, and which is held already") {
      facts.released[1] = {"b", true};
      facts.released[1].is_removal_held = true;
      facts.switched_off.clear();
      CHECK(decide_modules(facts).unconfirmed == std::vector<std::string>{"b", "gone"});
      return;
    }
    const auto held = decide_modules(facts);
    CHECK(held.to_purge.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"gone"});
    const auto text = describe_held(held, {{"/m"}, "ops", "settings"});
    CHECK_MESSAGE(text.find("stay as they are: gone (further modules cannot be used: a). Bring") != text.npos, text);
    facts.switched_off.insert("gone");
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
  }

  TEST_CASE("modules that cannot be used and have no release, or are known to be wanted, hold no others") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.enabled = {"a", "b"};
    facts.held_back = {"a", "b"};
    facts.active = {"b"};
    facts.released = {{"gone", true}, {"b", true}};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
  }

  TEST_CASE("the last release of a platform stays if its module is there and nothing written switches it off") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.released = {{"a", true}};
    SUBCASE("it is the only one") {}
    SUBCASE("the other one goes by a flag") {
      facts.released.push_back({"b", true});
      facts.switched_off = {"b"};
    }
    SUBCASE("the other one is removed already") {
      facts.released.push_back({"b", true, true});
    }
    SUBCASE("the others are not the operator's own") {
      facts.released.push_back({"c", false});
    }
    const auto held = decide_modules(facts);
    CHECK(held.unconfirmed == std::vector<std::string>{"a"});
    CHECK_FALSE(contains(held.to_delete, std::string("a")));
    facts.switched_off.insert("a");
    CHECK(contains(decide_modules(facts).to_delete, std::string("a")));
  }

  TEST_CASE("releases of modules that were enabled in this process go whatever switches them off, however many") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.active = {"a", "b"};
    facts.released = {{"a", true}, {"b", true}};
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"a", "b"});
  }
}
