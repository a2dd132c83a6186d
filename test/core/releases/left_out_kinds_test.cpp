#include "core/releases/left_out_kinds.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("a kind is left out if the next revision has no object of it, except kinds of the core group") {
  const manifest_object map{"v1", "ConfigMap", "d8", "a"};
  const manifest_object widget{"x.io/v1", "Widget", "d8", "a"};
  const manifest_object gadget{"x.io/v1", "Gadget", "d8", "a"};
  CHECK(left_out_kinds({map, widget, gadget}, {gadget}) == std::set<kind_name>{{"x.io/v1", "Widget"}});
  CHECK(left_out_kinds({map}, {}).empty());
  CHECK(kinds_that_may_go({map, widget}) == std::set<kind_name>{{"x.io/v1", "Widget"}});
}
