#include "core/schema/field_path.hpp"

#include <doctest/doctest.h>

using core::schema::read_field_path;

TEST_CASE("a path of fields has names behind dots and in brackets") {
  using keys = std::vector<std::string>;
  CHECK(read_field_path(".spec") == keys{"spec"});
  CHECK(read_field_path(".spec.ports['http-1'].name") == keys{"spec", "ports", "http-1", "name"});
  CHECK(read_field_path("['a.b']") == keys{"a.b"});
  CHECK(read_field_path(R"(['it\'s \\'])") == keys{R"(it's \)"});
}

TEST_CASE("other texts are no paths of fields") {
  for (const auto* text : {"", "spec", ".", ".a.", ".a[0]", "['a", "['a'", R"(['a\)", ".a b]['c'"})
    CHECK_MESSAGE(!read_field_path(text), text);
}
