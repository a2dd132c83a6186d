#include "core/crds/crd_update.hpp"

#include "support/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using test::yaml;

std::string applied_spec(const std::string& wanted, const std::string& current) {
  return core::crds::update_of({"a", "/a.yaml", yaml(wanted)}, yaml(current)).object.find("spec")->dump();
}

std::string name_of_state(const std::string& current) {
  const auto state = core::crds::state_of(yaml(current));
  if (std::holds_alternative<core::crds::definition_state::established>(state)) return "established";
  if (std::holds_alternative<core::crds::definition_state::pending>(state)) return "pending";
  if (std::holds_alternative<core::crds::definition_state::terminating>(state)) return "terminating";
  return "refused: " + std::get<core::crds::definition_state::refused>(state).reason;
}

} // namespace

TEST_CASE("a version that is still stored stays as it is in the cluster, but is not the one to store in") {
  const core::crds::definition wanted{"a", "/a.yaml", yaml("spec: {versions: [{name: v2, storage: true}]}")};
  const auto update =
    core::crds::update_of(wanted, yaml("spec: {versions: [{name: v1, served: true, storage: true, schema: {}},"
                                       " {name: v0, served: true, storage: false}]}\n"
                                       "status: {storedVersions: [v1]}"));
  CHECK(update.kept_versions == std::vector<std::string>{"v1"});
  CHECK(
    update.object.dump()
    == R"({"spec":{"versions":[{"name":"v2","storage":true},{"name":"v1","schema":{},"served":true,"storage":false}]}})");
}

TEST_CASE("versions in which nothing is stored go, and stored ones that the module has are the module's") {
  CHECK(applied_spec("spec: {versions: [{name: v2}, {name: v1, served: false}]}",
                     "spec: {versions: [{name: v0}, {name: v1, served: true}]}\nstatus: {storedVersions: [v1, v2]}")
        == R"({"versions":[{"name":"v2"},{"name":"v1","served":false}]})");
  CHECK(applied_spec("spec: {versions: [{name: v2}]}",
                     "spec: {versions: [{name: v2}]}\nstatus: {storedVersions: [v2, gone]}")
        == R"({"versions":[{"name":"v2"}]})");
  CHECK(applied_spec("spec: {versions: [{name: v2}]}", "spec: {versions: [{name: v1}]}")
        == R"({"versions":[{"name":"v2"}]})");
}

TEST_CASE("a conversion webhook that somebody has set stays unless the module has one") {
  const std::string webhook = "spec: {conversion: {strategy: Webhook, webhook: {clientConfig: {caBundle: x}}}}";
  CHECK(applied_spec("spec: {group: g}", webhook) == R"({"group":"g"})");
  CHECK(applied_spec("spec: {group: g, conversion: {strategy: None}}", webhook) == R"({"group":"g"})");
  CHECK(applied_spec("spec: {conversion: {strategy: Webhook, webhook: {}}}", webhook)
        == R"({"conversion":{"strategy":"Webhook","webhook":{}}})");
  CHECK(applied_spec("spec: {conversion: {strategy: None}}", "spec: {conversion: {strategy: None}}")
        == R"({"conversion":{"strategy":"None"}})");
}

TEST_CASE("a conversion webhook that the module has lost stays until the module gives it up") {
  const auto current = yaml("metadata: {managedFields: [{manager: addon-operator, operation: Apply, fieldsV1: "
                            "{'f:spec': {'f:conversion': {'f:strategy': {}}}}}]}\n"
                            "spec: {conversion: {strategy: Webhook, webhook: {clientConfig: {caBundle: x}}}}");
  const auto update = [&](const std::string& wanted) {
    return core::crds::update_of({"a", "/a.yaml", yaml(wanted)}, current);
  };
  for (const auto* lost : {"spec: {group: g}", "spec: {group: g, conversion: {}}"}) {
    const auto kept = update(lost);
    CHECK(kept.object.find("spec")->dump()
          == R"({"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"caBundle":"x"}}},"group":"g"})");
    CHECK(kept.kept_parts.size() == 1);
  }
  const auto given_up = update("spec: {group: g, conversion: {strategy: None}}");
  CHECK(given_up.object.find("spec")->dump() == R"({"group":"g"})");
  CHECK(given_up.kept_parts.empty());
}

TEST_CASE("the conditions say whether the API server serves the kind") {
  CHECK(name_of_state("{}") == "pending");
  CHECK(name_of_state("status: {conditions: [{type: NamesAccepted, status: 'True'}]}") == "pending");
  CHECK(name_of_state("status: {conditions: [{type: Established, status: 'False'}]}") == "pending");
  CHECK(
    name_of_state("status: {conditions: [{type: NamesAccepted, status: 'True'}, {type: Established, status: 'True'}]}")
    == "established");
  CHECK(name_of_state("status: {conditions: [{type: NamesAccepted, status: 'False', message: in use},"
                      " {type: Established, status: 'False'}]}")
        == "refused: in use");
  // An added name is not accepted, but the kind is still served.
  CHECK(name_of_state("status: {conditions: [{type: NamesAccepted, status: 'False', message: in use},"
                      " {type: Established, status: 'True'}]}")
        == "established");
  CHECK(name_of_state("metadata: {deletionTimestamp: '2024-01-01T00:00:00Z'}\n"
                      "status: {conditions: [{type: Established, status: 'True'}]}")
        == "terminating");
}

TEST_CASE("the kinds of a definition are those of its served versions") {
  const auto kinds =
    core::crds::served_kinds(yaml("spec: {group: example.com, names: {kind: Widget},"
                                  " versions: [{name: v1, served: true}, {name: v0, served: false}, {name: v2}]}"));
  REQUIRE(kinds.size() == 1);
  CHECK(kinds[0].api_version == "example.com/v1");
  CHECK(kinds[0].kind == "Widget");
  CHECK(core::crds::served_kinds(yaml("spec: {}")).empty());
}
