#include "core/modules/own_releases.hpp"

#include <doctest/doctest.h>

using core::modules::discovery_facts;
using core::modules::own_releases;

TEST_CASE("a release of another Helm is not the operator's own") {
  discovery_facts facts;
  facts.released = {{"own", true}, {"by-hand", false}};
  const own_releases own(facts);
  CHECK(own.contains("own"));
  CHECK_FALSE(own.contains("by-hand"));
  CHECK(core::modules::own_release(facts, "own") == &facts.released[0]);
  CHECK(core::modules::own_release(facts, "by-hand") == nullptr);
}

TEST_CASE("a release with a removal that has begun is not there any more, but its module would still be deleted") {
  discovery_facts facts;
  facts.released = {{"uninstalled", true, true}, {"begun", true, false, true}, {"there", true}};
  const own_releases own(facts);
  for (const auto* name : {"uninstalled", "begun"}) {
    CHECK_FALSE(own.is_there(name));
    CHECK(core::modules::own_release(facts, name) == nullptr);
    CHECK(core::modules::would_be_deleted(facts, name));
  }
  CHECK(own.is_there("there"));
  CHECK(own.is_any_left({}));
  CHECK_FALSE(own.is_any_left({"there"}));
}

TEST_CASE("a removal is asked for by a flag, or by the end of a module that was active") {
  discovery_facts facts;
  facts.released = {{"a", true}, {"b", true}, {"c", true}};
  facts.switched_off = {"a"};
  facts.active = {"b"};
  const own_releases own(facts);
  CHECK_FALSE(own.is_unasked("a"));
  CHECK_FALSE(own.is_unasked("b"));
  CHECK(own.is_unasked("c"));
}

TEST_CASE("a removal names the source that this process has known before the source on the label") {
  discovery_facts facts;
  facts.released = {{"a", true}, {"b", true}};
  facts.released[0].wanted_by = facts.released[1].wanted_by = "the label";
  facts.wanted_before = {{"a", "this process"}};
  const own_releases own(facts);
  CHECK(own.removal_of("a", "", {}).wanted_before == "this process");
  CHECK(own.removal_of("b", "", {}).wanted_before == "the label");
}
