#include "core/crds/pruned_fields.hpp"

#include "support/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using test::yaml;

std::string pruned(const std::string& object, const std::string& schema) {
  return core::crds::pruned_field(yaml(object), yaml(schema)).value_or("");
}

text::json versions(const std::string& schema, const std::string& served = "true") {
  return yaml("spec: {versions: [{name: v1, served: " + served + ", schema: {openAPIV3Schema: " + schema + "}}]}");
}

/// Whether an update of the first schema by the second schema is narrower.
bool is_narrower(const std::string& before, const std::string& after, const std::string& served = "true") {
  return !core::crds::narrowed_versions({"a", "/a.yaml", versions(after)}, versions(before, served)).empty();
}

const std::string open = "{x-kubernetes-preserve-unknown-fields: true}";

} // namespace

TEST_CASE("the first field without a place in the schema is pruned") {
  CHECK(pruned("{spec: {a: 1, b: 2}}", "{properties: {spec: {properties: {a: {}}}}}") == "spec.b");
  CHECK(pruned("{spec: {a: 1}}", "{properties: {spec: {properties: {a: {}}}}}").empty());
  CHECK(pruned("{status: {a: 1}}", "{properties: {spec: {}}}") == "status");
  CHECK(pruned("{spec: [{a: 1}, {b: 1}]}", "{properties: {spec: {items: {properties: {a: {}}}}}}") == "spec[].b");
  CHECK(pruned("{spec: {x: {a: 1, b: 1}}}", "{properties: {spec: {additionalProperties: {properties: {a: {}}}}}}")
        == "spec.x.b");
}

TEST_CASE("fields of every object, and fields that a keyword keeps, are not pruned") {
  CHECK(pruned("{apiVersion: a, kind: b, metadata: {name: c}}", "{type: object}").empty());
  CHECK(pruned("{spec: {b: 1}}", "{properties: {spec: " + open + "}}").empty());
  CHECK(pruned("{spec: {b: 1}}", "{properties: {spec: {additionalProperties: true}}}").empty());
  CHECK(pruned("{spec: {b: 1}}", "null").empty());
  CHECK(pruned("{spec: {kind: a, metadata: {}, x: 1}}",
               "{properties: {spec: {x-kubernetes-embedded-resource: true, properties: {}}}}")
        == "spec.x");
  CHECK(pruned("{spec: {a: {c: 1}, b: 1}}",
               "{properties: {spec: {x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: object}}}}}")
        == "spec.a.c");
}

TEST_CASE("a schema is narrower without a property, further properties, or the keyword that keeps all") {
  CHECK(is_narrower("{properties: {a: {}, b: {}}}", "{properties: {a: {}}}"));
  CHECK(is_narrower(open, "{type: object}"));
  CHECK(is_narrower("null", "{type: object}"));
  CHECK(is_narrower("{additionalProperties: true}", "{type: object}"));
  CHECK(is_narrower("{properties: {a: {items: {properties: {b: {}}}}}}", "{properties: {a: {items: {type: object}}}}"));
  CHECK_FALSE(is_narrower("{properties: {a: {}}}", "{properties: {a: {}, b: {}}}"));
  CHECK_FALSE(is_narrower("{properties: {a: {}, b: {}}}", open));
  CHECK_FALSE(is_narrower("{properties: {a: {type: string}}}", "{properties: {a: {type: integer}}}"));
  CHECK_FALSE(is_narrower("{properties: {a: {}, b: {}}}", "{properties: {a: {}}}", "false"));
}

namespace {

/// A definition with `v1`, which has less fields, and `v2`.
text::json two_versions(const std::string& storage, const std::string& conversion = "{}",
                        const std::string& v1_fields = "{a: {}}", const std::string& v2_served = "true") {
  const auto is_storage = [&](const std::string& name) { return std::string(name == storage ? "true" : "false"); };
  return yaml("spec: {conversion: " + conversion + ", versions: [{name: v1, served: true, storage: " + is_storage("v1")
              + ", schema: {openAPIV3Schema: {properties: " + v1_fields + "}}}, {name: v2, served: " + v2_served
              + ", storage: " + is_storage("v2") + ", schema: {openAPIV3Schema: {properties: {a: {}, b: {}}}}}]}");
}

/// Names the versions that an update prunes, `v2 in v1` for those that a storage version prunes.
std::string narrowed(const text::json& wanted, const text::json& current) {
  std::string text;
  for (const auto& x : core::crds::narrowed_versions({"a", "/a.yaml", wanted}, current))
    text += x.name + (x.stored_as.empty() ? "" : " in " + x.stored_as) + ";";
  return text;
}

const std::string webhook = "{strategy: Webhook}";

} // namespace

