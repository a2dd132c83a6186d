#include "text/json/tree_weight.hpp"
#include "text/yaml/yaml.hpp"

#include "text/json/nesting.hpp"

#include <doctest/doctest.h>

namespace {

std::string round(std::string_view text) {
  auto x = text::parse_yaml(text);
  return x ? x->dump() : x.error().message;
}

} // namespace

TEST_CASE("a YAML scalar has the type that kubectl and Helm give it") {
  struct row {
    const char* text;
    const char* want;
  };
  for (const auto& r : {
         row{"a: yes", R"({"a":true})"},
         row{"a: 'yes'", R"({"a":"yes"})"},
         row{"n: 1", R"({"false":1})"},
         row{"a: 017", R"({"a":15})"},
         row{"a: 0o17", R"({"a":15})"},
         row{"a: 0x1F", R"({"a":31})"},
         row{"a: 0b11", R"({"a":3})"},
         row{"a: 1_000", R"({"a":1000})"},
         row{"a: -5", R"({"a":-5})"},
         row{"a: 1.50", R"({"a":1.5})"},
         row{"a: 1e3", R"({"a":1000})"},
         row{"a: .5", R"({"a":0.5})"},
         row{"a: 1e400", R"({"a":"1e400"})"},
         row{"a: 18446744073709551615", R"({"a":18446744073709551615})"},
         row{"a: 12:30", R"({"a":"12:30"})"},
         row{"a: 2001-01-01", R"({"a":"2001-01-01"})"},
         row{"a: 1.2.3", R"({"a":"1.2.3"})"},
         row{"a: ~", R"({"a":null})"},
         row{"a:", R"({"a":null})"},
         row{"a: ''", R"({"a":""})"},
         row{"a: !!str 1", R"({"a":"1"})"},
         row{"a: !!int \"1\"", R"({"a":1})"},
         row{"1: x", R"({"1":"x"})"},
         row{"a: |\n  x\n  y\n", R"({"a":"x\ny\n"})"},
         row{"- 1\n- [a, {b: c}]", R"([1,["a",{"b":"c"}]])"},
         row{"", "null"},
         row{"# only a comment\n", "null"},
         row{"--- \na: 1\n---\n", R"({"a":1})"},
         row{"{\"a\": \"\\ud83d\\ude00\", \"b\": 1.0}", "{\"a\":\"\xF0\x9F\x98\x80\",\"b\":1.0}"},
       }) {
    CAPTURE(r.text);
    CHECK(round(r.text) == r.want);
  }
}

TEST_CASE("merge keys bring what is not written out") {
  CHECK(round("base: &b {v: 1, w: 2}\nuse:\n  <<: *b\n  w: 3\n") == R"({"base":{"v":1,"w":2},"use":{"v":1,"w":3}})");
  CHECK(round("a: &a {x: 1}\nb: &b {x: 2, z: 2}\nc:\n  <<: [*a, *b]\n")
        == R"({"a":{"x":1},"b":{"x":2,"z":2},"c":{"x":1,"z":2}})");
  // As in Go: of equal keys the last in the text wins, also if `<<` brings it.
  CHECK(round("base: &b {w: 2}\nuse:\n  w: 3\n  <<: *b\n") == R"({"base":{"w":2},"use":{"w":2}})");
  CHECK(round("'<<': 1") == R"({"<<":1})");
  CHECK(round("a:\n  <<: 1\n") == "invalid YAML: line 2: '<<' needs a mapping or a sequence of mappings");
}

TEST_CASE("an error in YAML names the line") {
  CHECK(round("a: 1\nb: 2\na: 3\n") == "invalid YAML: line 3: duplicate key 'a' (first at line 1)");
  CHECK(round("a: 1\nb: \"\n") == "invalid YAML: line 2: a quote is not closed");
  CHECK(round("a: 1\nb\n") == "invalid YAML: line 2: a key without ':'");
  CHECK(round("a: [1,,2]\n") == "invalid YAML: line 1: an item is missing between commas");
  CHECK(round("a: !!int x\n") == "invalid YAML: line 1: the value is no !!int");
  CHECK(round("{\"a\": 1,\n\"a\": 2}") == "invalid YAML: line 2: duplicate key 'a' (first at line 1)");
  CHECK(round("a: [1\nb: 2\n").starts_with("invalid YAML: line "));
  CHECK(round("a: .inf\n") == "invalid YAML: line 1: '.inf' is not a number that JSON has");
  CHECK(round("? [a]\n: 1\n") == "invalid YAML: line 1: a key must be a scalar");
  CHECK(round("~: 1\n") == "invalid YAML: line 1: a key is null; quote it");
  CHECK(round("a: 1\n---\nb: 2\n") == "invalid YAML: line 3: there is more than one document");
  CHECK(round("y: 1\non: 2\n")
        == "invalid YAML: line 2: duplicate key 'true' (first at line 1): without quotes, y, yes, on and true are the "
           "same key");
  CHECK(round("a: \xff\n") == "invalid YAML: line 1: a control character or a byte that is not UTF-8");
}

