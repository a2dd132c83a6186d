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
