#include "values_book_steps.hpp"

#include <doctest/doctest.h>

#include <string>

using core::store::values_book;
using namespace test;

namespace {

std::string words(const core::values::blank_places& places) {
  std::string text;
  for (const auto& [place, source] : places) text += place.text() + " ";
  return text;
}

values_book book_with_blanks() {
  values_book book;
  book.load(core::config::read_static_values(
    {.common = {{"/modules/values.yaml", "global: {name: '', size: 1}\nother: {a: ''}\n"}},
     .global_schemas = {},
     .modules = {{"some-module", files_of("someModule: {text: '', db: null, x: 1}\n")}, {"other", files_of("")}}}));
  book.apply_configuration({}, 1);
  return book;
}

} // namespace

TEST_CASE("blank places of a module are those of its section and of the global section") {
  const auto book = book_with_blanks();
  CHECK(words(book.blank_texts(some_module)) == "/global/name /someModule/text ");
  CHECK(words(book.blank_values(some_module, {})) == "/someModule/db ");
  CHECK(words(book.blank_texts(global_hooks)) == "/global/name ");
  CHECK(words(book.blank_texts(core::values::values_owner{"unknown"})) == "/global/name ");
}

TEST_CASE("a section without content in a file is a blank place of the file") {
  values_book book;
  book.load(core::config::read_static_values({.common = {{"/modules/values.yaml", "someModule:\n"}},
                                              .global_schemas = {},
                                              .modules = {{"some-module", files_of("")}}}));
  REQUIRE(book.blank_files(some_module).size() == 1);
  CHECK(book.blank_files(some_module).begin()->second == "someModule");
  CHECK(book.blank_files(core::values::values_owner{"unknown"}).empty());
  CHECK(book.other_globals(core::values::values_owner{"unknown"}).empty());
}
