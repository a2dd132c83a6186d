#include "core/releases/drift_exemption.hpp"

#include "core/releases/drift.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

text::json json(const std::string& words) {
  const auto x = text::parse_json(words);
  REQUIRE_MESSAGE(x, words);
  return *x;
}

/// A ConfigMap with these annotations.
text::json map(const std::string& annotations, const std::string& more = "") {
  return json(R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "web", "annotations": )" + annotations
              + more + R"(}, "data": {"a": ")" + (more.empty() ? "chart" : "hand") + R"("}})");
}

/// The object in the cluster, in which kubectl has changed `data.a`.
text::json live(const std::string& annotations) {
  return map(annotations, R"(, "managedFields": [{"manager": "kubectl-edit", "operation": "Update",
                              "fieldsV1": {"f:data": {"f:a": {}}}}])");
}

std::size_t fields(const text::json& wanted, const text::json& in_cluster) {
  return drift_of(wanted, in_cluster, {"helm"}, [](const text::json& x) { return x; }).size();
}

} // namespace

TEST_SUITE("core/drift_exemption") {
  TEST_CASE("an annotation in the chart or in the cluster exempts an object from drift") {
    const std::string none = "{}";
    for (const std::string exempt : {R"({"addon-operator/drift-detection": "disabled"})",
                                     R"({"helm.toolkit.fluxcd.io/driftDetection": "disabled"})"}) {
      CHECK(is_exempt_from_drift(map(exempt), live(none)));
      CHECK(is_exempt_from_drift(map(none), live(exempt)));
      CHECK_EQ(fields(map(exempt), live(none)), 0);
      CHECK_EQ(fields(map(none), live(exempt)), 0);
      CHECK_FALSE(patch_to_chart(map(none), live(exempt), {"helm"}));
    }
    CHECK_EQ(fields(map(none), live(none)), 1);
    CHECK(patch_to_chart(map(none), live(none), {"helm"}));
  }

  TEST_CASE("another value, and annotations that are no map, exempt no object") {
    for (const std::string other : {R"({"addon-operator/drift-detection": "enabled"})", "null", "[]"}) {
      CHECK_FALSE(is_exempt_from_drift(map(other), live("{}")));
      CHECK_EQ(fields(map("{}"), live(other)), 1);
    }
  }
}
