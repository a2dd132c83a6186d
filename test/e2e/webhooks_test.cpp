// Hooks that admit and change objects, asked by a real API server. The operator registers their webhooks.
#include "account.hpp"
#include "given.hpp"
#include "run.hpp"
#include "ward.hpp"

#include "kube/api/request.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <functional>

namespace {

using e2e::contains;
using e2e::ward;
using text::json;

const kube::api::resource validating{.group = "admissionregistration.k8s.io",
                                     .version = "v1",
                                     .kind = "ValidatingWebhookConfiguration",
                                     .plural = "validatingwebhookconfigurations",
                                     .namespaced = false};
const kube::api::resource mutating{.group = "admissionregistration.k8s.io",
                                   .version = "v1",
                                   .kind = "MutatingWebhookConfiguration",
                                   .plural = "mutatingwebhookconfigurations",
                                   .namespaced = false};

json entries(const json& configuration) {
  const auto* all = configuration.find("webhooks");
  return all == nullptr ? json::array() : *all;
}

std::string first_bundle(const json& configuration) {
  const auto all = entries(configuration);
  return all.as_array().empty() ? std::string()
                                : all.as_array()[0].find("clientConfig")->string_at("caBundle").value_or("");
}

constexpr auto decides = R"(case $name in
*bad*) echo '{"allowed":false,"message":"bad is not welcome","warnings":["seen"]}' >$VALIDATING_RESPONSE_PATH ;;
*hang*) sleep 60 ;;
*fails*) echo 'no decision' >&2; exit 1 ;;
*) echo '{"allowed":true}' >$VALIDATING_RESPONSE_PATH ;;
esac)";

constexpr auto labels = R"(#!/usr/bin/env python3
import base64, json, os, sys
if sys.argv[1:] == ["--config"]:
    print(CONFIG)
    sys.exit()
review = json.load(open(os.environ["BINDING_CONTEXT_PATH"]))[0]["review"]
patch = [{"op": "add", "path": "/data", "value": {"by": review["request"]["operation"]}}]
answer = {"allowed": True, "patch": base64.b64encode(json.dumps(patch).encode()).decode()}
json.dump(answer, open(os.environ["VALIDATING_RESPONSE_PATH"], "w"))
)";

std::string python(const std::string& config) {
  std::string text = labels;
  return text.replace(text.find("CONFIG"), 6, "\"\"\"configVersion: v1\n" + config + "\"\"\"");
}

} // namespace

