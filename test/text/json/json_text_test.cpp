#include "text/json/json_text.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("commas stand between members and items, and nowhere else") {
  text::json_text out;
  out.open('{');
  out.member("a", "x");
  out.key("b");
  out.open('[');
  out.close(']');
  out.key("c");
  out.open('[');
  out.string("one");
  out.raw("2");
  out.open('{');
  out.close('}');
  out.raw("[3,4]");
  out.close(']');
  out.key("d");
  out.raw("null");
  out.close('}');
  const auto size = out.size();
  const auto written = out.take();
  CHECK(written == R"({"a":"x","b":[],"c":["one",2,{},[3,4]],"d":null})");
  CHECK(size == written.size());
}

TEST_CASE("names and texts are escaped, and what is JSON already is not") {
  text::json_text out;
  out.open('[');
  out.string("\"\n");
  out.raw(R"("\"")");
  out.open('{');
  out.member("k\"", "\x01");
  out.close('}');
  out.close(']');
  const auto written = out.take();
  CHECK(written == R"(["\"\n","\"",{"k\"":"\u0001"}])");
  CHECK(text::parse_json(written));
}

TEST_CASE("what is appended to a text that is there stands behind it, and a long shared text is not copied") {
  const auto shared = std::make_shared<const std::string>("\"" + std::string(100'000, 'x') + "\"");
  text::json_text out("head:");
  out.open('[');
  out.raw(shared);
  out.raw(shared);
  out.close(']');
  CHECK(out.size() == 5 + 1 + 2 * shared->size() + 1 + 1);
  CHECK(out.take() == "head:[" + *shared + "," + *shared + "]");
}
