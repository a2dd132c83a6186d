#include "core/webhooks/own_requests.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace core::webhooks;
using text::json;

namespace {

constexpr auto user = "system:serviceaccount:ops:op";

registration place() {
  registration x;
  x.namespace_name = "ops";
  x.config_map = "addon-operator";
  x.secret = "webhook";
  return x;
}

/// Rules of a webhook: `GROUP/RESOURCE`.
json rules(const std::vector<std::string>& all) {
  json::array_type items;
  for (const auto& x : all) {
    const auto slash = x.find('/');
    items.push_back(json::object(
      {{"apiGroups", json::array({x.substr(0, slash)})}, {"resources", json::array({x.substr(slash + 1)})}}));
  }
  return json::array(std::move(items));
}

/// The names of the own conditions.
std::string names(const std::vector<std::string>& of, std::string_view by = user,
                  hook_answers answers = hook_answers::now) {
  std::string text;
  for (const auto& x : own_conditions(rules(of), place(), by, answers)) text += *x.string_at("name") + " ";
  return text;
}

/// The expression of an own condition.
std::string expression(const std::vector<std::string>& of, std::string_view name) {
  for (const auto& x : own_conditions(rules(of), place(), user, hook_answers::not_yet))
    if (x.string_at("name") == name) return *x.string_at("expression");
  return {};
}

json condition(const std::string& name, const std::string& text) {
  return json::object({{"name", name}, {"expression", text}});
}

} // namespace

TEST_CASE("the user of a service account is told from other users") {
  const auto account = service_account_of("system:serviceaccount:ops:op");
  REQUIRE(account);
  CHECK(account->namespace_name == "ops");
  CHECK(account->name == "op");
  for (const auto* x : {"", "admin", "system:serviceaccount:", "system:serviceaccount:ops",
                        "system:serviceaccount:ops:", "system:serviceaccount::op", "system:node:a"})
    CHECK_FALSE(service_account_of(x));
}

TEST_CASE("conditions are added only to webhooks whose rules can match the requests") {
  CHECK(names({"apps/daemonsets"}) == "");
  CHECK(names({"x.io/tabs"}) == "");
  CHECK(names({"/configmaps"}) == "not-the-operators-bookkeeping ");
  CHECK(names({"/secrets"}) == "not-the-operators-bookkeeping ");
  CHECK(names({"coordination.k8s.io/leases"}) == "not-the-operators-bookkeeping not-the-operators-return ");
  for (const auto* x :
       {"/pods", "/pods/*", "/pods/binding", "apps/deployments", "apps/replicasets", "/serviceaccounts/token",
        "/endpoints", "discovery.k8s.io/endpointslices", "/nodes", "/nodes/status",
        "authentication.k8s.io/tokenreviews", "authorization.k8s.io/subjectaccessreviews", "*/pods"})
    CHECK_MESSAGE(names({x}) == "not-the-operators-return ", x);
  for (const auto* x : {"*/*", "*/*/*", "/*"})
    CHECK_MESSAGE(names({x}) == "not-the-operators-bookkeeping not-the-operators-return ", x);
  CHECK(own_conditions(json(), place(), user, hook_answers::now).empty());
}

TEST_CASE("without the user of a service account only the bookkeeping is left out") {
  for (const auto* x : {"", "kubernetes-admin"}) {
    CHECK(names({"*/*"}, x, hook_answers::not_yet) == "not-the-operators-bookkeeping ");
    CHECK(names({"/pods"}, x, hook_answers::not_yet) == "");
  }
}

TEST_CASE("as long as the hook does not answer, all requests of the operator are left out") {
  CHECK(names({"apps/daemonsets"}, user, hook_answers::not_yet) == "not-the-operators-own ");
  CHECK(expression({"apps/daemonsets"}, own_condition::closed)
        == "request.userInfo.username != 'system:serviceaccount:ops:op'");
}

TEST_CASE("the bookkeeping has the operator's ConfigMap, Secret, records, Leases and Events") {
  CHECK(expression({"/configmaps"}, own_condition::bookkeeping)
        == "!(has(request.namespace) && request.namespace == 'ops' && (request.resource.resource in ['leases', "
           "'events'] || request.resource.resource == 'configmaps' && has(request.name) && request.name == "
           "'addon-operator' || request.resource.resource == 'secrets' && has(request.name) && request.name == "
           "'webhook' || request.resource.resource in ['secrets', 'configmaps'] && has(request.name) && "
           "request.name.startsWith('sh.helm.release.v1.')))");
  auto nowhere = place();
  nowhere.namespace_name.clear();
  CHECK(own_conditions(rules({"*/*"}), nowhere, "", hook_answers::now).empty());
}

TEST_CASE("the return of the operator has the parts that the rules can match") {
  CHECK(expression({"/pods"}, own_condition::comeback)
        == "!(has(request.namespace) && request.namespace == 'ops' && (request.resource.group == '' && "
           "request.resource.resource == 'pods' && (has(request.subResource) && request.subResource == 'binding' || "
           "[object, oldObject].exists(x, x != null && has(x.spec) && has(x.spec.serviceAccountName) && "
           "x.spec.serviceAccountName == 'op'))))");
  CHECK(expression({"coordination.k8s.io/leases"}, own_condition::comeback)
        == "!(request.resource.resource == 'leases' && has(request.namespace) && request.namespace in "
           "['kube-node-lease', 'kube-system'])");
  const auto all = expression({"*/*"}, own_condition::comeback);
  for (const auto* part : {"x.spec.template.spec.serviceAccountName == 'op'", "request.subResource == 'token'",
                           "'endpointslices'", "startsWith('system:node:')", "'authentication.k8s.io'"})
    CHECK_MESSAGE(all.find(part) != std::string::npos, part);
}

TEST_CASE("own conditions come first, in place of earlier own conditions") {
  const auto of_hook = json::array({condition(own_condition::closed, "old"), condition("a", "true")});
  CHECK(json::array(with_own({condition(own_condition::bookkeeping, "new")}, of_hook)).dump()
        == R"([{"expression":"new","name":"not-the-operators-bookkeeping"},{"expression":"true","name":"a"}])");
  CHECK(with_own({}, json()).empty());
}

TEST_CASE("conditions beyond the number that the API server allows are joined, so that none is lost") {
  json::array_type many;
  for (int i = 0; i < 64; ++i) many.push_back(condition("c" + std::to_string(i), "x == " + std::to_string(i)));
  const auto made = with_own({condition("o1", "true"), condition("o2", "true")}, json::array(many));
  REQUIRE(made.size() == 64);
  CHECK(made.back().string_at("expression") == "((x == 61) && (x == 62)) && (x == 63)");
  CHECK(made[2].string_at("expression") == "x == 0");
}
