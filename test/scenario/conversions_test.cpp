// Conversions of objects by hooks: the API server asks, and spec.conversion is kept.
#include "actors/telemetry/metrics.hpp"
#include "actors/telemetry/status_pages.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "support/operator_fixture.hpp"
#include "sys/http/client_reply.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

using test::v1;
using text::json;
using namespace std::chrono_literals;

namespace {

constexpr auto tabs = "tabs.x.io";

/// The API server as a client of conversions.
struct conversions_fixture : test::operator_fixture {
  using slot = std::shared_ptr<std::optional<sys::http::server_response>>;

  actors::messages::webhook_server_actor server = own(actors::webhooks::webhook_server(
    system(), shared(), own(actors::telemetry::metrics(system(), shared(), "addon_operator_")), {}));
  std::size_t served = 0; ///< certificates
  sys::http::client_reply client{.address = "192.0.2.1", .is_vouched = true};
  int last_uid = 0;
  std::string same_uid; ///< for all reviews; empty: each has its own

  std::string uid() { return same_uid.empty() ? "u" + std::to_string(++last_uid) : same_uid; }

  conversions_fixture() {
    setup.webhooks = server;
    for (const auto& [kind, plural] : {std::pair{"ValidatingWebhookConfiguration", "validatingwebhookconfigurations"},
                                       std::pair{"MutatingWebhookConfiguration", "mutatingwebhookconfigurations"}}) {
      kube::api::resource x{"admissionregistration.k8s.io", "v1", kind, plural, false};
      x.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
      api().add_resource(x);
    }
    actors::webhooks::registrar_options options;
    options.registration.namespace_name = namespace_name;
    options.registration.service = "svc";
    options.registration.secret = "webhook";
    options.registration.owner = std::string(namespace_name) + "/" + setup.helm.platform.name;
    options.serve = [this](const std::string&, const std::string&) -> base::result<void> {
      ++served;
      return {};
    };
    setup.registration = std::move(options);
    create_config_map();
  }

  /// A hook of a module whose file names its conversions, as a real file does.
  void converter(const std::string& module, const std::string& directory, const std::string& steps,
                 test::hook_script play = {}, const std::string& more = {}) {
    hook(module + "/a.sh", v1(more + conversions(steps)), std::move(play));
    write("modules/" + directory + "/hooks/a.sh", "# kubernetesCustomResourceConversion\n", true);
  }
  static std::string conversions(const std::string& steps) {
    return "kubernetesCustomResourceConversion:\n- {name: tabs, crdName: tabs.x.io, conversions: [" + steps + "]}\n";
  }
  /// A hook that gives objects the version as they were asked for.
  static test::hook_script makes(const std::string& version) {
    return [version](test::hook_run& run) {
      const auto context = text::parse_json(run.context)->as_array()[0];
      if (context.find("review") == nullptr) return; // runs of other bindings
      json::array_type objects;
      for (const auto& x : context.find("review")->find("request")->find("objects")->as_array())
        objects.push_back(x.with("apiVersion", version));
      run.converted = json::object({{"convertedObjects", json::array(std::move(objects))}}).dump();
    };
  }
  static std::string object(const std::string& version, const std::string& name = "a") {
    return R"({"apiVersion":")" + version + R"(","kind":"Tab","metadata":{"name":")" + name + R"(","uid":"1"}})";
  }

