#include "core/bindings/reach_places.hpp"

#include "reached_text.hpp"

#include <doctest/doctest.h>

using namespace core::bindings;

TEST_CASE("places are members and items of the input, and each is there once") {
  reached_paths root;
  place_tree tree(root);
  auto all = tree.member({&root}, "a");
  add(all, tree.member({&root}, "b"));
  add(all, tree.member({&root}, "a"));
  CHECK(all.size() == 2);
  CHECK(place_tree::reach(tree.each(all)).empty());
  CHECK(place_tree::count(tree.member({&root}, "c")).empty());
  CHECK(reached_text(root) == "{a[*],b[*],c#}");
  CHECK_FALSE(tree.is_full());
}

TEST_CASE("a tree of places has a largest size") {
  reached_paths root;
  place_tree tree(root);
  places at{&root};
  for (std::size_t i = 1; i < place_tree::places_max; ++i) at = tree.each(at);
  CHECK_FALSE(tree.is_full());
  CHECK(tree.each(at).empty());
  CHECK(tree.is_full());
}
