#include "actors/framework/gathered.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

using actors::gathering;

TEST_CASE("the first thing that waits is told, and when there are enough") {
  actors::gathered<int> things({.enough = 3, .max = 10});
  CHECK(things.add(1) == gathering::has_begun);
  CHECK(things.add(2) == gathering::goes_on);
  CHECK(things.add(3) == gathering::is_enough);
  CHECK(things.add(4) == gathering::goes_on);
  CHECK(things.take().items == std::vector<int>{1, 2, 3, 4});
  CHECK(things.add(5) == gathering::has_begun);
}

TEST_CASE("what does not fit is dropped and counted once") {
  actors::gathered<std::string> things({.enough = 5, .max = 2});
  CHECK(things.add("a") == gathering::has_begun);
  CHECK(things.add("b") == gathering::goes_on);
  CHECK(things.add("c") == gathering::goes_on);
  const auto taken = things.take();
  CHECK(taken.items == std::vector<std::string>{"a", "b"});
  CHECK(taken.dropped == 1);
  CHECK(things.take().dropped == 0);
}

TEST_CASE("threads that add while another takes lose nothing") {
  actors::gathered<int> things({.enough = 100, .max = 100'000});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&things] {
      for (int i = 0; i < 1000; ++i) static_cast<void>(things.add(i));
    });
  std::size_t seen = 0;
  while (seen < 2000) seen += things.take().items.size();
  for (auto& thread : threads) thread.join();
  CHECK(seen + things.take().items.size() == 4000);
}
