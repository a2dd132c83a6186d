#pragma once

#include "support/real_cluster.hpp"

#include <string>

namespace e2e {

/// The programs that the environment gives these tests; `scripts/test` sets them.
struct given_programs {
  std::string kubeconfig;       ///< $KUBECONFIG: of a cluster without other users
  std::string operator_program; ///< $OPERATOR_BIN
  std::string helm;             ///< $HELM_BIN, Helm 4
  std::string helm_of_operator; ///< the same; empty, if $E2E_HELM_STAYS is set: the operator finds the Helm that stays
  std::string helm3;            ///< $HELM3_BIN
  std::string repository;       ///< $REPOSITORY: the top folder of the sources
};

/// Throws with the name of the first variable that is not set.
[[nodiscard]] const given_programs& given();

/// True if there is no cluster to test against: `TEST_CASE("…" * doctest::skip(e2e::no_cluster()))`.
[[nodiscard]] bool no_cluster();

/// True if there is no cluster, or if the Helm that stays does not lie beside the operator: there was no Go
/// to build it.
[[nodiscard]] bool no_helm_worker();

/// The cluster as its administrator, a single client for all tests.
[[nodiscard]] test::real_cluster& cluster();

} // namespace e2e
