#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("a first revision is made when a new list of records has none") {
  const auto x = planned({web}, {web});
  const auto listed = [](planned_upgrade& change) { change.are_records_listed = true; };
  check(record_guard, {{"there is a release", x, "pass"},
                       {"there is none, as far as is known", with(x, remove_release), "records?"},
                       {"there is none", with(with(x, remove_release), listed), "pass"},
                       {"there is a record after all", with(x, listed), "again"}});
}
