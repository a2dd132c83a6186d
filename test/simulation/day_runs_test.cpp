#include "simulation/day_player.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("simulation/day_expectations");

using lines = std::vector<std::string>;

TEST_CASE("runs are compared in order, by the beginnings of their lines") {
  const lines found{"web hooks/a.sh for onStartup", "web hooks/ab.sh for x", "helm upgrade web: there is no release"};
  CHECK(simulation::runs_fit({"web hooks/a.sh", "web hooks/ab.sh for x", "helm upgrade web"}, found));
  CHECK(simulation::runs_fit({"web hooks/a.sh", "..."}, found));
  CHECK(simulation::runs_fit({"...", "helm upgrade web"}, found));
  CHECK(simulation::runs_fit({"...", "web hooks/ab.sh", "..."}, found));
  CHECK(simulation::runs_fit({"..."}, {}));
  CHECK(simulation::runs_fit({}, {}));
  CHECK_FALSE(simulation::runs_fit({}, found));
  CHECK_FALSE(simulation::runs_fit({"web hooks/a.sh"}, found));
  CHECK_FALSE(simulation::runs_fit({"web hooks/ab.sh", "web hooks/a.sh", "helm upgrade web"}, found));
  CHECK_FALSE(simulation::runs_fit({"web hooks/a", "..."}, found));
}

TEST_SUITE_END();
