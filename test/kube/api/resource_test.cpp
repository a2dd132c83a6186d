#include "kube/api/resource.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("kube/resource");

namespace {

const kube::api::resource widgets{.group = "x.io", .version = "v1", .kind = "Widget", .plural = "widgets"};

} // namespace

TEST_CASE("the core group has no name in an apiVersion") {
  CHECK_EQ(kube::api::resource{.version = "v1", .kind = "Pod"}.api_version(), "v1");
  CHECK_EQ(widgets.api_version(), "x.io/v1");
  CHECK(kube::api::type_of(widgets) == kube::api::object_type{.api_version = "x.io/v1", .kind = "Widget"});
}

TEST_CASE("a kind is followed by list and watch; without any verb that is not known, so it may") {
  auto x = widgets;
  CHECK(x.can_be_watched());
  x.verbs = {"get", "list"};
  CHECK_FALSE(x.can_be_watched());
  x.verbs = {"list", "watch"};
  CHECK(x.can_be_watched());
}

TEST_CASE("objects are the same in all versions of a kind, and others in another group or scope") {
  auto other = widgets;
  other.version = "v2";
  CHECK(kube::api::have_same_objects(widgets, other));
  other.group = "y.io";
  CHECK_FALSE(kube::api::have_same_objects(widgets, other));
  auto cluster_wide = widgets;
  cluster_wide.namespaced = false;
  CHECK_FALSE(kube::api::have_same_objects(widgets, cluster_wide));
}

TEST_CASE("plurals follow the rules of English in the API server's own groups alone") {
  CHECK(kube::api::is_own_group(""));
  CHECK(kube::api::is_own_group("apps"));
  CHECK_FALSE(kube::api::is_own_group("example.com"));
  struct row {
    std::string plural, kind;
    bool may_be;
  };
  const row rows[] = {
    {"configmaps", "ConfigMap", true}, {"ingresses", "Ingress", true}, {"networkpolicies", "NetworkPolicy", true},
    {"endpoints", "Endpoints", true},  {"pods", "Secret", false},      {"deployments", "ReplicaSet", false}};
  for (const auto& x : rows) {
    CAPTURE(x.plural);
    CHECK_EQ(kube::api::may_be_plural(x.plural, x.kind), x.may_be);
  }
}

TEST_SUITE_END();
