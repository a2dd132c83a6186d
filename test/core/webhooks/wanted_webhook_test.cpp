#include "core/webhooks/wanted_webhook.hpp"

#include <doctest/doctest.h>

using namespace core::webhooks;
using core::bindings::webhook_binding;

namespace {

webhook_binding binding(core::bindings::webhook_kind kind = core::bindings::webhook_kind::validating) {
  webhook_binding x;
  x.kind = kind;
  x.name = "limits.web.example.com";
  x.rules = {{{"apps"}, {"*"}, {"deployments"}, {"CREATE", "UPDATE"}, "Namespaced"}};
  return x;
}

webhook_terms terms() {
  webhook_terms x;
  x.place.namespace_name = "ops";
  x.place.service = "hooks";
  x.place.config_map = "addon-operator";
  x.place.secret = "webhook";
  x.authorities = "PEM";
  return x;
}

} // namespace

TEST_CASE("a webhook has all fields of its binding, and the defaults of the API server") {
  CHECK(wanted_webhook(binding(), terms(), nullptr).dump()
        == R"({"admissionReviewVersions":["v1","v1beta1"],"clientConfig":{"caBundle":"UEVN","service":)"
           R"({"name":"hooks","namespace":"ops","path":"/hooks/limits-web-example-com","port":443}},)"
           R"("failurePolicy":"Fail","matchPolicy":"Equivalent","name":"limits.web.example.com",)"
           R"("namespaceSelector":{},"objectSelector":{},"rules":[{"apiGroups":["apps"],"apiVersions":["*"],)"
           R"("operations":["CREATE","UPDATE"],"resources":["deployments"],"scope":"Namespaced"}],)"
           R"("sideEffects":"None","timeoutSeconds":10})");
}

TEST_CASE("selectors, conditions and policies of a mutating binding are passed on") {
  auto x = binding(core::bindings::webhook_kind::mutating);
  using operation = core::bindings::label_requirement::operation;
  x.objects = core::bindings::label_selector{{{"app", "web"}}, {{"tier", operation::in, {"a"}}}};
  x.namespaces = core::bindings::label_selector{{}, {{"old", operation::does_not_exist, {}}}};
  x.conditions = {{"own", "true"}};
  x.on_failure = core::bindings::failure_policy::ignore;
  x.reinvocation = "IfNeeded";
  x.rules[0].scope.clear();
  const auto made = wanted_webhook(x, terms(), nullptr);
  CHECK(made.find("objectSelector")->dump()
        == R"({"matchExpressions":[{"key":"tier","operator":"In","values":["a"]}],"matchLabels":{"app":"web"}})");
  CHECK(made.find("namespaceSelector")->dump() == R"({"matchExpressions":[{"key":"old","operator":"DoesNotExist"}]})");
  CHECK(made.find("matchConditions")->dump() == R"([{"expression":"true","name":"own"}])");
  CHECK(made.string_at("failurePolicy") == "Ignore");
  CHECK(made.string_at("reinvocationPolicy") == "IfNeeded");
  CHECK(made.find("rules")->as_array()[0].string_at("scope") == "*");
}

TEST_CASE("a webhook that could see the operator's bookkeeping does not see it") {
  auto x = binding();
  const auto condition = [&x] {
    const auto made = wanted_webhook(x, terms(), nullptr);
    const auto* all = made.find("matchConditions");
    return all == nullptr ? std::string() : all->as_array()[0].string_at("expression").value_or("");
  };
  CHECK(condition().empty());
  x.rules = {{{""}, {"v1"}, {"pods", "configmaps"}, {"*"}, "*"}};
  CHECK(condition()
        == "!(has(request.namespace) && request.namespace == 'ops' && (request.resource.resource in ['leases', "
           "'events'] || request.resource.resource == 'configmaps' && has(request.name) && request.name == "
           "'addon-operator' || request.resource.resource == 'secrets' && has(request.name) && request.name == "
           "'webhook' || request.resource.resource in ['secrets', 'configmaps'] && has(request.name) && "
           "request.name.startsWith('sh.helm.release.v1.')))");
  x.rules = {{{"*"}, {"*"}, {"*/*"}, {"*"}, "*"}};
  CHECK_FALSE(condition().empty());
  auto old = terms();
  old.has_conditions = false;
  CHECK(wanted_webhook(x, old, nullptr).find("matchConditions") == nullptr);
}

TEST_CASE("a webhook that could keep the operator's Pod away does not see it, if the operator's user is known") {
  auto x = binding();
  x.rules = {{{""}, {"v1"}, {"pods"}, {"*"}, "*"}};
  x.conditions = {{"own", "true"}};
  auto by = terms();
  const auto names = [&] {
    std::string all;
    const auto made = wanted_webhook(x, by, nullptr);
    for (const auto& y : made.find("matchConditions")->as_array()) all += *y.string_at("name") + " ";
    return all;
  };
  CHECK(names() == "own ");
  by.user = "kubernetes-admin";
  CHECK(names() == "own ");
  by.user = "system:serviceaccount:ops:op";
  CHECK(names() == "not-the-operators-return own ");
}

TEST_CASE("an entry that stays has the present way to its hook, and no requests of the operator if it can block them") {
  auto x = binding();
  x.rules = {{{"batch"}, {"v1"}, {"jobs"}, {"*"}, "*"}};
  auto by = terms();
  const auto entry = wanted_webhook(x, by, nullptr);
  by.authorities = "NEW";
  CHECK(earlier_webhook(entry, x.name, by, hook_answers::not_yet).find("matchConditions") == nullptr);
  CHECK(earlier_webhook(entry, x.name, by, hook_answers::not_yet).find("clientConfig")->string_at("caBundle")
        == "TkVX");
  by.user = "system:serviceaccount:ops:op";
  const auto closed = earlier_webhook(entry, x.name, by, hook_answers::not_yet);
  REQUIRE(closed.find("matchConditions") != nullptr);
  CHECK(closed.find("matchConditions")->as_array()[0].string_at("name") == own_condition::closed);
  CHECK(earlier_webhook(closed, x.name, by, hook_answers::now).find("matchConditions") == nullptr);
  const auto lenient = entry.with("failurePolicy", "Ignore");
  CHECK(earlier_webhook(lenient, x.name, by, hook_answers::not_yet).find("matchConditions") == nullptr);
  by.has_conditions = false;
  CHECK(earlier_webhook(entry, x.name, by, hook_answers::not_yet).find("matchConditions") == nullptr);
}

TEST_CASE("a URL takes the place of the Service") {
  auto x = terms();
  x.place.url = "https://192.0.2.1:9680";
  CHECK(client_config(x, "/hooks/a-b-c", nullptr).dump()
        == R"({"caBundle":"UEVN","url":"https://192.0.2.1:9680/hooks/a-b-c"})");
}

TEST_CASE("an authority that cert-manager has written stays") {
  auto x = terms();
  x.authorities.clear();
  const auto known = text::json::object({{"caBundle", "QQ=="}});
  CHECK(client_config(x, "a.b.c", &known).string_at("caBundle") == "QQ==");
  CHECK(client_config(x, "/hooks/a-b-c", nullptr).find("caBundle") == nullptr);
}

TEST_CASE("an API server knows conditions from version 1.28 on") {
  CHECK(has_match_conditions("v1.28.0"));
  CHECK(has_match_conditions("v1.37.2+k3s1"));
  CHECK(has_match_conditions("v2.0.0"));
  CHECK_FALSE(has_match_conditions("v1.27.16"));
  CHECK_FALSE(has_match_conditions(""));
}