  slot send(const std::string& objects, const std::string& to, const std::string& timeout = "30s") {
    auto got = std::make_shared<std::optional<sys::http::server_response>>();
    sys::http::server_request x{.method = "POST", .path = "/tabs.x.io", .query = {{"timeout", timeout}}};
    x.content_type = "application/json";
    x.body = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":")" + uid()
             + R"(","desiredAPIVersion":")" + to + R"(","objects":[)" + objects + "]}}";
    auto reply = client;
    reply.send = [got](sys::http::server_response y) { *got = std::move(y); };
    tell(server, actors::messages::http_asked{
                   {}, std::make_shared<const sys::http::server_request>(std::move(x)), std::move(reply)});
    run();
    return got;
  }
  static std::string body_of(const slot& x) {
    if (!*x) return "no answer";
    return (*x)->status == 200 ? (*x)->body : std::to_string((*x)->status) + " " + (*x)->body;
  }
  std::string convert(const std::string& objects, const std::string& to) { return body_of(send(objects, to)); }

  void put_definition(const std::string& conversion = R"({"strategy":"None"})") {
    api().put_object(
      *text::parse_json(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{)"
                        R"("name":"tabs.x.io"},"spec":{"group":"x.io","scope":"Namespaced","names":{"kind":"Tab",)"
                        R"("plural":"tabs"},"versions":[{"name":"v1","served":true,"storage":true}],"conversion":)"
                        + conversion + "}}"));
    run();
  }
  /// `spec.conversion`; `none` without the definition
  [[nodiscard]] std::string registered() {
    const auto now = api().object("CustomResourceDefinition", "", tabs);
    return now ? now->find("spec")->find("conversion")->dump() : "none";
  }
  [[nodiscard]] std::string page() { return actors::telemetry::readiness(describe()).body; }
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr auto to_v2 = "{fromVersion: v1, toVersion: v2}";

} // namespace

TEST_CASE_FIXTURE(conversions_fixture, "a module's hook converts objects, and sees its rule") {
  module("010-web");
  converter("web", "010-web", to_v2);
  start();
  replay("web/a.sh", [](test::hook_run& run) {
    CHECK_MESSAGE(has(run.context, R"("binding":"tabs","fromVersion":"v1")"), run.context);
    CHECK(has(run.context, R"("toVersion":"v2","type":"Conversion")"));
    CHECK(has(run.context, R"("request":{"uid":"u1","desiredAPIVersion":"x.io/v2","objects":[{)"));
    makes("x.io/v2")(run);
  });
  CHECK_EQ(convert(object("x.io/v1"), "x.io/v2"),
           R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"uid":"u1",)"
           R"("convertedObjects":[)"
             + object("x.io/v2") + R"(],"result":{"status":"Success"}}})");
}

TEST_CASE_FIXTURE(conversions_fixture, "a module that is off converts, because its objects may still be there") {
  put_definition();
  module("010-web", "webEnabled: false\n");
  converter("web", "010-web", to_v2, makes("x.io/v2"));
  start();
  CHECK(runs_of("web/a.sh").empty());
  CHECK(has(convert(object("x.io/v1"), "x.io/v2"), R"("status":"Success")"));
  CHECK(has(registered(), R"("path":"/tabs.x.io")"));
  CHECK(page() == "Startup converge done.\n");
}

TEST_CASE_FIXTURE(conversions_fixture, "a module that is switched off goes on to convert") {
  module("010-web");
  converter("web", "010-web", to_v2, makes("x.io/v2"), "afterDeleteHelm: 1\n");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  put_definition();
  start();
  set_config("webEnabled", "false");
  run();
  CHECK(has(convert(object("x.io/v1"), "x.io/v2"), R"("status":"Success")"));
  CHECK(has(registered(), R"("path":"/tabs.x.io")"));
}

TEST_CASE_FIXTURE(conversions_fixture,
                  "conversions are served before the first list, and while the module's run hangs") {
  module("010-web");
  converter("web", "010-web", to_v2, makes("x.io/v2"));
  hook("global/a.sh", v1("kubernetes: [{kind: ConfigMap, apiVersion: v1}]"));
  api().hold({"GET", "/api/v1/configmaps"});
  start();
  CHECK(runs_of("global/a.sh").empty());
  CHECK(has(convert(object("x.io/v1"), "x.io/v2"), R"("status":"Success")"));
  api().release();
}

