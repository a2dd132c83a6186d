#include "text/json/json_pointer.hpp"

#include <doctest/doctest.h>

TEST_CASE("every example of RFC 6901 section 5 names its value") {
  const auto document =
    *text::parse_json(R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})");
  struct row {
    const char* pointer;
    const char* want;
  };
  for (const auto& r :
       {row{"/foo", R"(["bar","baz"])"}, row{"/foo/0", R"("bar")"}, row{"/", "0"}, row{"/a~1b", "1"}, row{"/c%d", "2"},
        row{"/e^f", "3"}, row{"/g|h", "4"}, row{"/i\\j", "5"}, row{"/k\"l", "6"}, row{"/ ", "7"}, row{"/m~0n", "8"}}) {
    CAPTURE(r.pointer);
    const auto place = text::parse_json_pointer(r.pointer);
    REQUIRE(place);
    REQUIRE(text::find_at(document, *place));
    CHECK(text::find_at(document, *place)->dump() == r.want);
    CHECK(place->text() == r.pointer);
  }
  CHECK(text::find_at(document, *text::parse_json_pointer("")) == &document);
}

TEST_CASE("a pointer to nothing finds nothing") {
  const auto document = *text::parse_json(R"({"a":[1,{"b":2}],"s":"x"})");
  for (const char* text : {"/a/2", "/a/-", "/a/01", "/a/b", "/s/0", "/x", "/a/1/c", "/a/99999999999999999999"})
    CHECK(text::find_at(document, *text::parse_json_pointer(text)) == nullptr);
}

TEST_CASE("a pointer without a slash is refused with the form that has slashes") {
  CHECK(text::parse_json_pointer("simpleModule.param2").error().message
        == "path 'simpleModule.param2' does not begin with a slash; write '/simpleModule/param2' (RFC 6901)");
  CHECK(text::parse_json_pointer("global").error().message.find("'/global'") != std::string::npos);
  CHECK_FALSE(text::parse_json_pointer("/a~2"));
  CHECK_FALSE(text::parse_json_pointer("/a~"));
}
