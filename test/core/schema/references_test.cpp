#include "core/schema/references.hpp"

#include "core/schema/schema.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::vector<std::string> mistakes(const std::string& schema) {
  return core::schema::expand_references(*text::parse_yaml(schema)).mistakes.lines();
}

using lines = std::vector<std::string>;

const std::string into_itself = "leads into itself, which is not supported";
const std::string nothing = "there is nothing in the file";

/// A chain of definitions: d0 is an integer, and each further definition refers to the previous definition.
std::string chain(int length, const std::string& before, const std::string& after) {
  std::string text = "{definitions: {d0: {type: integer}";
  for (int i = 1; i < length; ++i)
    text +=
      ",\n d" + std::to_string(i) + ": " + before + "{$ref: '#/definitions/d" + std::to_string(i - 1) + "'}" + after;
  return text + "}, properties: {p: {$ref: '#/definitions/d" + std::to_string(length - 1) + "'}}}";
}

} // namespace

TEST_CASE("all references that cannot be followed are reported, each once, whatever else is wrong") {
  CHECK(mistakes("{definitions: {a: {$ref: '#/definitions/a'}}, properties: {p: {$ref: '#/x'}, q: {$ref: 5}, "
                 "r: {$ref: 'f.yaml#/y'}, s: {$ref: '#/definitions/a'}, t: {allOf: [{}, {$ref: '#/z'}]}}}")
        == lines{"schema.definitions.a: $ref '#/definitions/a': " + into_itself,
                 "schema.properties.p: $ref '#/x': " + nothing, "schema.properties.q: '$ref' must be a string, got 5",
                 "schema.properties.r: $ref 'f.yaml#/y': this file was not read",
                 "schema.properties.t.allOf[1]: $ref '#/z': " + nothing});
  CHECK(mistakes("{properties: {a: {$ref: {type: string}}}}")
        == lines{R"(schema.properties.a: '$ref' must be a string, got {"type":"string"})"});
}

TEST_CASE("a mistake in a definition is reported where it stands, not where it is used") {
  CHECK(mistakes("{definitions: {z: {items: {$ref: '#/x'}}}, properties: {a: {$ref: '#/definitions/z'}, "
                 "b: {$ref: '#/definitions/z'}}}")
        == lines{"schema.definitions.z.items: $ref '#/x': " + nothing});
  CHECK(mistakes("{x-parts: [{}, {items: {$ref: '#/x'}}], properties: {a: {$ref: '#/x-parts/1'}}}")
        == lines{"schema.x-parts[1].items: $ref '#/x': " + nothing});
}

TEST_CASE("every circle is found, by whatever way it leads back") {
  struct row {
    const char* schema;
    lines want;
  };
  for (const auto& r : {
         row{"{definitions: {a: {$ref: '#/definitions/b'}, b: {$ref: '#/definitions/a'}}}",
             {"schema.definitions.b: $ref '#/definitions/a': " + into_itself}},
         row{"{definitions: {a: {items: {$ref: '#/definitions/a'}}, b: {items: {$ref: '#/definitions/b'}}}}",
             {"schema.definitions.a.items: $ref '#/definitions/a': " + into_itself,
              "schema.definitions.b.items: $ref '#/definitions/b': " + into_itself}},
         row{"{properties: {a: {$ref: '#'}}}", {"schema.properties.a: $ref '#': " + into_itself}},
         // A reference to a place on its own path.
         row{"{definitions: {a: {$ref: '#/definitions/p/properties/x'}, p: {properties: {x: {items: {$ref: "
             "'#/definitions/p'}}}}}}",
             {"schema.definitions.p.properties.x.items: $ref '#/definitions/p': " + into_itself}},
         row{"{definitions: {a: {allOf: [{$ref: '#/definitions/a/allOf'}]}}}",
             {"schema.definitions.a.allOf[0]: $ref '#/definitions/a/allOf': " + into_itself}},
         // Using the same definition twice is not a circle.
         row{"{definitions: {a: {}, b: {allOf: [{$ref: '#/definitions/a'}, {$ref: '#/definitions/a'}]}}}", {}},
       }) {
    CAPTURE(std::string(r.schema));
    CHECK(mistakes(r.schema) == r.want);
  }
}