TEST_CASE("a real API server asks hooks in bash and Python, by a certificate that the operator has made"
          * doctest::skip(e2e::no_cluster())) {
  ward own("ask");
  own.files.add_program("global-hooks/a.sh",
                        ward::bash(own.binding("Validating", "limits", "  timeoutSeconds: 3\n"), decides));
  own.files.add_program("global-hooks/b.py", python(own.binding("Mutating", "labels")));
  e2e::operator_run run(own.files, own.options);
  run.await({{"event", "webhooks_registered"}, {"kind", "ValidatingWebhookConfiguration"}});
  run.await({{"event", "webhooks_registered"}, {"kind", "MutatingWebhookConfiguration"}});
  CHECK_MESSAGE(contains(own.create_until("bad", true), "denied the request: bad is not welcome"), own.space);
  CHECK(own.create("good") == "");
  CHECK(own.find("good").find("data")->dump() == R"({"by":"CREATE"})");
  const auto hangs = own.create("hang");
  CHECK_MESSAGE(contains(hangs, "Hook failed: hook 'a.sh': took longer than its time limit"), hangs);
  const auto fails = own.create("fails");
  CHECK_MESSAGE(contains(fails, "Hook failed: hook 'a.sh'"), fails);
  CHECK(run.get("/readyz").body == "Startup converge done.\n");
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("a hook that fails lets requests pass with failurePolicy Ignore" * doctest::skip(e2e::no_cluster())) {
  ward own("ignore");
  own.files.add_program("global-hooks/a.sh",
                        ward::bash(own.binding("Validating", "limits", "  failurePolicy: Ignore\n"), decides));
  e2e::operator_run run(own.files, own.options);
  run.await({{"event", "webhooks_registered"}});
  CHECK(own.create_until("bad", true) != "");
  CHECK(own.create("fails") == "");
  run.await({{"event", "review_failed"}});
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("drift of a configuration, and a deleted Secret, are put right" * doctest::skip(e2e::no_cluster())) {
  ward own("drift");
  own.files.add_program("global-hooks/a.sh", ward::bash(own.binding("Validating", "limits"), decides));
  e2e::operator_run run(own.files, own.options);
  run.await({{"event", "webhooks_registered"}});
  const kube::api::object_location where{.namespace_ = {}, .name = own.configuration()};
  const auto made = e2e::cluster().await(validating, where);
  const auto is_right = [&](const json& x) { return entries(x) == entries(made); };

  e2e::cluster().call(kube::api::remove_request(validating, where));
  e2e::cluster().await(validating, where, is_right);

  e2e::cluster().call(kube::api::patch_request(
    validating, where,
    {.kind = kube::api::patch_kind::json, .body = R"([{"op":"add","path":"/webhooks/0/failurePolicy","value":"Ignore"},
                 {"op":"add","path":"/webhooks/0/objectSelector","value":{"matchLabels":{"no":"object"}}},
                 {"op":"remove","path":"/webhooks/0/clientConfig/caBundle"}])"}));
  e2e::cluster().await(validating, where, is_right);

  const kube::api::object_location secret{.namespace_ = own.space, .name = "addon-operator-webhook"};
  e2e::cluster().call(kube::api::remove_request(test::secrets(), secret));
  e2e::cluster().await(test::secrets(), secret);
  CHECK(own.create_until("bad", true) != "");
  CHECK(first_bundle(e2e::cluster().await(validating, where)) == first_bundle(made));
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("webhooks stay while the operator is away and until a module answers, and go with their module"
          * doctest::skip(e2e::no_cluster())) {
  ward own("stay");
  const auto gate = own.files.path("gate");
  own.files.add_hook("010-web",
                     ward::bash("onStartup: 1\nkubernetes: [{name: maps, apiVersion: v1, kind: ConfigMap, namespace: "
                                "{nameSelector: {matchNames: ["
                                  + own.space + "]}}, executeHookOnEvent: []}]\n" + own.binding("Validating", "limits"),
                                "grep -q onStartup $BINDING_CONTEXT_PATH && { while [ -e " + gate
                                  + " ]; do read -r -t 0.1 <> <(:); done; exit 0; }\n" + decides));
  const kube::api::object_location where{.namespace_ = {}, .name = own.configuration()};
  {
    e2e::operator_run run(own.files, own.options);
    run.await({{"event", "webhooks_registered"}});
    CHECK(contains(own.create_until("bad", true), "bad is not welcome"));
    CHECK_EQ(run.stop().exit_code, 0);
  }
  const auto before = e2e::cluster().await(validating, where);
  CHECK(contains(own.create("while-away"), "failed calling webhook"));
  own.files.add_file("gate", "");
  e2e::operator_run run(own.files, own.options);
  run.await({{"event", "webhooks_listening"}});
  const auto waits = [](const std::string& answer) {
    return contains(answer, "Hook failed: hook 'hooks/hook.sh' of module 'web': it is not asked yet");
  };
  const auto early = own.create_until_said("early", waits);
  CHECK_MESSAGE(waits(early), early);
  e2e::run_program({"/bin/rm", gate});
  run.await_converged();
  CHECK(own.create("late") == "");
  CHECK(e2e::cluster().await(validating, where).find("metadata")->string_at("uid")
        == before.find("metadata")->string_at("uid"));

  e2e::cluster().call(kube::api::create_request(test::config_maps(), {.namespace_ = own.space},
                                                json::object({{"apiVersion", "v1"},
                                                              {"kind", "ConfigMap"},
                                                              {"metadata", json::object({{"name", "addon-operator"}})},
                                                              {"data", json::object({{"webEnabled", "false"}})}})
                                                  .dump()));
  e2e::cluster().await_absence(validating, where);
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("certificates from files are registered, and webhooks remove takes an operator's webhooks away"
          * doctest::skip(e2e::no_cluster())) {
  ward own("files");
  own.files.add_program("global-hooks/b.py", python(own.binding("Mutating", "labels")));
  const auto file = [&](const char* name) { return own.files.path(name); };
  e2e::run_program({"/usr/bin/env", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-keyout", file("tls.key"), "-out", file("tls.crt"), "-days", "1", "-subj", "/CN=hooks",
                    "-addext", "subjectAltName=IP:127.0.0.1"});
  for (const auto& [option, name] : {std::pair{"--validating-webhook-server-cert", "tls.crt"},
                                     {"--validating-webhook-server-key", "tls.key"},
                                     {"--validating-webhook-ca", "tls.crt"}}) {
    own.options.arguments.emplace_back(option);
    own.options.arguments.push_back(file(name));
  }
  const kube::api::object_location where{.namespace_ = {}, .name = own.configuration()};
  {
    e2e::operator_run run(own.files, own.options);
    run.await({{"event", "webhooks_registered"}});
    CHECK(run.all({{"event", "webhook_certificate_changed"}}).empty());
    e2e::cluster().await(mutating, where);
    CHECK(own.create_until("good", false) == "");
    CHECK_EQ(run.stop().exit_code, 0);
  }
  CHECK(contains(own.create_until("away", true), "failed calling webhook"));
  const auto said =
    e2e::run_program({e2e::given().operator_program, "webhooks", "remove", "--namespace", own.space,
                      "--validating-webhook-configuration-name", own.space, "--kube-config", e2e::given().kubeconfig});
  CHECK_MESSAGE(contains(said, "MutatingWebhookConfiguration " + own.configuration() + " is removed"), said);
  CHECK(own.create_until("free", false) == "");
}

TEST_CASE("one webhook that a real API server refuses costs the others nothing, and is named"
          * doctest::skip(e2e::no_cluster())) {
  ward own("refused");
  own.files.add_program("global-hooks/a.sh", ward::bash(own.binding("Validating", "limits"), decides));
  own.files.add_hook("010-web", ward::bash(own.binding("Validating", "broken",
                                                       "  matchConditions: [{name: x, expression: 'object.a ='}]\n"),
                                           decides));
  e2e::operator_run run(own.files, own.options);
  const auto refused = run.await({{"event", "webhook_refused"}, {"module", "web"}});
  CHECK_MESSAGE(contains(refused["error"], "matchConditions[1].expression: Invalid value"), refused.line);
  CHECK(refused["hook"] == "hooks/hook.sh");
  CHECK_MESSAGE(contains(own.create_until("bad", true), "denied the request: bad is not welcome"), own.space);
  const auto page = run.get("/readyz").body;
  CHECK_MESSAGE(contains(page, "the API server refuses it: matchConditions[1].expression"), page);
  const auto now = e2e::cluster().await(validating, {.namespace_ = {}, .name = own.configuration()});
  CHECK(entries(now).as_array().size() == 1);
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("after a restart the operator's own requests pass a webhook that does not answer yet, and so does its Pod"
          * doctest::skip(e2e::no_cluster())) {
  ward own("own");
  e2e::new_account(own.space, "op", "[]");
  const kube::api::resource bindings{.group = "rbac.authorization.k8s.io",
                                     .version = "v1",
                                     .kind = "ClusterRoleBinding",
                                     .plural = "clusterrolebindings",
                                     .namespaced = false};
  e2e::cluster().call(kube::api::create_request(
    bindings, {},
    R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":")" + own.space
      + R"("},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},)"
        R"("subjects":[{"kind":"ServiceAccount","name":"op","namespace":")"
      + own.space + R"("}]})"));
  own.files.add_file("token", e2e::token_of(own.space, "op"));
  own.files.add_file("kubeconfig", e2e::kubeconfig_with("token"));
  own.options.kubeconfig = own.files.path("kubeconfig");
  auto binding = own.binding("Validating", "limits");
  binding.replace(binding.find("[configmaps]"), std::string("[configmaps]").size(), "[configmaps, pods]");
  own.files.add_hook("020-web", ward::bash(binding, decides));
  const kube::api::object_location where{.namespace_ = {}, .name = own.configuration()};
  {
    e2e::operator_run run(own.files, own.options);
    run.await({{"event", "webhooks_registered"}});
    CHECK(contains(own.create_until("bad", true), "bad is not welcome"));
    CHECK_EQ(run.stop().exit_code, 0);
  }
  // The webhook is not answered: the operator's Pod comes back, and other Pods do not.
  const auto pod = [&](const std::string& account) {
    auto request = kube::api::create_request(
      {.version = "v1", .kind = "Pod", .plural = "pods"}, {.namespace_ = own.space},
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"serviceAccountName":")" + account
        + R"(","containers":[{"name":"c","image":"i"}]}})");
    request.target += "?dryRun=All";
    const auto made = e2e::cluster().try_call(request);
    return made ? std::string() : made.error().message;
  };
  e2e::new_account(own.space, "other", "[]");
  CHECK(pod("op") == "");
  CHECK(contains(pod("other"), "failed calling webhook"));

  own.files.add_chart("010-first", e2e::config_map_manifest("first", "one"));
  e2e::operator_run run(own.files, own.options);
  run.await_converged();
  CHECK(own.find("first").find("data") != nullptr);
  // The webhook answers now, also for the operator.
  e2e::cluster().await(validating, where,
                       [](const json& x) { return x.dump().find("not-the-operators-own") == std::string::npos; });
  CHECK(contains(own.create_until("worse-bad", true), "bad is not welcome"));
  CHECK_EQ(run.stop().exit_code, 0);
}
