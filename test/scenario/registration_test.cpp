// The registration of webhooks in the API server by the whole operator.
#include "actors/telemetry/metrics.hpp"
#include "actors/telemetry/status_pages.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "support/operator_fixture.hpp"

#include <string>
#include <vector>

using test::v1;
using text::json;
using namespace std::chrono_literals;

namespace {

constexpr auto validating = "ValidatingWebhookConfiguration";
constexpr auto mutating = "MutatingWebhookConfiguration";
constexpr auto name = "hooks-hooks";
/// The run of this binding comes before the first answer of its hook.
constexpr auto first = "onStartup: 1\n";

void hang(test::hook_run& run) {
  run.end = test::fake_end::goes_on();
}

/// An operator that registers webhooks. Its API server asks none of them.
struct registration_fixture : test::operator_fixture {
  std::size_t served = 0; ///< certificates

  registration_fixture() {
    for (const auto& [kind, plural] : {std::pair{validating, "validatingwebhookconfigurations"},
                                       std::pair{mutating, "mutatingwebhookconfigurations"}}) {
      kube::api::resource x{"admissionregistration.k8s.io", "v1", kind, plural, false};
      x.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
      api().add_resource(x);
    }
    setup.webhooks = own(actors::webhooks::webhook_server(
      system(), shared(), own(actors::telemetry::metrics(system(), shared(), "addon_operator_")), {}));
    actors::webhooks::registrar_options options;
    options.registration.configuration = "hooks";
    options.registration.namespace_name = namespace_name;
    options.registration.service = "svc";
    options.registration.secret = "webhook";
    options.registration.config_map = "addon-operator";
    options.registration.owner = std::string(namespace_name) + "/" + setup.helm.platform.name;
    options.serve = [this](const std::string&, const std::string&) -> base::result<void> {
      ++served;
      return {};
    };
    setup.registration = std::move(options);
    create_config_map();
  }

  static std::string webhook(const std::string& kind, const std::string& webhook_name) {
    return "kubernetes" + kind + ":\n- name: " + webhook_name
           + "\n  rules: [{apiGroups: [\"\"], apiVersions: [\"*\"], resources: [pods], operations: [\"*\"]}]\n";
  }
  /// The names of the registered webhooks of a kind.
  [[nodiscard]] std::string registered(const char* kind) {
    const auto now = api().object(kind, "", name);
    if (!now) return "none";
    std::string names;
    for (const auto& x : now->find("webhooks")->as_array()) names += *x.string_at("name") + " ";
    return names;
  }
  /// The conditions of the first registered webhook.
  [[nodiscard]] std::string conditions() {
    const auto now = api().object(validating, "", name);
    const auto* all = now ? now->find("webhooks")->as_array()[0].find("matchConditions") : nullptr;
    return all == nullptr ? std::string() : all->dump();
  }
  /// The configuration that an operator before this one has left, with these webhooks.
  void put_earlier(const std::vector<std::string>& names) {
    json::array_type entries;
    for (const auto& x : names) entries.push_back(json::object({{"name", x}, {"failurePolicy", "Fail"}}));
    const auto marks = json::object({{"addon-operator/platform", setup.registration->registration.owner}});
    api().put_object(json::object({{"apiVersion", "admissionregistration.k8s.io/v1"},
                                   {"kind", validating},
                                   {"metadata", json::object({{"name", name}, {"annotations", marks}})},
                                   {"webhooks", json::array(std::move(entries))}}));
  }
  [[nodiscard]] std::string page() { return actors::telemetry::readiness(describe()).body; }
  [[nodiscard]] bool is_on_page(std::string_view text) { return page().find(text) != std::string::npos; }
  [[nodiscard]] std::size_t count_requests(std::string_view method, std::string_view target_part) {
    std::size_t n = 0;
    for (const auto& x : api().requests())
      if (x.method == method && x.target.find(target_part) != std::string::npos) ++n;
    return n;
  }
};

} // namespace

TEST_CASE_FIXTURE(registration_fixture, "webhooks of global hooks and modules are registered once their hooks answer") {
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")));
  module("010-web");
  hook("web/a.sh", v1(first + webhook("Validating", "a.web.x.com") + webhook("Mutating", "m.web.x.com")), hang);
  start();
  // The module starts, so its hook does not answer yet.
  CHECK(registered(validating) == "a.global.x.com ");
  CHECK(served == 1);
  finish_running();
  CHECK(registered(validating) == "a.global.x.com a.web.x.com ");
  CHECK(registered(mutating) == "m.web.x.com ");
  const auto now = *api().object(validating, "", name);
  const auto* config = now.find("webhooks")->as_array()[0].find("clientConfig");
  CHECK(config->find("service")->string_at("path") == "/hooks/a-global-x-com");
  const auto secret = *api().object("Secret", namespace_name, "webhook");
  CHECK(config->string_at("caBundle") == secret.find("data")->string_at("ca.crt"));
  CHECK(page() == "Startup converge done.\n");
}

