#include "core/releases/chart_version.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>

using namespace core::releases;

TEST_CASE("versions of charts have the order of Semantic Versioning") {
  const std::array ordered{
    "0.1.0",  "0.2.0", "0.10.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11",
    "v1.0.0", "1.1",   "2"};
  for (std::size_t i = 0; i < ordered.size(); ++i)
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      CAPTURE(ordered[i]);
      CAPTURE(ordered[j]);
      CHECK_EQ(is_lower_version(ordered[i], ordered[j]), i < j);
    }
}

TEST_CASE("builds are equal, and a text that is no version has no order") {
  CHECK_FALSE(is_lower_version("1.0.0+1", "1.0.0+2"));
  for (const char* text : {"", "v", "latest", "1.x", "1.2.3.4", "1..2", "-1.0.0"}) {
    CAPTURE(text);
    CHECK_FALSE(is_lower_version(text, "1.0.0"));
    CHECK_FALSE(is_lower_version("1.0.0", text));
  }
}
