#include "base/portioned_work.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

/// Work on a clock that only its parts move.
struct timed_work {
  std::int64_t now_us = 0;
  std::vector<std::chrono::microseconds> rests;
  std::string done;
  base::portioned_work work;

  explicit timed_work(std::chrono::microseconds portion)
    : work(
      portion, [this] { return now_us; }, [this](auto time) { rests.push_back(time); }) {}

  /// Work of several parts; each notes the name.
  void add(char name, std::chrono::microseconds part, int parts = 1) {
    work.add([this, name, part, parts]() mutable {
      done += name;
      now_us += part.count();
      return --parts == 0;
    });
  }
};

} // namespace

TEST_CASE("work is done at once while the portion lasts") {
  timed_work x(20ms);
  x.add('a', 1ms, 3);
  CHECK(x.done == "aaa");
  x.add('b', 1ms);
  CHECK(x.done == "aaab");
  CHECK(x.rests.empty());
  CHECK(x.work.empty());
}

TEST_CASE("work rests after a portion, and what comes meanwhile waits behind what is left") {
  timed_work x(20ms);
  x.add('a', 8ms, 4);
  CHECK(x.done == "aaa");
  x.add('b', 1ms);
  CHECK(x.done == "aaa");
  CHECK(x.rests == std::vector<std::chrono::microseconds>{4ms});
  x.work.go_on();
  CHECK(x.done == "aaaab");
  CHECK(x.rests.size() == 1);
}

TEST_CASE("a part that takes longer than a portion rests for what it took too much") {
  timed_work x(20ms);
  x.add('a', 200ms, 2);
  CHECK(x.done == "a");
  CHECK(x.rests == std::vector<std::chrono::microseconds>{180ms});
}

TEST_CASE("many small pieces of work share a portion") {
  timed_work x(20ms);
  for (int i = 0; i < 30; ++i) x.add('a', 1ms);
  CHECK(x.done.size() == 20);
  CHECK(x.rests == std::vector<std::chrono::microseconds>{1ms});
}

TEST_CASE("work that a part adds comes before the rest of that work, and before other work") {
  timed_work x(0ms);
  x.work.add([&x, first = true]() mutable {
    x.done += '(';
    if (!std::exchange(first, false)) return true;
    x.add('1', 0ms);
    x.add('2', 0ms);
    return false;
  });
  x.add('b', 0ms);
  while (!x.work.empty()) x.work.go_on();
  CHECK(x.done == "(12(b");
}

TEST_CASE("work that is given up is not done after the rest") {
  timed_work x(0ms);
  x.add('a', 0ms, 2);
  x.work.clear();
  x.work.go_on();
  CHECK(x.done == "a");
}
