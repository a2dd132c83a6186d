#include "core/schema/keywords.hpp"
#include "core/schema/schema.hpp"

#include <doctest/doctest.h>

TEST_CASE("a near miss leads to the keyword that is meant, and no other word does") {
  struct row {
    const char* written;
    const char* meant;
  };
  for (const auto& r : {
         row{"minimun", "minimum"},
         row{"typ", "type"},
         row{"tpye", "type"},
         row{"require", "required"},
         row{"requierd", "required"},
         row{"Properties", "properties"},
         row{"propertys", "properties"},
         row{"additionalproperty", ""},
         row{"additionalPropertys", "additionalProperties"},
         row{"patern", "pattern"},
         row{"item", "items"},
         row{"ref", "$ref"},
         row{"one_of", "oneOf"},
         row{"minlength", "minLength"},
         row{"defualt", "default"},
         row{"name", ""},
         row{"tape", "type"},
         row{"tap", ""},
         row{"replicas", ""},
         row{"", ""},
         // No suggestion of a keyword that would be refused.
         row{"contain", ""},
         row{"cons", ""},
       }) {
    CAPTURE(r.written);
    CHECK(core::schema::find_keyword(r.written) == nullptr);
    CHECK(core::schema::similar_keyword(r.written) == r.meant);
  }
}

TEST_CASE("keywords of JSON Schema and OpenAPI are known, and all extensions") {
  for (const char* keyword : {"type", "$schema", "id", "definitions", "dependencies", "multipleOf", "not", "nullable",
                              "writeOnly", "readOnly", "xml", "externalDocs", "discriminator", "deprecated", "example",
                              "examples", "const", "x-anything", "x-"}) {
    CAPTURE(keyword);
    CHECK(core::schema::find_keyword(keyword) != nullptr);
  }
  CHECK(core::schema::find_keyword("x") == nullptr);
}

TEST_CASE("schemas stand under some keywords, and data under all others") {
  CHECK(core::schema::content_of("items") == core::schema::keyword_content::schema);
  CHECK(core::schema::content_of("definitions") == core::schema::keyword_content::schemas_by_name);
  CHECK(core::schema::content_of("default") == core::schema::keyword_content::data);
  CHECK(core::schema::content_of("x-extend") == core::schema::keyword_content::data);
}

TEST_CASE("each keyword of the table means to the compiler what the table says") {
  // This form is wrong for all keywords that decide, except three keywords that accept any list.
  const auto document = [](const core::schema::keyword& x) {
    return text::json::object({{std::string(x.name), text::json::array({text::json(7)})}});
  };
  const auto takes_any_list = [](std::string_view name) {
    return name == "default" || name == "enum" || name == "format";
  };
  for (const auto& keyword : core::schema::schema_keywords()) {
    CAPTURE(keyword.name);
    const auto compiled = core::schema::schema::compile(document(keyword));
    switch (keyword.meaning) {
      case core::schema::keyword_meaning::cel_rules:
      case core::schema::keyword_meaning::rule: CHECK(compiled.has_value() == takes_any_list(keyword.name)); break;
      case core::schema::keyword_meaning::remark:
      case core::schema::keyword_meaning::foreign: CHECK(compiled.has_value()); break;
      case core::schema::keyword_meaning::reference:
      case core::schema::keyword_meaning::refused:
        REQUIRE_FALSE(compiled.has_value());
        CHECK(compiled.error().message.find("not supported") != std::string::npos);
        break;
      case core::schema::keyword_meaning::extension: FAIL("an extension has no name of its own"); break;
    }
  }
}
