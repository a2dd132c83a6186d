#include "text/plain/flat_text.hpp"

#include <doctest/doctest.h>

TEST_CASE("each scalar has a line with the way to it") {
  struct row {
    const char* value;
    const char* want;
  };
  for (const auto& r : {
         row{R"({"web":{"replicas":3,"hosts":[{"name":"a"},"b"]},"on":true})",
             "on: true\nweb.hosts[0].name: \"a\"\nweb.hosts[1]: \"b\"\nweb.replicas: 3\n"},
         row{R"({"a":{},"b":[],"c":null})", "a: {}\nb: []\nc: null\n"},
         row{R"([1,[2,3]])", "[0]: 1\n[1][0]: 2\n[1][1]: 3\n"},
         row{R"({"text":"two\nlines"})", "text: \"two\\nlines\"\n"},
         row{R"({"k.e y":{"":1,"a/b":2,"x-y_z":3}})", "\"k.e y\".\"\": 1\n\"k.e y\".a/b: 2\n\"k.e y\".x-y_z: 3\n"},
         row{"{}", "{}\n"},
         row{"1.50", "1.50\n"},
       })
    CHECK(text::write_flat(*text::parse_json(r.value)) == r.want);
}
