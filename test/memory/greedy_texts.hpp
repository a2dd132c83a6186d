#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace test {

/// A way to write a text of about so many bytes that asks for much.
struct greedy_text {
  const char* name;
  std::function<std::string(std::size_t bytes)> make;
};

/// The part again and again between a beginning and an end; `#` in it is its number.
inline std::string repeated(std::size_t bytes, const std::string& begin, const std::string& part,
                            const std::string& end = "") {
  std::string text = begin;
  text.reserve(bytes + part.size() + end.size());
  for (std::size_t i = 0; text.size() < bytes; ++i)
    for (const char c : part) c == '#' ? text.append(std::to_string(i)) : text.append(1, c);
  return text + end;
}

inline const std::vector<greedy_text>& greedy_texts() {
  const auto list = [](const char* name, const std::string& item) {
    return greedy_text{name, [item](std::size_t n) { return repeated(n, "{\"x\":[" + item, "," + item, "]}"); }};
  };
  const auto text = [](const char* name, const std::string& begin, const std::string& part,
                       const std::string& end = "") {
    return greedy_text{name, [=](std::size_t n) { return repeated(n, begin, part, end); }};
  };
  const auto deep = std::string(390, '[') + std::string(390, ']');
  const auto patch = [&](const char* name, const std::string& operation) {
    return text(name, R"({"op":"add","path":"/web/m","value":{}}{"op":"add","path":"/web/t","value":"some text"})",
                operation);
  };
  static const std::vector<greedy_text> all{
    list("list of digits", "1"),
    list("list of lists", "[]"),
    list("list of maps", "{}"),
    list("list of lists of a digit", "[0]"),
    list("list of letters", "\"a\""),
    list("list of maps with a name", "{\"\":0}"),
    list("list of deep lists", deep),
    text("map of short names", "{\"x\":{\"a\":0", ",\"#\":0", "}}"),
    text("map of one name", "{\"x\":{\"a\":0", ",\"a\":0", "}}"),
    text("map of nulls", "{\"name\":\"a\",\"set\":1", ",\"#\":null", "}"),
    text("long text", "{\"x\":\"", "\\u0001", "\"}"),
    text("list in lines", "x:\n", "- a\n"),
    text("list of maps in lines", "x:\n", "- a:\n"),
    text("map in lines", "x:\n", "  a#:\n"),
    text("keys in lines", "", "a#: 1\n"),
    text("letters in brackets", "x: [", "a,", "]"),
    text("anchors", "x:\n", "- &a# b\n"),
    text("aliases of a list", "a: &a [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]\nx:\n", "- *a\n"),
    text("merges of a map", "a: &a {b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, h: 7, i: 8}\nx:\n", "  <<: *a\n"),
    text("empty documents", "", "---\n"),
    text("documents", "", "---\na\n"),
    text("JSON values", "", "1 "),
    text("JSON objects", "", "{}"),
    patch("patch of members", R"({"op":"add","path":"/web/m/#","value":1})"),
    patch("patch of items", R"({"op":"add","path":"/web/l/0","value":[]})"),
    patch("patch of copies", R"({"op":"copy","from":"/web/m","path":"/web/m/#"})"),
    patch("patch of copies of a text", R"({"op":"copy","from":"/web/t","path":"/web/m/#"})"),
    patch("patch of removals", R"({"op":"add","path":"/web/k","value":0}{"op":"remove","path":"/web/k"})"),
    patch("patch with long ways", R"({"op":"add","path":"/web////////////////////////////////","value":0})"),
    text("series of a metric", "", R"({"name":"a","set":1,"labels":{"l":"#"}})"),
    text("many metrics", "", R"({"name":"a#","add":1})"),
    text("metrics in groups", "", R"({"group":"#","action":"expire"})"),
    text("buckets", R"({"name":"a","action":"observe","value":1,"buckets":[0)", ",1#", "]}"),
    text("operations on objects", "", R"({"operation":"Delete","kind":"Pod","name":"a"})"),
    text("objects", "", R"({"operation":"Create","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}})"),
    text("bindings", R"({"configVersion":"v1","kubernetes":[{"kind":"Pod"})", R"(,{"kind":"Pod"})", "]}"),
    text("schedules", R"({"configVersion":"v1","schedule":[{"crontab":"* * * * *"})", R"(,{"crontab":"* * * * *"})",
         "]}"),
    text("properties", "type: object\nproperties:\n", "  a#: {}\n"),
    text("properties with defaults", "type: object\nproperties:\n", "  a#: {default: b}\n"),
    text("properties required for Helm", "type: object\nx-required-for-helm: [a1]\nproperties:\n",
         "  a#: {default: #}\n"),
    text("properties with rules", "type: object\nx-required-for-helm: [a1]\nproperties:\n",
         "  a#: {default: #, maximum: 1, x-required-for-helm: [b]}\n"),
    text("patterns", "properties:\n", "  a#: {pattern: a#}\n"),
    text("references", "definitions: {a: {type: object, properties: {b: {}, c: {}, d: {}}}}\nproperties:\n",
         "  a#: {$ref: '#/definitions/a'}\n"),
    text("wrong schemas", "properties:\n", "  a#: 1\n"),
    text("clusters", "clusters:\n", "- name: a\n"),
  };
  return all;
}

} // namespace test
