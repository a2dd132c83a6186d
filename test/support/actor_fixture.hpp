#pragma once

#include "simulation/virtual_actors.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace test {

/// Virtual actors whose failure is a failure of the test.
class actor_fixture : public simulation::virtual_actors {
public:
  explicit actor_fixture(std::uint64_t seed = 0) : virtual_actors(seed) {
    shared()->on_actor_failed = [](const std::string& actor, const std::string& reason) {
      FAIL_CHECK("actor '" << actor << "' has failed: " << reason);
    };
    shared()->on_report_failed = [](const std::string& actor, const std::string& report, const std::string& reason) {
      FAIL_CHECK("a report of actor '" << actor << "' has failed: " << report << ": " << reason);
    };
  }
};

} // namespace test
