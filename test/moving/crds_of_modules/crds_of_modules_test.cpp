#include "moving/moved.hpp"

#include "kube/api/request.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

namespace {

const kube::api::resource definitions{.group = "apiextensions.k8s.io",
                                      .version = "v1",
                                      .kind = "CustomResourceDefinition",
                                      .plural = "customresourcedefinitions",
                                      .namespaced = false};

text::json definition(const std::string& plural) {
  return e2e::cluster().call(
    kube::api::get_request(definitions, {.namespace_ = {}, .name = plural + ".moving-crds.example.com"}));
}

bool is_defined(const std::string& plural) {
  const auto all = e2e::cluster().call(kube::api::list_request(definitions, {}));
  const auto& items = all.find("items")->as_array();
  return std::any_of(items.begin(), items.end(), [&](const text::json& x) {
    return x.find("metadata")->string_at("name") == plural + ".moving-crds.example.com";
  });
}

std::string versions_of(const std::string& plural) {
  std::string names;
  const auto found = definition(plural);
  for (const auto& x : found.find("spec")->find("versions")->as_array()) names += *x.string_at("name") + " ";
  return names;
}

} // namespace

TEST_CASE("definitions in crds/ of modules are there before all hooks and charts, are kept up, and stay"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("crds_of_modules");
  const auto space = e2e::cluster().new_namespace("crds-of-modules");
  auto variables = moving::platform_variables(files, space);
  variables.emplace_back("ADDON_OPERATOR_CRD_EXTRA_LABELS=heritage=addon-operator,team=platform");
  {
    moving::moved_operator run(files, {.environment = variables});
    run.await_converged();
    CHECK_EQ(run.page_when_well(), moving::all_is_well);
    CHECK_EQ(run.all({{"event", "definition_installed"}, {"outcome", "created"}}).size(), 2);
    CHECK_EQ(run.all({{"event", "helm_failed"}}).size(), 0);
    // The module's own hook sees the object that the earlier chart has brought.
    CHECK_GE(run.all({{"event", "hook_output"}, {"line", R"(["shop.example.com"])"}}).size(), 1);
    CHECK_EQ(definition("certificates").find("metadata")->find("labels")->dump(),
             R"({"heritage":"addon-operator","team":"platform"})");
    CHECK(is_defined("issuers"));
    CHECK_FALSE(is_defined("caches"));
    CHECK_EQ(run.stop().exit_code, 0);
  }
  std::filesystem::copy(files.path("next/certificates.yaml"),
                        files.path("modules/020-certificates/crds/certificates.yaml"),
                        std::filesystem::copy_options::overwrite_existing);
  moving::moved_operator run(files, {.environment = variables});
  run.await_converged();
  CHECK_EQ(run.page_when_well(), moving::all_is_well);
  CHECK_EQ(versions_of("certificates"), "v2 v1 ");
  CHECK_EQ(run.all({{"event", "definition_versions_kept"}}).size(), 1);

  files.apply("next/switched-off.yaml", space);
  run.await_converged();
  CHECK_EQ(e2e::modules_run(run), std::vector<std::string>{"shop", "certificates", "shop"});
  CHECK_EQ(versions_of("certificates"), "v2 v1 ");
  CHECK_EQ(versions_of("issuers"), "v1 ");
  CHECK_EQ(run.stop().exit_code, 0);
}
