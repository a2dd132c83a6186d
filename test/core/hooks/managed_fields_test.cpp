#include "core/hooks/managed_fields.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

std::string pruned(std::string_view object) {
  std::string room;
  return std::string(core::without_managed_fields(object, room));
}

} // namespace

TEST_CASE("managed fields are left out, wherever they stand in the metadata") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {R"({"metadata":{"managedFields":[{"a":"}]"}],"name":"x"},"spec":1})", R"({"metadata":{"name":"x"},"spec":1})"},
    {R"({"metadata":{"name":"x","managedFields":[]},"spec":1})", R"({"metadata":{"name":"x"},"spec":1})"},
    {R"({"metadata":{"a":1,"managedFields":[],"z":2}})", R"({"metadata":{"a":1,"z":2}})"},
    {R"({"metadata":{"managedFields":[[]]}})", R"({"metadata":{}})"},
    {R"({"a":{"managedFields":1},"metadata":{"managedFields":null}})", R"({"a":{"managedFields":1},"metadata":{}})"},
    {R"( { "a" : "\"metadata\":{" , "metadata" : { "n" : "x" , "managedFields" : [ 1 ] } } )",
     R"( { "a" : "\"metadata\":{" , "metadata" : { "n" : "x" } } )"},
  };
  for (const auto& [object, expected] : cases) {
    CAPTURE(object);
    CHECK(pruned(object) == expected);
  }
}

TEST_CASE("an object without managed fields, and text that is no object, stay as they are") {
  for (const char* text :
       {"", "{", "{}", "[]", "null", "\"metadata\"", R"({"metadata":{}})", R"({"metadata":[]})", R"({"metadata":null})",
        R"({"metadata":{"name":"x"}})", R"({"spec":{"metadata":{"managedFields":[]}}})",
        R"({"metadata":{"managedFields":[)", R"({"metadata":{"a":"\)", R"({"metadata":{"a" "managedFields":[]}})",
        R"({"a":}{"metadata":1})", R"({"metadata":{"managed\u0046ields":[]}})"}) {
    CAPTURE(text);
    CHECK(pruned(text) == text);
  }
}
