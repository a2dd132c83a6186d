#include "text/json/open_tree.hpp"

#include "text/json/tree_weight.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

text::json parsed(const char* text) {
  return text::parse_json(text).value();
}

} // namespace

TEST_CASE("a tree has the value that it was made of, open or not") {
  for (const auto* text :
       {"null", "1.0", R"("a")", "[]", "{}", R"([1,[2,{"a":[]}],"x"])", R"({"a":{"b":[1,2]},"c":null})"}) {
    CAPTURE(text);
    auto tree = text::closed_tree(parsed(text));
    CHECK(text::value_of(tree).dump() == text);
    text::open(tree);
    CHECK(text::value_of(tree).dump() == text);
    text::open(tree); // again
    CHECK(text::value_of(tree).dump() == text);
  }
}

TEST_CASE("a tree knows its kind, its weight and its height") {
  struct row {
    const char* text;
    bool is_map;
    bool is_list;
    std::size_t height;
  };
  for (const auto& r : {row{"1", false, false, 0}, row{"[]", false, true, 1}, row{"{}", true, false, 1},
                        row{R"([1,{"a":2}])", false, true, 2}, row{R"({"a":[[1]],"b":1})", true, false, 3}}) {
    CAPTURE(r.text);
    auto tree = text::closed_tree(parsed(r.text));
    for (const bool opened : {false, true}) {
      if (opened) text::open(tree);
      CHECK(tree.is_map() == r.is_map);
      CHECK(tree.is_list() == r.is_list);
      CHECK(tree.height == r.height);
      CHECK(tree.weight == text::weight_of(parsed(r.text)));
    }
  }
}

TEST_CASE("a child is found by its name or its index, and what is absent or no index is not") {
  auto map = text::closed_tree(parsed(R"({"a":{"b":1},"":2,"0":3})"));
  struct row {
    const char* token;
    const char* value; ///< empty: absent
  };
  for (const auto& r : {row{"a", R"({"b":1})"}, row{"", "2"}, row{"0", "3"}, row{"b", ""}, row{"1", ""}}) {
    CAPTURE(r.token);
    auto* child = text::child_of(map, r.token);
    CHECK((child != nullptr) == (*r.value != '\0'));
    if (child != nullptr) CHECK(text::value_of(*child).dump() == r.value);
  }
  auto list = text::closed_tree(parsed(R"(["x",["y"]])"));
  for (const auto& r : {row{"0", R"("x")"}, row{"1", R"(["y"])"}, row{"2", ""}, row{"-", ""}, row{"01", ""},
                        row{"-1", ""}, row{"", ""}, row{"x", ""}}) {
    CAPTURE(r.token);
    auto* child = text::child_of(list, r.token);
    CHECK((child != nullptr) == (*r.value != '\0'));
    if (child != nullptr) CHECK(text::value_of(*child).dump() == r.value);
  }
  auto scalar = text::closed_tree(parsed("1"));
  CHECK(text::child_of(scalar, "0") == nullptr);
  CHECK(text::value_of(scalar).dump() == "1");
}

TEST_CASE("a change of a child is a change of the tree, and its height is measured anew") {
  auto tree = text::closed_tree(parsed(R"({"a":[1],"b":2})"));
  *text::child_of(*text::child_of(tree, "a"), "0") = text::closed_tree(parsed(R"([[3]])"));
  CHECK(text::value_of(tree).dump() == R"({"a":[[[3]]],"b":2})");
  CHECK(text::measure_height(tree) == 4);
  tree.members->erase("a");
  CHECK(text::measure_height(tree) == 1);
  CHECK(tree.height == 1);
  CHECK(text::value_of(tree).dump() == R"({"b":2})");
}