TEST_CASE_FIXTURE(registration_fixture, "the lists of modules and hooks show webhooks, and why they are not asked") {
  hook("global/a.sh", v1("onStartup: 1\n" + webhook("Validating", "a.global.x.com")));
  module("010-web");
  hook("web/a.sh", v1(first + webhook("Mutating", "a.web.x.com")), hang);
  start();
  const auto shows = [this](const std::string& path, std::string_view text) {
    const auto body = debug_page(path).body;
    CHECK_MESSAGE(body.find(text) != std::string::npos, path, ": ", body);
  };
  const std::string of_web =
    R"("webhooks":[{"hook":"hooks/a.sh","kind":"mutating","module":"web","name":"a.web.x.com",)";
  shows("/module/list.json", of_web
                               + R"("reason":"its hook answers from the end of the module's Synchronization on",)"
                                 R"("state":"waits"}])");
  shows("/module/list.text", "global a.sh: validating a.global.x.com: asked\n");
  shows("/module/list.text", "web hooks/a.sh: mutating a.web.x.com: waits: ");
  replay("web/a.sh", [](test::hook_run&) {});
  finish_running();
  shows("/module/list.json", of_web + R"("state":"asked"}])");
  shows("/global/list.json", R"({"globalHooks":["a.sh"],"webhooks":[{"hook":"a.sh","kind":"validating",)"
                             R"("name":"a.global.x.com","state":"asked"}]})");
  shows("/hook/list.text", "  mutating a.web.x.com: asked\n");
  shows("/hook/list.json", of_web);
}

TEST_CASE_FIXTURE(registration_fixture, "drift is put right at once, without a run of a hook") {
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")));
  start();
  const auto made = *api().object(validating, "", name);
  const auto runs = runs_of("global/a.sh").size();
  api().put_object(made.with("webhooks", json::array()));
  run();
  CHECK(*api().object(validating, "", name)->find("webhooks") == *made.find("webhooks"));
  api().delete_object(validating, "", name);
  run();
  CHECK(registered(validating) == "a.global.x.com ");
  CHECK(runs_of("global/a.sh").size() == runs);
}

TEST_CASE_FIXTURE(registration_fixture, "the webhooks of a module go with it, and those of other owners stay") {
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")));
  module("010-web");
  hook("web/a.sh",
       v1("afterDeleteHelm: 1\n" + webhook("Validating", "a.web.x.com") + webhook("Mutating", "m.web.x.com")));
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  start();
  CHECK(registered(mutating) == "m.web.x.com ");
  set_config("webEnabled", "false");
  run();
  CHECK(registered(validating) == "a.global.x.com ");
  CHECK(registered(mutating) == "none");
}

TEST_CASE_FIXTURE(registration_fixture, "a restart removes nothing, until the module that has asked for it answers") {
  put_earlier({"a.web.x.com", "gone.web.x.com"});
  module("010-web");
  module("020-off", "offEnabled: false\n");
  hook("off/a.sh", v1(webhook("Validating", "a.off.x.com")));
  hook("web/a.sh", v1(first + webhook("Validating", "a.web.x.com")), hang);
  start();
  // The module starts, so its wish is not known. A module that is off wants none.
  CHECK(registered(validating) == "a.web.x.com gone.web.x.com ");
  finish_running();
  // No annotation names the hook of the other webhook, so it may be a hook that is absent.
  CHECK(registered(validating) == "a.web.x.com gone.web.x.com ");
}

TEST_CASE_FIXTURE(registration_fixture, "a hook whose configuration is not known keeps the webhooks of before") {
  put_earlier({"a.web.x.com"});
  module("010-web");
  hook("web/a.sh", "configVersion: v1\nnonsense: 1\n");
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")));
  start();
  advance(1h);
  CHECK(registered(validating) == "a.global.x.com a.web.x.com ");
}

TEST_CASE_FIXTURE(registration_fixture, "a stop leaves the webhooks, because a policy counts also during a restart") {
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")));
  start();
  stop();
  advance(setup.stop_grace);
  CHECK(exit_codes() == std::vector<int>{0});
  CHECK(registered(validating) == "a.global.x.com ");
}

TEST_CASE_FIXTURE(registration_fixture, "a missing right is named on /readyz, and the rest goes on") {
  bool is_granted = false;
  api().put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (is_granted || x.target.find("webhookconfigurations") == std::string::npos) return std::nullopt;
    return simulation::refusal(403, "Forbidden");
  });
  hook("global/a.sh", v1("onStartup: 1\n" + webhook("Validating", "a.global.x.com")));
  module("010-web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  start();
  CHECK_EQ(take_journal(), "global/a.sh onStartup; helm upgrade web");
  CHECK_MESSAGE(is_on_page("the API server does not ask all webhooks of hooks: "), page());
  CHECK(is_on_page("ValidatingWebhookConfiguration hooks-hooks"));
  CHECK_MESSAGE(is_on_page("; it does not ask a.global.x.com"), page());
  const auto list = debug_page("/global/list.json").body;
  CHECK_MESSAGE(list.find(R"("name":"a.global.x.com","reason":"ValidatingWebhookConfiguration hooks-hooks)")
                  != std::string::npos,
                list);
  CHECK(list.find(R"("state":"notAsked")") != std::string::npos);
  CHECK(debug_page("/status.text").body.find("a.global.x.com") != std::string::npos);
  is_granted = true;
  advance(5min);
  CHECK(registered(validating) == "a.global.x.com ");
  CHECK(page() == "Startup converge done.\n");
}

