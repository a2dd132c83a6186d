// Objects of releases that a person edits on a real API server, which keeps the owners of fields.
#include "given.hpp"
#include "run.hpp"

#include "kube/api/request.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <exception>
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

  explicit drift_platform(const std::string& name, const std::string& objects = chart)
    : space(e2e::cluster().new_namespace("drift-" + name)) {
    files.add_chart("010-web", objects);
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

kube::api::resource admission(const std::string& kind, const std::string& plural) {
  return {
    .group = "admissionregistration.k8s.io", .version = "v1", .kind = kind, .plural = plural, .namespaced = false};
}

const auto policies = admission("MutatingAdmissionPolicy", "mutatingadmissionpolicies");
const auto bindings = admission("MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings");

/// Takes the label `tier` out of each write of Deployments of the namespace, while it lives.
class label_policy {
public:
  explicit label_policy(const std::string& space) : name_(space + ".drift.example.com") {
    const auto named = R"("apiVersion":"admissionregistration.k8s.io/v1","metadata":{"name":")" + name_ + "\"}";
    const auto rule = R"({"apiGroups":["apps"],"apiVersions":["v1"],"resources":["deployments"],)"
                      R"("operations":["CREATE","UPDATE"]})";
    const auto taken_out = R"(has(object.metadata.labels) && 'tier' in object.metadata.labels ? )"
                           R"([JSONPatch{op: 'remove', path: '/metadata/labels/tier'}] : [])";
    const auto spec =
      R"("failurePolicy":"Fail","reinvocationPolicy":"Never","matchConstraints":{"resourceRules":[)" + std::string(rule)
      + R"(]},"matchConditions":[{"name":"space","expression":)" + R"("request.namespace == ')" + space
      + R"('"}],"mutations":[{"patchType":"JSONPatch","jsonPatch":{"expression":")" + taken_out + "\"}}]";
    create(policies, "{" + named + R"(,"kind":"MutatingAdmissionPolicy","spec":{)" + spec + "}}");
    create(bindings,
           "{" + named + R"(,"kind":"MutatingAdmissionPolicyBinding","spec":{"policyName":")" + name_ + "\"}}");
  }
  ~label_policy() {
    try {
      for (const auto& kind : {bindings, policies})
        e2e::cluster().call(kube::api::remove_request(kind, {{}, name_, {}}));
    } catch (const std::exception& problem) {
      MESSAGE(problem.what());
    }
  }
  label_policy(const label_policy&) = delete;
  label_policy& operator=(const label_policy&) = delete;

private:
  static void create(const kube::api::resource& kind, const std::string& body) {
    e2e::cluster().call(kube::api::create_request(kind, {{}, {}, {}}, body));
  }
  std::string name_;
};

/// The chart whose Deployment has the label that the policy takes out.
std::string labelled_chart() {
  std::string text = chart;
  const std::string plain = "metadata: {name: web}\n";
  return text.replace(text.find(plain), plain.size(), "metadata: {name: web, labels: {tier: x}}\n");
}

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

TEST_CASE("a label that a policy takes out of each write is no drift" * doctest::skip(e2e::no_cluster())) {
  const drift_platform x("policy", labelled_chart());
  const label_policy policy(x.space);
  // A policy counts some moments after its creation, so objects are made until it does.
  const auto is_labelled = [&](int i) {
    const auto made = e2e::cluster().call(kube::api::create_request(
      deployments, {x.space, {}, {}},
      R"({"metadata":{"name":"probe-)" + std::to_string(i)
        + R"(","labels":{"tier":"x"}},"spec":{"selector":)"
          R"({"matchLabels":{"app":"p"}},"template":{"metadata":{"labels":{"app":"p"}},"spec":{"containers":)"
          R"([{"name":"p","image":"none:1"}]}}}})"));
    return made.find("metadata")->find("labels") != nullptr;
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (int i = 0; is_labelled(i) && std::chrono::steady_clock::now() < end; ++i) {
  }
  e2e::operator_run run(x.files, {.space = x.space});
  run.await_converged();
  REQUIRE_EQ(x.object().find("metadata")->find("labels")->find("tier"), nullptr);
  x.patch(five, "kubectl", "scale");
  CHECK_EQ(run.await({{"event", "drift_found"}})["fields"], "spec.replicas");
  const auto shown = x.asked("module drift web");
  CHECK_MESSAGE(!contains(shown, "tier"), shown);
}
