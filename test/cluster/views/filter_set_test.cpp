#include "cluster/views/filter_set.hpp"

#include "support/scripted_limit.hpp"
#include "sys/process/jq_limit.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using base::error_code;

namespace {

kube::objects::object_ptr object(const std::string& text) {
  return kube::objects::object_ptr::make(kube::objects::object_bytes({}, text));
}

/// A filter under a limit that the test uses up.
struct filter_world {
  const std::string program = ".key";
  std::shared_ptr<test::scripted_limit> limit = std::make_shared<test::scripted_limit>();
  std::chrono::microseconds now{1'000'000'000'000};
  cluster::views::filter_set filters{limit, [this] { return now.count(); }};

  filter_world() { REQUIRE(filters.add(program)); }

  /// The result for a new object.
  base::result<text::packed_text> apply() { return filters.apply(program, object(R"({"key":1})")); }

  void use_up_limit(int objects) {
    limit->is_used_up = true;
    for (int i = 0; i < objects; ++i) CHECK_FALSE(apply());
    limit->is_used_up = false;
  }
};

} // namespace

TEST_CASE("a filter without an end is stopped, whatever it does meanwhile, and works on the next object") {
  // The last program takes memory faster than a limit on time alone could bear.
  const std::vector<std::string> endless{
    "def f: f; f", "[range(infinite)]", "until(false; .)", "last(repeat(1))", "repeat(1)", "try (def f: f; f) catch 1",
    "def f(g): f(g|g); f(.)",
    // Each of these takes its time in a single function that is written in C.
    "def two: reduce range(60) as $i (1; [., .]); two == two", "def two: reduce range(60) as $i (1; [., .]); two < two",
    "def two: reduce range(60) as $i (1; [., .]); two | contains(two)",
    "def two: reduce range(60) as $i (1; [., .]); [two, two, two] | sort", "[\"x\" * 300000 | match(\"\"; \"g\")]"};
  cluster::views::filter_set filters(
    std::make_shared<sys::process::jq_limit>(sys::process::jq_limit_options{.processor_time = 100ms}),
    [] { return std::int64_t{0}; });
  for (const auto& text : endless) {
    CAPTURE(text);
    const auto program = "if .stop then 1 else (" + text + ") end";
    REQUIRE(filters.add(program));
    const auto stopped = filters.apply(program, object("{}"));
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == error_code::timeout);
    CHECK(stopped.error().message.find("' was stopped: it used more than ") != std::string::npos);
    const auto next = filters.apply(program, object(R"({"stop":true})"));
    REQUIRE(next);
    CHECK(next->text() == "1");
  }
}

TEST_CASE("a filter that was stopped on three objects in a row is not run on the rest of the list") {
  filter_world world;
  world.use_up_limit(3);
  const auto rest = world.apply();
  REQUIRE_FALSE(rest);
  CHECK(rest.error().code == error_code::timeout);
  CHECK(rest.error().message
        == "jq filter '.key' was not run: it was stopped on 3 objects in a row, and is not tried again for a minute");
  CHECK(world.limit->evaluations == 3);
}

TEST_CASE("a minute later a filter has one more try, which decides") {
  filter_world world;
  world.use_up_limit(3);
  world.now += 1min;
  world.use_up_limit(1);
  CHECK_FALSE(world.apply());
  CHECK(world.limit->evaluations == 4);
  world.now += 1min;
  CHECK(world.apply());
  world.use_up_limit(2);
  CHECK(world.apply());
  CHECK(world.limit->evaluations == 8);
}
