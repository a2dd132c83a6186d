#include "core/modules/certainly_off.hpp"

#include <doctest/doctest.h>

TEST_CASE("a module that no discovery names is off for certain") {
  CHECK(core::modules::is_certainly_off({}, "web"));
}

TEST_CASE("a module that is on, or whose release stays, is not off for certain") {
  using core::modules::discovered_modules;
  for (const auto& list : {&discovered_modules::enabled, &discovered_modules::named, &discovered_modules::foreign,
                           &discovered_modules::kept_without_config_map, &discovered_modules::kept_without_hooks,
                           &discovered_modules::unconfirmed, &discovered_modules::in_doubt}) {
    discovered_modules found;
    (found.*list).push_back("web");
    CHECK_FALSE(core::modules::is_certainly_off(found, "web"));
    CHECK(core::modules::is_certainly_off(found, "db"));
  }
  discovered_modules found;
  found.off_doubts.emplace("web", "its script wrote to stderr");
  found.hidden.emplace("db", "");
  found.held_back.insert("cache");
  for (const auto* module : {"web", "db", "cache"}) CHECK_FALSE(core::modules::is_certainly_off(found, module));
}