TEST_CASE("many circles end, and of very many mistakes the first ones are reported") {
  std::string each_other = "{definitions: {";
  for (int i = 0; i < 60; ++i) {
    each_other += "d" + std::to_string(i) + ": {allOf: [";
    for (int j = 0; j < 60; ++j) each_other += "{$ref: '#/definitions/d" + std::to_string(j) + "'}, ";
    each_other += "]}, ";
  }
  const auto found = mistakes(each_other + "}}");
  REQUIRE(found.size() == 21);
  // Each pair of references is a circle, and so is each single reference: 1830 circles, and the rest is too
  // large.
  CHECK(found.back() == "and 1811 more");
}

TEST_CASE("references that multiply are a mistake, and so is what they would hide") {
  const auto doubled = [](int times) {
    std::string text = "{definitions: {d0: {type: integer}";
    for (int i = 1; i <= times; ++i) {
      const auto before = "{$ref: '#/definitions/d" + std::to_string(i - 1) + "'}";
      text += ", d" + std::to_string(i) + ": {allOf: [" + before + ", " + before + "]}";
    }
    return text + "}, properties: {p: {$ref: '#/definitions/d" + std::to_string(times) + "'}, q: {$ref: '#/x'}}}";
  };
  CHECK(mistakes(doubled(10)) == lines{"schema.properties.q: $ref '#/x': " + nothing});
  const lines refused{"schema.properties.q: $ref '#/x': " + nothing,
                      "schema: has more than 10000 schemas, with all that references and aliases repeat"};
  CHECK(mistakes(doubled(20)) == refused);
  CHECK(mistakes(doubled(100)) == refused);
  // The rest has no references, and is valid.
  CHECK(core::schema::schema::compile(core::schema::expand_references(*text::parse_yaml(doubled(100))).document));
}

