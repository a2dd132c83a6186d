// The rows of the predecessor's table of schema features (chapter 4.6), as far as they are about the two files.

#include "core/text/yaml.hpp"
#include "core/values/section_schemas.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

core::section_schemas made(const char* config, const char* values = nullptr) {
  core::schema_texts texts{.config_values = config, .values = std::nullopt};
  if (values) texts.values = values;
  auto schemas = core::make_section_schemas(texts);
  REQUIRE_MESSAGE(schemas, schemas.error().message);
  return *schemas;
}

std::string check(const std::optional<core::schema>& schema, const char* value) {
  return schema ? core::describe(schema->validate(*core::parse_yaml(value), "v")) : "no schema";
}

} // namespace

TEST_CASE("additionalProperties is false where a schema does not say") {
  struct row {
    const char* schema;
    const char* value;
    const char* want;
  };
  for (const auto& r : {
         row{"{}", "{x: 1}", "v.x is a forbidden property"},
         row{"{additionalProperties: true}", "{x: 1}", ""},
         row{"{type: object}", "{x: 1}", "v.x is a forbidden property"},
         row{"{properties: {a: {type: object}}}", "{a: {x: 1}}", "v.a.x is a forbidden property"},
         row{"{properties: {a: {properties: {b: {}}}}}", "{a: {b: {x: 1}}}", "v.a.b.x is a forbidden property"},
         row{"{properties: {a: {items: {}}}}", "{a: [{x: 1}]}", "v.a[0].x is a forbidden property"},
         row{"{properties: {a: {items: [{}, {}]}}}", "{a: [{}, {x: 1}]}", "v.a[1].x is a forbidden property"},
         // It stops at a property that says something itself, whatever that is.
         row{"{properties: {a: {additionalProperties: true, properties: {b: {}}}}}", "{a: {x: 1, b: {y: 1}}}", ""},
         row{"{properties: {a: {additionalProperties: false, properties: {b: {}}}}}", "{a: {b: {y: 1}}}", ""},
         row{"{properties: {a: {additionalProperties: {properties: {b: {}}}}}}", "{a: {x: {b: 1, y: 1}}}", ""},
         // It does not reach into other keywords, but references are resolved before.
         row{"{patternProperties: {a: {properties: {b: {}}}}}", "{a: {x: 1}}", ""},
         row{"{properties: {a: {additionalProperties: true, oneOf: [{properties: {b: {}}}]}}}", "{a: {x: 1}}", ""},
         row{"{properties: {a: {$ref: '#/definitions/d'}}, definitions: {d: {properties: {b: {}}}}}", "{a: {x: 1}}",
             "v.a.x is a forbidden property"},
       }) {
    CAPTURE(r.schema);
    CHECK(check(made(r.schema).config, r.value) == r.want);
  }
}

TEST_CASE("x-extend adds what config-values.yaml has, and own entries win") {
  const auto* config = R"(
required: [a]
minProperties: 3
properties: {a: {type: string}, both: {type: object, properties: {low: {}}}}
patternProperties: {^c-: {type: integer}}
definitions: {d: {type: integer}}
)";
  struct row {
    const char* values;
    const char* value;
    const char* want;
  };
  for (const auto& r : {
         row{"{x-extend: {schema: config-values.yaml}}", "{a: x}", ""},
         row{"{x-extend: {schema: anything}}", "{a: 1}", "v.a must be of type string, got 1"},
         row{"{x-extend: {schema: null}}", "{a: x}", "v.a is a forbidden property"},
         row{"{}", "{a: x}", "v.a is a forbidden property"},
         row{"{x-extend: {schema: c}, required: [b]}", "{}", "v.a is required; v.b is required"},
         row{"{x-extend: {schema: c}}", "{a: x, c-1: z}", R"(v.c-1 must be of type integer, got "z")"},
         row{"{x-extend: {schema: c}, properties: {e: {$ref: '#/definitions/d'}}}", "{a: x, e: z}",
             R"(v.e must be of type integer, got "z")"},
         // No deep merge: the own entry counts as a whole.
         row{"{x-extend: {schema: c}, properties: {both: {properties: {own: {}}}}}", "{a: x, both: {low: 1, own: 1}}",
             "v.both.low is a forbidden property"},
       }) {
    CAPTURE(r.values);
    CHECK(check(made(config, r.values).values, r.value) == r.want);
  }
}

TEST_CASE("x-required-for-helm counts before helm only, at the root and in properties") {
  struct row {
    const char* values;
    const char* value;
    const char* want;
  };
  for (const auto& r : {
         row{"{x-required-for-helm: [a], properties: {a: {}}}", "{}", "v.a is required"},
         row{"{x-required-for-helm: a, properties: {a: {}}}", "{}", "v.a is required"},
         row{"{x-required-for-helm: a, required: [b], properties: {a: {}, b: {}}}", "{b: 1}", "v.a is required"},
         row{"{properties: {p: {properties: {m: {x-required-for-helm: [a], properties: {a: {}}}}}}}", "{p: {m: {}}}",
             "v.p.m.a is required"},
         row{"{properties: {p: {items: {x-required-for-helm: [a], properties: {a: {}}}}}}", "{p: [{}]}", ""},
       }) {
    CAPTURE(r.values);
    const auto schemas = made("{}", r.values);
    CHECK(check(schemas.values, r.value) == "");
    CHECK(check(schemas.helm, r.value) == r.want);
  }
}

TEST_CASE("defaults of extended properties are those of the values too") {
  const auto schemas =
    made("{properties: {a: {default: 1}}}", "{x-extend: {schema: c}, properties: {b: {default: 2}}}");
  CHECK(schemas.config->with_defaults(core::json::object()).dump() == R"({"a":1})");
  CHECK(schemas.values->with_defaults(core::json::object()).dump() == R"({"a":1,"b":2})");
}

TEST_CASE("anchors, merges and references are resolved; a reference in data is data") {
  const auto schemas = made(R"(
x-port: &port {type: integer, maximum: 65535}
definitions: {name: {type: string}, alias: {$ref: '#/definitions/name'}}
properties:
  http: *port
  https: {<<: *port, minimum: 443}
  name: {$ref: '#/definitions/alias'}
  made: {type: object, additionalProperties: true, default: {$ref: '#/definitions/name'}}
  $ref: {type: string}
)");
  CHECK(check(schemas.config, "{http: 70000, https: 80, name: 1, $ref: 1}")
        == "v.$ref must be of type string, got 1; v.http must be at most 65535, got 70000; "
           "v.https must be at least 443, got 80; v.name must be of type string, got 1");
  CHECK(schemas.config->with_defaults(core::json::object()).dump() == R"({"made":{"$ref":"#/definitions/name"}})");
}

TEST_CASE("without values.yaml there is no schema of values and none for helm") {
  const auto schemas = made("{properties: {a: {}}}");
  CHECK_FALSE(schemas.values);
  CHECK_FALSE(schemas.helm);
  CHECK_FALSE(core::make_section_schemas({})->config);
}

TEST_CASE("a mark of a secret that is neither true nor false is a mistake, not an open secret") {
  for (const char* mark : {"x-secret: 'yes'", "x-secret: 1", "writeOnly: 'true'"}) {
    CAPTURE(mark);
    core::schema_texts texts{.config_values = std::string("properties: {pw: {type: string, ") + mark + "}}",
                             .values = {}};
    const auto schemas = core::make_section_schemas(texts);
    REQUIRE_FALSE(schemas);
    CHECK(schemas.error().message.find("must be true or false") != std::string::npos);
  }
}