TEST_CASE_FIXTURE(conversions_fixture, "a chain goes over hooks of several owners, and stops at the first fault") {
  module("010-web");
  converter("web", "010-web", "{fromVersion: v2, toVersion: v3}", makes("x.io/v3"));
  hook("global/a.sh", v1(conversions("{fromVersion: v1, toVersion: x.io/v2}")), makes("x.io/v2"));
  start();
  const auto answer =
    convert(object("x.io/v1") + "," + object("x.io/v3", "b") + "," + object("x.io/v2", "c"), "x.io/v3");
  CHECK_MESSAGE(
    has(answer, "[" + object("x.io/v3") + "," + object("x.io/v3", "b") + "," + object("x.io/v3", "c") + "]"), answer);
  CHECK(runs_of("global/a.sh").size() == 1);
  CHECK(runs_of("web/a.sh").size() == 2);
  replay("global/a.sh", makes("x.io/v3"));
  const auto wrong = convert(object("x.io/v1"), "x.io/v3");
  CHECK_MESSAGE(has(wrong, "Hook failed to convert to x.io/v3: hook 'a.sh': convertedObjects[0] (Tab a): apiVersion: "
                           "expected 'x.io/v2', got 'x.io/v3'"),
                wrong);
  CHECK(runs_of("web/a.sh").size() == 2);
  CHECK(has(convert(object("x.io/v3"), "x.io/v1"), "no hooks convert objects from x.io/v3 to x.io/v1"));
}

TEST_CASE_FIXTURE(conversions_fixture, "a refusal, no answer and a failure are failures with their reason") {
  module("010-web");
  converter("web", "010-web", to_v2);
  start();
  const auto answer_to = [this](test::hook_script play) {
    replay("web/a.sh", std::move(play));
    return convert(object("x.io/v1"), "x.io/v2");
  };
  CHECK(has(answer_to({}), "there is no answer"));
  CHECK(has(answer_to([](test::hook_run& run) { run.converted = R"({"failedMessage":"too old"})"; }),
            "Hook failed to convert to x.io/v2: hook 'hooks/a.sh' of module 'web': too old"));
  CHECK(has(answer_to([](test::hook_run& run) { run.converted = R"({"convertedObjects":[]})"; }),
            "expected 1 objects, got 0"));
  const auto failed = answer_to([](test::hook_run& run) { run.failure = "secret words"; });
  CHECK(has(failed, R"("status":"Failure")"));
  // The client of the API server may not read the log of the operator.
  CHECK_FALSE(has(failed, "secret words"));
  CHECK(has(answer_to([](test::hook_run& run) {
              makes("x.io/v2")(run);
              run.values_patch = R"([{"op":"add","path":"/web/a","value":1}])";
            }),
            "it changes values"));
  CHECK(has(log(), "WARN conversion_failed"));
}

TEST_CASE_FIXTURE(conversions_fixture, "a client without a certificate gets objects, and changes none") {
  module("010-web");
  converter("web", "010-web", to_v2, [](test::hook_run& run) {
    makes("x.io/v2")(run);
    run.object_patch = R"({"operation":"Create","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":)"
                       R"({"name":"made","namespace":"default"}}})";
  });
  start();
  client.is_vouched = false;
  CHECK(has(convert(object("x.io/v1"), "x.io/v2"), R"("status":"Success")"));
  CHECK_FALSE(api().object("ConfigMap", "default", "made"));
  CHECK_MESSAGE(has(page(), "operations on objects of hook 'hooks/a.sh' of module 'web': they are left out"), page());
  client.is_vouched = true;
  CHECK(has(convert(object("x.io/v1"), "x.io/v2"), R"("status":"Success")"));
  CHECK(api().object("ConfigMap", "default", "made"));
}

TEST_CASE_FIXTURE(conversions_fixture, "a review that comes again gets the objects of the first, which is under way") {
  module("010-web");
  converter("web", "010-web", to_v2, [](test::hook_run& run) {
    makes("x.io/v2")(run);
    run.end = test::fake_end::goes_on();
  });
  start();
  same_uid = "u7";
  const auto first = send(object("x.io/v1"), "x.io/v2");
  const auto again = send(object("x.io/v1"), "x.io/v2");
  const auto other = send(object("x.io/v1", "b"), "x.io/v2");
  CHECK(running_hooks().size() == 2);
  finish_running();
  CHECK(has(body_of(first), R"("status":"Success")"));
  CHECK(body_of(first) == body_of(again));
  CHECK(has(body_of(other), object("x.io/v2", "b")));
  CHECK(runs_of("web/a.sh").size() == 2);
}

