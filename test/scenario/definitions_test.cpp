// CustomResourceDefinitions in `crds/` of modules.
#include "support/operator_fixture.hpp"
#include "text/yaml/yaml.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

std::string definition_text(const std::string& kind,
                            const std::string& versions = "[{name: v1, served: true, storage: true}]",
                            const std::string& scope = "Namespaced") {
  std::string plural = kind + "s";
  plural[0] = static_cast<char>(plural[0] - 'A' + 'a');
  return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: " + plural
         + ".example.com}\nspec: {group: example.com, scope: " + scope + ", names: {kind: " + kind
         + ", plural: " + plural + "}, versions: " + versions + "}\n";
}

struct definitions_fixture : operator_fixture {
  definitions_fixture() {
    module("010-web");
    module("020-db");
  }

  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] std::optional<text::json> definition(const std::string& name) const {
    return const_cast<definitions_fixture*>(this)->api().object("CustomResourceDefinition", "", name);
  }
  [[nodiscard]] std::size_t requests_of(const std::string& method) {
    const auto& all = api().requests();
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const auto& x) {
      return x.method == method && x.target.find("/customresourcedefinitions/") != std::string::npos;
    }));
  }
  /// Puts a definition into the cluster before the operator starts.
  void put_definition(const std::string& text) {
    api().put_object(*text::parse_yaml(text));
    api().deliver();
  }
  /// A script that notes whether the kind is served.
  test::hook_script note_served(const std::string& kind) {
    return [this, kind](test::hook_run&) { served_ += api().serves(kind) ? "yes " : "no "; };
  }

protected:
  std::string served_;
};

bool shows(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE_FIXTURE(definitions_fixture, "definitions of all modules are there before the first module runs") {
  write("modules/020-db/crds/all.yaml", definition_text("Widget") + "---\n" + definition_text("Gadget"));
  write("modules/020-db/crds/deep/more.yaml", definition_text("Tool"));
  write("modules/020-db/crds/doc-ru-all.yaml", "spec: documentation\n");
  write("modules/020-db/crds/README.md", "text");
  hook("web/a.sh", v1("onStartup: 1"), note_served("Widget"));
  hook("db/a.sh", v1("onStartup: 1\nkubernetes: [{name: tools, kind: Tool}]"), note_served("Tool"));
  start();
  CHECK(take_journal() == "web/a.sh onStartup; db/a.sh onStartup; db/a.sh tools:Synchronization");
  CHECK(served_ == "yes yes yes ");
  CHECK(api().serves("Gadget"));
  CHECK(problems() == "");
  CHECK(definition("widgets.example.com")->find("metadata")->find("labels")->dump()
        == R"({"heritage":"addon-operator"})");
  CHECK(shows(log(), "definition_installed step=5 module=db definition=widgets.example.com outcome=created"));
}

TEST_CASE_FIXTURE(definitions_fixture, "definitions may be behind links and in *.yml, and what is not read is named") {
  write("shared/crds/deep/a.yaml", definition_text("Widget"));
  write("shared/lone.yml", definition_text("Gadget"));
  std::filesystem::create_directories(path("modules/010-web/crds"));
  std::filesystem::create_directory_symlink("../../../shared/crds", path("modules/010-web/crds/more"));
  std::filesystem::create_symlink("../../../shared/lone.yml", path("modules/010-web/crds/lone.yml"));
  write("modules/010-web/crds/LICENSE.md", "text");
  write("modules/020-db/crds/tool.json", "{}");
  hook("web/a.sh", v1("onStartup: 1"), note_served("Widget"));
  hook("db/a.sh", v1("onStartup: 1"), note_served("Gadget"));
  start();
  CHECK(served_ == "yes yes ");
  CHECK(problems() == "");
  CHECK_MESSAGE(shows(log(), "definition_suspicious module=db"), log());
  CHECK_MESSAGE(shows(log(), "tool.json: is not read: only *.yaml and *.yml in crds/ are"), log());
  CHECK_FALSE(shows(log(), "LICENSE.md"));
}

TEST_CASE_FIXTURE(definitions_fixture,
                  "a link in crds/ without an end, or that leads nowhere, holds up its module alone") {
  std::filesystem::create_directories(path("modules/010-web/crds"));
  std::filesystem::create_directory_symlink("..", path("modules/010-web/crds/up"));
  hook("web/a.sh", v1("onStartup: 1"));
  hook("db/a.sh", v1("onStartup: 1"));
  SUBCASE("without an end") {}
  SUBCASE("to nowhere") {
    std::filesystem::remove(path("modules/010-web/crds/up"));
    std::filesystem::create_symlink("/nonexistent", path("modules/010-web/crds/up"));
  }
  start();
  CHECK(take_journal() == "db/a.sh onStartup");
  CHECK_MESSAGE(shows(problems(), path("modules/010-web/crds") + "/"), problems());
}

TEST_CASE_FIXTURE(definitions_fixture, "a run waits for the API server to establish the definitions, by a watch") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"), note_served("Widget"));
  api().hold_definitions();
  start();
  const auto requests = api().requests().size();
  advance(30s);
  CHECK(take_journal() == "");
  CHECK(api().requests().size() == requests);
  api().release_definitions();
  run();
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(served_ == "yes ");
}

