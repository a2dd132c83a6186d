#include "core/hooks/metric_batch.hpp"

#include <doctest/doctest.h>

#include <string>

using core::hooks::metric_batch;
using core::hooks::metric_operation;
using action = core::hooks::metric_operation::action;

TEST_CASE("operations come out as they were put in") {
  metric_operation observed;
  observed.name = "took";
  observed.what = action::observe;
  observed.value = 0.25;
  observed.buckets = {0.1, 1};
  observed.labels = {{"node", "a"}, {"zone", ""}};
  metric_operation counted;
  counted.name = "took";
  counted.what = action::add;
  counted.value = 3;
  counted.labels = {{"node", "b"}};
  counted.group = "a";
  metric_operation expired;
  expired.what = action::expire;
  expired.group = "node";
  metric_batch batch;
  CHECK(batch.empty());
  for (const auto& x : {observed, counted, expired}) batch.append(x);
  const auto moved = std::move(batch);
  REQUIRE(moved.size() == 3);
  const auto first = moved[0];
  CHECK((first.name == "took" && first.what == action::observe && first.value == 0.25 && first.group.empty()));
  CHECK(first.buckets == observed.buckets);
  CHECK(first.labels == observed.labels);
  const auto second = moved[1];
  CHECK((second.name == "took" && second.what == action::add && second.value == 3 && second.group == "a"));
  CHECK(second.buckets.empty());
  CHECK(second.labels == counted.labels);
  const auto third = moved[2];
  CHECK((third.name.empty() && third.what == action::expire && third.group == "node" && third.labels.empty()));
}
