#include "core/schema/schema_keywords.hpp"

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
         // Not to what is refused.
         row{"contain", ""},
         row{"cons", ""},
       }) {
    CAPTURE(r.written);
    CHECK_FALSE(core::is_known_keyword(r.written));
    CHECK(core::similar_keyword(r.written) == r.meant);
  }
}

TEST_CASE("keywords of JSON Schema and OpenAPI are known, and all extensions") {
  for (const char* keyword : {"type", "$schema", "id", "definitions", "dependencies", "multipleOf", "not", "nullable",
                              "writeOnly", "readOnly", "xml", "externalDocs", "discriminator", "deprecated", "example",
                              "examples", "const", "x-anything", "x-"}) {
    CAPTURE(keyword);
    CHECK(core::is_known_keyword(keyword));
  }
  CHECK_FALSE(core::is_known_keyword("x"));
}

TEST_CASE("schemas stand under some keywords, and data under all others") {
  CHECK(core::content_of("items") == core::keyword_content::schema);
  CHECK(core::content_of("definitions") == core::keyword_content::schemas_by_name);
  CHECK(core::content_of("default") == core::keyword_content::data);
  CHECK(core::content_of("x-extend") == core::keyword_content::data);
}