TEST_CASE("references may lead through many others, and not through any number") {
  const auto flat = core::schema::expand_references(*text::parse_yaml(chain(200, "", "")));
  CHECK(flat.mistakes.lines().empty());
  CHECK(flat.document.find("properties")->dump() == R"({"p":{"type":"integer"}})");
  const auto found = mistakes(chain(20'000, "{items: ", "}"));
  REQUIRE_FALSE(found.empty());
  CHECK(found.front().ends_with("schemas are nested deeper than 400 by references"));
  CHECK(mistakes(chain(100, "{items: ", "}")).empty());
}

TEST_CASE("what is not there is no mistake where the targets are not all known") {
  const auto document = *text::parse_yaml("{properties: {a: {$ref: '#/x'}, b: {$ref: 'f.yaml'}}}");
  const auto expanded = core::schema::expand_references(document, {.document = document, .is_complete = false});
  CHECK(expanded.mistakes.lines() == lines{"schema.properties.b: $ref 'f.yaml': this file was not read"});
  CHECK(expanded.document.dump() == R"({"properties":{"a":{},"b":{}}})");
}

TEST_CASE("the files that a schema refers to are found wherever a reference stands, each once") {
  using core::schema::referenced_files;
  CHECK(referenced_files("{properties: {a: {$ref: 'b.yaml#/x'}, b: {items: {$ref: a.yaml}}, c: {$ref: '#/d'}}, "
                         "x-parts: [{$ref: 'b.yaml#/y'}]}")
        == std::vector<std::string>{"a.yaml", "b.yaml"});
  CHECK(referenced_files("properties: {a: {$ref: one.yaml, $ref: two.yaml}}") == std::vector<std::string>{"two.yaml"});
  CHECK(referenced_files("a: [").empty());
  CHECK(referenced_files("{$ref: {a: b}}").empty());
}

namespace {

/// The schema after its references into these files are followed, and the mistakes.
std::string followed(const std::string& schema, const core::schema::files& files) {
  const auto document = *text::parse_yaml(schema);
  const auto expanded = core::schema::expand_references(document, {.document = document, .files = &files});
  const auto wrong = expanded.mistakes.as_error();
  return wrong ? wrong->message : expanded.document.dump();
}

} // namespace

TEST_CASE("references lead into other files, and from there as these files say") {
  core::schema::files files;
  files.ways = {{{"", "a.yaml"}, std::string("/m/a.yaml")},
                {{"/m/a.yaml", "sub/b.yaml"}, std::string("/m/sub/b.yaml")},
                {{"/m/sub/b.yaml", "../a.yaml"}, std::string("/m/a.yaml")},
                {{"", "gone.yaml"}, base::fail(base::error_code::not_found, "there is no file /m/gone.yaml")},
                {{"", "bad.yaml"}, std::string("/m/bad.yaml")}};
  files.texts = {{"/m/a.yaml", "{type: object, definitions: {own: {type: number}, m: {$ref: '#/definitions/own'}, "
                               "far: {$ref: 'sub/b.yaml#/deep/x'}, wrong: {$ref: '#/nothing'}, p: {minimum: }}}"},
                 {"/m/sub/b.yaml", "{deep: {x: {items: {$ref: '../a.yaml#/definitions/m'}}}}"},
                 {"/m/bad.yaml", "a: ["}};
  const auto at = [&](const char* reference) {
    return followed("{definitions: {own: {type: 'null'}}, properties: {p: {$ref: '" + std::string(reference) + "'}}}",
                    files);
  };
  const std::string begin = R"({"definitions":{"own":{"type":"null"}},"properties":{"p":)";
  // A name inside a file refers to the same file.
  CHECK(at("a.yaml#/definitions/m") == begin + R"({"type":"number"}}})");
  CHECK(at("a.yaml#/definitions/far") == begin + R"({"items":{"type":"number"}}}})");
  CHECK(at("a.yaml#/definitions/p") == begin + "{}}}");
  CHECK(at("#/definitions/own") == begin + R"({"type":"null"}}})");
  CHECK(at("a.yaml#/nowhere") == "schema.properties.p: $ref 'a.yaml#/nowhere': there is nothing in the file");
  CHECK(at("a.yaml#/definitions/wrong")
        == "/m/a.yaml: schema.definitions.wrong: $ref '#/nothing': there is nothing in the file");
  CHECK(at("gone.yaml#/x") == "schema.properties.p: $ref 'gone.yaml#/x': there is no file /m/gone.yaml");
  CHECK(at("bad.yaml").starts_with("schema.properties.p: $ref 'bad.yaml': /m/bad.yaml: invalid YAML: line "));
  CHECK(at("unread.yaml") == "schema.properties.p: $ref 'unread.yaml': this file was not read");
}

TEST_CASE("a whole file may be a target, and a circle through files is found") {
  core::schema::files files;
  files.ways = {
    {{"", "a.yaml"}, std::string("/a")}, {{"/a", "b.yaml"}, std::string("/b")}, {{"/b", "a.yaml"}, std::string("/a")}};
  files.texts = {{"/a", "{type: object, properties: {b: {$ref: b.yaml}}}"}, {"/b", "{items: {$ref: 'a.yaml#'}}"}};
  CHECK(followed("{properties: {p: {$ref: a.yaml}}}", files)
        == "/b: schema.items: $ref 'a.yaml#': leads into itself, which is not supported");
  files.texts["/b"] = "{type: string}";
  CHECK(followed("{properties: {p: {$ref: a.yaml}, q: {$ref: a.yaml}}}", files)
        == R"({"properties":{"p":{"properties":{"b":{"type":"string"}},"type":"object"},)"
           R"("q":{"properties":{"b":{"type":"string"}},"type":"object"}}})");
}
