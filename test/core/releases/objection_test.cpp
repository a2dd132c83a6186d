#include "core/releases/objection.hpp"

#include <doctest/doctest.h>

TEST_CASE("an objection is told with its way out, as two sentences") {
  const core::releases::objection x{"the chart has gone", "Bring it back"};
  CHECK(core::releases::describe(x) == "the chart has gone. Bring it back");
  CHECK((x == core::releases::objection{"the chart has gone", "Bring it back"}));
  CHECK((x != core::releases::objection{"the chart has gone", "Remove it"}));
}
