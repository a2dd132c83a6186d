#include "core/metrics/series_weight.hpp"

#include <doctest/doctest.h>

#include <string>

using core::metrics::series_weight;

TEST_CASE("a series weighs more with each letter, label and bucket") {
  const auto plain = series_weight("a", {}, 0);
  CHECK(plain > 200);
  CHECK(series_weight("ab", {}, 0) == plain + 1);
  const auto labelled = series_weight("a", {{"k", "v"}}, 0);
  CHECK(labelled > plain + 4);
  CHECK(series_weight("a", {{"k", "vv"}}, 0) == labelled + 2); // in memory and on the page
  CHECK(series_weight("a", {{"kk", "v"}}, 0) == labelled + 2);
}

TEST_CASE("a histogram has a line for each bucket, for +Inf, the sum and the count") {
  const std::string name(1000, 'n');
  const auto line = series_weight(name, {}, 0) - series_weight("", {}, 0);
  CHECK(line == 1000);
  CHECK(series_weight(name, {}, 2) - series_weight("", {}, 2) == 5 * line);
}
