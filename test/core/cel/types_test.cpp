#include "core/cel/types.hpp"

#include <doctest/doctest.h>

TEST_CASE("types have names") {
  CHECK(core::cel::find_type("int")->name == "int");
  CHECK(core::cel::find_type("google.protobuf.Duration"));
  CHECK(!core::cel::find_type("dyn"));
}
