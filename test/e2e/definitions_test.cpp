// CustomResourceDefinitions in `crds/` of modules, on a real API server.
#include "given.hpp"
#include "run.hpp"

#include "kube/api/request.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <chrono>

namespace {

using text::json;

const kube::api::resource definitions{.group = "apiextensions.k8s.io",
                                      .version = "v1",
                                      .kind = "CustomResourceDefinition",
                                      .plural = "customresourcedefinitions",
                                      .namespaced = false};

/// Each test and each run has a group of its own: definitions belong to the whole cluster, and stay.
struct group {
  explicit group(const std::string& test) : name(e2e::cluster().new_namespace(test) + ".example.com") {}

  [[nodiscard]] std::string definition(const std::string& kind, const std::string& plural, const std::string& versions,
                                       const std::string& scope = "Namespaced") const {
    return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: " + plural + "."
           + name + "\n  creationTimestamp: null\nspec:\n  group: " + name + "\n  scope: " + scope
           + "\n  names: {kind: " + kind + ", plural: " + plural + ", shortName: nonsense}\n  versions:\n" + versions
           + "status: {acceptedNames: {kind: '', plural: ''}, conditions: [], storedVersions: []}\n";
  }
  [[nodiscard]] static std::string version(const std::string& version, const std::string& stored = "true") {
    return "  - name: " + version + "\n    served: true\n    storage: " + stored
           + "\n    schema:\n      openAPIV3Schema:\n        type: object\n        x-doc-required: true\n"
             "        properties: {spec: {type: object, x-doc-example: {a: 1}, properties: {size: {type: integer}}}}\n";
  }
  [[nodiscard]] json find(const std::string& plural) const {
    return e2e::cluster().call(kube::api::get_request(definitions, {.namespace_ = {}, .name = plural + "." + name}));
  }

  std::string name;
};

std::string version_names(const json& definition) {
  std::string names;
  for (const auto& x : definition.find("spec")->find("versions")->as_array()) names += *x.string_at("name") + " ";
  return names;
}

constexpr const char* startup_hook = R"(#!/bin/sh
if [ "$1" = --config ]; then echo '{"configVersion":"v1","onStartup":1}'; exit; fi
)";

} // namespace

TEST_CASE("definitions of a late module serve an object in the chart of an early one"
          * doctest::skip(e2e::no_cluster())) {
  const group own("early");
  e2e::platform files;
  files.add_chart("010-web",
                  "apiVersion: " + own.name + "/v1\nkind: Widget\nmetadata: {name: first}\nspec: {size: 3}\n");
  files.add_file("modules/020-kinds/values.yaml", "kindsEnabled: true\n");
  files.add_file("modules/020-kinds/crds/all.yaml",
                 "# two\n---\n" + own.definition("Widget", "widgets", group::version("v1")) + "---\n"
                   + own.definition("Gadget", "gadgets", group::version("v1")));
  files.add_file("modules/020-kinds/crds/doc-ru-all.yaml", "spec: documentation\n");
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("crds-early")});
  run.await_converged();
  CHECK_EQ(run.all({{"event", "helm_failed"}}).size(), 0);
  CHECK_EQ(run.all({{"event", "definition_installed"}, {"outcome", "created"}}).size(), 2);
  CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
  const auto widgets = own.find("widgets");
  CHECK_EQ(widgets.find("metadata")->find("labels")->dump(), R"({"heritage":"addon-operator"})");
  CHECK_EQ(widgets.find("spec")->find("versions")->as_array()[0].find("schema")->dump(),
           R"({"openAPIV3Schema":{"properties":{"spec":{"properties":{"size":{"type":"integer"}},"type":"object"}},)"
           R"("type":"object"}})");
  CHECK_EQ(run.all({{"event", "definition_suspicious"}}).size(), 2);
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("a definition is kept up, with the version in which objects are stored" * doctest::skip(e2e::no_cluster())) {
  const group own("kept");
  e2e::platform files;
  files.add_hook("010-kinds", startup_hook);
  const auto space = e2e::cluster().new_namespace("crds-kept");
  const auto put = [&](const std::string& versions) {
    files.add_file("modules/010-kinds/crds/a.yaml", own.definition("Widget", "widgets", versions));
    e2e::operator_run run(files, {.space = space});
    run.await_converged();
    CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
    CHECK_EQ(run.stop().exit_code, 0);
    return run.all({{"event", "definition_versions_kept"}}).size();
  };
  CHECK_EQ(put(group::version("v1")), 0);
  const auto first = *own.find("widgets").find("metadata")->string_at("resourceVersion");
  CHECK_EQ(put(group::version("v1")), 0);
  CHECK_EQ(*own.find("widgets").find("metadata")->string_at("resourceVersion"), first);
  CHECK_EQ(put(group::version("v1", "false") + group::version("v2")), 0);
  CHECK_EQ(version_names(own.find("widgets")), "v1 v2 ");
  CHECK_EQ(put(group::version("v2")), 1);
  CHECK_EQ(version_names(own.find("widgets")), "v2 v1 ");
  CHECK_EQ(own.find("widgets").find("status")->find("storedVersions")->dump(), R"(["v1","v2"])");
}

TEST_CASE("what cannot be changed holds up its module alone, and readiness names file and field"
          * doctest::skip(e2e::no_cluster())) {
  const group own("fixed");
  e2e::platform files;
  files.add_hook("010-kinds", startup_hook);
  files.add_hook("020-other", startup_hook);
  files.add_file("modules/010-kinds/crds/a.yaml", own.definition("Widget", "widgets", group::version("v1")));
  const auto space = e2e::cluster().new_namespace("crds-fixed");
  {
    e2e::operator_run run(files, {.space = space});
    run.await_converged();
    CHECK_EQ(run.stop().exit_code, 0);
  }
  files.add_file("modules/010-kinds/crds/a.yaml", own.definition("Widget", "widgets", group::version("v1"), "Cluster"));
  e2e::operator_run run(files, {.space = space});
  run.await_converged();
  CHECK_EQ(run.all({{"event", "hook_finished"}, {"module", "kinds"}}).size(), 0);
  CHECK_EQ(run.all({{"event", "hook_finished"}, {"module", "other"}}).size(), 1);
  const auto page = run.get("/readyz").body;
  for (const auto* part : {"module 'kinds': cannot run: ", "crds/a.yaml", "spec.scope", "field is immutable"})
    CHECK_MESSAGE(e2e::contains(page, part), page);
  CHECK_EQ(run.stop().exit_code, 0);
}
