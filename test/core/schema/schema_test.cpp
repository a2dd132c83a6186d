#include "core/schema/schema.hpp"

#include "core/schema/section_schemas.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

std::string validate(const char* schema, const char* value) {
  const auto compiled = core::schema::schema::compile(yaml(schema));
  if (!compiled) return compiled.error().message;
  return core::schema::describe(compiled->validate(yaml(value), "v"));
}

} // namespace

TEST_CASE("each keyword accepts what it should and says why it does not accept the rest") {
  struct row {
    const char* schema;
    const char* valid;
    const char* invalid;
    const char* why;
  };
  for (const auto& r : {
         row{"{type: integer}", "1.0", "two", R"(v must be of type integer, got a string)"},
         row{"{type: number}", "1.5", "true", "v must be of type number, got a boolean"},
         row{"{type: string}", "x", "1", "v must be of type string, got a number"},
         row{"{type: [string, integer]}", "1", "[]", "v must be of type string or integer, got a list"},
         row{"{type: string, nullable: true}", "null", "1", "v must be of type string, got a number"},
         row{"{type: string, x-nullable: true}", "null", "1", "v must be of type string, got a number"},
         row{"{type: string}", "''", "null", "v must be of type string, got null"},
         row{"{enum: [a, 1]}", "1", "b", R"(v must be one of ["a",1])"},
         row{"{minimum: 1}", "1", "0", "v must be at least 1"},
         row{"{minimum: 1, exclusiveMinimum: true}", "2", "1", "v must be greater than 1"},
         row{"{exclusiveMaximum: 3}", "2", "3", "v must be less than 3"},
         row{"{maximum: 2.5}", "2.5", "3", "v must be at most 2.5"},
         row{"{minimum: 9007199254740993}", "9007199254740993", "9007199254740992",
             "v must be at least 9007199254740993"},
         row{"{type: integer, maximum: 1e30}", "1e30", "2e30", "v must be at most 1e+30"},
         row{"{multipleOf: 3}", "9007199254740993", "9007199254740994", "v must be a multiple of 3"},
         row{"{multipleOf: 0.1}", "0", "1e-10", "v must be a multiple of 0.1"},
         row{"{multipleOf: 0.1}", "0.3", "0.35", "v must be a multiple of 0.1"},
         row{"{minLength: 2}", "\xC3\xA4\xC3\xA4", "a", "v must have at least 2 characters, has 1"},
         row{"{maxLength: 2}", "\xC3\xA4\xC3\xA4", "abc", "v must have at most 2 characters, has 3"},
         row{"{pattern: '^\\d+(?:-x)?$'}", "'12-x'", "z", R"(v must match '^\d+(?:-x)?$')"},
         row{"{format: int32}", "2147483647", "2147483648", "v must be of format int32"},
         row{"{format: ipv4}", "10.0.0.1", "10.0.0.256", R"(v must be of format ipv4)"},
         row{"{minItems: 1}", "[1]", "[]", "v must have at least 1 items, has 0"},
         row{"{maxItems: 1}", "[1]", "[1, 2]", "v must have at most 1 items, has 2"},
         row{"{uniqueItems: true}", "[{a: 1}, {a: 2}, [1]]", "[{a: 1}, [1], {a: 1.0}]", "v[2] is there twice"},
         row{"{uniqueItems: true}", "[1, 2]", "[1, 1.0]", "v[1] is there twice"},
         row{"{items: {type: string}}", "[a]", "[a, 1]", "v[1] must be of type string, got a number"},
         row{"{items: [{type: string}], additionalItems: false}", "[a]", "[a, 1]", "v[1] is a forbidden item"},
         row{"{required: [a]}", "{a: 1}", "{}", "v.a is required"},
         row{"{dependencies: {a: [b]}}", "{a: 1, b: 1}", "{a: 1}", "v.b is required"},
         row{"{dependencies: {a: {required: [c]}}}", "{b: 1}", "{a: 1}", "v.c is required"},
         row{"{required: [a, b], properties: {a: {default: 1}}}", "{b: 1}", "{}", "v.b is required"},
         row{"{minProperties: 1}", "{a: 1}", "{}", "v must have at least 1 properties, has 0"},
         row{"{properties: {a: {type: string}}}", "{a: x, b: 1}", "{a: 1}", "v.a must be of type string, got a number"},
         row{"{additionalProperties: false}", "{}", "{x: 1}", "v.x is a forbidden property"},
         row{"{additionalProperties: false}", "{id: 1, $schema: {x: 1}}", "{ID: 1}", "v.ID is a forbidden property"},
         row{"{additionalProperties: false, properties: {id: {type: string}}}", "{id: a}", "{id: 1}",
             "v.id must be of type string, got a number"},
         row{"{additionalProperties: {type: string}}", "{id: a}", "{id: 1}",
             "v.id must be of type string, got a number"},
         row{"{additionalProperties: {type: integer}}", "{x: 1}", "{x: a}",
             R"(v.x must be of type integer, got a string)"},
         row{"{patternProperties: {'^x-': {type: integer}}, additionalProperties: false}", "{x-a: 1}", "{x-a: b}",
             R"(v.x-a must be of type integer, got a string)"},
         row{"{allOf: [{minimum: 1}, {maximum: 2}]}", "1", "3", "v must be at most 2"},
         row{"{anyOf: [{type: string}, {minimum: 5}]}", "5", "1",
             "v must match at least one schema of 'anyOf', got a number"},
         row{"{oneOf: [{minimum: 1}, {minimum: 5}]}", "2", "7",
             "v must match exactly one schema of 'oneOf', matches 2, got a number"},
         row{"{not: {type: string}}", "1", "x", R"(v must not match the schema of 'not', got a string)"},
       }) {
    CAPTURE(std::string(r.schema));
    CHECK(validate(r.schema, r.valid) == "");
    CHECK(validate(r.schema, r.invalid) == r.why);
  }
}

