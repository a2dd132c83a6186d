#include "text/yaml/json_for_yaml.hpp"

#include "text/json/json.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

using text::json_for_yaml;

TEST_CASE("JSON that YAML reads alike stays as it is") {
  for (const std::string text :
       {R"({})", R"({"a":[1,-2.50,1e+3,1E-3,true,false,null,"x"]})", R"({"1e3":"1e3 \"1e3\" \\","é":"e3 ☃ 😀"})", ""})
    CHECK(json_for_yaml(text) == text);
}

TEST_CASE("exponents get a sign, outside of texts") {
  CHECK(json_for_yaml(R"({"1e3":1e3,"a":["2e5",2.5E10,-1e0]})") == R"({"1e3":1e+3,"a":["2e5",2.5E+10,-1e+0]})");
}

TEST_CASE("characters that YAML refuses or folds are escaped, and mean the same") {
  const std::string odd =
    "{\"k\x7f\":\"a\x7f\xc2\x80\xc2\x85\xc2\x9f\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf\xef\xbf\xbe\xef\xbf\xbf\"}";
  const auto text = json_for_yaml(odd);
  CHECK(text == R"({"k\u007f":"a\u007f\u0080\u0085\u009f\u2028\u2029\ufeff\ufffe\uffff"})");
  CHECK(text::parse_json(text)->dump() == odd);
  CHECK(text::parse_yaml(text)->dump() == odd);
}

TEST_CASE("the neighbours of these characters are not escaped") {
  const std::string text = "{\"a\":\"\x7e\xc2\xa0\xe2\x80\xa7\xe2\x80\xaa\xef\xbf\xbd\xef\xbb\xbe\"}";
  CHECK(json_for_yaml(text) == text);
}
