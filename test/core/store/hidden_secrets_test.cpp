#include "core/store/hidden_secrets.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace core::store;
using namespace text;

namespace {

json tree(std::string_view text) {
  const auto read = parse_json(text);
  REQUIRE(read);
  return *read;
}

} // namespace

TEST_SUITE("core/store/hidden_secrets") {
  TEST_CASE("of a Secret only the names of its entries are shown") {
    CHECK(view_of_rendered(
            tree(R"({"kind":"Secret","metadata":{"name":"a"},"data":{"k":"eA=="},"stringData":{"s":"x"}})"), {})
          == tree(R"({"kind":"Secret","metadata":{"name":"a"},"data":{"k":"<redacted>"},
                      "stringData":{"s":"<redacted>"}})"));
    CHECK(view_of_rendered(tree(R"({"kind":"List","items":[{"kind":"Secret","data":{"k":"eA=="}}]})"), {})
          == tree(R"({"kind":"List","items":[{"kind":"Secret","data":{"k":"<redacted>"}}]})"));
    CHECK(view_of_rendered(tree(R"({"kind":"ConfigMap","data":{"k":"x"}})"), {})
          == tree(R"({"kind":"ConfigMap","data":{"k":"x"}})"));
  }

  TEST_CASE("what values hide is hidden in every object, also as a part of a text and in base64") {
    CHECK(view_of_rendered(tree(R"({"data":{"a":"hunter22","b":"url://u:hunter22@h","c":"aHVudGVyMjI=","d":["x"]}})"),
                           {"hunter22"})
          == tree(R"({"data":{"a":"<redacted>","b":"url://u:<redacted>@h","c":"<redacted>","d":["x"]}})"));
  }

  TEST_CASE("a short secret is hidden only as a whole text, because it is a part of other words") {
    CHECK(view_of_rendered(tree(R"({"a":"web","b":"website","c":7,"d":"d2Vi"})"), {"web", "7"})
          == tree(R"({"a":"<redacted>","b":"website","c":"<redacted>","d":"<redacted>"})"));
  }

  TEST_CASE("a secret that is a part of another one leaves nothing of it") {
    CHECK(view_of_rendered(tree(R"({"a":"secret-word-long"})"), {"secret-word", "secret-word-long"})
          == tree(R"({"a":"<redacted>"})"));
  }

  TEST_CASE("the secrets are what a view of the values leaves out") {
    auto texts = hidden_texts(tree(R"({"a":"p1","b":"x","c":{"d":7,"e":["p2",true,""]},"f":["y","p3"]})"),
                              tree(R"({"a":"<redacted>","b":"x","c":"<redacted>","f":["y","<redacted>"]})"));
    std::sort(texts.begin(), texts.end());
    CHECK(texts == std::vector<std::string>{"7", "p1", "p2", "p3"});
    CHECK(hidden_texts(tree(R"({"a":1})"), tree(R"({"a":1})")).empty());
  }
}
