#include "text/json/json_patch.hpp"

#include "text/json/json_patch_reader.hpp"
#include "text/json/nesting.hpp"

#include <doctest/doctest.h>

namespace {

std::string apply(const char* document, const char* patch) {
  const auto parsed = text::parse_json_patch(patch);
  if (!parsed) return parsed.error().message;
  const auto changed = text::apply_json_patch(*text::parse_json(document), *parsed);
  return changed ? changed->dump() : changed.error().message;
}

} // namespace

TEST_CASE("every example of RFC 6902 appendix A comes out as the RFC says") {
  struct row {
    const char* section;
    const char* document;
    const char* patch;
    const char* want; // nullptr: an error
  };
  for (const auto& r : {
         row{"A.1", R"({"foo":"bar"})", R"([{"op":"add","path":"/baz","value":"qux"}])",
             R"({"baz":"qux","foo":"bar"})"},
         row{"A.2", R"({"foo":["bar","baz"]})", R"([{"op":"add","path":"/foo/1","value":"qux"}])",
             R"({"foo":["bar","qux","baz"]})"},
         row{"A.3", R"({"baz":"qux","foo":"bar"})", R"([{"op":"remove","path":"/baz"}])", R"({"foo":"bar"})"},
         row{"A.4", R"({"foo":["bar","qux","baz"]})", R"([{"op":"remove","path":"/foo/1"}])",
             R"({"foo":["bar","baz"]})"},
         row{"A.5", R"({"baz":"qux","foo":"bar"})", R"([{"op":"replace","path":"/baz","value":"boo"}])",
             R"({"baz":"boo","foo":"bar"})"},
         row{"A.6", R"({"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}})",
             R"([{"op":"move","from":"/foo/waldo","path":"/qux/thud"}])",
             R"({"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}})"},
         row{"A.7", R"({"foo":["all","grass","cows","eat"]})", R"([{"op":"move","from":"/foo/1","path":"/foo/3"}])",
             R"({"foo":["all","cows","eat","grass"]})"},
         row{"A.8", R"({"baz":"qux","foo":["a",2,"c"]})",
             R"([{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}])",
             R"({"baz":"qux","foo":["a",2,"c"]})"},
         row{"A.9", R"({"baz":"qux"})", R"([{"op":"test","path":"/baz","value":"bar"}])", nullptr},
         row{"A.10", R"({"foo":"bar"})", R"([{"op":"add","path":"/child","value":{"grandchild":{}}}])",
             R"({"child":{"grandchild":{}},"foo":"bar"})"},
         row{"A.11", R"({"foo":"bar"})", R"([{"op":"add","path":"/baz","value":"qux","xyz":123}])",
             R"({"baz":"qux","foo":"bar"})"},
         row{"A.12", R"({"foo":"bar"})", R"([{"op":"add","path":"/baz/bat","value":"qux"}])", nullptr},
         row{"A.13", R"({"foo":"bar"})", R"([{"op":"add","path":"/baz","value":"qux","op":"remove"}])", nullptr},
         row{"A.14", R"({"/":9,"~1":10})", R"([{"op":"test","path":"/~01","value":10}])", R"({"/":9,"~1":10})"},
         row{"A.15", R"({"/":9,"~1":10})", R"([{"op":"test","path":"/~01","value":"10"}])", nullptr},
         row{"A.16", R"({"foo":["bar"]})", R"([{"op":"add","path":"/foo/-","value":["abc","def"]}])",
             R"({"foo":["bar",["abc","def"]]})"},
       }) {
    CAPTURE(r.section);
    const auto got = apply(r.document, r.patch);
    if (r.want)
      CHECK(got == r.want);
    else if (r.section == std::string_view("A.13"))
      CHECK(got == "invalid JSON at line 1, column 55: an object has the member 'op' twice");
    else
      CHECK(got.starts_with("operation 0: "));
  }
}

