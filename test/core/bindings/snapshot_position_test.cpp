#include "core/bindings/snapshot_position.hpp"

#include <doctest/doctest.h>

using core::bindings::snapshot_position;

TEST_CASE("a snapshot has the events of its watches up to the revision that it was read at") {
  const snapshot_position x{.revisions = {{1, 5}, {3, 7}}, .last_source = 3};
  CHECK(x.covers(1, 5));
  CHECK(!x.covers(1, 6));
  CHECK(x.covers(3, 7));
  CHECK(!x.covers(3, 8));
}

TEST_CASE("a watch that had ended is covered, and one that has begun since is not") {
  const snapshot_position x{.revisions = {{1, 5}, {3, 7}}, .last_source = 3};
  CHECK(x.covers(2, 100));
  CHECK(!x.covers(4, 1));
  CHECK(!snapshot_position().covers(1, 0));
}
