// Hooks that convert objects of a CustomResourceDefinition, asked by a real API server.
#include "given.hpp"
#include "run.hpp"

#include "kube/api/request.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace {

using e2e::contains;
using text::json;

const kube::api::resource definitions{.group = "apiextensions.k8s.io",
                                      .version = "v1",
                                      .kind = "CustomResourceDefinition",
                                      .plural = "customresourcedefinitions",
                                      .namespaced = false};

/// A kind of three versions, which hooks of an operator convert: a list of words in v1, a text in v2, a text
/// with a mark in v3. Objects are stored in v1.
struct kind_of_tabs {
  std::string space;
  std::string group;
  e2e::platform files;
  e2e::run_options options{};

  explicit kind_of_tabs(const std::string& name)
    : space(e2e::cluster().new_namespace("cv-" + name)), group(space + ".example.com") {
    const auto port = std::to_string(e2e::free_port());
    options.space = space;
    options.arguments = {"--validating-webhook-listen-address",
                         "127.0.0.1",
                         "--validating-webhook-listen-port",
                         port,
                         "--webhook-url",
                         "https://127.0.0.1:" + port,
                         "--validating-webhook-configuration-name",
                         space};
  }

  [[nodiscard]] std::string definition_name() const { return "tabs." + group; }
  [[nodiscard]] kube::api::object_location definition_place() const {
    return {.namespace_ = {}, .name = definition_name()};
  }
  [[nodiscard]] json definition() const {
    std::string versions;
    for (const auto* x : {"v1", "v2", "v3"})
      versions += std::string("  - {name: ") + x + ", served: true, storage: " + (versions.empty() ? "true" : "false")
                  + ", schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}\n";
    return *text::parse_yaml("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: "
                             + definition_name() + "\nspec:\n  group: " + group
                             + "\n  scope: Namespaced\n  names: {kind: Tab, plural: tabs}\n  versions:\n" + versions);
  }
  void create_definition() const {
    e2e::cluster().call(kube::api::create_request(definitions, {}, definition().dump()));
  }
  /// Waits until the API server asks the operator.
  json await_conversion() const {
    return e2e::cluster().await(definitions, definition_place(), [](const json& x) {
      const auto* conversion = x.find("spec")->find("conversion");
      return conversion != nullptr && conversion->string_at("strategy") == "Webhook";
    });
  }

  [[nodiscard]] kube::api::resource resource(const std::string& version) const {
    return {.group = group, .version = version, .kind = "Tab", .plural = "tabs", .namespaced = true};
  }
  /// @returns the reason if the object was not created
  [[nodiscard]] std::string create(const std::string& version, const std::string& name, const json& words) const {
    const auto object = json::object({{"apiVersion", group + "/" + version},
                                      {"kind", "Tab"},
                                      {"metadata", json::object({{"name", name}})},
                                      {"words", words}});
    const auto made =
      e2e::cluster().try_call(kube::api::create_request(resource(version), {.namespace_ = space}, object.dump()));
    return made ? std::string() : made.error().message;
  }
  /// `words` of an object as JSON, or the reason if it cannot be read.
  [[nodiscard]] std::string words(const std::string& version, const std::string& name) const {
    const auto read =
      e2e::cluster().try_call(kube::api::get_request(resource(version), {.namespace_ = space, .name = name}));
    if (!read) return read.error().message;
    const auto* found = read->find("words");
    return read->string_at("apiVersion").value_or("") + " " + (found == nullptr ? "none" : found->dump());
  }
  /// The API server uses a new conversion a moment after it was written.
  [[nodiscard]] std::string words_until(const std::string& version, const std::string& name,
                                        const std::string& part) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    auto found = words(version, name);
    while (!contains(found, part) && std::chrono::steady_clock::now() < end) found = words(version, name);
    return found;
  }

  /// A hook in Python that converts between two versions both ways.
  [[nodiscard]] std::string hook(const std::string& low, const std::string& high, const std::string& up,
                                 const std::string& down) const {
    return "#!/usr/bin/env python3\nimport json, os, sys\nif sys.argv[1:] == ['--config']:\n    "
           "print('''configVersion: "
           "v1\nkubernetesCustomResourceConversion:\n- name: tabs\n  crdName: "
           + definition_name() + "\n  conversions:\n  - {fromVersion: " + low + ", toVersion: " + group + "/" + high
           + "}\n  - {fromVersion: " + group + "/" + high + ", toVersion: " + low
           + "}\n''')\n    sys.exit()\n"
             "context = json.load(open(os.environ['BINDING_CONTEXT_PATH']))[0]\n"
             "to = context['toVersion'].split('/')[-1]\n"
             "def change(x):\n    x['apiVersion'] = '"
           + group + "/' + to\n    w = x.get('words')\n    x['words'] = (" + up + ") if to == '" + high + "' else ("
           + down
           + ")\n    return x\n"
             "objects = [change(x) for x in context['review']['request']['objects']]\n"
             "json.dump({'convertedObjects': objects}, open(os.environ['CONVERSION_RESPONSE_PATH'], 'w'))\n";
  }
  void add_hooks() {
    files.add_file("modules/010-web/values.yaml", "webEnabled: false\n");
    files.add_program("modules/010-web/hooks/low.py", hook("v1", "v2", "' '.join(w)", "w.split(' ')"));
    files.add_program("global-hooks/high.py", hook("v2", "v3", "w + '!'", "w.rstrip('!')"));
  }
};

} // namespace

