#include "core/status/script_places.hpp"

#include <doctest/doctest.h>

using namespace core::status;

TEST_SUITE("core/script_places") {
  TEST_CASE("a script names its values as jq does, or with dots alone") {
    using names = std::vector<std::string>;
    CHECK_EQ(value_places_in_script("jq '(.global.discovery.production | length) > 0' \"$VALUES_PATH\"", "guard"),
             names{"global.discovery.production"});
    CHECK_EQ(value_places_in_script("jq .productionGuard.on; global.a global.a other.global.b x.productionGuard.c",
                                    "production-guard"),
             names{"global.a", "productionGuard.on"});
    CHECK_EQ(value_places_in_script("exit 1 # global. and .global", "a"), names{});
  }

  TEST_CASE("only places that are known have words") {
    CHECK_EQ(words_about_places({"global.a", "global.b"}, {{"global.b", {"an empty list", "set by x"}}}),
             "global.b is an empty list, set by x");
  }
}
