#include "core/modules/discovered_modules.hpp"
#include "core/modules/module_tree.hpp"

#include <doctest/doctest.h>

using namespace core;

TEST_SUITE("core/discovered_modules") {
  TEST_CASE("enabled modules keep their order, disabled ones are to be deleted if active or released") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c", "d"};
    facts.enabled = {"c", "a"};
    facts.active = {"b"};
    facts.released = {{"d", false}};
    const auto x = decide_modules(facts);
    CHECK(x.enabled == std::vector<std::string>{"a", "c"});
    CHECK(x.to_delete == std::vector<std::string>{"b", "d"});
  }

  TEST_CASE("a module that is neither surely enabled nor surely disabled keeps its release") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c"};
    facts.undecided = {"a", "b"};
    facts.held_back = {"a", "b"};
    facts.active = {"a"};
    facts.released = {{"b", true}, {"c", true}};
    const auto x = decide_modules(facts);
    CHECK(x.enabled.empty());
    CHECK(x.to_delete == std::vector<std::string>{"c"});
    CHECK(x.to_purge.empty());
  }

  TEST_CASE("only the operator's own releases are purged, in reverse order") {
    discovery_facts facts;
    facts.modules = {"a"};
    facts.released = {{"x", true}, {"y", true}, {"by-hand", false}};
    CHECK(decide_modules(facts).to_purge == std::vector<std::string>{"x", "y"});
  }
}

TEST_SUITE("core/module_tree") {
  TEST_CASE("modules run in byte order of their directory names, over all directories") {
    const auto tree = find_modules({{"/m/020-b", "020-b", 0}, {"/n/010-c", "010-c", 1}, {"/m/030-a", "030-a", 0}});
    REQUIRE(tree.modules.size() == 3);
    CHECK(tree.modules[0].name == "c");
    CHECK(tree.modules[1].name == "b");
    CHECK(tree.modules[2].name == "a");
  }

  TEST_CASE("of two modules with one name the one in the earlier directory counts") {
    const auto tree = find_modules({{"/n/001-a", "001-a", 1}, {"/m/900-a", "900-a", 0}});
    REQUIRE(tree.modules.size() == 1);
    CHECK(tree.modules[0].at.path == "/m/900-a");
    REQUIRE(tree.warnings.size() == 1);
    CHECK(tree.warnings[0].find("/n/001-a") != std::string::npos);
  }

  TEST_CASE("a name that does not survive camelCase is an error with a suggestion") {
    const auto tree = find_modules({{"/m/001-module-1", "001-module-1", 0}});
    REQUIRE(tree.errors.size() == 1);
    CHECK(tree.errors[0].find("module1") != std::string::npos);
  }
}
