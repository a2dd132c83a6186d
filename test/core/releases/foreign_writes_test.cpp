#include "core/releases/foreign_writes.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

std::string entry(const std::string& manager,
                  const std::string& more = R"("fieldsV1": {"f:spec": {"f:replicas": {}}})") {
  return R"({"manager":")" + manager + R"(","operation":"Update",)" + more + "}";
}

/// The digest of an object with these entries of `managedFields`.
std::string writes(const std::string& entries, int generation = 1, const char* space = "") {
  const std::string fields = "\"managedFields\":" + std::string(space) + "[" + entries + "]";
  const auto object = R"({"kind":"PartialObjectMetadata","metadata":{"name":"web","generation":)"
                      + std::to_string(generation) + "," + fields + "}}";
  const auto at = object.find(fields);
  return foreign_writes(object, std::string_view(object).substr(at, fields.size()));
}

const auto helm = entry("helm");

} // namespace

TEST_SUITE("core/foreign_writes") {
  TEST_CASE("an object that only Helm, the operator and controllers have written is not noticed") {
    CHECK(writes(helm).empty());
    CHECK(writes(helm + "," + entry("addon-operator") + "," + entry("kube-controller-manager")).empty());
    CHECK(foreign_writes(R"({"metadata":{"name":"web"}})", "").empty());
  }

  TEST_CASE("a person and a tool are noticed, an autoscaler and the state of an object are not") {
    for (const auto* name : {"kubectl-edit", "kubectl-client-side-apply", "argocd-controller",
                             "kube-controller-manager-x", "helmfile", "addon-operator-2"})
      CHECK(writes(helm + "," + entry(name)).size() == 32);
    const std::string by_scale = R"("subresource":"scale","fieldsV1":{"f:spec":{"f:replicas":{}}})";
    CHECK(writes(helm + "," + entry("kubectl", by_scale)).size() == 32);
    CHECK(writes(helm + "," + entry("keda-operator", by_scale)).empty());
    CHECK(writes(helm + "," + entry("x", R"("subresource":"status","fieldsV1":{"f:status":{}})")).empty());
    CHECK_MESSAGE(writes(helm + "," + entry("x", R"("fieldsV1":{"f:status":{"f:seen":{}}})")).empty(),
                  "a controller of a kind without that subresource");
  }

  TEST_CASE("each write of another client is noticed, and each end of its ownership") {
    const auto first = writes(helm + "," + entry("kubectl-edit"));
    CHECK(first == writes(helm + "," + entry("kubectl-edit")));
    CHECK_MESSAGE(first != writes(helm + "," + entry("kubectl-edit"), 2), "a second write within a second");
    CHECK(first != writes(helm + "," + entry("kubectl-edit", R"("fieldsV1":{"f:spec":{"f:paused":{}}})")));
    CHECK_MESSAGE(
      first != writes(helm + "," + entry("kubectl-edit", R"("time":"2026-11-26T03:00:00Z","fieldsV1":{"f:spec":{}})")),
      "a later write");
  }

  TEST_CASE("a text in another form is read, and a text that cannot be read is not noticed") {
    CHECK(foreign_writes(R"({"metadata":{"managedFields": [{"manager" : "kubectl-edit", "fieldsV1": {"f:a": {}}}]}})",
                         R"("managedFields": [{"manager" : "kubectl-edit", "fieldsV1": {"f:a": {}}}])")
            .size()
          == 32);
    CHECK(foreign_writes("{", R"("manager":"x")").empty());
    CHECK_MESSAGE(writes(entry("helm", R"("fieldsV1":{"f:spec":{"k:{\"manager\":\"x\"}":{}}})")).empty(),
                  "a key that looks like a member");
  }
}
