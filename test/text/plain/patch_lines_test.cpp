#include "text/plain/patch_lines.hpp"

#include <doctest/doctest.h>

TEST_CASE("each operation of a patch has a line") {
  struct row {
    const char* patch;
    const char* want;
  };
  for (const auto& r : {
         row{"[]", ""},
         row{R"([{"op":"add","path":"/web/x","value":1},{"op":"remove","path":"/web/y"}])",
             "add /web/x = 1\nremove /web/y\n"},
         row{R"([{"op":"add","path":"/web/a~1b","value":{"c":["d",null]}}])", "add /web/a~1b = {\"c\":[\"d\",null]}\n"},
         row{R"([{"op":"add","path":"/web/x","value":null}])", "add /web/x = null\n"},
         row{R"([{"op":"move","from":"/web/a","path":"/web/b"},{"op":"copy","from":"/web/b","path":"/web/c"}])",
             "move /web/a to /web/b\ncopy /web/b to /web/c\n"},
         row{R"({"global":[{"op":"remove","path":"/global/x"}],"web":[{"op":"add","path":"/web/x","value":"a"}]})",
             "remove /global/x\nadd /web/x = \"a\"\n"},
       })
    CHECK(text::write_patch_lines(*text::parse_json(r.patch)) == r.want);
}