TEST_CASE_FIXTURE(definitions_fixture, "a definition that is not established in time is tried again with its module") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"));
  api().hold_definitions();
  start();
  advance(61s);
  CHECK_MESSAGE(shows(problems(), "has not established it within 60 s"), problems());
  api().release_definitions();
  run();
  advance(40s);
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(problems() == "");
}

TEST_CASE_FIXTURE(definitions_fixture, "a watch that ends is followed by another look") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"));
  api().hold_definitions();
  start();
  api().end_watches();
  run();
  api().expire_history();
  api().end_watches();
  run();
  CHECK(take_journal() == "");
  api().release_definitions();
  run();
  CHECK(take_journal() == "web/a.sh onStartup");
}

TEST_CASE_FIXTURE(definitions_fixture, "a definition that is there is kept up, with the labels of others") {
  put_definition(definition_text("Widget"));
  auto known = *definition("widgets.example.com");
  known = known.with("metadata", known.find("metadata")->with("labels", text::json::object({{"team", "a"}})));
  api().put_object(known);
  write("modules/010-web/crds/a.yaml", definition_text("Widget", "[{name: v1, served: true, storage: true}, "
                                                                 "{name: v2, served: true, storage: false}]"));
  hook("web/a.sh", v1("onStartup: 1"));
  start();
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(definition("widgets.example.com")->find("spec")->find("versions")->as_array().size() == 2);
  CHECK(definition("widgets.example.com")->find("metadata")->find("labels")->dump()
        == R"({"heritage":"addon-operator","team":"a"})");
  CHECK(shows(log(), "outcome=updated"));
}

TEST_CASE_FIXTURE(definitions_fixture, "a definition that is as the module wants it changes nothing") {
  put_definition(definition_text("Widget") + "\n");
  auto known = *definition("widgets.example.com");
  api().put_object(known.with(
    "metadata", known.find("metadata")->with("labels", text::json::object({{"heritage", "addon-operator"}}))));
  const auto before = definition("widgets.example.com")->dump();
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  start();
  CHECK(definition("widgets.example.com")->dump() == before);
  CHECK_FALSE(shows(log(), "definition_installed"));
}

TEST_CASE_FIXTURE(definitions_fixture, "a version that is still stored is kept, with a warning") {
  put_definition(definition_text("Widget", "[{name: v1, served: true, storage: true}]"));
  write("modules/010-web/crds/a.yaml", definition_text("Widget", "[{name: v2, served: true, storage: true}]"));
  hook("web/a.sh", v1("onStartup: 1"));
  start();
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(definition("widgets.example.com")->find("spec")->find("versions")->dump()
        == R"([{"name":"v2","served":true,"storage":true},{"name":"v1","served":true,"storage":false}])");
  CHECK(definition("widgets.example.com")->find("status")->find("storedVersions")->dump() == R"(["v1","v2"])");
  CHECK(shows(log(), "definition_versions_kept module=web definition=widgets.example.com versions=v1"));
}

TEST_CASE_FIXTURE(definitions_fixture, "a user's definition with parts that the file lacks stays, and is named") {
  const auto version = [](const std::string& properties) {
    return "[{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {properties: {" + properties + "}}}}]";
  };
  put_definition(definition_text("Widget", version("a: {type: string}, extra: {type: string}")));
  const auto before = definition("widgets.example.com")->dump();
  write("modules/010-web/crds/a.yaml", definition_text("Widget", version("a: {type: string}")));
  hook("web/a.sh", v1("onStartup: 1"));
  start();
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(definition("widgets.example.com")->dump() == before);
  CHECK(
    shows(problems(), "definitions of module 'web': CustomResourceDefinition 'widgets.example.com' stays as it is"));
  CHECK(shows(problems(), "does not have extra of v1"));
  CHECK(shows(log(), "WARN definition_held module=web definition=widgets.example.com"));
  stop();
  write("modules/010-web/crds/a.yaml", definition_text("Widget", version("a: {type: string}, extra: {type: string}")));
  start();
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK(shows(definition("widgets.example.com")->dump(), "addon-operator"));
}