TEST_CASE_FIXTURE(conversions_fixture,
                  "a hook that hangs is ended, and its answer is there before the API server gives up") {
  module("010-web");
  converter("web", "010-web", to_v2, [](test::hook_run& run) { run.end = test::fake_end::ignores_sigterm(); });
  start();
  const auto got = send(object("x.io/v1"), "x.io/v2", "3s");
  CHECK(body_of(got) == "no answer");
  advance(2999ms);
  CHECK_MESSAGE(has(body_of(got), "it has not answered in time"), body_of(got));
  CHECK(running_hooks().empty());
}

TEST_CASE_FIXTURE(conversions_fixture,
                  "the conversion of a definition is set when the definition comes, and put right") {
  module("010-web");
  converter("web", "010-web", to_v2);
  start();
  CHECK(has(log(), "conversion_awaits_definition definition=tabs.x.io"));
  CHECK(page() == "Startup converge done.\n");
  put_definition();
  const auto made = registered();
  CHECK(has(made, R"("service":{"name":"svc","namespace":"addon-operator","path":"/tabs.x.io","port":443})"));
  CHECK(has(made, R"("conversionReviewVersions":["v1","v1beta1"])"));
  CHECK(served == 1);
  // As a client that applies the definition without its conversion.
  put_definition();
  CHECK(registered() == made);
}

TEST_CASE_FIXTURE(conversions_fixture, "a conversion of another client is left alone, and named") {
  const std::string other =
    R"({"strategy":"Webhook","webhook":{"clientConfig":{"service":{"name":"s","namespace":"other","path":"/c"}}}})";
  put_definition(other);
  const auto before = registered();
  module("010-web");
  converter("web", "010-web", to_v2);
  start();
  CHECK(registered() == before);
  CHECK_MESSAGE(has(page(), "CustomResourceDefinition tabs.x.io: another client converts its objects (service other/s"),
                page());
  put_definition();
  CHECK(has(registered(), R"("path":"/tabs.x.io")"));
  CHECK(page() == "Startup converge done.\n");
}

TEST_CASE_FIXTURE(conversions_fixture, "hooks that do not configure at the start cost no conversion that is known") {
  module("010-web", "webEnabled: false\n");
  converter("web", "010-web", to_v2, makes("x.io/v2"));
  hook("web/b.sh", "configVersion: v1\nnonsense: 1\n");
  start();
  CHECK(has(convert(object("x.io/v1"), "x.io/v2"), R"("status":"Success")"));
  CHECK_MESSAGE(has(page(), "some may be missing: hook 'hooks/b.sh' --config"), page());
  hooks().reconfigure("web/b.sh", v1("beforeHelm: 1"));
  advance(1min);
  CHECK(page() == "Startup converge done.\n");
}

TEST_CASE_FIXTURE(conversions_fixture, "conversions are answered while the operator stops") {
  module("010-web");
  converter("web", "010-web", to_v2, makes("x.io/v2"));
  start();
  stop();
  CHECK(exit_codes().empty());
  const auto got = send(object("x.io/v1"), "x.io/v2");
  CHECK(has(body_of(got), R"("status":"Success")"));
  CHECK((*got)->is_last);
  advance(10s);
  CHECK(exit_codes() == std::vector<int>{0});
}

TEST_CASE_FIXTURE(conversions_fixture, "a module without conversions is not asked before its first run") {
  module("010-web", "webEnabled: false\n");
  hook("web/a.sh", v1("beforeHelm: 1"));
  const auto begun = processes().started().size();
  start();
  CHECK(processes().started().size() == begun);
}