TEST_CASE("a member that is there twice is refused anywhere in a patch") {
  for (const auto* patch : {
         R"({"op":"add","path":"/a","value":1,"value":2})",
         R"([{"op":"add","op":"add","path":"/a","value":1}])",
         R"({"op":"add","path":"/a","value":1} {"op":"add","path":"/b","path":"/b","value":1})",
         R"({"op":"add","path":"/a","value":{"b":[{"c":1,"d":2,"c":1}]}})",
       })
    CHECK(apply("{}", patch).ends_with(" twice"));
  CHECK(apply("{}", R"([{"op":"add","path":"/a","value":{"c":{"c":1}}},{"op":"add","path":"/b","value":1}])")
        == R"({"a":{"c":{"c":1}},"b":1})");
}

TEST_CASE("operations beyond the RFC's examples are strict as well") {
  CHECK(apply(R"({"a":1})", R"([{"op":"copy","from":"/a","path":"/b"}])") == R"({"a":1,"b":1})");
  CHECK(apply(R"({"a":1})", R"([{"op":"add","path":"","value":[]}])") == "[]");
  CHECK(apply(R"({"a":1})", R"([{"op":"test","path":"/a","value":1.0}])") == R"({"a":1})");
  CHECK(apply(R"({"a":null})", R"([{"op":"replace","path":"/a","value":{}}])") == R"({"a":{}})");
  CHECK(apply(R"({"a":[]})", R"([{"op":"add","path":"/a/1","value":1}])")
        == "operation 0: add '/a/1': there is no index '1' in an array of 0");
  CHECK(apply(R"({"a":1})", R"([{"op":"add","path":"/a/b","value":1}])")
        == "operation 0: add '/a/b': the parent is neither an object nor an array");
  CHECK(apply(R"({"a":1})", R"([{"op":"replace","path":"/b","value":1}])")
        == "operation 0: replace '/b': '/b' does not exist");
  CHECK(apply(R"({"a":{}})", R"([{"op":"move","from":"/a","path":"/a/b"}])")
        == "operation 0: move '/a/b': a value cannot be moved into itself");
}

TEST_CASE("a patch applies as a whole or not at all, and the error says which operation failed") {
  CHECK(apply(R"({"a":1})", R"([{"op":"add","path":"/b","value":2},{"op":"remove","path":"/c"}])")
        == "operation 1: remove '/c': '/c' does not exist");
}

TEST_CASE("copies cannot blow a document up") {
  std::string patch = "[";
  for (int i = 0; i < 64; ++i)
    patch += std::string(i ? "," : "") + R"({"op":"copy","from":"","path":"/x)" + std::to_string(i) + "\"}";
  CHECK(apply("{}", (patch + "]").c_str()).find("too large by copies: one patch may copy 8 MiB") != std::string::npos);
  // Long texts count by their bytes.
  const auto text = R"({"op":"add","path":"/t","value":")" + std::string(1'000'000, 'x') + R"("})";
  const auto copy = [](int i) { return R"({"op":"copy","from":"/t","path":"/t)" + std::to_string(i) + "\"}"; };
  std::string copies;
  for (int i = 0; i < 8; ++i) copies += copy(i);
  CHECK(apply("{}", (text + copies).c_str()).starts_with(R"({"t":"xx)"));
  CHECK(
    apply("{}", (text + copies + copy(8)).c_str()).starts_with("operation 9: copy '/t8': the document becomes too"));
}

TEST_CASE("copies that replace each other count each time: each is made") {
  const auto text = R"({"op":"add","path":"/t","value":")" + std::string(1'000'000, 'x') + R"("})";
  std::string copies;
  for (int i = 0; i < 9; ++i) copies += R"({"op":"copy","from":"/t","path":"/u"})";
  CHECK(apply("{}", (text + copies).c_str()).find("too large by copies") != std::string::npos);
}

namespace {

text::json large_text(std::size_t mebibytes) {
  return text::json(std::string(mebibytes << 20U, 'x'));
}

} // namespace

