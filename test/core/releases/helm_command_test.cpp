#include "base/contains.hpp"
#include "core/releases/helm_command.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

core::releases::helm_program program(unsigned major = 4) {
  return {{.binary = "/bin/helm",
           .kubeconfig = "{}",
           .namespace_name = "d8",
           .environment = {"PATH=/bin", "HTTPS_PROXY=http://p:1", "HELM_NAMESPACE=x", "HELM_DRIVER=memory",
                           "HELM_KUBEAPISERVER=x", "KUBECONFIG=/x", "LANG=C"}},
          {major, 3, 0},
          "/tmp/helm"};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

} // namespace

TEST_CASE("an upgrade installs, adopts, keeps history and does not wait") {
  auto command = core::releases::upgrade_command(program(),
                                                 {.release = "web",
                                                  .chart = {"/modules/001-web", {}, {}},
                                                  .labels = {{"inputsChecksum", "a"}, {"moduleChecksum", "b"}}},
                                                 "/tmp/v.yaml");
  CHECK(joined(command.argv)
        == "/bin/helm upgrade web /modules/001-web --values /tmp/v.yaml --install --namespace d8 --kubeconfig "
           "/tmp/helm/kubeconfig --take-ownership "
           "--skip-crds --disable-openapi-validation --hide-notes --history-max 10 --timeout 1200s "
           "--labels inputsChecksum=a,moduleChecksum=b --server-side=false");
}

TEST_CASE("a release that is known is not installed, be there no record of it for helm") {
  const core::releases::helm_upgrade upgrade{
    .release = "web", .chart = {"/modules/001-web", {}, {}}, .labels = {}, .known_revision = 3};
  CHECK_FALSE(base::contains(core::releases::upgrade_command(program(), upgrade, "/v").argv, "--install"));
}

TEST_CASE("a new revision does not keep the digest of a manifest that it does not have") {
  using labels = std::map<std::string, std::string>;
  const core::releases::release before{"web", 1, core::releases::release_status::failed, {{"moduleChecksum", "old"}}};
  CHECK(core::releases::revision_labels(before, "in", "out")
        == labels{{"inputsChecksum", "in"}, {"moduleChecksum", "out"}, {"moduleRevision", "2"}});
  CHECK(core::releases::revision_labels(before, "in", {})
        == labels{{"inputsChecksum", "in"}, {"moduleChecksum", "null"}, {"moduleRevision", "2"}});
  CHECK(core::releases::revision_labels(core::releases::no_release{}, "in", {})
        == labels{{"inputsChecksum", "in"}, {"moduleRevision", "1"}});
}

TEST_CASE("Helm 3 gets no option that only Helm 4 knows") {
  auto command = core::releases::upgrade_command(program(3), {"web", {"/c", {}, {}}, {}}, "/v");
  CHECK_FALSE(base::contains(command.argv, "--server-side=false"));
}

TEST_CASE("older Helms get no option that only newer ones know") {
  const auto has = [](core::releases::helm_version version, const char* option) {
    auto helm = program(3);
    helm.version = version;
    return base::contains(core::releases::upgrade_command(helm, {"web", {"/c", {}, {}}, {}}, "/v").argv, option);
  };
  CHECK_FALSE(has({3, 15, 4}, "--hide-notes"));
  CHECK(has({3, 16, 0}, "--hide-notes"));
  CHECK_FALSE(has({3, 16, 4}, "--take-ownership"));
  CHECK(has({3, 17, 0}, "--take-ownership"));
}

TEST_CASE("every command that reaches the cluster names the kubeconfig of the cluster that the operator watches") {
  const std::vector<core::releases::helm_command> commands{
    core::releases::upgrade_command(program(), {"web", {"/c", {}, {}}, {}}, "/v"),
    core::releases::uninstall_command(program(), {"web", core::releases::helm_history::kept}),
    core::releases::template_command(program(), {.release = "web", .chart = {"/c", {}, {}}, .asks_cluster = true},
                                     "/v")};
  for (const auto& command : commands)
    CHECK_NE(joined(command.argv).find(" --namespace d8 --kubeconfig /tmp/helm/kubeconfig "), std::string::npos);
}