TEST_CASE("a real API server reads and writes objects in three versions by hooks, also of a module that is off"
          * doctest::skip(e2e::no_cluster())) {
  kind_of_tabs own("both");
  own.add_hooks();
  {
    e2e::operator_run run(own.files, own.options);
    run.await({{"event", "conversion_awaits_definition"}});
    own.create_definition();
    run.await({{"event", "conversion_registered"}});
    own.await_conversion();
    e2e::cluster().await(definitions, own.definition_place(),
                         [](const json& x) { return contains(x.dump(), R"("type":"Established")"); });
    std::string why = "not tried";
    for (int i = 0; !why.empty() && i < 200; ++i) why = own.create("v1", "first", json::array({"a", "b"}));
    CHECK_EQ(why, "");
    CHECK_EQ(own.words_until("v2", "first", "a b"), own.group + "/v2 \"a b\"");
    CHECK_EQ(own.words("v3", "first"), own.group + "/v3 \"a b!\"");
    CHECK_EQ(own.words("v1", "first"), own.group + "/v1 [\"a\",\"b\"]");
    CHECK_EQ(own.create("v3", "second", "c d!"), "");
    CHECK_EQ(own.words("v1", "second"), own.group + "/v1 [\"c\",\"d\"]");
    const auto list = e2e::cluster().call(kube::api::list_request(own.resource("v2"), {.namespace_ = own.space}));
    CHECK(contains(list.dump(), R"("words":"c d")"));
    CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
    CHECK_EQ(run.stop().exit_code, 0);
  }
  CHECK_MESSAGE(contains(own.words("v2", "first"), "conversion webhook"), own.words("v2", "first"));
  e2e::operator_run run(own.files, own.options);
  run.await({{"event", "webhooks_listening"}});
  CHECK_EQ(own.words_until("v3", "first", "a b!"), own.group + "/v3 \"a b!\"");
  run.await_converged();
  CHECK_EQ(run.stop().exit_code, 0);
  e2e::cluster().call(kube::api::remove_request(definitions, own.definition_place()));
}

TEST_CASE("a definition that is applied without its conversion is right again" * doctest::skip(e2e::no_cluster())) {
  kind_of_tabs own("drift");
  own.add_hooks();
  own.create_definition();
  e2e::operator_run run(own.files, own.options);
  const auto made = own.await_conversion();
  const auto begun = std::chrono::steady_clock::now();
  // As `kubectl replace` does.
  e2e::cluster().call(
    kube::api::patch_request(definitions, own.definition_place(),
                             {.kind = kube::api::patch_kind::json,
                              .body = R"([{"op":"replace","path":"/spec/conversion","value":{"strategy":"None"}}])"}));
  const auto right = own.await_conversion();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
  MESSAGE("right again after " << seconds.count() << " s");
  CHECK(*right.find("spec")->find("conversion") == *made.find("spec")->find("conversion"));
  CHECK_EQ(run.stop().exit_code, 0);
  e2e::cluster().call(kube::api::remove_request(definitions, own.definition_place()));
}

TEST_CASE("a hook that fails to convert gives the API server its reason" * doctest::skip(e2e::no_cluster())) {
  kind_of_tabs own("fails");
  own.files.add_program("global-hooks/low.py", own.hook("v1", "v2", "' '.join(w)", "w.split(' ')"));
  own.create_definition();
  e2e::operator_run run(own.files, own.options);
  own.await_conversion();
  std::string why = "not tried";
  for (int i = 0; !why.empty() && i < 200; ++i) why = own.create("v1", "number", 7);
  CHECK_EQ(why, "");
  const auto failed = own.words_until("v2", "number", "Hook failed");
  CHECK_MESSAGE(
    contains(failed, "Hook failed to convert to " + own.group + "/v2: hook 'low.py': cmd run: exit status 1"), failed);
  const auto unknown = own.words("v3", "number");
  CHECK_MESSAGE(contains(unknown, "no hooks convert objects from " + own.group + "/v1"), unknown);
  CHECK_EQ(run.stop().exit_code, 0);
  e2e::cluster().call(kube::api::remove_request(definitions, own.definition_place()));
}
