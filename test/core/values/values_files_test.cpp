// The files that hooks, `enabled` scripts and Helm read.

#include "core/store/values_book.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const core::values::values_owner web{"web"};

core::store::values_book loaded(const std::string& values) {
  core::config::static_files files;
  files.modules["web"] = {.directory = "web", .modules_directory = 0, .values = values, .schemas = {}};
  core::store::values_book book;
  book.load(core::config::read_static_values(files));
  return book;
}

void patch(core::store::values_book& book, const core::values::values_owner& owner, const std::string& text) {
  auto prepared = book.prepare_hook_commit(owner, text, "");
  REQUIRE_MESSAGE(prepared, prepared.error().message);
  REQUIRE(book.commit(std::move(*prepared), 1));
}

std::string values_file(const core::store::values_book& book, const core::values::values_owner& owner = web,
                        const std::vector<std::string>& enabled = {}) {
  return book.state()->hook_files(owner, enabled).values.text();
}

} // namespace

TEST_CASE("numbers of a patch reach the files as the hook has written them") {
  for (const std::string number : {"1.50", "1e3", "1E+3", "-0", "0.1", "100000000000000000000000001",
                                   "9223372036854775807", "1.0", "0.000001000"}) {
    auto book = loaded("web: {}");
    patch(book, web, R"({"op":"add","path":"/web/x","value":)" + number + "}");
    CHECK(values_file(book) == R"({"global":{"enabledModules":[]},"web":{"x":)" + number + "}}");
  }
}

TEST_CASE("the same values are the same bytes, whichever way they came about") {
  const auto* want = R"({"global":{"enabledModules":[]},"web":{"a":{"b":1,"c":[true]},"d":"x"}})";
  CHECK(values_file(loaded("web: {a: {b: 1, c: [yes]}, d: x}")) == want);
  CHECK(values_file(loaded(R"({"web":{"d":"x","a":{"c":[true],"b":1}}})")) == want);
  CHECK(values_file(loaded("x: &p {c: [on], b: 0x1}\nweb: {d: x, a: *p}")) == want);
  auto book = loaded("web: {d: z, e: 1}");
  patch(book, web,
        R"([{"op":"add","path":"/web/d","value":"x"},{"op":"remove","path":"/web/e"},)"
        R"({"op":"add","path":"/web/a","value":{"c":[]}},{"op":"add","path":"/web/a/c/-","value":true},)"
        R"({"op":"add","path":"/web/a/b","value":1}])");
  CHECK(values_file(book) == want);
}

TEST_CASE("enabledModules is written for modules and Helm, in the order given, and stored nowhere") {
  auto book = loaded("web: {a: 1}");
  struct row {
    core::values::values_owner owner;
    std::vector<std::string> enabled;
    const char* want;
  };
  for (const auto& r : std::vector<row>{
         {web, {"zeta", "web", "alpha"}, R"({"global":{"enabledModules":["zeta","web","alpha"]},"web":{"a":1}})"},
         {web, {}, R"({"global":{"enabledModules":[]},"web":{"a":1}})"},
         {{}, {"web"}, R"({"global":{}})"},
       })
    CHECK(values_file(book, r.owner, r.enabled) == r.want);
  CHECK(std::string(*book.helm_values("web", {"web"})) == values_file(book, web, {"web"}));
  CHECK(book.state()->section_values({}).dump() == "{}");
  CHECK(book.patch({}).empty());
}
