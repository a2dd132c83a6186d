#include "core/bindings/object_cut.hpp"

#include "core/bindings/filter_reach.hpp"

#include <doctest/doctest.h>

#include <string>

using core::bindings::filter_reach;
using core::bindings::object_cut;

namespace {

std::string cut(const std::string& object, const std::string& program) {
  return object_cut(object, filter_reach(program)).value_or("no JSON");
}

} // namespace

TEST_CASE("an object is cut to the paths that are reached, and other kinds stay as they are") {
  const std::string object =
    R"({"a":{"x":1,"y":[{"n":1,"m":{}},{"m":[2]},3]},"b":"te\"}xt","c":[{},[],{"k":"v"}],"d":null})";
  CHECK(cut(object, ".a.x") == R"({"a":{"x":1}})");
  CHECK(cut(object, ".a.y[].n") == R"({"a":{"y":[{"n":1},{},3]}})");
  CHECK(cut(object, ".b") == R"({"b":"te\"}xt"})");
  CHECK(cut(object, ".b.x, .d.x") == R"({"b":"te\"}xt","d":null})");
  CHECK(cut(object, ".c.x") == R"({"c":[]})");
  CHECK(cut(object, ".c | length") == R"({"c":[null,null,null]})");
  CHECK(cut(object, ".a | keys") == R"({"a":{"x":null,"y":null}})");
  CHECK(cut(object, ".e") == "{}");
  CHECK(cut(object, ".") == object);
  CHECK(cut(R"({"\u0061":1,"b":2})", ".a") == R"({"\u0061":1})");
  CHECK(cut("{ \"a\" : [ 1 , 2 ] , \"b\" : { } }\n", ".a[]") == R"({"a":[1 ,2 ]})");
}

TEST_CASE("a part that is not reached is passed, however deep or long it is") {
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += R"({"a":[)";
  deep += "1";
  for (int i = 0; i < 200'000; ++i) deep += "]}";
  CHECK(cut(R"({"spec":{"d":)" + deep + R"(,"v":1}})", ".spec.v") == R"({"spec":{"v":1}})");
}

TEST_CASE("a text that is no JSON is not cut") {
  for (const char* text : {"", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1]", "{\"a\" 1}", "{a:1}", "{\"a\":1}}",
                           "{,}", "{\"a\":}", "{\"b\":\"x", "{\"b\":[}", "[1"}) {
    CAPTURE(text);
    CHECK(cut(text, ".a[]") == "no JSON");
  }
}
