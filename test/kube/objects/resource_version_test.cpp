#include "kube/objects/resource_version.hpp"

#include <doctest/doctest.h>

#include <string>

using kube::objects::is_older;

TEST_CASE("versions rise as numbers do, whatever their length") {
  CHECK(is_older("9", "10"));
  CHECK(is_older("999999999", "1000000000"));
  CHECK(is_older("1000000000", "1000000001"));
  CHECK_FALSE(is_older("10", "9"));
  CHECK_FALSE(is_older("1000000000", "999999999"));
  CHECK_FALSE(is_older("7", "7"));
  const std::string beyond_64_bits = "18446744073709551616";
  CHECK(is_older("18446744073709551615", beyond_64_bits));
  CHECK_FALSE(is_older(beyond_64_bits, "7"));
}

TEST_CASE("a version that is no such number is neither older nor newer than any other") {
  for (const auto* text : {"", "0", "07", "a7", "7a", "-7", "7.5"}) {
    CAPTURE(text);
    CHECK_FALSE(is_older(text, "8"));
    CHECK_FALSE(is_older("6", text));
  }
}

TEST_CASE("the version of an object is in its metadata") {
  CHECK(kube::objects::resource_version_of(*text::parse_json(R"({"metadata":{"resourceVersion":"41"}})")) == "41");
  CHECK(kube::objects::resource_version_of(*text::parse_json(R"({"resourceVersion":"41"})")).empty());
}
