#pragma once

#include "support/real_cluster.hpp"

#include <string>

namespace e2e {

/// What the environment gives these tests; `scripts/test` sets it.
struct given_programs {
  std::string kubeconfig;       ///< $KUBECONFIG: of a cluster that nothing else uses
  std::string operator_program; ///< $OPERATOR_BIN
  std::string helm;             ///< $HELM_BIN, Helm 4
  std::string helm3;            ///< $HELM3_BIN
  std::string repository;       ///< $REPOSITORY: the top folder of the sources
};

/// Throws with the name of the first variable that is not set.
[[nodiscard]] const given_programs& given();

/// True if there is no cluster to test against: `TEST_CASE("…" * doctest::skip(e2e::no_cluster()))`.
[[nodiscard]] bool no_cluster();

/// The cluster as its administrator, one client for all tests.
[[nodiscard]] test::real_cluster& cluster();

} // namespace e2e
