#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("the records of a release are listed again before its upgrade") {
  const auto x = planned({web}, {web});
  check(newer_revision_guard, {{"there is a release", x, "records?"},
                               {"listed", with(x, [](auto& change) { change.are_records_listed = true; }), "pass"},
                               {"there is none", with(x, remove_release), "pass"}});
}