TEST_CASE("the size of the whole document counts, not that of each value") {
  using kind = text::patch_operation::kind;
  text::patched_document current(text::json::object());
  const auto add = [&](const char* name) {
    return current.apply({.op = kind::add, .path = {{name}}, .from = {}, .value = large_text(20)});
  };
  for (const auto* name : {"a", "b", "c", "c", "a"}) CHECK(add(name).has_value());
  const auto fourth = add("d");
  REQUIRE_FALSE(fourth.has_value());
  CHECK(fourth.error().message.starts_with("add '/d': the document becomes too large: 64 MiB at most"));
  CHECK(current.value().as_object().size() == 3);
  CHECK(current.apply({.op = kind::move, .path = {{"d"}}, .from = {{"a"}}, .value = {}}).has_value());
  CHECK(current.apply({.op = kind::remove, .path = {{"d"}}, .from = {}, .value = {}}).has_value());
  CHECK(add("e").has_value());
}

TEST_CASE("a document that was too large may become smaller") {
  using kind = text::patch_operation::kind;
  text::patched_document current(
    text::json::object({{"a", large_text(70)}, {"b", text::json::object({{"c", text::json::array({0, 0})}})}}));
  CHECK(current.apply({.op = kind::replace, .path = {{"b"}}, .from = {}, .value = text::json(1)}));
  CHECK(current.apply({.op = kind::move, .path = {{"d"}}, .from = {{"a"}}, .value = {}}));
  CHECK(current.apply({.op = kind::remove, .path = {{"b"}}, .from = {}, .value = {}}));
  CHECK_FALSE(current.apply({.op = kind::add, .path = {{"b"}}, .from = {}, .value = text::json(1)}));
}

TEST_CASE("a move that fails leaves everything in its place") {
  using kind = text::patch_operation::kind;
  text::patched_document current(*text::parse_json(R"({"a":[1,2,3],"b":{"c":1}})"));
  CHECK_FALSE(current.apply({.op = kind::move, .path = {{"x", "y"}}, .from = {{"a", "1"}}, .value = {}}));
  CHECK_FALSE(current.apply({.op = kind::move, .path = {{"a", "9"}}, .from = {{"b", "c"}}, .value = {}}));
  CHECK_FALSE(current.apply({.op = kind::move, .path = {{"b", "c", "d"}}, .from = {{"a"}}, .value = {}}));
  CHECK(current.value().dump() == R"({"a":[1,2,3],"b":{"c":1}})");
}

TEST_CASE("what a patch makes is not deeper than what can be read") {
  const auto add_into = [](std::size_t depth) {
    const auto around = std::string(depth - 1, '[') + std::string(depth - 1, ']');
    return apply("{}", (R"([{"op":"add","path":"/a","value":)" + around + "}]").c_str());
  };
  CHECK(add_into(text::nesting_max - 3).starts_with(R"({"a":[[)"));
  const auto replace_inside = [](std::size_t depth) {
    std::string tokens;
    for (std::size_t i = 0; i < 200; ++i) tokens += "/0";
    const auto deep = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
    return apply("{}", (R"({"op":"add","path":"/a","value":)" + deep(201) + "}" + R"({"op":"add","path":"/a)" + tokens
                        + R"(/0","value":0})" + R"({"op":"replace","path":"/a)" + tokens + R"(/0","value":)"
                        + deep(depth) + "}")
                         .c_str());
  };
  CHECK(replace_inside(text::nesting_max - 202).starts_with(R"({"a":[[)"));
  CHECK(replace_inside(text::nesting_max - 201).ends_with("becomes too deep: nested too deep (400 levels at most)"));
  const auto doubled = R"([{"op":"add","path":"/a","value":)" + std::string(300, '[') + std::string(300, ']')
                       + R"(},{"op":"copy","from":"","path":"/a)";
  std::string inside;
  for (int i = 0; i < 99; ++i) inside += "/0";
  CHECK(apply("{}", (doubled + inside + "/0\"}]").c_str()).find("too deep") != std::string::npos);
}
