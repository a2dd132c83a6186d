#include "sys/time/boot_clock.hpp"

#include <doctest/doctest.h>

#include <fstream>

TEST_CASE("the boot clock rises, and shows the time that the kernel shows") {
  const auto before = sys::time::boot_time();
  double uptime = 0;
  std::ifstream file("/proc/uptime");
  file >> uptime;
  REQUIRE(file.good());
  const auto after = sys::time::boot_time();
  CHECK(before <= after);
  // The kernel cuts the rest of a hundredth of a second off.
  CHECK(std::chrono::duration<double>(before).count() <= uptime + 0.01);
  CHECK(uptime <= std::chrono::duration<double>(after).count());
}
