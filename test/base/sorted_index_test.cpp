#include "base/sorted_index.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

TEST_SUITE_BEGIN("base/sorted_index");

namespace {

using item = std::pair<int, int>; ///< key and value

struct by_first {
  static int of(const item& x) { return x.first; }
};
using index_type = base::sorted_index<item, by_first>;

std::vector<item> items(const index_type::list_type& x) {
  return {x.begin(), x.end()};
}

} // namespace

TEST_CASE("an index is what a map would be, and earlier lists stay as they were") {
  std::mt19937 random(7);
  index_type index;
  std::map<int, int> expected;
  std::vector<std::pair<index_type::list_type, std::vector<item>>> lists;
  for (int step = 0; step < 30'000; ++step) {
    const int key = static_cast<int>(random() % 3000);
    // Grows, then shrinks, so that chunks are split and joined.
    if (random() % 10 < (step < 15'000 ? 7U : 3U)) {
      CHECK(index.put({key, step}) == item{key, step});
      expected[key] = step;
    } else {
      CHECK(index.erase(key) == (expected.erase(key) == 1));
    }
    if (step % 3'000 == 0) lists.emplace_back(index.list(), std::vector<item>(expected.begin(), expected.end()));
    if (index.size() != expected.size()) FAIL("other sizes");
  }
  CHECK(items(index.list()) == std::vector<item>(expected.begin(), expected.end()));
  for (const auto& [list, then] : lists) {
    CHECK(items(list) == then);
    CHECK(list.size() == then.size());
  }
  for (int key = 0; key < 3000; ++key) {
    const auto* found = index.find(key);
    const auto known = expected.find(key);
    if ((found != nullptr) != (known != expected.end()) || (found != nullptr && found->second != known->second))
      FAIL("key " << key);
  }
}

TEST_CASE("a change copies only the chunk that it concerns") {
  index_type index;
  for (int i = 0; i < 1000; ++i) index.put({i, 0});
  const auto before = index.list();
  index.put({700, 1});
  const auto after = index.list();
  int copied = 0;
  for (std::size_t i = 0; i < before.size(); ++i) copied += &before[i] != &after[i];
  CHECK(copied > 0);
  CHECK(copied <= 256);
  CHECK(before[700].second == 0);
  CHECK(after[700].second == 1);
}

TEST_CASE("all items are changed in the index alone") {
  index_type index(std::vector<item>{{3, 0}, {1, 0}, {2, 0}, {1, 5}});
  const auto before = index.list();
  index.change_all([](item& x) { x.second += 10; });
  CHECK(items(before) == std::vector<item>{{1, 5}, {2, 0}, {3, 0}});
  CHECK(items(index.list()) == std::vector<item>{{1, 15}, {2, 10}, {3, 10}});
  index.clear();
  CHECK(index.empty());
  CHECK(index.list().empty());
  CHECK(index.find(1) == nullptr);
  CHECK(before.size() == 3);
}

TEST_CASE("a list is made of items in any number, and keeps their order") {
  for (const int count : {0, 1, 255, 256, 257, 1000}) {
    CAPTURE(count);
    std::vector<item> all;
    for (int i = 0; i < count; ++i) all.emplace_back(-i, i);
    const base::shared_list<item> list(all);
    CHECK(list.size() == all.size());
    CHECK(items(list) == all);
    const auto copy = list;
    CHECK(std::equal(copy.begin(), copy.end(), list.begin(), [](const auto& a, const auto& b) { return &a == &b; }));
    if (count > 0) CHECK(list[all.size() - 1] == all.back());
    if (count > 0) CHECK(list.front() == all.front());
  }
}

TEST_SUITE_END();
