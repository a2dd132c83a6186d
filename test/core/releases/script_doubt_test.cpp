#include "core/releases/script_doubt.hpp"

#include <doctest/doctest.h>

using namespace core::releases;
using namespace core::values;

namespace {

const value_hook global_hook{"", "a.sh"};
const value_hook own_hook{"web", "hooks/a.sh"};

hook_standing standing(bool has_ended) {
  return {.is_there = true, .occasions = "afterAll", .has_ended = has_ended};
}

/// A revision with values of `global` and of these hooks.
refused_module refused(std::initializer_list<value_hook> hooks) {
  refused_module x{"web", "/modules/web", {{"moduleValuesFrom", "configmap.global"}, {"moduleHookValues", "none"}}};
  for (const auto& hook : hooks) x.labels.emplace(label_key_of(hook), label_value_of(hook));
  return x;
}

value_standing all_present() {
  return {.present = {value_source::config_map, value_source::global_section}};
}

} // namespace

TEST_SUITE("core/script_doubt") {
  TEST_CASE("a missing place, and a global hook that has not ended well, are places that a script may lack") {
    auto now = all_present();
    now.hooks = {{global_hook, standing(true)}};
    CHECK(places_missing_for_script(refused({global_hook}), now).empty());
    now.hooks = {{global_hook, standing(false)}};
    CHECK(places_missing_for_script(refused({}), now).empty());
    CHECK(places_missing_for_script(refused({global_hook}), now) == "global hook 'a.sh' (it runs at: afterAll)");
    now.present.erase(value_source::global_section);
    CHECK(places_missing_for_script(refused({global_hook}), now)
          == "section 'global' of the ConfigMap, global hook 'a.sh' (it runs at: afterAll)");
    now.taken_away = {value_source::global_section};
    CHECK_MESSAGE(places_missing_for_script(refused({}), now).empty(), "an edit is a wish");
  }

  TEST_CASE("hooks of the module itself are no such places, whether they are there or not") {
    auto now = all_present();
    CHECK(places_missing_for_script(refused({own_hook}), now).empty());
    CHECK(places_missing_for_script(refused({global_hook, own_hook}), now)
          == "global hook 'a.sh' (no global hook that is executable and configures was found: is the directory "
             "complete in the image?)");
    now.hooks = {{own_hook, standing(false)}};
    CHECK(places_missing_for_script(refused({own_hook}), now).empty());
  }

  TEST_CASE("a hook in doubt that has set values is such a place, also of the module itself") {
    auto now = all_present();
    auto doubtful = standing(true);
    doubtful.has_set = true;
    now.hooks = {{own_hook, doubtful}, {global_hook, doubtful}};
    CHECK(places_missing_for_script(refused({own_hook}), now).empty());
    now.hooks[own_hook].doubts = {{"schedule", "line 3: command not found"}};
    for (const auto& last : {refused({own_hook}), refused({})}) {
      const auto missing = places_missing_for_script(last, now);
      CHECK_MESSAGE(missing.starts_with("hook 'hooks/a.sh' ("), missing);
      CHECK_MESSAGE(missing.find("line 3: command not found") != missing.npos, missing);
    }
    now.hooks[own_hook].doubts.clear();
    now.hooks[global_hook].doubts = {{"schedule", "line 3: command not found"}};
    CHECK(places_missing_for_script(refused({}), now).starts_with("global hook 'a.sh' ("));
    now.hooks[global_hook].has_set = false;
    CHECK(places_missing_for_script(refused({}), now).empty());
  }

  TEST_CASE("a revision without labels may have values of each global hook that runs at all") {
    auto now = all_present();
    const refused_module x{"web", "/modules/web", {}};
    now.hooks = {{global_hook, standing(true)}, {own_hook, standing(false)}, {{"", "never.sh"}, {.is_there = true}}};
    CHECK(places_missing_for_script(x, now).empty());
    now.hooks[global_hook] = standing(false);
    CHECK(places_missing_for_script(x, now) == "global hook 'a.sh' (it runs at: afterAll)");
    CHECK_MESSAGE(places_missing_for_script(x, {}) == "the ConfigMap that --config-map names", "it may have had one");
  }
}
