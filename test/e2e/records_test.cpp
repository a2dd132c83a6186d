// Helm's records of releases: their labels survive Helm's own work with them, in Secrets and in ConfigMaps.
#include "given.hpp"
#include "run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

struct records_fixture {
  std::string space;
  std::string helm;
  e2e::platform files;
  std::vector<std::string> environment{};

  records_fixture(const std::string& name, std::string binary)
    : space(e2e::cluster().new_namespace(name)), helm(std::move(binary)) {
    files.add_chart("010-web", e2e::config_map_manifest("web", "{{ .Values.word | default \"one\" }}"));
  }

  [[nodiscard]] e2e::run_options options() const {
    return {.space = space, .helm = helm, .arguments = {"--log-level", "debug"}, .environment = environment};
  }
  void make_config(const std::string& text) const {
    const auto data = text::json::object({{"web", text}});
    const auto object = text::json::object({{"apiVersion", "v1"},
                                            {"kind", "ConfigMap"},
                                            {"metadata", text::json::object({{"name", "addon-operator"}})},
                                            {"data", data}});
    e2e::cluster().call(kube::api::create_request(test::config_maps(), {.namespace_ = space}, object.dump()));
  }
  /// The acts of users with helm.
  std::string by_hand(std::vector<std::string> argv) const {
    argv.insert(argv.begin(), e2e::given().helm);
    if (!helm.empty()) argv.front() = helm;
    argv.insert(argv.end(), {"--namespace", space, "--kubeconfig", e2e::given().kubeconfig});
    return e2e::run_program(std::move(argv), environment);
  }
  /// A life of the operator. @returns the Helm steps.
  std::vector<std::string> live() const {
    e2e::operator_run run(files, options());
    run.await_converged();
    std::vector<std::string> steps;
    for (const auto& entry : run.all({{"event", "helm_finished"}})) steps.push_back(entry["operation"]);
    run.stop();
    return steps;
  }
};

using steps = std::vector<std::string>;

/// The Helm of this run of the tests, and Helm 3.
std::vector<std::string> helms() {
  return {e2e::given().helm_of_operator, e2e::given().helm3};
}

} // namespace

TEST_CASE("what a rendering has proven is known after a restart, and does not hide what others do with helm"
          * doctest::skip(e2e::no_cluster())) {
  for (const auto& helm : helms()) {
    CAPTURE(helm);
    records_fixture x("proofs", helm);
    {
      e2e::operator_run run(x.files, x.options());
      run.await_converged();
      x.make_config("unused: 1\n");
      run.await({{"event", "helm_finished"}, {"operation", "render"}});
      run.await({{"event", "release_proof_written"}, {"revision", "1"}});
      run.stop();
    }
    CHECK_EQ(x.live(), steps{"skip"});
    CHECK_NE(x.by_hand({"history", "web"}).find("deployed"), std::string::npos);
    CHECK_NE(x.by_hand({"list"}).find("deployed"), std::string::npos);

    x.by_hand({"upgrade", "web", x.files.path("modules/010-web"), "--set", "word=two"});
    CHECK_EQ(x.live(), steps{"upgrade"});
    CHECK_EQ(x.live(), steps{"skip"});
    x.by_hand({"rollback", "web", "1"});
    CHECK_EQ(x.live(), steps{"upgrade"});
    CHECK_EQ(x.live(), steps{"skip"});
  }
}

TEST_CASE("releases in ConfigMaps are installed, left alone, upgraded, repaired and uninstalled"
          * doctest::skip(e2e::no_cluster())) {
  for (const auto& helm : helms()) {
    CAPTURE(helm);
    records_fixture x("config-maps", helm);
    x.environment = {"HELM_DRIVER=configmap"};
    CHECK_EQ(x.live(), steps{"upgrade"});
    CHECK_NE(x.by_hand({"list"}).find("deployed"), std::string::npos);
    CHECK_EQ(e2e::helm_list(x.space), std::vector<e2e::listed_release>{});
    CHECK_EQ(x.live(), steps{"skip"});

    x.by_hand({"upgrade", "web", x.files.path("modules/010-web"), "--set", "word=two"});
    CHECK_EQ(x.live(), steps{"upgrade"});
    {
      e2e::operator_run run(x.files, x.options());
      run.await_converged();
      e2e::cluster().call(kube::api::remove_request(test::config_maps(), {.namespace_ = x.space, .name = "web"}));
      run.await({{"event", "helm_finished"}, {"operation", "upgrade"}});
      x.make_config("{}\n");
      e2e::cluster().call(kube::api::patch_request(test::config_maps(),
                                                   {.namespace_ = x.space, .name = "addon-operator"},
                                                   {.body = R"({"data":{"webEnabled":"false"}})"}));
      run.await({{"event", "helm_finished"}, {"operation", "uninstall"}});
      run.await_converged();
      run.stop();
    }
    CHECK_EQ(x.by_hand({"list", "-q"}), "");
  }
}

TEST_CASE("a release that somebody has installed stays though the module of its name is off"
          * doctest::skip(e2e::no_cluster())) {
  for (const auto& helm : helms()) {
    CAPTURE(helm);
    records_fixture x("foreign-release", helm);
    x.files.add_file("modules/010-web/values.yaml", "webEnabled: false\n");
    x.by_hand({"install", "web", x.files.path("modules/010-web")});
    e2e::operator_run run(x.files, x.options());
    run.await_converged();
    CHECK_EQ(run.all({{"event", "release_of_others_kept"}}).size(), 1);
    run.stop();
    CHECK_EQ(e2e::helm_list(x.space), std::vector<e2e::listed_release>{{"web", "deployed", "1"}});
  }
}
