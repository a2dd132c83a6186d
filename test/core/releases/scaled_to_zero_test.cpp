#include "core/releases/scaled_to_zero.hpp"

#include "core/releases/drift_commands.hpp"
#include "core/releases/foreign_writes.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::releases;

namespace {

text::json json(const std::string& words) {
  const auto x = text::parse_json(words);
  REQUIRE_MESSAGE(x, words);
  return *x;
}

const char* const chart = R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
  "spec": {"replicas": 2}})";

/// The object of the cluster with these entries of `managedFields`.
text::json live(int replicas, const std::string& entries) {
  return json(R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "generation": 3,
    "managedFields": [)"
              + entries + R"(]}, "spec": {"replicas": )" + std::to_string(replicas) + "}}");
}

std::string of_helm(const std::string& replicas) {
  return R"({"manager":"helm","operation":"Update","fieldsV1":{"f:spec":{)" + replicas
         + R"("f:strategy":{},"f:template":{}}}})";
}

const auto whole = [](const text::json& x) { return x; };
const auto owned = of_helm(R"("f:replicas":{},)");
const auto without = of_helm("");
constexpr auto by_autoscaler = R"(,{"manager":"kube-controller-manager","operation":"Update","subresource":"scale",
  "fieldsV1":{"f:spec":{"f:replicas":{}}}})";

std::string facts(const std::string& entries) {
  const auto fields = "\"managedFields\":[" + entries + "]";
  const auto object = R"({"metadata":{"name":"web","generation":3,)" + fields + "}}";
  return foreign_writes(object, std::string_view(object).substr(object.find(fields), fields.size()));
}

} // namespace

TEST_SUITE("core/scaled_to_zero") {
  TEST_CASE("0 replicas without an owner are drift, named as such") {
    const auto drift = drift_of(json(chart), live(0, without), {"helm"}, whole);
    REQUIRE_EQ(drift.size(), 1);
    CHECK_EQ(describe(drift[0].field), "spec.replicas: 2 -> 0");
    CHECK_EQ(drift[0].manager, std::string(unnamed_scaler));
    CHECK_EQ(describe(sum_of({"apps/v1", "Deployment", "default", "web"}, drift)),
             "default/Deployment/web: spec.replicas, changed by a client that the API server does not name (scaled to "
             "0)");
  }

  TEST_CASE("replicas with an owner, other numbers and charts that want none are no such drift") {
    CHECK(drift_of(json(chart), live(0, owned), {"helm"}, whole).empty());
    CHECK(drift_of(json(chart), live(0, without + by_autoscaler), {"helm"}, whole).empty());
    CHECK(drift_of(json(chart), live(1, without), {"helm"}, whole).empty());
    CHECK(drift_of(json(R"({"spec": {"replicas": 0}})"), live(0, without), {"helm"}, whole).empty());
    CHECK(drift_of(json(R"({"spec": {}})"), live(0, without), {"helm"}, whole).empty());
    CHECK_FALSE(is_scaled_to_zero(json(chart), json(R"({"metadata": {}, "spec": {"replicas": 0}})")));
  }

  TEST_CASE("metadata show an object that may have been scaled to 0, so that the operator looks at it") {
    CHECK_EQ(facts(without).size(), 32);
    CHECK(facts(owned).empty());
    CHECK(facts(without + by_autoscaler).empty());
    CHECK_MESSAGE(facts(R"({"manager":"helm","fieldsV1":{"f:data":{}}})").empty(), "no replicas in this kind");
  }

  TEST_CASE("an object that was scaled to 0 is not set back by itself, and a person gets the command") {
    CHECK_FALSE(patch_to_chart(json(chart), live(0, without), {"helm"}));
    const manifest_object object{"apps/v1", "Deployment", "shop", "web"};
    CHECK_FALSE(may_be_repaired(sum_of(object, drift_of(json(chart), live(0, without), {"helm"}, whole))));
    CHECK(may_be_repaired({object, {"spec.replicas"}, "kubectl"}));
    CHECK_EQ(take_back_commands({{object, json(chart), live(0, without)}}, whole),
             "`kubectl -n shop scale deployment web --replicas=2`");
  }
}
