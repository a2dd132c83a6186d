#include "core/modules/stray_releases.hpp"

#include "core/modules/discovery_problems.hpp"

#include <doctest/doctest.h>

using namespace core::modules;

TEST_SUITE("core/stray_releases") {
  TEST_CASE("only the operator's own releases are purged, in reverse order") {
    discovery_facts facts;
    facts.modules = {"a"};
    facts.switched_off = {"x", "y", "by-hand"};
    facts.released = {{"x", true}, {"y", true}, {"by-hand", false}};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"x", "y"});
  }

  TEST_CASE("directories without a part of a module are no modules, so no release is purged") {
    discovery_facts facts;
    facts.modules = {"lost+found"};
    facts.enabled = {"lost+found"};
    facts.has_modules = false;
    facts.released = {{"gone", true}};
    const auto held = decide_modules(facts);
    CHECK(held.to_purge.empty());
    CHECK(held.spared == std::vector<std::string>{"gone"});
    facts.purges_without_modules = true;
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"gone"});
  }

  TEST_CASE("without any module nothing is purged, and what would be is named") {
    discovery_facts facts;
    facts.released = {{"y", true}, {"x", true}, {"by-hand", false}};
    const auto spared = decide_modules(facts);
    CHECK(spared.to_purge.empty());
    CHECK(spared.spared == std::vector<std::string>{"x", "y"});
    CHECK(describe_spared(spared, {"/a", "/b"})
          == "no module was found in /a, /b: these releases would be removed, and stay as they are: x, y. Bring the "
             "modules back, or say --purge-without-modules");

    facts.purges_without_modules = true;
    const auto purged = decide_modules(facts);
    CHECK(purged.to_purge == std::vector<std::string>{"x", "y"});
    CHECK(purged.spared.empty());
    CHECK(discovery_problems(purged, {{"/a"}, {}, {}}).empty());
  }

  TEST_CASE("releases that are kept for want of a module count as without a module, in whichever list they stand") {
    discovered_modules found;
    found.to_purge = {"purged"};
    found.spared = {"spared"};
    found.unconfirmed = {"unconfirmed"};
    found.kept_without_config_map = {"kept"};
    found.kept_without_hooks = {"hooks"};
    found.foreign = {"foreign"};
    CHECK(releases_without_module(found) == std::set<std::string>{"hooks", "kept", "purged", "spared", "unconfirmed"});
  }
}
