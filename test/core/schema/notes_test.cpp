#include "core/schema/notes.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::schema::notes;

TEST_CASE("notes keep their order, and are a single error") {
  notes x;
  CHECK(x.lines().empty());
  CHECK(!x.as_error());
  x.note("schema.b", "is wrong");
  x.note("schema.a", "is wrong, too");
  CHECK(x.lines() == std::vector<std::string>{"schema.b: is wrong", "schema.a: is wrong, too"});
  CHECK(x.as_error()->code == base::error_code::invalid_input);
  CHECK(x.as_error()->message == "schema.b: is wrong; schema.a: is wrong, too");
}

TEST_CASE("of very many notes the first are kept, and the others counted") {
  notes x;
  for (int i = 0; i < 20; ++i) x.note(std::to_string(i), "x");
  CHECK(x.lines().size() == 20);
  for (int i = 0; i < 5; ++i) x.note("later", "x");
  CHECK(x.lines().size() == 21);
  CHECK(x.lines().back() == "and 5 more");
  CHECK(x.as_error()->message.ends_with("; and 5 more"));
}
