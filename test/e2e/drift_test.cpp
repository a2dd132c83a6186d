// Objects of releases that a person edits on a real API server, which keeps the owners of fields.
#include "given.hpp"
#include "run.hpp"

#include "kube/api/request.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using e2e::contains;

const kube::api::resource deployments{.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};

constexpr auto chart = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n"
                       "  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n"
                       "    spec:\n      containers:\n      - name: web\n        image: none:1\n"
                       "        resources: {limits: {cpu: 1000m}}\n";

struct drift_platform {
  std::string space;
  e2e::platform files;

  explicit drift_platform(const std::string& name) : space(e2e::cluster().new_namespace("drift-" + name)) {
    files.add_chart("010-web", chart);
  }
  void patch(const std::string& body, const std::string& manager, const std::string& subresource = {}) const {
    e2e::cluster().call(
      kube::api::patch_request(deployments, {space, "web", subresource},
                               {.kind = kube::api::patch_kind::strategic, .body = body, .field_manager = manager}));
  }
  [[nodiscard]] text::json object() const {
    return e2e::cluster().call(kube::api::get_request(deployments, {space, "web", {}}));
  }
  [[nodiscard]] std::string asked(const std::string& words) const {
    return e2e::run_program(
      {"/bin/sh", "-c", "\"$0\" " + words + " || echo \"code $?\"", e2e::given().operator_program},
      {"DEBUG_UNIX_SOCKET=" + files.path("debug.socket")});
  }
};

constexpr auto five = R"({"spec":{"replicas":5}})";

} // namespace

TEST_CASE("what a person changes in an object of a release is found and shown" * doctest::skip(e2e::no_cluster())) {
  const drift_platform x("warn");
  e2e::operator_run run(x.files, {.space = x.space});
  run.await_converged();
  CHECK_EQ(x.asked("module drift"), "No drift: the objects are as their charts have them.\n");

  x.patch(R"({"spec":{"replicas":3}})", "an-autoscaler", "scale");
  x.patch(five, "kubectl", "scale");
  const auto found = run.await({{"event", "drift_found"}});
  CHECK_EQ(found["fields"], "spec.replicas");
  CHECK_EQ(found["manager"], "kubectl");
  x.patch(R"({"spec":{"template":{"spec":{"containers":[{"name":"web","image":"none:2",
            "resources":{"limits":{"cpu":"1"}}}]}}}})",
          "kubectl-edit");
  run.await({{"event", "drift_found"}});
  const auto shown = x.asked("module drift web");
  CHECK_MESSAGE(contains(shown, "    spec.replicas: 2 -> 5  by kubectl\n"), shown);
  CHECK_MESSAGE(
    contains(shown, R"(spec.template.spec.containers[web].image: "none:1" -> "none:2"  by kubectl-edit at )"), shown);
  CHECK_MESSAGE(!contains(shown, "cpu"), shown);
  CHECK(shown.ends_with("code 2\n"));
  const auto status = x.asked("status");
  CHECK_MESSAGE(contains(status, "release 'web' differs from its chart"), status);
  CHECK_MESSAGE(contains(status, "of 5 replicas are"), status);
  CHECK(contains(run.get("/metrics").body, "addon_operator_module_drifted_objects{module=\"web\"} 1"));
}

TEST_CASE("in mode repair the fields get the values of the chart, without a new revision"
          * doctest::skip(e2e::no_cluster())) {
  const drift_platform x("repair");
  e2e::operator_run run(x.files, {.space = x.space, .arguments = {"--repair-drift", "repair"}});
  run.await_converged();
  x.patch(five, "kubectl", "scale");
  run.await({{"event", "drift_repaired"}, {"fields", "spec.replicas"}});
  CHECK_EQ(x.object().find("spec")->find("replicas")->as_int(), 2);
  run.await({{"event", "drift_over"}});
  CHECK_EQ(e2e::helm_list(x.space), std::vector<e2e::listed_release>{{"web", "deployed", "1"}});
  CHECK_EQ(x.asked("module drift"), "No drift: the objects are as their charts have them.\n");
}