TEST_CASE_FIXTURE(registration_fixture,
                  "an operator without webhooks looks once, and is ready without the right to look") {
  api().fail_next({{"GET", "webhookconfigurations"}, simulation::refusal(403, "Forbidden"), 100});
  module("010-web");
  module("020-off", "offEnabled: false\n");
  start();
  set_config("offEnabled", "true");
  set_config("offEnabled", "false");
  run();
  advance(1h);
  CHECK(count_requests("GET", "/validatingwebhookconfigurations/") == 1);
  CHECK(count_requests("GET", "/mutatingwebhookconfigurations/") == 1);
  CHECK(count_requests("GET", "watch") > 0);
  CHECK_FALSE(is_on_page("webhooks"));
  CHECK(served == 0);
}

TEST_CASE_FIXTURE(registration_fixture,
                  "one webhook that the API server refuses costs the others nothing, and is named") {
  api().put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (x.method == "GET" || x.body.find("no CEL") == std::string::npos) return std::nullopt;
    kube::api::http_response refused;
    refused.status = 422;
    refused.body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Invalid","code":422,"message":)"
                   R"("Configuration \"hooks\" is invalid: webhooks[0].matchConditions[0].expression: Syntax error"})";
    return refused;
  });
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")));
  module("010-web");
  module("020-db");
  const auto broken = "  matchConditions: [{name: a, expression: no CEL}]\n";
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com") + broken + webhook("Mutating", "m.web.x.com")));
  hook("db/a.sh", v1(webhook("Validating", "a.db.x.com")));
  start();
  CHECK(registered(validating) == "a.db.x.com a.global.x.com ");
  CHECK(registered(mutating) == "m.web.x.com ");
  CHECK_MESSAGE(is_on_page("webhook 'a.web.x.com' of hook 'hooks/a.sh' of module 'web': the API server refuses it: "
                           "matchConditions[0].expression: Syntax error"),
                page());
  CHECK_FALSE(is_on_page("the API server does not ask all webhooks of hooks"));
}

TEST_CASE_FIXTURE(registration_fixture,
                  "after a restart a webhook leaves the operator's requests out until its hook answers") {
  put_earlier({"a.web.x.com"});
  api().set_user("system:serviceaccount:addon-operator:op");
  module("010-first");
  module("020-web");
  std::string seen_by_first;
  hook("first/a.sh", v1("beforeHelm: 1"), [&](test::hook_run&) { seen_by_first = conditions(); });
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")));
  start();
  CHECK_MESSAGE(seen_by_first.find("request.userInfo.username != 'system:serviceaccount:addon-operator:op'")
                  != std::string::npos,
                seen_by_first);
  // The webhook answers now. The Pod of the operator stays left out.
  CHECK(conditions().find("request.userInfo.username != ") == std::string::npos);
  CHECK_MESSAGE(conditions().find("x.spec.serviceAccountName == 'op'") != std::string::npos, conditions());
  CHECK(page() == "Startup converge done.\n");
}

TEST_CASE_FIXTURE(registration_fixture, "of a person's login, webhooks leave no further requests out") {
  put_earlier({"a.web.x.com"});
  module("010-first");
  module("020-web");
  std::string seen_by_first = "not run";
  hook("first/a.sh", v1("beforeHelm: 1"), [&](test::hook_run&) { seen_by_first = conditions(); });
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")));
  start();
  CHECK(seen_by_first.empty());
  CHECK(conditions().empty());
}

TEST_CASE_FIXTURE(registration_fixture,
                  "a client that undoes a registration again and again is named, and meets pauses") {
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")));
  start();
  const auto made = *api().object(validating, "", name);
  const auto is_right = [&] { return *api().object(validating, "", name)->find("webhooks") == *made.find("webhooks"); };
  const auto changed =
    made.with("webhooks", json::array({made.find("webhooks")->as_array()[0].with("failurePolicy", "Ignore")}))
      .with("metadata", made.find("metadata")->without("resourceVersion"));
  for (int i = 0; i < 5; ++i) {
    CHECK(is_right());
    api().put_object(changed);
    run();
  }
  CHECK_FALSE(is_right());
  CHECK_MESSAGE(is_on_page("writers of webhooks: webhooks[a.global.x.com].failurePolicy of "
                           "ValidatingWebhookConfiguration hooks-hooks is changed again and again by another client"),
                page());
  advance(10s);
  CHECK(is_right());
  advance(11min);
  CHECK(page() == "Startup converge done.\n");
}
