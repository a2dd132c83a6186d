#include "base/lead_permit.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace std::chrono_literals;

TEST_CASE("a standby starts processes that read, and writes nothing") {
  const base::lead_permit permit([] { return 100s; });
  CHECK(permit.may_start_process());
  CHECK_FALSE(permit.may_write());
  CHECK(permit.lead_until() == 0s);
}

TEST_CASE("a permit ends by itself, at the moment that it names") {
  base::lead_permit::time now = 100s;
  base::lead_permit permit([&] { return now; });
  permit.extend(105s, 112s);
  CHECK(permit.may_write());
  now = 105s;
  CHECK_FALSE(permit.may_write());
  CHECK_FALSE(permit.may_start_process());
  CHECK(permit.lead_until() == 112s);
}

TEST_CASE("a permit has the number of the lead") {
  base::lead_permit permit([] { return base::lead_permit::time(100s); });
  CHECK(permit.term() == 0);
  permit.set_term(7);
  CHECK(permit.term() == 7);
}

TEST_CASE("a permit is prolonged, and taken away") {
  std::vector<base::lead_permit::time> told;
  base::lead_permit permit([] { return base::lead_permit::time(100s); }, [&](auto until) { told.push_back(until); });
  permit.extend(99s, 112s);
  permit.extend(105s, 114s);
  CHECK(permit.may_write());
  permit.extend(100s, 100s);
  CHECK_FALSE(permit.may_write());
  CHECK_FALSE(permit.may_start_process());
  CHECK(told == std::vector<base::lead_permit::time>{99s, 105s, 100s});
}
