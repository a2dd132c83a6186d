#include "core/main_queue/needs_by_module.hpp"

#include <doctest/doctest.h>

using core::main_queue::needs_by_module;

TEST_CASE("a module needs the modules of its list only, and a module without a list needs no module") {
  const needs_by_module needs{{"web", {"db", "cache"}}};
  CHECK(needs.does_need("web", "cache"));
  CHECK_FALSE(needs.does_need("web", "page"));
  CHECK_FALSE(needs.does_need("db", "web"));
  CHECK(needs.of("db").empty());
  CHECK(needs_by_module().of("web").empty());
}

TEST_CASE("a copy shares the needs") {
  const needs_by_module needs{{"web", {"db"}}};
  const auto copy = needs;
  CHECK(&copy.of("web") == &needs.of("web"));
}
