// Webhooks of modules that are off since the start.
#include "actors/telemetry/metrics.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "support/operator_fixture.hpp"
#include "text/plain/checksum.hpp"

#include <string>

using test::v1;
using text::json;

namespace {

constexpr auto validating = "ValidatingWebhookConfiguration";

/// The operator before this one has registered a webhook of `web`, and one of a module that is not there any
/// more. A configuration keeps its earlier webhooks until their owners have given them up.
struct unwanted_fixture : test::operator_fixture {
  unwanted_fixture() {
    kube::api::resource kind{"admissionregistration.k8s.io", "v1", validating, "validatingwebhookconfigurations",
                             false};
    kind.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
    api().add_resource(kind);
    auto mutating = kind;
    mutating.kind = "MutatingWebhookConfiguration";
    mutating.plural = "mutatingwebhookconfigurations";
    api().add_resource(mutating);
    setup.webhooks = own(actors::webhooks::webhook_server(
      system(), shared(), own(actors::telemetry::metrics(system(), shared(), "addon_operator_")), {}));
    actors::webhooks::registrar_options options;
    options.registration.configuration = "hooks";
    options.registration.namespace_name = namespace_name;
    options.registration.service = "svc";
    options.registration.secret = "webhook";
    options.registration.config_map = "addon-operator";
    options.registration.owner = std::string(namespace_name) + "/" + setup.helm.platform.name;
    options.serve = [](const std::string&, const std::string&) -> base::result<void> { return {}; };
    setup.registration = std::move(options);
    create_config_map();
    put_webhooks({});
  }
  /// @param file digest of the file of `web`'s hook when it asked for its webhook
  void put_webhooks(const std::string& file) {
    const core::webhooks::owners_by_name owners{{"a.web.x.com", {"web", "hooks/a.sh", file}},
                                                {"gone.x.com", {"gone", "hooks/a.sh"}}};
    const auto marks = json::object({{"addon-operator/platform", setup.registration->registration.owner},
                                     {core::webhooks::owners_annotation, core::webhooks::owners_text(owners)}});
    api().put_object(json::object(
      {{"apiVersion", "admissionregistration.k8s.io/v1"},
       {"kind", validating},
       {"metadata", json::object({{"name", "hooks-hooks"}, {"annotations", marks}})},
       {"webhooks", json::array({json::object({{"name", "a.web.x.com"}}), json::object({{"name", "gone.x.com"}})})}}));
  }
  void bind_webhook() {
    hook("web/a.sh", v1("kubernetesValidating: [{name: a.web.x.com, rules: [{apiGroups: [\"\"], apiVersions: [\"*\"], "
                        "resources: [pods], operations: [\"*\"]}]}]"));
  }
  [[nodiscard]] bool logs(const std::string& words) const { return log().find(words) != std::string::npos; }
  [[nodiscard]] std::string registered() {
    const auto now = api().object(validating, "", "hooks-hooks");
    if (!now) return "none";
    std::string names;
    for (const auto& x : now->find("webhooks")->as_array()) names += *x.string_at("name") + " ";
    return names;
  }
};

} // namespace

TEST_CASE_FIXTURE(unwanted_fixture,
                  "a module that is off by a written wish wants no webhooks, and a missing one is named") {
  module("010-web", "webEnabled: false\n");
  bind_webhook();
  start();
  CHECK(registered() == "gone.x.com ");
  CHECK(logs("no module has this name"));
  std::string problems;
  for (const auto& x : describe().problems) problems += x + "\n";
  CHECK_MESSAGE(problems.find("webhook 'gone.x.com' in ValidatingWebhookConfiguration: no hook has it: it is of hook "
                              "'hooks/a.sh' of module 'gone'")
                  != std::string::npos,
                problems);
}

TEST_CASE_FIXTURE(unwanted_fixture, "flags that are false switch the webhooks of missing modules off, too") {
  module("010-web", "webEnabled: false\n");
  bind_webhook();
  set_config({{"goneEnabled", "false"}});
  start();
  CHECK(registered() == "none");
  CHECK_FALSE(logs("webhook_without_hook"));
}

TEST_CASE_FIXTURE(unwanted_fixture, "a module that only the lack of a flag switches off keeps its webhooks") {
  module("010-web", "");
  bind_webhook();
  set_config({{"goneEnabled", "false"}});
  start();
  CHECK(registered() == "a.web.x.com ");
  CHECK(logs("nothing written switches this module off"));
}

