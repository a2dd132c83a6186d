#include "core/releases/record_age.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <string>

using namespace std::chrono_literals;
using core::releases::record_ages;
using core::releases::release;
using core::releases::release_status;

namespace {

release record(std::uint32_t revision, std::string version, std::string uid = "u") {
  return {.name = "web",
          .revision = revision,
          .status = release_status::pending_upgrade,
          .labels = {},
          .resource_version = std::move(version),
          .uid = std::move(uid)};
}

constexpr std::int64_t second_us = 1'000'000;

} // namespace

TEST_CASE("a record is as old as the time since it was seen first, and each write makes it new") {
  record_ages ages;
  CHECK(ages.unchanged_for(record(2, "10"), 0) == 0s);
  ages.see(record(2, "10"), 0);
  ages.see(record(2, "10"), 200 * second_us);
  CHECK(ages.unchanged_for(record(2, "10"), 299 * second_us) == 299s);
  for (const auto& other : {record(2, "11"), record(3, "10"), record(2, "10", "anew")}) {
    CHECK(ages.unchanged_for(other, 299 * second_us) == 0s);
    auto later = ages;
    later.see(other, 299 * second_us);
    CHECK(later.unchanged_for(other, 301 * second_us) == 2s);
  }
}

TEST_CASE("a record without a version is never known to be unchanged") {
  record_ages ages;
  ages.see(record(2, ""), 0);
  ages.see(record(2, ""), second_us);
  CHECK(ages.unchanged_for(record(2, ""), 1000 * second_us) == 0s);
}

TEST_CASE("the API server proves an age from before the first sight, and takes no time away") {
  record_ages ages;
  ages.prove(record(2, "10"), 300s, 50 * second_us);
  CHECK(ages.unchanged_for(record(2, "10"), 50 * second_us) == 300s);
  ages.prove(record(2, "10"), 0s, 60 * second_us);
  CHECK(ages.unchanged_for(record(2, "10"), 60 * second_us) == 310s);
}

TEST_CASE("the API server is asked once for the age of each version of a record") {
  record_ages ages;
  CHECK_FALSE(ages.begin_question(record(2, "10")));
  ages.see(record(2, "10"), 0);
  CHECK(ages.begin_question(record(2, "10")));
  CHECK_FALSE(ages.begin_question(record(2, "10")));
  ages.see(record(2, "11"), 0);
  CHECK(ages.begin_question(record(2, "11")));
}
