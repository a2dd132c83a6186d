#include "core/bindings/list_state.hpp"

#include <doctest/doctest.h>

using namespace core::bindings;

TEST_CASE("several lists are known when each of them is, and refused as soon as one of them is") {
  const list_state listing = core::bindings::lists::listing{};
  const list_state known = core::bindings::lists::known{};
  const list_state forbidden = core::bindings::lists::refused{"pods is forbidden"};
  const list_state absent = core::bindings::lists::refused{"kind 'Crontab' is not known yet"};
  CHECK(joined(known, known) == known);
  CHECK(joined(known, listing) == listing);
  CHECK(joined(listing, known) == listing);
  CHECK(joined(listing, listing) == listing);
  CHECK(joined(known, forbidden) == forbidden);
  CHECK(joined(forbidden, known) == forbidden);
  CHECK(joined(listing, forbidden) == forbidden);
  CHECK(joined(forbidden, listing) == forbidden);
  CHECK(joined(forbidden, absent) == forbidden);
}

TEST_CASE("a refusal has a reason, and the other states have none") {
  CHECK_FALSE(is_refused(core::bindings::lists::listing{}));
  CHECK_FALSE(is_refused(core::bindings::lists::known{}));
  const list_state forbidden = core::bindings::lists::refused{"pods is forbidden"};
  REQUIRE(refusal(forbidden) != nullptr);
  CHECK(*refusal(forbidden) == "pods is forbidden");
}
