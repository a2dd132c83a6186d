#include "kube/discovery/well_known_group.hpp"

#include <doctest/doctest.h>

using kube::discovery::is_well_known_group;

TEST_CASE("a well-known group is known by its exact name") {
  for (const auto* group : {"acme.cert-manager.io", "monitoring.coreos.com", "velero.io"})
    CHECK(is_well_known_group(group));
  for (const auto* group : {"", "monitoring.coreos.co", "monitoring.coreos.com.", "coreos.com", "zz.example.com"})
    CHECK_FALSE(is_well_known_group(group));
}
