// The values for Helm, with which templates see exactly the values of the module.

#include "core/values/values_over_file.hpp"

#include "core/store/values_book.hpp"
#include "core/store/values_book_steps.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

struct row {
  const char* values;
  const char* file;
  const char* given; ///< empty: the unchanged values
};

/// The module `web` with this values.yaml, and these common values.
core::store::values_book book_with(const char* values_file, const char* common = "") {
  core::store::values_book book;
  book.load(core::config::read_static_values({.common = {{"/modules/values.yaml", common}},
                                              .global_schemas = {},
                                              .modules = {{"web", test::files_of(values_file)}}}));
  book.apply_configuration({}, 1);
  return book;
}

std::string given(const core::store::values_book& book) {
  return book.helm_values("web", {"web"}).value_or("refused");
}

void patch(core::store::values_book& book, const core::values::values_owner& owner, const char* operations) {
  REQUIRE(test::run_hook(book, owner, operations));
}

const core::values::values_owner web{"web"};

} // namespace

TEST_CASE("Helm gets null for a member that only the file has") {
  for (const auto& [values, file, given] : std::vector<row>{
         {"{}", "{}", ""},
         {"{a: 1}", "{a: 2}", ""},
         {"{a: 1, b: 2}", "{a: 1}", ""},
         {"{}", "{a: 1}", "{a: null}"},
         {"{b: 1}", "{a: {c: 1}}", "{a: null, b: 1}"},
         {"{a: {}}", "{a: {b: {c: 1}}}", "{a: {b: null}}"},
         {"{a: {b: {d: 2}}}", "{a: {b: {c: 1, d: 1}}}", "{a: {b: {c: null, d: 2}}}"},
         // Lists are replaced as a whole, and a value replaces the file's value unless both are maps.
         {"{a: []}", "{a: [{b: 1}]}", ""},
         {"{a: [{}]}", "{a: [{b: 1}]}", ""},
         {"{a: 5}", "{a: {b: 1}}", ""},
         {"{a: {b: 1}}", "{a: 5}", ""},
         {"{a: null}", "{a: {b: 1}}", ""},
         {"[]", "{a: 1}", ""},
         // Helm itself drops these.
         {"{}", "{a: null}", ""},
         {"{a: null}", "{a: null}", ""},
       }) {
    CAPTURE(values);
    CAPTURE(file);
    const auto made = core::values::values_over_file(yaml(values), yaml(file));
    CHECK(made == (*given == '\0' ? std::nullopt : std::optional(yaml(given))));
  }
}

TEST_CASE("shared places are those of the file that are known") {
  CHECK(
    core::values::shared_places(yaml("{a: 1, b: {c: 1, d: 1}, e: {f: 1}, g: 1}"), yaml("{a: 2, b: {c: 5}, e: 1, h: 1}"))
    == yaml("{a: 1, b: {c: 1}, e: {}}"));
  CHECK(core::values::shared_places(yaml("{a: 1}"), yaml("5")) == yaml("{}"));
}

TEST_CASE("what a hook removes from the values of the module's file goes from those of its chart, too") {
  auto book = book_with("web: {port: 80, tls: {mode: off, host: a}, hosts: [a]}\n");
  const std::string begin = R"({"global":{"enabledModules":["web"]},"web":)";
  CHECK(given(book) == begin + R"({"hosts":["a"],"port":80,"tls":{"host":"a","mode":false}}})");
  patch(book, web, R"([{"op":"remove","path":"/web/port"},{"op":"replace","path":"/web/tls","value":{"host":"b"}}])");
  CHECK(given(book) == begin + R"({"hosts":["a"],"port":null,"tls":{"host":"b","mode":null}}})");
  // Files for hooks have the unchanged values.
  CHECK(book.state()->hook_files(web, {"web"}).values.text() == begin + R"({"hosts":["a"],"tls":{"host":"b"}}})");
  patch(book, web, R"([{"op":"add","path":"/web/port","value":81}])");
  CHECK(given(book) == begin + R"({"hosts":["a"],"port":81,"tls":{"host":"b","mode":null}}})");
}

TEST_CASE("a value that was only in the common file is simply not there") {
  auto book = book_with("", "web: {port: 80}\n");
  patch(book, web, R"([{"op":"remove","path":"/web/port"}])");
  CHECK(given(book) == R"({"global":{"enabledModules":["web"]},"web":{}})");
}

TEST_CASE("global values of the chart's file go only if the operator has had them") {
  auto book = book_with("global: {domain: from-chart, registry: r, deep: {a: 1, b: 1}}\n",
                        "global: {domain: example.com, deep: {a: 2}}\n");
  CHECK(given(book) == R"({"global":{"deep":{"a":2},"domain":"example.com","enabledModules":["web"]},"web":{}})");
  patch(book, core::values::values_owner{},
        R"([{"op":"remove","path":"/global/domain"},{"op":"remove","path":"/global/deep/a"}])");
  CHECK(given(book) == R"({"global":{"deep":{"a":null},"domain":null,"enabledModules":["web"]},"web":{}})");
}

TEST_CASE("a module without values of its own gets the same bytes as ever") {
  auto book = book_with("web: {port: 80}\n", "global: {domain: example.com}\n");
  patch(book, core::values::values_owner{}, R"([{"op":"remove","path":"/global/domain"}])");
  CHECK(given(book) == book.state()->hook_files(web, {"web"}).values.text());
}

TEST_CASE("Helm gets numbers and texts in a form that YAML reads alike") {
  auto book = book_with("");
  patch(book, web, R"([{"op":"add","path":"/web/n","value":1e3},{"op":"add","path":"/web/t","value":"a\u0085b"}])");
  CHECK(given(book) == R"({"global":{"enabledModules":["web"]},"web":{"n":1e+3,"t":"a\u0085b"}})");
}
