#include "core/cel/evaluated.hpp"

TEST_CASE("values of different types have no order") {
  test::check({
    {"quantity('1').compareTo(semver('1.0.0'))",
     "failed: no such overload: compareTo of kubernetes.Quantity and kubernetes.Semver"},
    {"ip('::1').isLessThan(ip('::2'))", "failed: no such overload: isLessThan of net.IP and net.IP"},
    {"(1).isGreaterThan(2)", "failed: no such overload: isGreaterThan of int and int"},
  });
}