TEST_CASE_FIXTURE(definitions_fixture, "what cannot be changed holds up its module alone, and names the field") {
  put_definition(definition_text("Widget"));
  write("modules/010-web/crds/a.yaml",
        definition_text("Widget", "[{name: v1, served: true, storage: true}]", "Cluster"));
  hook("web/a.sh", v1("onStartup: 1"));
  hook("db/a.sh", v1("onStartup: 1"));
  start();
  CHECK(take_journal() == "db/a.sh onStartup");
  const auto patches = requests_of("PATCH");
  CHECK(patches == 1);
  for (const auto* part :
       {"module 'web': cannot run: ", "/crds/a.yaml: CustomResourceDefinition 'widgets.example.com': ",
        "spec.scope: Invalid value", "field is immutable", "take the change back"})
    CHECK_MESSAGE(shows(problems(), part), problems());
  // A change of values does not help, and the tries become rarer.
  advance(10min);
  CHECK(requests_of("PATCH") > patches);
  CHECK(requests_of("PATCH") < patches + 8);
  // A user deletes the definition.
  api().delete_object("CustomResourceDefinition", "", "widgets.example.com");
  advance(30min);
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(problems() == "");
}

TEST_CASE_FIXTURE(definitions_fixture, "files that are no definitions hold up their module alone") {
  write("modules/010-web/crds/a.yaml", "kind: ConfigMap\n");
  hook("web/a.sh", v1("onStartup: 1"));
  hook("db/a.sh", v1("onStartup: 1"));
  start();
  CHECK(take_journal() == "db/a.sh onStartup");
  CHECK_MESSAGE(shows(problems(), "/crds/a.yaml: document 1: its kind is 'ConfigMap'"), problems());
}

TEST_CASE_FIXTURE(definitions_fixture, "names that belong to another definition are refused with the reason") {
  put_definition(definition_text("Widget"));
  auto other = definition_text("Widget");
  other.replace(other.find("widgets.example.com"), 7, "others");
  write("modules/010-web/crds/a.yaml", other);
  hook("web/a.sh", v1("onStartup: 1"));
  start();
  CHECK(take_journal() == "");
  CHECK_MESSAGE(shows(problems(), "'others.example.com': spec.names: the API server does not accept them: kind is "
                                  "already in use"),
                problems());
}

TEST_CASE_FIXTURE(definitions_fixture, "a missing right holds up the module alone until it is given") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"));
  hook("db/a.sh", v1("onStartup: 1"));
  api().fail_next({{"PATCH", "/customresourcedefinitions/"}, simulation::refusal(403, "Forbidden"), 2});
  start();
  CHECK(take_journal() == "db/a.sh onStartup");
  CHECK_MESSAGE(shows(problems(), "module 'web': cannot run"), problems());
  advance(3min);
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(problems() == "");
}

TEST_CASE_FIXTURE(definitions_fixture, "a definition is not taken to be absent by a 404 that does not name it") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"));
  api().fail_next({{"GET", "/customresourcedefinitions/"}, simulation::refusal(404, "NotFound"), 2});
  start();
  CHECK(take_journal() == "");
  CHECK(definition("widgets.example.com") == std::nullopt);
  advance(3min);
  CHECK(take_journal() == "web/a.sh onStartup");
}

TEST_CASE_FIXTURE(definitions_fixture, "an outage is waited for") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"));
  api().fail_next({{"GET", "/customresourcedefinitions/"}, simulation::refusal(503, "ServiceUnavailable"), 1});
  start();
  CHECK(take_journal() == "");
  advance(10s);
  CHECK(take_journal() == "web/a.sh onStartup");
}

TEST_CASE_FIXTURE(definitions_fixture,
                  "definitions stay when the module goes, and are brought up to date when it comes back") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"));
  start();
  set_config("webEnabled", "false");
  advance(1min);
  CHECK(definition("widgets.example.com"));
  CHECK(requests_of("DELETE") == 0);
  CHECK(requests_of("PATCH") == 1);
  set_config("webEnabled", "true");
  advance(1min);
  CHECK(requests_of("PATCH") == 2);
  set_config("web", "a: 1");
  advance(1min);
  CHECK(requests_of("PATCH") == 2);
}