TEST_CASE("a new storage version prunes the fields that it does not have from objects of other versions") {
  CHECK(narrowed(two_versions("v1"), two_versions("v2")) == "v2 in v1;");
  CHECK(narrowed(two_versions("v2"), two_versions("v1")).empty());
  CHECK(narrowed(two_versions("v1"), two_versions("v1")).empty());
  CHECK_MESSAGE(narrowed(two_versions("v1", "{}", "{a: {}, b: {}}"), two_versions("v2")).empty(), "it has all fields");
  CHECK_MESSAGE(narrowed(two_versions("v1"), two_versions("v2", "{}", "{a: {}}", "false")).empty(),
                "no client sees fields of a version that is not served");
}

TEST_CASE("an older file without the storage version prunes its fields") {
  const auto older = yaml("spec: {versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: "
                          "{properties: {a: {}}}}}]}");
  CHECK(narrowed(older, two_versions("v2").with("status", yaml("storedVersions: [v2]"))) == "v2 in v1;");
}

TEST_CASE("a storage version that gets narrower prunes objects of all versions") {
  CHECK(narrowed(two_versions("v1"), two_versions("v1", "{}", "{a: {}, b: {}}")) == "v1;v2 in v1;");
}

TEST_CASE("a webhook keeps fields of other versions") {
  CHECK(narrowed(two_versions("v1", webhook), two_versions("v2", webhook)).empty());
  CHECK(narrowed(two_versions("v1", webhook), two_versions("v2")).empty());
  CHECK_MESSAGE(narrowed(two_versions("v1"), two_versions("v2", webhook)).empty(), "the webhook stays");
  const auto applied = two_versions("v2", webhook)
                         .with("metadata", yaml("managedFields: [{manager: addon-operator, operation: Apply, fieldsV1: "
                                                "{'f:spec': {'f:conversion': {}}}}]"));
  CHECK_MESSAGE(narrowed(two_versions("v1", "{strategy: None}"), applied) == "v2 in v1;", "the file gives it up");
  CHECK(narrowed(two_versions("v1"), applied).empty());
}

namespace {

/// A definition with these subresources.
text::json with_subresources(const std::string& subresources) {
  return yaml("spec: {versions: [{name: v1, served: true, storage: true, subresources: " + subresources
              + ", schema: {openAPIV3Schema: {properties: {status: {}}}}}]}");
}

/// The parts that an object loses by an update.
std::string lost(const std::string& object, const std::string& wanted, const std::string& current) {
  std::string text;
  for (const auto& x :
       core::crds::narrowed_versions({"a", "/a.yaml", with_subresources(wanted)}, with_subresources(current)))
    text += core::crds::lost_part(yaml(object), x).value_or("nothing") + ";";
  return text;
}

} // namespace

TEST_CASE("a subresource that goes takes the status of objects, and the way of autoscalers") {
  CHECK(lost("{status: {a: 1}}", "{}", "{status: {}}") == "subresources.status;");
  CHECK(lost("{spec: {a: 1}}", "{}", "{status: {}}") == "nothing;");
  CHECK(lost("{spec: {a: 1}}", "{status: {}}", "{status: {}, scale: {specReplicasPath: .a}}") == "subresources.scale;");
  CHECK(lost("{status: {a: 1}}", "{status: {}}", "{}").empty());
  CHECK(lost("{status: {a: 1}}", "{status: {}}", "{status: {}}").empty());
}

TEST_CASE("a lost field is a lost part") {
  const core::crds::narrowed_version by{"v1", yaml("{properties: {spec: {properties: {a: {}}}}}")};
  CHECK(core::crds::lost_part(yaml("{spec: {b: 1}}"), by) == "spec.b");
  CHECK_FALSE(core::crds::lost_part(yaml("{spec: {a: 1}}"), by).has_value());
}
