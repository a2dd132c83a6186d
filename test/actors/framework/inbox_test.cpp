#include "actors/framework/inbox.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

using actors::framework::inbox;
using actors::framework::inbox_fill;

TEST_CASE("only the first thing that waits asks for a message") {
  inbox<std::string> things;
  CHECK(things.put("a").begins());
  CHECK_FALSE(things.put("b").begins());
  CHECK(things.take().items == std::vector<std::string>{"a", "b"});
  CHECK(things.put("c").begins());
  CHECK(things.take().items == std::vector<std::string>{"c"});
  CHECK(things.take().items.empty());
}

TEST_CASE("the bound `enough` is reported once, until all items are taken") {
  inbox<int> things({.enough = 3, .max = 10});
  CHECK_FALSE(things.put(1).reaches_enough());
  CHECK_FALSE(things.put(2).reaches_enough());
  CHECK(things.put(3).reaches_enough());
  CHECK_FALSE(things.put(4).reaches_enough());
  CHECK(things.take().items == std::vector<int>{1, 2, 3, 4});
  CHECK_FALSE(things.put(5).reaches_enough());
}

TEST_CASE("an item that reaches the bound `enough` alone is also the first item that waits") {
  inbox<int> things({.enough = 1});
  const auto change = things.put(1);
  CHECK(change.begins());
  CHECK(change.reaches_enough());
}

TEST_CASE("from the bound `enough` on the sender should wait, and an item that comes all the same is kept") {
  inbox<std::string> lines({.enough = 1000});
  CHECK(lines.put("a", 500).now == inbox_fill::some);
  CHECK(lines.put("b", 500).now == inbox_fill::enough);
  CHECK(lines.put("c", 1).now == inbox_fill::enough);
  const auto taken = lines.take();
  CHECK(taken.was == inbox_fill::enough);
  CHECK(taken.items == std::vector<std::string>{"a", "b", "c"});
  CHECK(lines.put("d", 999).now == inbox_fill::some);
  CHECK(lines.take().was == inbox_fill::some);
  CHECK(lines.take().was == inbox_fill::empty);
}

TEST_CASE("whatever finds no place is dropped and counted once") {
  inbox<std::string> things({.enough = 5, .max = 2});
  CHECK(things.put("a").begins());
  CHECK_FALSE(things.put("b").begins());
  const auto dropped = things.put("c");
  CHECK(dropped.now == inbox_fill::some);
  CHECK_FALSE(dropped.begins());
  const auto taken = things.take();
  CHECK(taken.items == std::vector<std::string>{"a", "b"});
  CHECK(taken.dropped == 1);
  CHECK(things.take().dropped == 0);
}

TEST_CASE("threads that put while another takes lose nothing") {
  inbox<int> things({.enough = 100, .max = 100'000});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&things] {
      for (int i = 0; i < 1000; ++i) static_cast<void>(things.put(i));
    });
  std::size_t seen = 0;
  while (seen < 2000) seen += things.take().items.size();
  for (auto& thread : threads) thread.join();
  CHECK(seen + things.take().items.size() == 4000);
}
