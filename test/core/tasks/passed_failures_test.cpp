#include "core/tasks/passed_failures.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using core::tasks::passed_failures;
using lines = std::vector<std::string>;

namespace {

lines told(const passed_failures& x) {
  lines problems{"the head"};
  x.append_to(problems);
  return problems;
}

} // namespace

TEST_CASE("failures that others pass are told in the order of their tasks until they end") {
  passed_failures x;
  CHECK_EQ(told(x), lines{"the head"});
  x.note(7, "web: late");
  x.note(3, "base: no");
  CHECK(x.contains(3));
  CHECK_EQ(told(x), lines{"the head", "base: no", "web: late"});
  x.note(3, "base: never");
  CHECK_EQ(told(x), lines{"the head", "base: never", "web: late"});
  x.end(3);
  CHECK_FALSE(x.contains(3));
  CHECK_EQ(told(x), lines{"the head", "web: late"});
}

TEST_CASE("the list of failures that others pass does not grow with their number") {
  passed_failures x;
  for (std::uint64_t task = 1; task <= passed_failures::told_max; ++task) x.note(task, "no");
  CHECK_EQ(told(x).size(), 1 + passed_failures::told_max);
  CHECK_EQ(told(x).back(), "no");
  for (std::uint64_t task = 100; task < 2'100; ++task) x.note(task, "no");
  CHECK_EQ(told(x).size(), 2 + passed_failures::told_max);
  CHECK_EQ(told(x).back(), "and 2000 more failed tasks, see `addon-operator queue list`");
}