TEST_CASE("a quote that is not closed is an error at the line where it opens") {
  for (const char* text : {"a: 1\ns: \"hello\n  b: 1\nc: true\n", "a: 1\ns: 'open\n  x: 1\nc: false\n", "a: 1\ns: 'x\n",
                           "a: 1\n\"s: x\n\ny: 2\n", "a: 1\ns: &x \"hello\nb: 1\n",
                           "a: 1\ns: !!str\n  # why\n  'it''s\n", "a: 1\ns: \"x\\\"\n", "a: 1\ns: \"\n"}) {
    CAPTURE(text);
    CHECK(round(text) == "invalid YAML: line 2: a quote is not closed");
  }
  CHECK(round("- 'a\n- b\n") == "invalid YAML: line 1: a quote is not closed");
  CHECK(round("a: 'it''s'\nb: \"\\\"\"\nc: &x !!str \"y\"\n") == R"({"a":"it's","b":"\"","c":"y"})");
}

TEST_CASE("a tab in the indentation is named") {
  CHECK(round("a:\n\tb: 1\n").ends_with("(the line is indented with a tab: YAML takes spaces only)"));
}

TEST_CASE("hostile YAML ends as an error") {
  CHECK(round(",").starts_with("invalid YAML"));
  CHECK(round(std::string_view("\0,\xe4", 3)).starts_with("invalid YAML"));
  CHECK(round("a: &x [*x]\n") == "invalid YAML: line 1: an alias stands inside the value that it names");
  CHECK(round(std::string(100'000, '[')).starts_with("invalid YAML"));
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 9; ++i) {
    const auto last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int k = 0; k < 9; ++k) bomb += "," + last;
    bomb += "]\n";
  }
  CHECK(round(bomb).find("its values take too much memory: 8 MiB and 12 times the text at most") != std::string::npos);
}

TEST_CASE("merges are counted before they are made") {
  std::string text = "a: &a {";
  for (int i = 0; i < 3'000; ++i) text += "k" + std::to_string(i) + ": 1, ";
  text += "}\nb:\n";
  for (int i = 0; i < 8'000; ++i) text += "  <<: *a\n";
  CHECK(round(text).starts_with("invalid YAML: line "));
  CHECK(round(text).find("take too much memory") != std::string::npos);
}

TEST_CASE("aliases and merges of an honest size are taken") {
  std::string text = "base: &base {";
  for (int i = 0; i < 50; ++i) text += "key" + std::to_string(i) + ": some text, ";
  text += "}\n";
  for (int i = 0; i < 500; ++i) text += "m" + std::to_string(i) + ": {<<: *base, own: 1}\n";
  CHECK(round(text).starts_with("{\"base\""));
}

TEST_CASE("several texts share what aliases may bring beyond their own length") {
  std::string text = "a: &a [";
  for (int i = 0; i < 1'000; ++i) text += "1, ";
  text += "]\nb: [";
  for (int i = 0; i < 50; ++i) text += "*a, ";
  text += "]\n";
  auto spare = text::spare_weight;
  int taken = 0;
  while (taken < 100 && text::parse_yaml(text, spare)) ++taken;
  CHECK(taken == 2);
  // A text without values needs no room, and a refused text takes no room.
  const auto left = spare;
  CHECK_FALSE(text::parse_yaml(text, spare).has_value());
  CHECK(text::parse_yaml("some: honest text\nreplicas: 3\n", spare).has_value());
  CHECK(spare <= left);
}

TEST_CASE("a text of empty documents is no large value") {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "---\n";
  CHECK(text::parse_yaml(text)->is_null());
  CHECK(text::parse_yaml_stream(text)->empty());
}

TEST_CASE("YAML is as deep as JSON may be, and not deeper") {
  constexpr auto most = text::nesting_max;
  const auto lists = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  const auto items = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "- ";
    return text + "x\n";
  };
  CHECK(round(lists(most)) == lists(most));
  CHECK(round("x: " + lists(most - 1)) == R"({"x":)" + lists(most - 1) + "}");
  CHECK_FALSE(round(items(most)).starts_with("invalid"));
  for (const auto& text :
       {lists(most + 1), "x: " + lists(most), items(most + 1), items(5 * most),
        "a: &a " + lists(most / 2) + "\nb: " + std::string(most / 2, '[') + "*a" + std::string(most / 2, ']')}) {
    const auto found = round(text);
    CHECK(found.starts_with("invalid YAML: line "));
    CHECK(found.ends_with("nested too deep (400 levels at most)"));
  }
}

TEST_CASE("a stream of YAML documents leaves empty ones out") {
  const auto documents = text::parse_yaml_stream("---\n# nothing\n---\na: 1\n---\n---\nb: 2\n");
  REQUIRE(documents);
  REQUIRE(documents->size() == 2);
  CHECK(documents->at(0).dump() == R"({"a":1})");
  CHECK(documents->at(1).dump() == R"({"b":2})");
}

TEST_CASE("a line with too many values for the library is refused, and texts with as many commas are not") {
  std::string letters;
  for (int i = 0; i < 150'000; ++i) letters += "a,";
  CHECK(round("a: 1\nx: [" + letters + "]\n")
        == "invalid YAML: line 2: more than 100000 commas, colons and brackets on one line: write it in several");
  CHECK(round("x: '" + letters + "'\n").starts_with("{\"x\":\"a,a,"));
  CHECK(round("x: |\n  [" + letters + "\nz: 1\n").starts_with("{\"x\":\"[a,a,"));
  CHECK(round("x:\n- |- # text\n\n  [" + letters + "\n").starts_with("{\"x\":[\"\\n[a,a,"));
  std::string lines;
  for (int i = 0; i < 50'000; ++i) lines += "1,2,3,\n";
  CHECK(round("x: [" + lines + "]\n").starts_with("{\"x\":[1,2,3,1"));
}
