#include "core/releases/named_key.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("a file names a key below the section as a word") {
  const text::json_pointer size{{"web", "storage", "size"}};
  for (const auto* text : {"values::get web.storage.size", "jq .size", "size", "[\"storage\"]"})
    CHECK(names_key(text, size));
  for (const auto* text : {"", "values::get web.sizes", "resize", "web", "size_max"})
    CHECK_FALSE(names_key(text, size));
  CHECK_FALSE(names_key("size", {{"web"}}));
}

TEST_CASE("a program has its texts without blanks between them") {
  CHECK(names_key(std::string("a\0resized", 9), {{"web", "size"}}));
  CHECK_FALSE(names_key(std::string("a\0colors", 8), {{"web", "size"}}));
}

TEST_CASE("hooks, scripts and inner charts may read values, other parts of a module do not") {
  for (const auto* path : {"hooks/a.sh", "enabled", "lib/a.py", "charts/db/templates/a.yaml", "Chart.yaml", "files/a"})
    CHECK(may_read_values(path));
  for (const auto* path : {"templates/a.yaml", "values.yaml", "openapi/values.yaml", "README.md", "docs/a.txt",
                           "crds/a.yaml", "hooks/venv/lib/a.py", "images/a/main.go", "values.schema.json"})
    CHECK_FALSE(may_read_values(path));
}
