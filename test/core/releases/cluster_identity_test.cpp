#include "core/releases/cluster_identity.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace core::releases;
using labels = std::map<std::string, std::string>;

namespace {

const cluster_identity here{"c1", "n1", "m1"};

release made_in(labels x) {
  return {"web", 3, release_status::deployed, std::move(x)};
}

std::string other(labels x, const cluster_identity& now = here) {
  const auto found = other_place_of(made_in(std::move(x)), now);
  return found ? found->label : "";
}

} // namespace

TEST_CASE("a revision of another cluster, namespace or ConfigMap is known by its uids") {
  CHECK_EQ(other({}), "");
  CHECK_EQ(other({{"moduleCluster", "c1"}, {"moduleNamespace", "n1"}, {"moduleConfigMapUid", "m1"}}), "");
  CHECK_EQ(other({{"moduleCluster", "c0"}, {"moduleNamespace", "n0"}}), "moduleCluster");
  CHECK_EQ(other({{"moduleCluster", "c1"}, {"moduleNamespace", "n0"}}), "moduleNamespace");
  CHECK_EQ(other({{"moduleCluster", "c1"}, {"moduleConfigMapUid", "m0"}}), "moduleConfigMapUid");
  CHECK_MESSAGE(other({{"moduleCluster", "c0"}}, {}) == "", "without the right to read it, the cluster is not known");
  CHECK(is_restored(made_in({{"moduleCluster", "c0"}}), here));
  CHECK(is_restored(made_in({{"moduleNamespace", "n0"}}), here));
  CHECK_FALSE(is_restored(made_in({{"moduleConfigMapUid", "m0"}}), here));
}

TEST_CASE("labels of the place are written silently, and stay after a restore") {
  const labels all{{"moduleCluster", "c1"}, {"moduleNamespace", "n1"}, {"moduleConfigMapUid", "m1"}};
  CHECK_EQ(identity_labels(std::nullopt, here), all);
  CHECK_EQ(identity_labels(made_in({}), here), all);
  CHECK_EQ(identity_labels(made_in({{"moduleCluster", "c0"}}), here), labels{{"moduleConfigMapUid", "m1"}});
  CHECK_EQ(identity_labels(std::nullopt, {}), labels{});
  CHECK_EQ(identity_labels_due(made_in({}), here), all);
  CHECK_EQ(identity_labels_due(made_in(all), here), labels{});
  CHECK_EQ(identity_labels_due(
             made_in({{"moduleCluster", "c1"}, {"moduleNamespace", "n1"}, {"moduleConfigMapUid", "m0"}}), here),
           labels{{"moduleConfigMapUid", "m1"}});
  CHECK_EQ(identity_labels_due(made_in({{"moduleCluster", "c0"}, {"moduleConfigMapUid", "m1"}}), here), labels{});
  CHECK_MESSAGE(identity_labels_due(made_in({{"moduleNamespace", "n1"}, {"moduleConfigMapUid", "m1"}}), here)
                  == labels{},
                "the cluster was not known when the revision was made");
}
