#include "core/modules/discovered_modules.hpp"

#include "core/modules/discovery_problems.hpp"

#include <doctest/doctest.h>

using namespace core::modules;
using namespace core::values;

TEST_SUITE("core/discovered_modules") {
  TEST_CASE("enabled modules keep their order, disabled ones are to be deleted if active or released") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c", "d"};
    facts.enabled = {"c", "a"};
    facts.active = {"b"};
    facts.switched_off = {"d"};
    facts.released = {{"d", true}};
    const auto x = decide_modules(facts);
    CHECK(x.enabled == std::vector<std::string>{"a", "c"});
    CHECK(x.to_delete == std::vector<std::string>{"b", "d"});
  }

  TEST_CASE("a module is given up if a flag, a script, a removal or a change in this process has taken it away") {
    discovery_facts facts;
    facts.modules = {"a", "off", "changed"};
    facts.enabled = {"a"};
    facts.switched_off = {"off"};
    facts.released = {{"a", true}, {"gone", true}};
    facts.named_before = {"a", "changed"};
    facts.given_up_before = {"earlier", "a"};
    CHECK(decide_modules(facts).given_up == std::set<std::string>{"changed", "earlier", "gone", "off"});
    facts.global_hooks = hooks_known::some;
    CHECK(decide_modules(facts).given_up == std::set<std::string>{"earlier", "off"});
    facts.global_hooks = hooks_known::all;
    facts.config_map = config_map_state::absent;
    CHECK(decide_modules(facts).given_up == std::set<std::string>{"earlier", "off"});
  }

  TEST_CASE("the release of a disabled module stays if somebody else has made it, and is named") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c", "d"};
    facts.enabled = {"a"};
    facts.undecided = {"c"};
    facts.released = {{"a", false}, {"b", false}, {"c", false}, {"d", false, true}};
    const auto x = decide_modules(facts);
    CHECK(x.to_delete.empty());
    CHECK(x.foreign == std::vector<std::string>{"b"});
    CHECK(
      describe_foreign(x)
      == std::vector<std::string>{"module 'b' is off, but neither this operator nor flant/addon-operator has made the "
                                  "release 'b', so it stays: run `helm uninstall b` if it is to go"});
    CHECK_MESSAGE(discovery_problems(x, {}).empty(), "nobody waits for it");
  }

  TEST_CASE("releases of active modules stay if their flags have vanished together, until each is confirmed") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c"};
    facts.enabled = {"c"};
    facts.active = {"a", "b", "c"};
    facts.vanished = {"a", "b"};
    facts.released = {{"a", true}, {"b", true}, {"c", true}};
    const auto held = decide_modules(facts);
    CHECK(held.to_delete.empty());
    CHECK(held.unconfirmed == std::vector<std::string>{"a", "b"});
    CHECK(held.named == std::vector<std::string>{"a", "b", "c"});
    facts.unconfirmed_before = held.unconfirmed;
    facts.switched_off = {"b"};
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"b"});
    CHECK(decide_modules(facts).unconfirmed == std::vector<std::string>{"a"});
    facts.unconfirmed_before = {};
    facts.switched_off = {};
    facts.enabled = {"b", "c"};
    CHECK_MESSAGE(decide_modules(facts).to_delete == std::vector<std::string>{"a"},
                  "the other is on by another source");
  }

  TEST_CASE("a module that is neither surely enabled nor surely disabled keeps its release") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c"};
    facts.undecided = {"a", "b"};
    facts.held_back = {"a", "b"};
    facts.active = {"a"};
    facts.switched_off = {"c"};
    facts.released = {{"b", true}, {"c", true}};
    const auto x = decide_modules(facts);
    CHECK(x.enabled.empty());
    CHECK(x.to_delete == std::vector<std::string>{"c"});
    CHECK(x.to_purge.empty());
  }

  TEST_CASE("a module counts for others as long as its release is held") {
    discovery_facts facts;
    facts.modules = {"a", "b", "c", "d", "e"};
    facts.enabled = {"a", "c"};
    facts.undecided = {"d", "e"};
    facts.released = {{"b", true}, {"e", true}, {"gone", true}, {"by-hand", false}};
    const auto held = decide_modules(facts);
    CHECK(held.unconfirmed == std::vector<std::string>{"b", "gone"});
    CHECK(held.enabled == std::vector<std::string>{"a", "c"});
    CHECK(held.named == std::vector<std::string>{"a", "b", "c", "e", "gone"});
    facts.switched_off = {"b", "gone"};
    CHECK(decide_modules(facts).named == std::vector<std::string>{"a", "c", "e"});
  }

  TEST_CASE("a removal that has begun comes to its end, also without a ConfigMap") {
    discovery_facts facts;
    facts.modules = {"a", "b"};
    facts.released = {{"a", true, true}, {"b", true, false, true}};
    facts.config_map = core::values::config_map_state::absent;
    CHECK(decide_modules(facts).to_delete == std::vector<std::string>{"a", "b"});
  }
}
