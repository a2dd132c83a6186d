#include "core/cel/evaluated.hpp"

TEST_CASE("lists are compared as sets") {
  test::check({
    {"sets.contains([], [])", "true"},
    {"sets.contains([], [1])", "false"},
    {"sets.contains([1, 2, 3, 4], [2, 3])", "true"},
    {"sets.contains([1, 2.0, 3u], [1.0, 2u, 3])", "true"},
    {"sets.equivalent([], [])", "true"},
    {"sets.equivalent([1], [1, 1])", "true"},
    {"sets.equivalent([1], [1u, 1.0])", "true"},
    {"sets.equivalent([1, 2, 3], [3u, 2.0, 1])", "true"},
    {"sets.equivalent([1, 2], [1])", "false"},
    {"sets.intersects([1], [])", "false"},
    {"sets.intersects([1], [1, 2])", "true"},
    {"sets.intersects([[1], [2, 3]], [[1, 2], [2, 3.0]])", "true"},
    {"sets.contains(1, [])", "failed: no such overload: sets.contains of int and list"},
  });
}
