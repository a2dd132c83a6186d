#include "cluster/operations/operation_passes.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cluster::operations;
using namespace std::chrono_literals;

namespace {

/// A run on a clock of seconds, whose steps are texts: `try 0`, `pause 1 s`, `give up at 3`, `finish`.
struct played_run {
  explicit played_run(std::size_t operations) : passes(operations, 300s, 0) {}

  std::string step() {
    const auto next = passes.next(now_us());
    if (const auto* x = std::get_if<pass_step::try_operation>(&next)) return "try " + std::to_string(x->index);
    if (const auto* x = std::get_if<pass_step::give_up>(&next)) return "give up at " + std::to_string(x->index);
    if (const auto* x = std::get_if<pass_step::pause>(&next)) return "pause " + std::to_string(x->time / 1s) + " s";
    return "finish";
  }
  /// An operation that takes this time and succeeds.
  void succeed(int seconds) {
    now_s += seconds;
    passes.note_success(now_us());
  }
  /// An operation that takes this time and fails for a reason that may pass.
  void fail(int seconds) {
    now_s += seconds;
    if (passes.may_put_off())
      passes.note_put_off();
    else
      passes.note_failure();
  }
  [[nodiscard]] std::int64_t now_us() const { return std::int64_t{1'000'000} * now_s; }

  operation_passes passes;
  int now_s = 0;
};

} // namespace

TEST_CASE("a run goes on for as long as its operations succeed, however long all of them take") {
  played_run run(1000);
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(run.step() == "try " + std::to_string(i));
    run.succeed(299);
  }
  CHECK(run.step() == "finish");
  CHECK(run.passes.succeeded() == 1000);
}

TEST_CASE("no operation begins after a time without a success") {
  played_run run(4);
  run.succeed(1);
  run.fail(200);
  CHECK(run.step() == "try 2");
  run.fail(100);
  CHECK(run.step() == "give up at 3");
}

TEST_CASE("a short run has no further pass, because it is cheap to repeat") {
  played_run run(3);
  run.succeed(9);
  run.fail(1);
  run.succeed(1);
  CHECK(run.step() == "finish");
  CHECK(run.passes.waiting().empty());
}

TEST_CASE("a long run tries operations that were put off in further passes, in their order") {
  played_run run(5);
  run.succeed(100);
  run.fail(1);
  run.succeed(100);
  run.fail(1);
  run.succeed(100);
  CHECK(run.step() == "pause 1 s");
  CHECK(run.step() == "try 1");
  run.succeed(1);
  CHECK(run.step() == "try 3");
  run.fail(1);
  CHECK(run.step() == "pause 1 s");
  CHECK(run.step() == "try 3");
  run.succeed(1);
  CHECK(run.step() == "finish");
}

TEST_CASE("passes without a success come less and less often, and end when the run has waited as long as it worked") {
  played_run run(2);
  run.succeed(20);
  run.fail(1);
  std::string steps;
  for (auto step = run.step(); step != "finish"; step = run.step()) {
    steps += step + "; ";
    if (step == "try 1") run.fail(4);
  }
  CHECK(steps == "pause 1 s; try 1; pause 1 s; try 1; pause 2 s; try 1; pause 4 s; try 1; pause 8 s; try 1; ");
  CHECK(run.passes.waiting().size() == 1);
}

TEST_CASE("an operation that is refused ends a run with its pass, because the run will be repeated") {
  played_run run(3);
  run.succeed(100);
  run.fail(1);
  run.passes.note_failure();
  CHECK(run.step() == "finish");
}

TEST_CASE("the time of an outage is not the run's") {
  played_run run(3);
  run.succeed(100);
  run.fail(1);
  run.now_s += 5000;
  run.passes.note_outage_over(run.now_us());
  CHECK(run.step() == "try 2");
}

TEST_CASE("a run without operations is finished") {
  played_run run(0);
  CHECK(run.step() == "finish");
}