TEST_CASE_FIXTURE(definitions_fixture, "a module that is off gets no definitions") {
  module("030-off", "offEnabled: false\n");
  write("modules/030-off/crds/a.yaml", definition_text("Widget"));
  start();
  CHECK_FALSE(definition("widgets.example.com"));
}

TEST_CASE_FIXTURE(definitions_fixture, "a definition that somebody is deleting is installed when it has gone") {
  put_definition(definition_text("Widget"));
  auto held = *definition("widgets.example.com");
  held = held.with("metadata", held.find("metadata")->with("finalizers", text::json::array({"example.com/hold"})));
  api().put_object(held);
  api().delete_object("CustomResourceDefinition", "", "widgets.example.com");
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  hook("web/a.sh", v1("onStartup: 1"));
  start();
  CHECK(take_journal() == "");
  const auto marked = *definition("widgets.example.com");
  api().put_object(marked.with("metadata", marked.find("metadata")->without("finalizers")));
  advance(1min);
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK(definition("widgets.example.com"));
}

TEST_CASE_FIXTURE(definitions_fixture, "an update of a definition leaves the bundle and the columns of other clients") {
  const auto text = [](const std::string& bundle, const std::string& columns) {
    auto all = definition_text("Widget", "[{name: v1, served: true, storage: true" + columns + "}]");
    all.resize(all.rfind('}'));
    return all
           + ", conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: s, namespace: d}, caBundle: "
           + bundle + "}}}}\n";
  };
  std::string own;
  SUBCASE("a placeholder in the file") {
    own = "Cg==";
  }
  SUBCASE("the authority of the build in the file") {
    own = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCm9sZAotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==";
  }
  write("modules/010-web/crds/a.yaml", text(own, ""));
  hook("web/a.sh", v1("onStartup: 1"));
  start();
  stop();
  const std::string present = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCm5ldwotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==";
  auto edited = *text::parse_yaml(text(present, ", additionalPrinterColumns: [{name: Team, jsonPath: .spec.team}]"));
  const auto entries =
    text::parse_json(R"([{"manager":"cainjector","operation":"Update",)"
                     R"("fieldsV1":{"f:spec":{"f:conversion":{"f:webhook":{"f:clientConfig":{"f:caBundle":{}}}}}}},)"
                     R"({"manager":"kubectl-edit","operation":"Update","fieldsV1":{"f:spec":{"f:versions":{}}}}])");
  const auto labels = text::json::object({{"heritage", "addon-operator"}});
  edited = edited.with("metadata", edited.find("metadata")->with("managedFields", *entries).with("labels", labels));
  put_definition(edited.dump());
  static_cast<void>(take_journal());
  start();
  CHECK(take_journal() == "web/a.sh onStartup");
  CHECK_MESSAGE(problems().empty(), problems());
  const auto spec = definition("widgets.example.com")->find("spec")->dump();
  CHECK_MESSAGE(shows(spec, present), spec);
  CHECK_MESSAGE(shows(spec, ".spec.team"), spec);
  CHECK(shows(log(), "kept=\"caBundle of the conversion webhook (cainjector), v1.additionalPrinterColumns[Team]\""));
  CHECK_FALSE(shows(log(), "definition_fields_taken"));
}

TEST_CASE_FIXTURE(definitions_fixture, "a field of another client that a definition takes is named") {
  write("modules/010-web/crds/a.yaml", definition_text("Widget"));
  start();
  stop();
  auto edited = *definition("widgets.example.com");
  const auto versions = text::parse_yaml("[{name: v1, served: false, storage: true}]");
  const auto entries =
    text::parse_json(R"([{"manager":"kubectl-edit","operation":"Update","fieldsV1":{"f:spec":{"f:versions":{}}}}])");
  edited = edited.with("metadata", edited.find("metadata")->with("managedFields", *entries))
             .with("spec", edited.find("spec")->with("versions", *versions));
  put_definition(edited.dump());
  start();
  CHECK_MESSAGE(shows(log(), "WARN definition_fields_taken module=web definition=widgets.example.com "
                             "fields=\"spec.versions[v1].served (kubectl-edit)\""),
                log());
}