TEST_CASE_FIXTURE(unwanted_fixture, "a module whose hook has gone keeps its webhooks") {
  module("010-web");
  SUBCASE("the file") {}
  SUBCASE("its tool") {
    hook("web/a.sh", v1("onStartup: 1"));
    hooks().set_config_words("web/a.sh", "/modules/010-web/hooks/a.sh: line 3: yqq: command not found");
  }
  set_config({{"goneEnabled", "false"}});
  start();
  CHECK(registered() == "a.web.x.com ");
  CHECK(logs("which is not there, or whose --config has failed"));
}

TEST_CASE_FIXTURE(unwanted_fixture, "a hook that answers and does not name its webhook any more has given it up") {
  module("010-web");
  hook("web/a.sh", v1("onStartup: 1"));
  set_config({{"goneEnabled", "false"}});
  start();
  CHECK(registered() == "none");
}

TEST_CASE_FIXTURE(unwanted_fixture, "a hook whose file is the same has not given its webhook up") {
  module("010-web");
  hook("web/a.sh", v1("onStartup: 1"));
  write("modules/010-web/hooks/a.sh", "#!/bin/sh\n", true);
  set_config({{"goneEnabled", "false"}});
  std::string file = text::md5_hex("10\n#!/bin/sh\n");
  SUBCASE("the same") {}
  SUBCASE("another") {
    file = text::md5_hex("10\n#!/bin/zh\n");
  }
  const bool is_same = file == text::md5_hex("10\n#!/bin/sh\n");
  put_webhooks(file);
  start();
  CHECK(registered() == (is_same ? "a.web.x.com " : "none"));
  CHECK(logs("though its file is the same: a variable, tool or file that it reads may be missing") == is_same);
  CHECK(logs("WARN webhook_given_up webhook=a.web.x.com") != is_same);
}

TEST_CASE_FIXTURE(unwanted_fixture, "a hook that runs registers its webhook with the digest of its file") {
  module("010-web");
  bind_webhook();
  write("modules/010-web/hooks/a.sh", "#!/bin/sh\n", true);
  start();
  const auto now = api().object(validating, "", "hooks-hooks");
  REQUIRE(now);
  CHECK(core::webhooks::owners_in(&*now).at("a.web.x.com").file == text::md5_hex("10\n#!/bin/sh\n"));
}

TEST_CASE_FIXTURE(unwanted_fixture, "a definition with the mark of this platform and without a hook is named") {
  module("010-web");
  api().put_object(*text::parse_json(
    R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"tabs.x.io",)"
    R"("annotations":{"addon-operator/conversion-platform":")"
    + setup.registration->registration.owner
    + R"("}},"spec":{"group":"x.io","scope":"Namespaced","names":{"kind":"Tab","plural":"tabs"},"versions":)"
      R"([{"name":"v1","served":true,"storage":true}],"conversion":{"strategy":"Webhook"}}})"));
  set_config({{"goneEnabled", "false"}, {"webEnabled", "false"}});
  start();
  CHECK(logs("WARN conversion_without_hook definition=tabs.x.io"));
  std::string problems;
  for (const auto& x : describe().problems) problems += x + "\n";
  CHECK_MESSAGE(problems.find("conversion of tabs.x.io: ") != std::string::npos, problems);
}

TEST_CASE_FIXTURE(unwanted_fixture, "the no of a script at a start takes no webhook of a module with hooks only") {
  module("010-web");
  bind_webhook();
  set_config({{"goneEnabled", "false"}});
  enabled_script("web", [](test::hook_run& run) { run.enabled = "false"; });
  start();
  CHECK(registered() == "a.web.x.com ");
}

TEST_CASE_FIXTURE(unwanted_fixture, "a module whose script is in doubt keeps its webhooks of before") {
  module("010-web");
  bind_webhook();
  enabled_script("web", [](test::hook_run& run) {
    run.enabled = "false";
    run.words = "/modules/010-web/enabled: line 3: kubctl: command not found";
  });
  start();
  CHECK(registered() == "a.web.x.com gone.x.com ");
}

TEST_CASE_FIXTURE(unwanted_fixture, "a module that is on again before its deletion keeps its webhooks") {
  module("005-first");
  hook("first/a.sh", v1("beforeHelm: 1"));
  module("010-web");
  bind_webhook();
  set_config({{"goneEnabled", "false"}});
  start();
  REQUIRE(registered() == "a.web.x.com ");
  // The deletion comes behind the run of the first module, and each edit begins the reload anew.
  replay("first/a.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  set_config("webEnabled", "false");
  run();
  REQUIRE(running_hooks().size() == 1);
  set_config("global", "{edited: 1}");
  run();
  finish_running();
  REQUIRE(running_hooks().size() == 1);
  set_config("webEnabled", "true");
  run();
  replay("first/a.sh", {});
  finish_running();
  CHECK(running_hooks().empty());
  CHECK(registered() == "a.web.x.com ");
}
