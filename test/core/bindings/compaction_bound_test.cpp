#include "core/bindings/compaction_bound.hpp"

#include <doctest/doctest.h>

using core::bindings::compaction_bound;

TEST_CASE("events are compacted when they exceed a limit by number or by bytes") {
  const compaction_bound bound({10, 1000});
  CHECK(!bound.is_exceeded({10, 1000}));
  CHECK(bound.is_exceeded({11, 0}));
  CHECK(bound.is_exceeded({0, 1001}));
}

TEST_CASE("the next compaction comes when the rest has doubled, and never below the limit") {
  compaction_bound bound({10, 1000});
  bound.compacted_to({8, 100});
  CHECK(!bound.is_exceeded({16, 1000}));
  CHECK(bound.is_exceeded({17, 0}));
  CHECK(bound.is_exceeded({0, 1001}));
  bound.compacted_to({1, 1});
  CHECK(!bound.is_exceeded({10, 1000}));
  bound.compacted_to({100, 100'000});
  bound.reset();
  CHECK(bound.is_exceeded({11, 0}));
}
