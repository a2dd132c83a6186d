#include "core/releases/removed_entries.hpp"

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

std::string drift(const text::json& wanted, const text::json& live) {
  std::string lines;
  for (const auto& x : drift_of(wanted, live, {"helm"}, [](const text::json& y) { return y; }))
    lines += x.field.path + " by " + x.manager + "\n";
  return lines;
}

const auto chart = R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "web", "labels": {"app": "web"}},
                       "data": {"a": "1", "b": "2", "empty": ""}})";

} // namespace

TEST_SUITE("core/removed_entries") {
  TEST_CASE("a key of a ConfigMap or a label that a client has removed is drift, and is set back") {
    const auto live = json(R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "web",
                               "resourceVersion": "7"}, "data": {"a": "1", "c": "3"}})");
    CHECK_EQ(drift(json(chart), live), "data.b by another client\nmetadata.labels.app by another client\n");
    const auto patch = patch_to_chart(json(chart), live, {"helm"});
    REQUIRE(patch);
    CHECK_EQ(patch->find("data")->string_at("b"), "2");
    CHECK_EQ(patch->find("data")->find("a"), nullptr);
    CHECK_EQ(patch->find("metadata")->find("labels")->string_at("app"), "web");
    CHECK_EQ(patch->find("metadata")->string_at("resourceVersion"), "7");
  }

  TEST_CASE("an entry that its owner has written and an admission has taken out is no drift") {
    const auto live = [](const std::string& owned) {
      return json(R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "web", "managedFields": [
                      {"manager": "helm", "operation": "Apply", "fieldsV1": )"
                  + owned + R"(}, {"manager": "kubectl-annotate", "operation": "Update", "fieldsV1": {"f:metadata":
                      {"f:annotations": {"f:note": {}}}}}]}, "data": {"a": "1"}})");
    };
    const auto written =
      R"({"f:metadata": {"f:labels": {".": {}, "f:app": {}}}, "f:data": {"f:a": {}, "f:b": {}, "f:empty": {}}})";
    CHECK_EQ(drift(json(chart), live(written)), "");
    CHECK_FALSE(patch_to_chart(json(chart), live(written), {"helm"}));
    // The API server takes the name of an entry away that a client removes.
    const auto removed =
      R"({"f:metadata": {"f:labels": {".": {}, "f:app": {}}}, "f:data": {"f:a": {}, "f:empty": {}}})";
    CHECK_EQ(drift(json(chart), live(removed)), "data.b by another client\n");
    CHECK_EQ(patch_to_chart(json(chart), live(removed), {"helm"})->dump(), R"({"data":{"b":"2"}})");
  }

  TEST_CASE("an object with all entries has no drift, and stays as it is") {
    CHECK_EQ(without_removed_entries(json(chart), json(chart)), json(chart));
    CHECK_EQ(with_removed_entries(json(chart), json(chart)), json(chart));
    CHECK_EQ(drift(json(chart), json(chart)), "");
    CHECK_FALSE(patch_to_chart(json(chart), json(chart), {"helm"}));
  }

  TEST_CASE("labels of a Pod template count, and fields that the API server may not know do not") {
    const auto deployment = [](const std::string& labels, const std::string& more) {
      return json(R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
                      "spec": {"template": {"metadata": {"labels": )"
                  + labels + R"(}, "spec": {)" + more + "}}}}");
    };
    const auto wanted = deployment(R"({"app": "web", "tier": "x"})", R"("unknown": 1)");
    CHECK_EQ(drift(wanted, deployment(R"({"app": "web"})", "")),
             "spec.template.metadata.labels.tier by another client\n");
    CHECK_EQ(drift(wanted, deployment(R"({"app": "web", "tier": "x"})", "")), "");
    // `data` of another kind may be a field of it.
    const auto other = R"({"apiVersion": "example.io/v1", "kind": "Widget", "metadata": {"name": "w"}, "data": {)";
    CHECK_EQ(drift(json(other + std::string(R"("a": 1}})")), json(other + std::string("}}"))), "");
  }
}
