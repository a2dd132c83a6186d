#include "base/portioned_work.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
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

  explicit timed_work(std::chrono::microseconds portion,
                      base::long_works_ptr all = std::make_shared<base::long_works>())
    : work(
      portion, std::move(all), [this] { return now_us; }, [this](auto time) { rests.push_back(time); }) {}

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

TEST_CASE("after a part that takes longer than a portion the work rests for the excess") {
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

TEST_CASE("all long works together take a single thread, however many and however slow they are") {
  struct row {
    std::size_t works;
    std::chrono::microseconds part;
  };
  for (const auto& r : {row{2, 1ms}, row{2, 1s}, row{10, 7ms}, row{50, 1s}}) {
    CAPTURE(r.works);
    const auto all = std::make_shared<base::long_works>();
    std::vector<std::unique_ptr<timed_work>> works;
    for (std::size_t i = 0; i < r.works; ++i) {
      works.push_back(std::make_unique<timed_work>(20ms, all));
      works.back()->add('a', r.part, 1'000'000);
    }
    std::chrono::microseconds used{0};
    std::chrono::microseconds lasted{0};
    for (auto& x : works) {
      const auto began_us = x->now_us;
      x->work.go_on();
      const std::chrono::microseconds worked(x->now_us - began_us);
      used += worked;
      lasted = std::max(lasted, worked + x->rests.back());
    }
    CHECK(used <= lasted);
  }
}

TEST_CASE("a work that is done, given up or gone leaves its share to the others") {
  const auto all = std::make_shared<base::long_works>();
  {
    timed_work done(20ms, all);
    timed_work given_up(20ms, all);
    timed_work gone(20ms, all);
    for (auto* other : {&done, &given_up, &gone}) other->add('b', 30ms, 2);
    CHECK(all->count() == 3);
    done.work.go_on();
    done.work.go_on();
    given_up.work.clear();
    given_up.work.go_on();
    CHECK(all->count() == 1);
  }
  CHECK(all->count() == 0);
  timed_work x(20ms, all);
  x.add('a', 30ms, 2);
  CHECK(x.rests == std::vector<std::chrono::microseconds>{10ms});
}
