#include "actors/gathered.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

TEST_CASE("only the first thing that waits asks for a message") {
  actors::gathered<int> things(10);
  CHECK(things.add(1));
  CHECK_FALSE(things.add(2));
  CHECK(things.take().items == std::vector<int>{1, 2});
  CHECK(things.add(3));
}

TEST_CASE("what does not fit is dropped and counted once") {
  actors::gathered<std::string> things(8);
  CHECK(things.add("12345", 5));
  CHECK_FALSE(things.add("6789", 4));
  CHECK_FALSE(things.add("678", 3));
  const auto taken = things.take();
  CHECK(taken.items == std::vector<std::string>{"12345", "678"});
  CHECK(taken.dropped == 1);
  CHECK(things.take().dropped == 0);
}

TEST_CASE("threads that add while another takes lose nothing") {
  actors::gathered<int> things(100'000);
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
