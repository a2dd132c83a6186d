// The features of schema files in flant/addon-operator: `x-extend` and the others.

#include "core/schema/section_schemas.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

core::schema::section_schemas made(const char* config, const char* values = nullptr) {
  core::schema::texts texts{.config_values = config, .values = std::nullopt};
  if (values) texts.values = values;
  auto schemas = core::schema::make_section_schemas(texts);
  REQUIRE_MESSAGE(schemas, schemas.error().message);
  return *schemas;
}

std::string check(const std::optional<core::schema::schema>& schema, const char* value) {
  return schema ? core::schema::describe(schema->validate(*text::parse_yaml(value), "v")) : "no schema";
}

std::string mistakes_of(const char* config, const char* values) {
  const auto schemas = core::schema::make_section_schemas({.config_values = config, .values = values});
  return schemas ? "none" : schemas.error().message;
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
         // It stops at a property that has any keyword of its own.
         row{"{properties: {a: {additionalProperties: true, properties: {b: {}}}}}", "{a: {x: 1, b: {y: 1}}}", ""},
         row{"{properties: {a: {additionalProperties: false, properties: {b: {}}}}}", "{a: {b: {y: 1}}}", ""},
         row{"{properties: {a: {additionalProperties: {properties: {b: {}}}}}}", "{a: {x: {b: 1, y: 1}}}", ""},
         // It does not apply inside of other keywords, but references are resolved before.
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
         row{"{x-extend: {schema: anything}}", "{a: 1}", "v.a must be of type string, got a number"},
         row{"{x-extend: {schema: null}}", "{a: x}", "v.a is a forbidden property"},
         row{"{}", "{a: x}", "v.a is a forbidden property"},
         row{"{x-extend: {schema: c}, required: [b]}", "{}", "v.a is required; v.b is required"},
         row{"{x-extend: {schema: c}}", "{a: x, c-1: z}", R"(v.c-1 must be of type integer, got a string)"},
         row{"{x-extend: {schema: c}, properties: {e: {$ref: '#/definitions/d'}}}", "{a: x, e: z}",
             R"(v.e must be of type integer, got a string)"},
         // There is no deep merge: the file's own entry replaces the other entry.
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

TEST_CASE("the names that Helm requires are a schema of their own, which knows no other rule") {
  struct row {
    const char* values;
    const char* value;
    const char* want;
  };
  for (const auto& r : {
         row{"{x-required-for-helm: [a], properties: {a: {type: string}}}", "{}", "v.a is required"},
         row{"{x-required-for-helm: [a], required: [b], properties: {a: {type: string}, b: {}}}", "{a: 1, x: 1}", ""},
         row{"{x-required-for-helm: [a, b], properties: {a: {default: 1}, b: {}}}", "{}", "v.b is required"},
         row{"{properties: {p: {properties: {m: {x-required-for-helm: a, properties: {a: {}}}}}, q: {type: string}}}",
             "{p: {m: {}, n: 1}, q: 5}", "v.p.m.a is required"},
         row{"{properties: {p: {x-required-for-helm: a, properties: {a: {}}}}}", "{p: text}", ""},
       }) {
    CAPTURE(r.values);
    CHECK(check(made("{}", r.values).names_for_helm, r.value) == r.want);
  }
  CHECK_FALSE(made("{}", "{required: [a], properties: {a: {default: 1}}}").names_for_helm);
  CHECK_FALSE(made("{}", "{properties: {p: {items: {x-required-for-helm: [a]}}}}").names_for_helm);
}

TEST_CASE("defaults of extended properties are those of the values too") {
  const auto schemas =
    made("{properties: {a: {default: 1}}}", "{x-extend: {schema: c}, properties: {b: {default: 2}}}");
  CHECK(schemas.config->with_defaults(text::json::object()).dump() == R"({"a":1})");
  CHECK(schemas.values->with_defaults(text::json::object()).dump() == R"({"a":1,"b":2})");
}

TEST_CASE("a keyword or a schema without a value says nothing, and the log says so") {
  const auto schemas =
    made("{required: [a], properties: {a: {minimum: null, type: integer}, b: null}}",
         "{x-extend: {schema: c}, required: null, properties: null, definitions: {d: {enum: null}}}");
  CHECK(check(schemas.values, "{b: x}") == "v.a is required");
  CHECK(check(schemas.values, "{a: -1, c: 1}") == "v.c is a forbidden property");
  CHECK(schemas.warnings
        == std::vector<std::string>{
          "openapi/config-values.yaml: schema.properties.a: 'minimum' has no value: it is ignored",
          "openapi/values.yaml: schema.definitions.d: 'enum' has no value: it is ignored",
          "openapi/values.yaml: schema: 'properties' has no value: it is ignored",
          "openapi/values.yaml: schema: 'required' has no value: it is ignored"});
  // In data, null is a value, too.
  CHECK(mistakes_of("{}", "{enum: [null], x-secret: null}")
        == "openapi/values.yaml: schema: 'x-secret' must be true or false, got null");
  CHECK(mistakes_of("{}", "{const: null}") == "openapi/values.yaml: schema: the keyword 'const' is not supported");
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
        == "v.$ref must be of type string, got a number; v.http must be at most 65535; "
           "v.https must be at least 443; v.name must be of type string, got a number");
  CHECK(schemas.config->with_defaults(text::json::object()).dump() == R"({"made":{"$ref":"#/definitions/name"}})");
}

TEST_CASE("parts of other files count as if they stood in the schema, also where it is extended") {
  core::schema::texts texts{.config_values = "{properties: {a: {$ref: 'parts.yaml#/definitions/port'}}}",
                            .values =
                              "{x-extend: {schema: c}, properties: {b: {$ref: 'parts.yaml#/definitions/map'}}}"};
  texts.others.ways = {{{"", "parts.yaml"}, std::string("/m/parts.yaml")}};
  texts.others.texts = {{"/m/parts.yaml",
                         "{definitions: {port: {type: integer, default: 80}, map: {properties: {x: {}, "
                         "x: {type: string}}}}}"}};
  const auto schemas = core::schema::make_section_schemas(texts);
  REQUIRE_MESSAGE(schemas, schemas.error().message);
  CHECK(check(schemas->config, "{a: x}") == R"(v.a must be of type integer, got a string)");
  CHECK(
    check(schemas->values, "{a: x, b: {x: 1, z: 1}}")
    == R"(v.a must be of type integer, got a string; v.b.x must be of type string, got a number; v.b.z is a forbidden property)");
  CHECK(schemas->config->with_defaults(text::json::object()).dump() == R"({"a":80})");
  CHECK(
    schemas->warnings
    == std::vector<std::string>{"/m/parts.yaml: line 1: 'x' stands there again (first at line 1): this one counts"});
}

TEST_CASE("a key that stands twice counts as it stands last, and a warning names both lines") {
  const auto schemas = made("properties:\n  a: {type: string}\n  b: {}\n  a:\n    type: integer\n    type: boolean\n",
                            "{\"properties\": {\"c\": {},\n\"c\": {\"type\": \"string\"}}}");
  CHECK(check(schemas.config, "{a: 1}") == "v.a must be of type boolean, got a number");
  CHECK(check(schemas.values, "{c: 1}") == "v.c must be of type string, got a number");
  CHECK(schemas.warnings
        == std::vector<std::string>{
          "openapi/config-values.yaml: line 4: 'a' stands there again (first at line 2): this one counts",
          "openapi/config-values.yaml: line 6: 'type' stands there again (first at line 5): this one counts",
          "openapi/values.yaml: line 2: 'c' stands there again (first at line 1): this one counts"});
}

TEST_CASE("of two documents the first counts, and a warning names the line of the second") {
  const auto schemas = made("properties: {a: {type: string}}\n---\nproperties: {a: {type: number}}\n", "{}");
  CHECK(check(schemas.config, "{a: 1}") == "v.a must be of type string, got a number");
  CHECK(schemas.warnings
        == std::vector<std::string>{
          "openapi/config-values.yaml: line 3: a second document begins there: only the first counts"});
}

TEST_CASE("parts that load and mean less than their author thinks have warnings") {
  const auto warnings =
    made("{properties: {a: {type: bool}, b: {type: [string, text]}, c: {items: strings}}}").warnings;
  CHECK(warnings
        == std::vector<std::string>{
          "openapi/config-values.yaml: schema.properties.a: unknown type 'bool': no value has it: did you "
          "mean 'boolean'?",
          "openapi/config-values.yaml: schema.properties.b: unknown type 'text': no value has it",
          "openapi/config-values.yaml: schema.properties.c: 'items' must be a schema, got \"strings\": it is ignored"});
}

TEST_CASE("without values.yaml there is no schema of values and none for helm") {
  const auto schemas = made("{properties: {a: {}}}");
  CHECK_FALSE(schemas.values);
  CHECK_FALSE(schemas.helm);
  CHECK_FALSE(core::schema::make_section_schemas({})->config);
}

TEST_CASE("the mistakes in both files are reported at once, and once") {
  struct row {
    const char* config;
    const char* values;
    const char* want;
  };
  for (const auto& r : {
         row{"{enum: 5}", "{properties: {a: {$ref: 5}}}",
             "openapi/config-values.yaml: schema: 'enum' must be a list; "
             "openapi/values.yaml: schema.properties.a: '$ref' must be a string, got 5"},
         // A mistake that comes from the other file is reported only for that file.
         row{"{properties: {a: {enum: 5}}, required: a, x-secret: 1}", "{x-extend: {schema: c}}",
             "openapi/config-values.yaml: schema: 'x-secret' must be true or false, got 1; "
             "schema.properties.a: 'enum' must be a list; schema: 'required' must be a list of names, got \"a\""},
         row{"{properties: {a: {enum: 5}}}", "{x-extend: {schema: c}, properties: {a: {enum: 5}}}",
             "openapi/config-values.yaml: schema.properties.a: 'enum' must be a list; "
             "openapi/values.yaml: schema.properties.a: 'enum' must be a list"},
         row{"{properties: {a: {$ref: '#/x'}}}",
             "{x-extend: {schema: c}, properties: {b: {$ref: '#/y'}, c: {enum: 1}}}",
             "openapi/config-values.yaml: schema.properties.a: $ref '#/x': there is nothing in the file; "
             "openapi/values.yaml: schema.properties.c: 'enum' must be a list"},
         // If a file cannot be used, its parts are not reported as missing.
         row{"[]", "{x-extend: {schema: c}, properties: {b: {$ref: '#/definitions/d'}}}",
             "openapi/config-values.yaml: a schema must be a map"},
         row{"[]", "{x-extend: {schema: c}, properties: {b: {$ref: '#/definitions/d'}, c: {enum: 5}}}",
             "openapi/config-values.yaml: a schema must be a map; "
             "openapi/values.yaml: schema.properties.c: 'enum' must be a list"},
         row{"[]", "{properties: {b: {$ref: '#/definitions/d'}}}",
             "openapi/config-values.yaml: a schema must be a map; "
             "openapi/values.yaml: schema.properties.b: $ref '#/definitions/d': there is nothing in the file"},
         row{"[]", "[]",
             "openapi/config-values.yaml: a schema must be a map; openapi/values.yaml: a schema must be a map"},
         row{"{definitions: {d: {}}, enum: 5}", "{x-extend: {schema: c}, properties: {b: {$ref: '#/definitions/e'}}}",
             "openapi/config-values.yaml: schema: 'enum' must be a list; "
             "openapi/values.yaml: schema.properties.b: $ref '#/definitions/e': there is nothing in the file"},
         // Also for a definition of the other file that only this file uses.
         row{"{definitions: {d: {enum: 5}}}", "{x-extend: {schema: c}, properties: {b: {$ref: '#/definitions/d'}}}",
             "openapi/values.yaml: schema.properties.b: 'enum' must be a list"},
       }) {
    CAPTURE(r.config);
    CAPTURE(r.values);
    CHECK(mistakes_of(r.config, r.values) == r.want);
  }
}

TEST_CASE("a wrong x-required-for-helm is named as what it is, with its place") {
  const auto message = [](const char* values) { return mistakes_of("{}", values); };
  CHECK(message("{x-required-for-helm: 5, required: [b]}")
        == "openapi/values.yaml: schema: 'x-required-for-helm' must be a name or a list of names, got 5");
  CHECK(message("{properties: {p: {properties: {m: {x-required-for-helm: [a, 1]}}}}, x-required-for-helm: {a: 1}}")
        == R"(openapi/values.yaml: schema: 'x-required-for-helm' must be a name or a list of names, got {"a":1}; )"
           R"(schema.properties.p.properties.m: 'x-required-for-helm' must be a name or a list of names, got ["a",1])");
  CHECK(message("{x-required-for-helm: [y]}")
          .ends_with("got [true] (YAML reads the bare y, n, on, off, yes and no as true or false: put the name in "
                     "quotes)"));
  // With x-extend the keyword is in both schemas, and is reported for the file that contains it.
  CHECK(mistakes_of("{x-required-for-helm: 5}", "{x-extend: {schema: c}}")
        == "openapi/config-values.yaml: schema: 'x-required-for-helm' must be a name or a list of names, got 5");
}

TEST_CASE("suspicious parts are warnings with file and place, of each file the first ones") {
  const auto schemas = made(R"(
type: string
required: [a, z]
properties: {a: {typ: string}, l: {type: array, items: {required: [k], properties: {m: {}}}}}
)",
                            R"(
x-extend: {schema: config-values.yaml}
x-required-for-helm: [a, w]
properties: {b: {default: 1, enum: []}, o: {additionalProperties: true, required: [p], properties: {q: {}}}}
)");
  CHECK(schemas.warnings
        == std::vector<std::string>{
          "openapi/config-values.yaml: schema: a section is a map or a list, never of type \"string\"",
          "openapi/config-values.yaml: schema.properties.a: unknown keyword 'typ' is ignored: did you mean 'type'?",
          "openapi/config-values.yaml: required: values.l[].k is forbidden at the same time, so nothing is valid: add "
          "it to 'properties'",
          "openapi/values.yaml: schema.properties.b: 'enum' has no values: it is ignored",
          "openapi/values.yaml: required: values.z is forbidden at the same time, so nothing is valid: add it to "
          "'properties'",
          "openapi/values.yaml: x-required-for-helm: values.w is forbidden at the same time, so nothing is valid: add "
          "it to 'properties'"});
  // Without x-extend each file has its own mistakes.
  const auto same = "{type: object, required: [z], properties: {a: {}}}";
  CHECK(made(same, same).warnings.size() == 2);
  std::string many = "properties: {";
  for (int i = 0; i < 100; ++i) many += "p" + std::to_string(i) + ": {typ: string, type: integer, default: x}, ";
  const auto bounded = made((many + "}").c_str(), "{unknown: 1}").warnings;
  REQUIRE(bounded.size() == 22);
  CHECK(bounded[20] == "openapi/config-values.yaml: and 180 more");
  CHECK(bounded[21] == "openapi/values.yaml: schema: unknown keyword 'unknown' is ignored");
}

TEST_CASE("a mark of a secret that is neither true nor false is a mistake, not an open secret") {
  for (const char* mark : {"x-secret: 'yes'", "x-secret: 1", "writeOnly: 'true'"}) {
    CAPTURE(mark);
    core::schema::texts texts{.config_values = std::string("properties: {pw: {type: string, ") + mark + "}}",
                              .values = {}};
    const auto schemas = core::schema::make_section_schemas(texts);
    REQUIRE_FALSE(schemas);
    CHECK(schemas.error().message.find("must be true or false") != std::string::npos);
  }
}
