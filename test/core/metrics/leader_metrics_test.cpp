#include "core/metrics/leader_metrics.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <variant>

using namespace core::metrics;

namespace {

std::string texts(const std::vector<measured_metric>& metrics) {
  std::string text;
  for (const auto& x : metrics)
    text += x.name + "=" + std::to_string(static_cast<int>(std::get<double>(x.value))) + " ";
  return text;
}

} // namespace

TEST_CASE("a leader shows the age of its last renewal, and a standby has none") {
  CHECK(texts(leader_metrics({.stage = core::leadership::leadership_stage::leading}, 3, 2.0))
        == "leader=1 leader_transitions=3 leader_renewal_age_seconds=2 ");
  CHECK(texts(leader_metrics({}, 3, std::nullopt)) == "leader=0 leader_transitions=3 ");
}
