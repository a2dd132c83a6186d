#include "core/bindings/filter_program.hpp"

#include "core/bindings/object_filter.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using core::bindings::filter_program;
using core::bindings::object_filter;

namespace {

std::shared_ptr<filter_program> program_of(const std::string& text) {
  auto program = filter_program::of(text);
  REQUIRE(program);
  return *program;
}

/// Requests so many other programs that only programs with an owner are kept.
void forget_all_others() {
  for (std::size_t i = 0; i < filter_program::kept_max; ++i) (void)program_of(".other" + std::to_string(i));
}

} // namespace

TEST_CASE("a text that is known is not compiled again") {
  const auto first = program_of(".known.text");
  CHECK(program_of(".known.text") == first);
  CHECK(program_of(".known.other") != first);
  CHECK(first->idle_copies() == 1);
}

TEST_CASE("a program that is checked and dropped is still known when it is applied") {
  const std::weak_ptr<filter_program> checked = program_of(".checked");
  CHECK(program_of(".checked") == checked.lock());
  forget_all_others();
  CHECK(checked.expired());
}

TEST_CASE("a program that somebody holds is known however many others come") {
  const auto held = program_of(".held");
  forget_all_others();
  CHECK(program_of(".held") == held);
}

TEST_CASE("evaluations at the same time have a copy each, and the next ones use these again") {
  const auto program = program_of(".copies");
  {
    const auto first = program->take();
    const auto second = program->take();
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->jq() != second->jq());
    CHECK(program->idle_copies() == 0);
  }
  CHECK(program->idle_copies() == 2);
  CHECK(program->take());
  CHECK(program->idle_copies() == 2);
}

TEST_CASE("a text that does not compile is an error each time") {
  for (int i = 0; i < 2; ++i) {
    const auto failed = filter_program::of(".metadata |");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message.find("does not compile") != std::string::npos);
  }
}

TEST_CASE("filters of one text give each thread the result for its own object") {
  const auto filter = object_filter::compile("{n: .n, sum: ([range(.n)] | add)}");
  REQUIRE(filter);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int n = 10; n < 14; ++n)
    threads.emplace_back([&wrong, n, mine = *filter] {
      const auto number = std::to_string(n);
      const auto expected = R"({"n":)" + number + R"(,"sum":)" + std::to_string(n * (n - 1) / 2) + "}";
      for (int i = 0; i < 200; ++i)
        if (mine.apply(R"({"n":)" + number + "}") != expected) ++wrong;
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
}