TEST_CASE("all violations are reported at once") {
  CHECK(validate("{type: object, additionalProperties: false, required: [a], properties: {b: {type: string}}}",
                 "{b: 1, c: 2}")
        == "v.a is required; v.b must be of type string, got a number; v.c is a forbidden property");
}

TEST_CASE("a message does not show what is secret, long or nested") {
  const char* schema = R"(
properties:
  password: {format: password, type: string, minLength: 8, pattern: "^[a-z]*$"}
  token: {x-secret: true, oneOf: [{type: string, maxLength: 1}, {type: integer}]}
  text: {type: integer}
)";
  CHECK(validate(schema, "{password: Secret-1, token: true, text: {password: hunter2}}")
        == "v.password must match '^[a-z]*$'; v.text must be of type integer, got an object; "
           "v.token must match exactly one schema of 'oneOf', matches 0, got a hidden value");
  const auto shown = validate("{type: integer}", std::string(200, 'x').c_str());
  CHECK(shown == "v must be of type integer, got a string");
}

TEST_CASE("a mark counts for all rules about a value, in whichever of its schemas it stands") {
  for (const char* rules :
       {"x-secret: true, not: {enum: [hunter2]}", "not: {enum: [hunter2], x-secret: true}",
        "allOf: [{x-secret: true}, {not: {enum: [hunter2]}}]", "allOf: [{x-secret: true}], minLength: 20, type: string",
        "anyOf: [{x-secret: true, type: string}, {type: integer}], pattern: '^x'"}) {
    CAPTURE(rules);
    const auto message = validate(("{properties: {p: {" + std::string(rules) + "}}}").c_str(), "{p: hunter2}");
    CHECK(message.find("v.p must") == 0);
    CHECK(message.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("what stands inside a secret is secret, and what stands beside it is not") {
  CHECK(
    validate("{properties: {auth: {x-secret: true, properties: {p: {not: {type: string}}, k: {maximum: 1}}}, "
             "k: {maximum: 1}}}",
             "{auth: {p: hunter2, k: 12345}, k: 2}")
    == "v.auth.k must be at most 1; v.auth.p must not match the schema of 'not', got a hidden value; v.k must be at "
       "most 1");
}

TEST_CASE("a violation keeps what was found apart from the rule, so that it can be hidden") {
  const auto compiled = core::schema::schema::compile(yaml("{properties: {a: {maxLength: 1}, b: {type: integer}}}"));
  const auto found = compiled->validate(yaml("{a: 'x, got y', b: 'x, got y'}"), "web");
  REQUIRE(found.size() == 2);
  CHECK(found[0].rule == "must have at most 1 characters");
  CHECK(found[0].found == "has 8");
  CHECK(found[1].rule == "must be of type integer");
  CHECK(found[1].found == "got a string");
}

TEST_CASE("a message does not show how long a secret is") {
  CHECK(validate("{x-secret: true, maxLength: 1}", "hunter2")
        == "v must have at most 1 characters, got a hidden value");
}

TEST_CASE("a violation knows its place as a JSON pointer") {
  const auto compiled = core::schema::schema::compile(yaml("{properties: {'a/b': {items: {required: [c]}}}}"));
  const auto found = compiled->validate(yaml("{'a/b': [{c: 1}, {}]}"), "web");
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "web.a/b[1].c");
  CHECK(found[0].place.text() == "/web/a~1b/1/c");
}

TEST_CASE("what only says something to people changes nothing") {
  CHECK(validate("{title: t, description: d, example: 1, x-examples: [{a: 1}], x-doc: {x: 1}, readOnly: true, "
                 "deprecated: true, externalDocs: {url: u}, discriminator: kind}",
                 "anything")
        == "");
}

TEST_CASE("a pattern takes time that is linear in the text") {
  const auto text = std::string(100'000, 'a') + "!";
  CHECK(validate("{pattern: '^(a+)+$'}", text.c_str()).starts_with("v must match '^(a+)+$'"));
}

TEST_CASE("what would change the meaning is refused with its place") {
  CHECK(validate("{properties: {a: {const: 1}}}", "1") == "schema.properties.a: the keyword 'const' is not supported");
  CHECK(validate("{if: {}}", "1") == "schema: the keyword 'if' is not supported");
  CHECK(validate("{properties: {a: {x-deckhouse-validations: [{expression: 'self > 1'}]}}}", "1")
        == "schema.properties.a: 'x-deckhouse-validations': rules in CEL are not supported yet; say it by keywords of "
           "OpenAPI (enum, pattern, oneOf, …), or check it in a hook");
  CHECK(validate("{type: 5}", "1") == "schema: 'type' must be a name or a list of names, got 5");
  CHECK(validate("{type: [string, {}]}", "1") == "schema: 'type' must be a name or a list of names, got {}");
  CHECK(validate("{enum: 5}", "1") == R"(schema: 'enum' must be a list)");
  CHECK(validate("{pattern: '(?=x)'}", "1").starts_with("schema: invalid pattern '(?=x)': "));
  CHECK(validate("{minLength: -1}", "1") == "schema: 'minLength' must be a count, got -1");
  CHECK(validate("{items: {properties: [1]}}", "1") == "schema.items: 'properties' must be a map");
  CHECK(validate("{required: a}", "{a: 1}") == R"(schema: 'required' must be a list of names, got "a")");
  CHECK(validate("{dependencies: {a: [b, 1]}}", "{}")
        == R"(schema: 'dependencies' must be a list of names, got ["b",1])");
}

TEST_CASE("a type that JSON Schema does not know is a type that no value has") {
  struct row {
    const char* schema;
    const char* value;
    const char* want;
  };
  for (const auto& r : {
         row{"{type: bool}", "true", "v must be of type bool (a type that no value has), got a boolean"},
         row{"{type: bool}", "null", "v must be of type bool (a type that no value has), got null"},
         row{"{type: bool, nullable: true}", "null", ""},
         row{"{properties: {a: {type: bool}}}", "{}", ""},
         row{"{type: [bool, string]}", "text", ""},
         row{"{type: [bool, string]}", "1",
             "v must be of type string or bool (a type that no value has), got a number"},
         row{"{not: {type: bool}}", "true", ""},
         row{"{properties: {a: {type: bool}}, required: [b]}", "{}", "v.b is required"},
       }) {
    CAPTURE(r.schema);
    CHECK(validate(r.schema, r.value) == r.want);
  }
}

TEST_CASE("'items' that are no schema restrict nothing") {
  for (const char* schema : {"{items: strings}", "{items: true}", "{items: false}", "{items: 5}"}) {
    CAPTURE(schema);
    CHECK(validate(schema, "[1, a, {x: 1}]") == "");
  }
  CHECK(validate("{items: strings, additionalItems: {type: string}}", "[a, 1]")
        == "v[1] must be of type string, got a number");
  CHECK(validate("{items: strings, type: array}", "text") == "v must be of type array, got a string");
}

TEST_CASE("rules in CEL under the name that Kubernetes gives them count for nothing") {
  CHECK(validate("{x-kubernetes-validations: [{rule: 'self > 1'}], type: integer}", "1") == "");
}

TEST_CASE("all mistakes in a schema are reported at once, of very many the first ones") {
  CHECK(
    validate("{enum: 5, properties: {a: {if: {}}, b: {items: {minLength: x}}}, required: [1]}", "1")
    == R"(schema: 'enum' must be a list; schema.properties.a: the keyword 'if' is not supported; )"
       R"(schema.properties.b.items: 'minLength' must be a count, got "x"; schema: 'required' must be a list of names, )"
       "got [1]");
  text::json::object_type properties;
  for (int i = 0; i < 100; ++i) properties.emplace_back("p" + std::to_string(i), yaml("{enum: 5}"));
  const auto refused =
    core::schema::schema::compile(text::json::object({{"properties", text::json::object(properties)}}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("schema.properties.p0: 'enum' must be a list; schema.properties.p1: "));
  CHECK(refused.error().message.ends_with("; and 80 more"));
}

TEST_CASE("an enum without values allows all of them") {
  CHECK(validate("{type: string, enum: []}", "x") == "");
}

TEST_CASE("a violation that more members would mend is known as one") {
  const auto is_missing = [](const char* text, const char* value) {
    const auto found = core::schema::schema::compile(yaml(text))->validate(yaml(value), "v");
    REQUIRE(found.size() == 1);
    return found[0].is_missing;
  };
  CHECK(is_missing("{required: [a]}", "{}"));
  CHECK(is_missing("{dependencies: {a: [b]}}", "{a: 1}"));
  CHECK(is_missing("{minProperties: 1}", "{}"));
  CHECK_FALSE(is_missing("{maxProperties: 0}", "{a: 1}"));
  CHECK_FALSE(is_missing("{minItems: 1}", "[]"));
  CHECK(is_missing("{anyOf: [{required: [a]}, {type: string}]}", "{}"));
  CHECK(is_missing("{oneOf: [{required: [a]}, {required: [b]}]}", "{}"));
  CHECK_FALSE(is_missing("{oneOf: [{required: [a]}, {required: [b]}]}", "{a: 1, b: 1}"));
  CHECK_FALSE(is_missing("{anyOf: [{type: string}, {required: [a], maxProperties: 0}]}", "{b: 1}"));
}

TEST_CASE("a name that is required and forbidden is impossible, unless a property or a pattern allows it") {
  const auto impossible = [](const char* text) {
    std::string paths;
    for (const auto& path : core::schema::schema::compile(yaml(text))->impossible_names("v")) paths += path + " ";
    return paths;
  };
  CHECK(impossible("{required: [a, b, x-c], additionalProperties: false, properties: {a: {}}, "
                   "patternProperties: {^x-: {}}}")
        == "v.b ");
  CHECK(impossible("{type: object, required: [a], additionalProperties: false}") == "v.a ");
  CHECK(impossible("{type: string, required: [a], additionalProperties: false, properties: {b: {}}}") == "");
  CHECK(impossible("{required: [a], properties: {b: {}}}") == "");
  CHECK(impossible("{required: [a], properties: {b: {}}, additionalProperties: {type: string}}") == "");
  const char* inner = "{type: object, required: [a], additionalProperties: false}";
  for (const auto& [outer, path] : {
         std::pair{"{properties: {p: INNER}}", "v.p.a "},
         std::pair{"{patternProperties: {p: INNER}}", "v.*.a "},
         std::pair{"{additionalProperties: INNER}", "v.*.a "},
         std::pair{"{items: INNER}", "v[].a "},
         std::pair{"{items: [{}, INNER]}", "v[1].a "},
         std::pair{"{oneOf: [INNER, {}]}", "v.a "},
       }) {
    std::string text = outer;
    text.replace(text.find("INNER"), 5, inner);
    CHECK(impossible(text.c_str()) == path);
  }
}

TEST_CASE("a forbidden name comes with the one that the schema has") {
  const char* schema = "{properties: {title: {}, host: {properties: {name: {}}, additionalProperties: false}}, "
                       "additionalProperties: false}";
  CHECK(validate(schema, "{titel: a}") == "v.titel is a forbidden property (did you mean 'title'?)");
  CHECK(validate(schema, "{host: {nam: a}}") == "v.host.nam is a forbidden property (did you mean 'name'?)");
  CHECK(validate(schema, "{replicas: 1}") == "v.replicas is a forbidden property");
}

TEST_CASE("a name that YAML has made a truth value in the schema is refused with the remedy") {
  CHECK(
    validate("{properties: {n: {type: integer}}, additionalProperties: false}", R"({"n":1})")
    == "v.n is a forbidden property (the schema has 'false', which is how YAML reads the bare key n: put it in quotes "
       "there)");
  CHECK(validate("{properties: {'n': {type: integer}}, additionalProperties: false}", R"({"n":1})") == "");
  CHECK(validate("{properties: {on: {}}, additionalProperties: false}", R"({"n":1,"x":1})")
        == "v.n is a forbidden property; v.x is a forbidden property");
}

TEST_CASE("a default that its own schema refuses is found, wherever it stands") {
  const auto refused = [](const char* text) {
    return core::schema::describe(core::schema::schema::compile(yaml(text))->refused_defaults("web"));
  };
  CHECK(refused("{properties: {a: {type: integer, default: nope}}}")
        == R"(web.a must be of type integer, got a string)");
  CHECK(refused("{properties: {a: {type: integer, default: 1}, b: {type: string}}}") == "");
  CHECK(refused("{properties: {l: {items: {properties: {p: {maximum: 9, default: 10}}}}}}")
        == "web.l[].p must be at most 9");
  // A default inside a default that is filled in is reported once, and missing names may still come.
  CHECK(refused("{properties: {o: {default: {}, required: [x], properties: {x: {}, z: {enum: [1], default: 2}}}}}")
        == "web.o.z must be one of [1]");
  CHECK(refused("{properties: {s: {type: integer, default: geheim, x-secret: true}}}")
        == "web.s must be of type integer, got a hidden value");
}

TEST_CASE("defaults fill gaps and descend into what is there") {
  const auto compiled = core::schema::schema::compile(yaml(R"(
default: {ignored: true}
properties:
  a: {default: 1}
  nested: {properties: {b: {default: 2}}}
  made: {default: {}, properties: {c: {default: 3}}}
  list: {items: {properties: {d: {default: 4}}}}
)"));
  REQUIRE(compiled);
  const auto filled = [&](const char* text) { return compiled->with_defaults(yaml(text)).dump(); };
  CHECK(filled("{}") == R"({"a":1,"made":{"c":3}})");
  CHECK(filled("{a: null, nested: {}, list: [{}, {d: 5}, 1]}")
        == R"({"a":null,"list":[{"d":4},{"d":5},1],"made":{"c":3},"nested":{"b":2}})");
}

TEST_CASE("what has all its defaults stays the same value, so that it is not looked at again") {
  const auto compiled =
    core::schema::schema::compile(yaml("{properties: {list: {items: {properties: {d: {default: 4}}}}}}"));
  REQUIRE(compiled);
  const auto full = yaml("{list: [{d: 1}, {d: 2}]}");
  CHECK(compiled->with_defaults(full).same_node(full));
  const auto half = yaml("{list: [{d: 1}, {}]}");
  const auto filled = compiled->with_defaults(half);
  CHECK(filled.find("list")->as_array()[0].same_node(half.find("list")->as_array()[0]));
  CHECK_FALSE(filled.same_node(half));
}

TEST_CASE("what is shared with an accepted value is not looked at again, and all else is") {
  const auto rules = *core::schema::schema::compile(*text::parse_json(R"({
    "properties": {"a": {"properties": {"n": {"type": "integer"}}}, "b": {"items": {"type": "integer"}},
                   "c": {"oneOf": [{"required": ["x"]}, {"required": ["y"]}]}},
    "maxProperties": 3})"));
  const auto accepted = *text::parse_json(R"({"a":{"n":1},"b":[1,2],"c":{"x":1}})");
  REQUIRE(rules.validate(accepted, "m").empty());
  const auto with = [&](const char* key, const char* value) { return accepted.with(key, *text::parse_json(value)); };
  const auto wrong = [&](const text::json& value) {
    const auto found = rules.validate(value, "m", &accepted);
    CHECK(core::schema::describe(found) == core::schema::describe(rules.validate(value, "m")));
    return core::schema::describe(found);
  };
  CHECK(wrong(accepted).empty());
  CHECK(wrong(with("b", "[1,2,3]")).empty());
  CHECK(wrong(with("a", R"({"n":"x"})")) == R"(m.a.n must be of type integer, got a string)");
  CHECK(wrong(with("b", R"([1,"x"])")) == R"(m.b[1] must be of type integer, got a string)");
  CHECK(wrong(with("c", R"({"x":1,"y":1})")).find("'oneOf'") != std::string::npos);
  CHECK(wrong(with("d", "1")) == "m must have at most 3 properties, has 4");
  // A value that moves to another place is held to the rules of that place.
  CHECK(wrong(accepted.with("b", *accepted.find("a")).with("a", *accepted.find("b")))
        == wrong(accepted.with("b", *accepted.find("a"))));
}
