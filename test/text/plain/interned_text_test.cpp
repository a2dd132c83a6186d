#include "text/plain/interned_text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

TEST_SUITE_BEGIN("text/interned_text");

using text::interned_text;

TEST_CASE("equal texts are one text, whoever holds it") {
  const interned_text a("web");
  const auto* where = &a.text();
  interned_text b(std::string("web"));
  CHECK(a == b);
  CHECK(&b.text() == where);
  CHECK_FALSE(a == interned_text("Web"));
  auto c = b;
  b = interned_text("db");
  CHECK(b.text() == "db");
  CHECK(c == a);
  const auto& self = c;
  c = self;
  CHECK(c.text() == "web");
  CHECK(interned_text().text().empty());
  CHECK(interned_text() == interned_text(""));
}

TEST_CASE("a text that nobody holds any more can be interned again") {
  { const interned_text gone("gone"); }
  const interned_text again("gone");
  CHECK(again.text() == "gone");
}

TEST_CASE("threads share texts and let them go") {
  std::vector<std::thread> threads;
  std::vector<int> faults(4);
  for (std::size_t n = 0; n < faults.size(); ++n)
    threads.emplace_back([&faults, n] {
      for (int i = 0; i < 2000; ++i) {
        const interned_text x("t" + std::to_string(i % 3));
        const auto copy = x;
        faults[n] += copy.text() != "t" + std::to_string(i % 3);
      }
    });
  for (auto& x : threads) x.join();
  CHECK(faults == std::vector<int>(4));
}

TEST_SUITE_END();
