#include "core/crds/foreign_parts.hpp"

#include "support/yaml.hpp"
#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using test::yaml;

using parts = std::vector<std::string>;

std::string bundle(const std::string& authority) {
  return text::encode_base64("-----BEGIN CERTIFICATE-----\n" + authority + "\n-----END CERTIFICATE-----\n");
}

std::string with_bundle(const std::string& text) {
  return "spec: {conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: s}, caBundle: " + text
         + "}}}}";
}

/// `metadata.managedFields` with one entry.
std::string written_by(const std::string& manager, const std::string& fields) {
  return "metadata: {managedFields: [{manager: " + manager + ", operation: Update, fieldsV1: " + fields + "}]}\n";
}

const std::string bundle_field =
  R"({"f:spec": {"f:conversion": {"f:webhook": {"f:clientConfig": {"f:caBundle": {}}}}}})";
const std::string versions_field = R"({"f:spec": {"f:versions": {}}})";

core::crds::considerate_update laid(const std::string& update, const std::string& current) {
  return core::crds::beside_foreign_parts(yaml(update), yaml(current));
}

bool has_bundle(const core::crds::considerate_update& x) {
  return x.object.dump().find("caBundle") != std::string::npos;
}

} // namespace

TEST_CASE("the bundle of another client is left out of the update") {
  for (const auto& own : {bundle("old"), std::string("Cg==")}) {
    const auto update = laid(with_bundle(own), written_by("cainjector", bundle_field) + with_bundle(bundle("present")));
    CHECK_FALSE(has_bundle(update));
    CHECK(update.kept == parts{"caBundle of the conversion webhook (cainjector)"});
    CHECK(update.taken.empty());
  }
}

TEST_CASE("the bundle of the operator or of Helm is the file's, but for a placeholder") {
  for (const auto* manager : {"addon-operator", "helm"}) {
    const auto before = written_by(manager, bundle_field) + with_bundle(bundle("present"));
    CHECK(laid(with_bundle(bundle("new")), before).object == yaml(with_bundle(bundle("new"))));
    const auto update = laid(with_bundle("Cg=="), before);
    CHECK(update.object == yaml(with_bundle(bundle("present"))));
    CHECK(update.kept == parts{"caBundle of the conversion webhook"});
  }
  CHECK(laid(with_bundle("Cg=="), with_bundle("Cg==")).object == yaml(with_bundle("Cg==")));
}

TEST_CASE("parts that another client has added to the versions stay, and an annotation notes them") {
  const std::string update =
    "metadata: {annotations: {a: b}}\nspec: {versions: [{name: v1, served: true, storage: true, "
    "additionalPrinterColumns: [{name: Age, jsonPath: .a}]}]}";
  const std::string now = "spec: {versions: [{name: v1, served: true, storage: false, deprecated: true, subresources: "
                          "{status: {}}, additionalPrinterColumns: [{name: Age, jsonPath: .b}, {name: Team, jsonPath: "
                          ".t}]}, {name: v2, served: true, storage: true}]}";
  const auto laid_beside = laid(update, written_by("kubectl-edit", versions_field) + now);
  const parts kept{"v1.additionalPrinterColumns[Team]", "v1.subresources.status", "v1.deprecated", "version v2"};
  CHECK(laid_beside.kept == kept);
  CHECK(laid_beside.taken == parts{"spec.versions[v1].additionalPrinterColumns (kubectl-edit)"});
  CHECK(
    laid_beside.object.find("spec")->dump()
    == R"({"versions":[{"additionalPrinterColumns":[{"jsonPath":".a","name":"Age"},{"jsonPath":".t","name":"Team"}],)"
       R"("deprecated":true,"name":"v1","served":true,"storage":true,"subresources":{"status":{}}},)"
       R"({"name":"v2","served":true,"storage":false}]})");
  // The operator owns the list of versions now.
  auto after = laid_beside.object;
  CHECK(laid(update, text::json(after).dump()).object == after);
  // A user takes a noted part away.
  const auto versions = yaml("[{name: v1, served: true, storage: true}]");
  after = after.with("spec", after.find("spec")->with("versions", versions));
  CHECK(laid(update, after.dump()).object == yaml(update));
}

TEST_CASE("parts that the module itself has had before go") {
  const auto update = laid("spec: {versions: [{name: v1}]}",
                           written_by("addon-operator", versions_field)
                             + "spec: {versions: [{name: v1, additionalPrinterColumns: [{name: Age}]}, {name: v2}]}");
  CHECK(update.object == yaml("spec: {versions: [{name: v1}]}"));
  CHECK(update.kept.empty());
  CHECK(update.taken.empty());
}

TEST_CASE("fields of other clients with another content are named") {
  const auto taken = [](const std::string& fields, const std::string& update, const std::string& current) {
    return laid(update, written_by("kubectl-edit", fields) + current).taken;
  };
  CHECK(taken(R"({"f:spec": {"f:names": {"f:categories": {}, "f:shortNames": {}}}})",
              "spec: {names: {categories: [a], kind: A}}", "spec: {names: {categories: [b], kind: B, shortNames: [c]}}")
        == parts{"spec.names.categories (kubectl-edit)"});
  const std::string schema = "spec: {versions: [{name: v1, schema: {openAPIV3Schema: {properties: {a: {}}}}}]}";
  CHECK(taken(versions_field, "spec: {versions: [{name: v1, schema: {openAPIV3Schema: {}}}]}", schema)
        == parts{"spec.versions[v1].schema (kubectl-edit)"});
  CHECK(taken(versions_field, schema, schema).empty());
  // A default of the API server is no other content.
  CHECK(taken(R"({"f:spec": {"f:conversion": {}}})", "spec: {conversion: {webhook: {service: {name: a}}}}",
              "spec: {conversion: {webhook: {service: {name: a, port: 443}}}}")
          .empty());
}

TEST_CASE("an update beside damaged metadata is the update") {
  for (const auto* metadata : {"metadata: {managedFields: 1}\n", "metadata: {managedFields: [1, {manager: a}]}\n",
                               "metadata: {annotations: {addon-operator/kept-parts: '['}}\n", ""})
    CHECK(laid("spec: {versions: [{name: v1}]}", std::string(metadata) + "spec: {versions: [1, {name: v2}]}").object
          == yaml("spec: {versions: [{name: v1}]}"));
}
