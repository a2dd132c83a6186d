#include "core/values/blank_values.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

using namespace core::values;

namespace {

text::json json_of(const char* text) {
  return text::parse_json(text).value();
}

std::string words(const blank_places& x) {
  std::string all;
  for (const auto& [at, place] : x) all += at.text() + " (" + place + ") ";
  return all;
}

std::string blank_in(const char* file, const char* config, const char* values,
                     const std::set<std::string>& of_hooks = {}) {
  section_layers layers;
  layers.statics = {json_of(file)};
  layers.files = {"web/values.yaml"};
  layers.config = json_of(config);
  return words(blank_places_of(layers, json_of(values), "web", of_hooks));
}

} // namespace

TEST_CASE("a key with nothing behind it is a blank place, unless another layer fills it") {
  CHECK(blank_in("{}", R"({"db":null,"a":{"b":null},"c":"","d":{},"e":[null]})", R"({"db":null,"a":{"b":null}})")
        == "/web/a/b (the ConfigMap) /web/db (the ConfigMap) ");
  CHECK(blank_in(R"({"db":null})", "{}", "{}") == "/web/db (web/values.yaml) ");
  CHECK(blank_in(R"({"db":null})", R"({"db":{"size":1}})", R"({"db":{"size":1}})") == "");
  CHECK(blank_in("{}", R"({"db":null})", R"({"db":"by a hook"})") == "");
  CHECK(blank_in("{}", R"({"db":null})", R"({"db":null})", {"web"}) == "");
}

TEST_CASE("a blank text in a file is a place, unless another layer fills it") {
  section_layers layers;
  layers.statics = {json_of(R"({"pw":"","a":{"b":" \n"},"c":"x","d":[""]})")};
  layers.files = {"web/values.yaml"};
  CHECK(words(blank_texts_of(layers, layers.statics.front(), "web"))
        == "/web/a/b (web/values.yaml) /web/pw (web/values.yaml) ");
  CHECK(words(blank_texts_of(layers, json_of(R"({"pw":"of a user","a":{}})"), "web")) == "");
}

TEST_CASE("a blank place counts if it had a value") {
  const blank_places blank{{{{"web", "db"}}, "the ConfigMap"}};
  CHECK(words(filled_before(blank, json_of(R"({"web":{"db":{"size":1}}})"))) == "/web/db (the ConfigMap) ");
  CHECK(words(filled_before(blank, json_of(R"({"web":{"db":false}})"))) == "/web/db (the ConfigMap) ");
  for (const auto* before :
       {R"({"web":{"db":{}}})", R"({"web":{"db":[]}})", R"({"web":{"db":null}})", R"({"web":{}})", "{}"})
    CHECK_MESSAGE(filled_before(blank, json_of(before)).empty(), before);
}
