#include "cluster/operations/lost_creations.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("the first creation of an object counts until it is forgotten") {
  cluster::operations::lost_creations lost;
  CHECK_FALSE(lost.begun_us("/a"));
  lost.note("/a", 5);
  lost.note("/a", 7);
  CHECK(lost.begun_us("/a") == 5);
  CHECK_FALSE(lost.begun_us("/b"));
  lost.forget("/a");
  CHECK_FALSE(lost.begun_us("/a"));
}

TEST_CASE("of more than a thousand lost creations the oldest is forgotten") {
  cluster::operations::lost_creations lost;
  lost.note("/oldest", 1);
  for (int i = 0; i < 1000; ++i) lost.note("/" + std::to_string(i), 2 + i);
  CHECK_FALSE(lost.begun_us("/oldest"));
  CHECK(lost.begun_us("/0") == 2);
}
