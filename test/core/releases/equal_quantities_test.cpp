#include "core/releases/equal_quantities.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

bool same(const text::json& a, const text::json& b) {
  return are_equal_quantities(a, b) && are_equal_quantities(b, a);
}

} // namespace

TEST_SUITE("core/equal_quantities") {
  TEST_CASE("two spellings of a quantity are equal") {
    CHECK(same("1000m", "1"));
    CHECK(same("0.5", "500m"));
    CHECK(same("1Gi", "1024Mi"));
    CHECK(same("1k", "1000"));
    CHECK(same("1e3", "1000"));
    CHECK(same(1, "1"));
    CHECK(same("1.1", "1100m"));
  }

  TEST_CASE("other values, and texts that are no quantities, are not equal") {
    CHECK_FALSE(same("1000m", "2"));
    CHECK_FALSE(same("1G", "1Gi"));
    CHECK_FALSE(same("inf", "inf"));
    CHECK_FALSE(same("", ""));
    CHECK_FALSE(same("1Zi", "1Zi"));
    CHECK_FALSE(same(true, "1"));
    CHECK_FALSE(same("9007199254740993", "9007199254740992"));
  }

  TEST_CASE("requests, limits and sizes hold quantities") {
    CHECK(is_quantity_path("spec.template.spec.containers[web].resources.limits.cpu"));
    CHECK(is_quantity_path("spec.resources.requests.storage"));
    CHECK(is_quantity_path("spec.hard.pods"));
    CHECK(is_quantity_path("spec.volumes[tmp].emptyDir.sizeLimit"));
    CHECK_FALSE(is_quantity_path("data.size"));
    CHECK_FALSE(is_quantity_path("spec.replicas"));
  }
}
