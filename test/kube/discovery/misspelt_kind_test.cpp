#include "kube/discovery/misspelt_kind.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/discovery/misspelt_kind");

using kube::discovery::slip_in_kind;

namespace {

bool is_near(std::string_view wanted, const std::string& near) {
  return slip_in_kind("a.io/v1", wanted, {.near = near}).has_value();
}
bool is_group_slip(std::string_view api_version, const std::string& served_as) {
  return slip_in_kind(api_version, "Widget", {.served_as = served_as}).has_value();
}

} // namespace

TEST_CASE("a kind with the same capitals and some other letters is a slip") {
  CHECK(slip_in_kind("", "Widgit", {.near = "Widget"}).value_or("")
        == "the API server does not serve the kind; did you mean Widget?");
  CHECK(is_near("HTTPRout", "HTTPRoute"));
  CHECK(is_near("widgit", "Widget"));
  CHECK_FALSE(is_near("TLSRoute", "TCPRoute"));
  CHECK_FALSE(is_near("Nope", "Node"));
  CHECK_FALSE(is_near("Widget", ""));
}

TEST_CASE("a kind of a group with nearly the same name is a slip, a kind of any other group is another kind") {
  CHECK(slip_in_kind("a.exmple.com/v1", "Widget", {.served_as = "b.io/v1, a.example.com/v2"}).value_or("")
        == "the API server serves the kind as a.example.com/v2 only: take that for apiVersion");
  CHECK_FALSE(is_group_slip("cert-manager.io/v1", "networking.internal.knative.dev/v1alpha1"));
  CHECK_FALSE(is_group_slip("a.io/v1", "b.io/v1"));
  CHECK_FALSE(is_group_slip("", "a.example.com/v1"));
  CHECK_MESSAGE(!is_group_slip("monitoring.coreos.com/v1", "monitoring.coreos.co/v1"), "a well-known group");
  CHECK(is_group_slip("monitoring.coreos.co/v1", "monitoring.coreos.com/v1"));
}

TEST_CASE("a kind of another group of the API server itself is a slip, because no definition can bring it") {
  CHECK(is_group_slip("v1", "apps/v1"));
  CHECK(is_group_slip("extensions/v1beta1", "apps/v1"));
  CHECK_FALSE(is_group_slip("v1", "widgets.example.com/v1"));
}

TEST_SUITE_END();