TEST_CASE("a release is uninstalled with the timeout of the operator, and may be gone already") {
  CHECK_EQ(
    joined(core::releases::uninstall_command(program(), {"web", core::releases::helm_history::removed}).argv),
    "/bin/helm uninstall web --ignore-not-found --namespace d8 --kubeconfig /tmp/helm/kubeconfig --timeout 1200s");
}

TEST_CASE("the record of an uninstalled release is kept if it is asked for") {
  CHECK(base::contains(core::releases::uninstall_command(program(), {"web", core::releases::helm_history::kept}).argv,
                       "--keep-history"));
}

TEST_CASE("a rendering gets the cluster's capabilities, or asks the cluster for the sake of lookup") {
  core::releases::helm_template x{
    .release = "web", .chart = {"/c", {}, {}}, .capabilities = {"v1.36.3", {"v1", "apps/v1"}}};
  CHECK(joined(core::releases::template_command(program(), x, "/v").argv)
        == "/bin/helm template web /c --values /v --namespace d8 --kubeconfig /tmp/helm/kubeconfig --no-hooks "
           "--is-upgrade --skip-crds "
           "--kube-version v1.36.3 --api-versions v1,apps/v1");
  x.asks_cluster = true;
  CHECK(joined(core::releases::template_command(program(), x, "/v").argv)
        == "/bin/helm template web /c --values /v --namespace d8 --kubeconfig /tmp/helm/kubeconfig --no-hooks "
           "--is-upgrade --skip-crds --dry-run=server");
  CHECK(joined(core::releases::template_command(program(3), x, "/v").argv)
        == "/bin/helm template web /c --values /v --namespace d8 --kubeconfig /tmp/helm/kubeconfig --no-hooks "
           "--is-upgrade --skip-crds --dry-run=server --kube-version v1.36.3 --api-versions v1,apps/v1");
}

TEST_CASE("Helm keeps releases where the operator looks for them") {
  auto helm = program();
  const auto has = [&](const std::vector<std::string>& environment) {
    return base::contains(environment, "HELM_DRIVER=configmap");
  };
  CHECK_FALSE(has(core::releases::worker_command(helm).environment));
  helm.setup.storage = core::releases::release_storage::config_maps;
  CHECK(has(core::releases::worker_command(helm).environment));
  CHECK(has(core::releases::uninstall_command(helm, {.release = "web"}).environment));
}

TEST_CASE("nothing of the operator's environment changes what Helm says about its version") {
  const auto environment = core::releases::version_command(program().setup).environment;
  CHECK(base::contains(environment, "PATH=/bin"));
  CHECK(base::contains(environment, "HTTPS_PROXY=http://p:1"));
  for (const auto* name : {"HELM_", "KUBECONFIG="})
    CHECK(std::none_of(environment.begin(), environment.end(),
                       [&](const std::string& variable) { return variable.starts_with(name); }));
}

TEST_CASE("nothing of the operator's environment leads Helm elsewhere") {
  auto environment =
    core::releases::uninstall_command(program(), {"web", core::releases::helm_history::kept}).environment;
  CHECK(base::contains(environment, "PATH=/bin"));
  CHECK(base::contains(environment, "LANG=C"));
  CHECK(base::contains(environment, "KUBECACHEDIR=/tmp/helm/kube"));
  // Kept, because credential plugins need it.
  CHECK(base::contains(environment, "HTTPS_PROXY=http://p:1"));
  for (const auto* name : {"HELM_NAMESPACE=", "HELM_DRIVER=", "HELM_KUBEAPISERVER=", "KUBECONFIG="})
    CHECK(std::none_of(environment.begin(), environment.end(),
                       [&](const std::string& variable) { return variable.starts_with(name); }));
}
