#include "text/json/json_order.hpp"

#include <doctest/doctest.h>

TEST_CASE("the order of values agrees with their equality") {
  const char* texts[] = {"null",
                         "false",
                         "true",
                         "0",
                         "1",
                         "1.0",
                         "10e-1",
                         "\"\"",
                         "\"a\"",
                         "[]",
                         "[1]",
                         "[1.0]",
                         "[1,2]",
                         "{}",
                         "{\"a\":1}",
                         "{\"a\":1.0}",
                         "-0",
                         "-0.0",
                         "1e300",
                         "[[]]",
                         "[{}]",
                         "{\"a\":{}}",
                         "{\"a\":1,\"b\":2}"};
  for (const auto* x : texts)
    for (const auto* y : texts) {
      CAPTURE(x);
      CAPTURE(y);
      const auto a = *text::parse_json(x);
      const auto b = *text::parse_json(y);
      CHECK((text::compare(a, b) == 0) == (a == b));
      CHECK((text::compare(a, b) < 0) == (text::compare(b, a) > 0));
    }
}
