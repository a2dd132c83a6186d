#include "core/releases/manifest.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

namespace {

/// The objects' names as a single text, or the error.
std::string objects(std::string_view manifest) {
  auto found = core::releases::manifest_objects(manifest, "d8");
  if (!found) return found.error().message;
  std::string text;
  for (const auto& x : *found) text += x.api_version + " " + core::releases::describe(x) + "; ";
  return text;
}

} // namespace

TEST_CASE("objects are read from a manifest in order, with the release's namespace as default") {
  CHECK(objects("---\n"
                "# Source: web/templates/a.yaml\n"
                "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n"
                "---\n"
                "# nothing here\n"
                "---\n"
                "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: other\n")
        == "apps/v1 d8/Deployment/web; v1 other/ConfigMap/settings; ");
}

TEST_CASE("items of lists count one by one") {
  CHECK(objects(
          "apiVersion: v1\nkind: List\nitems:\n"
          "- {apiVersion: v1, kind: Secret, metadata: {name: a}}\n"
          "- {apiVersion: v1, kind: ConfigMapList, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}]}\n")
        == "v1 d8/Secret/a; v1 d8/ConfigMap/b; ");
}

TEST_CASE("Helm hooks, objects that Helm is to keep and generated names need not be there") {
  const auto with = [](const std::string& metadata) {
    return objects("apiVersion: v1\nkind: ConfigMap\nmetadata: {" + metadata + "}\n");
  };
  CHECK(with("name: a, annotations: {helm.sh/hook: pre-upgrade}") == "");
  CHECK(with("name: a, annotations: {helm.sh/resource-policy: keep}") == "");
  CHECK_MESSAGE(with("name: a, annotations: {helm.sh/resource-policy: ' Keep '}") == "", "as Helm reads it");
  CHECK(with("generateName: a-") == "");
  CHECK(with("name: a, annotations: {helm.sh/resource-policy: delete}") == "v1 d8/ConfigMap/a; ");
  CHECK(with("name: a, generateName: a-") == "v1 d8/ConfigMap/a; ");
}

TEST_CASE("objects that Helm is to keep are a list of their own") {
  const auto* manifest =
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {helm.sh/resource-policy: keep}}}\n---\n"
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n---\n"
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, annotations: {helm.sh/hook: pre-install, "
    "helm.sh/resource-policy: keep}}}\n";
  const auto kept = core::releases::kept_objects(manifest, "d8");
  REQUIRE(kept.size() == 1);
  CHECK(core::releases::describe(kept.front()) == "d8/ConfigMap/a");
  CHECK(core::releases::kept_objects("{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}", "d8").empty());
}

TEST_CASE("an object that ends by itself need not be there") {
  CHECK(objects("{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {ttlSecondsAfterFinished: 0}}") == "");
}

TEST_CASE("an object is named as a part of its release also if it need not be there, a Helm hook is not") {
  const auto name = [](const std::string& metadata) {
    const auto object = text::parse_json(R"({"apiVersion": "batch/v1", "kind": "Job", "metadata": {)" + metadata
                                         + R"(}, "spec": {"ttlSecondsAfterFinished": 0}})");
    REQUIRE(object.has_value());
    const auto found = core::releases::name_in_release(*object, "d8");
    return found ? core::releases::describe(*found) : "none";
  };
  CHECK(name(R"("name": "a")") == "d8/Job/a");
  CHECK(name(R"("name": "a", "namespace": "b", "annotations": {"helm.sh/resource-policy": "keep"})") == "b/Job/a");
  CHECK(name(R"("name": "a", "annotations": {"helm.sh/hook": "pre-install"})") == "none");
  CHECK(name(R"("generateName": "a-")") == "none");
}

TEST_CASE("of a key that stands in a manifest twice the last one counts, as for Helm") {
  CHECK(objects("apiVersion: v1\nkind: Secret\nkind: ConfigMap\n"
                "metadata:\n  name: first\n  labels: {x: a}\n  name: second\n  labels: {y: b}\n"
                "data: {a: b}\ndata: {c: d}\n")
        == "v1 d8/ConfigMap/second; ");
  CHECK(objects("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\nmetadata: {name: c}\n")
        == "v1 d8/ConfigMap/c; ");
}

TEST_CASE("a document that is no object is an error that names the place") {
  struct row {
    const char* manifest;
    const char* message;
  };
  for (const auto& r : {
         row{"a: 1\n", "manifest: document 1: an object must have apiVersion and kind"},
         row{"{apiVersion: v1, kind: Pod, metadata: {name: x}}\n---\n- 1\n",
             "manifest: document 2: an object must have apiVersion and kind"},
         row{"apiVersion: v1\nkind: Pod\n", "manifest: document 1: Pod without metadata.name"},
         row{"{apiVersion: v1, kind: List, items: [{kind: Pod}]}",
             "manifest: document 1, item 1: an object must have apiVersion and kind"},
       })
    CHECK(objects(r.manifest) == r.message);
}

TEST_CASE("an object without namespace is described by kind and name") {
  CHECK(core::releases::describe({"rbac.authorization.k8s.io/v1", "ClusterRole", "", "reader"})
        == "ClusterRole/reader");
}

TEST_CASE("the digest of a manifest fits into a label and ignores white space at its ends only") {
  auto digest = core::releases::manifest_digest("---\na: 1\n");
  CHECK(digest.size() == 32);
  CHECK(digest == core::releases::manifest_digest("\n---\na: 1\n\n"));
  CHECK(digest != core::releases::manifest_digest("---\na: 1\n\nb: 2\n"));
  CHECK(core::releases::manifest_digest("---\na: |\n  x\n\n  y\n")
        != core::releases::manifest_digest("---\na: |\n  x\n  y\n"));
  CHECK(core::releases::manifest_digest("") == core::releases::manifest_digest("\n"));
}
