#include "core/main_queue/run_reasons.hpp"

#include <doctest/doctest.h>

using core::main_queue::reasons;
using ids = std::vector<std::uint64_t>;
using now = core::main_queue::reasons::reload_now;

TEST_CASE("all reasons that have come before a run begins are its reasons, also when it is tried again") {
  reasons x;
  x.want_run("web", 1);
  x.want_run("web", 2);
  CHECK(x.begin_run("web") == ids{1, 2});
  x.want_run("web", 3);
  CHECK(x.begin_run("web") == ids{1, 2, 3});
  x.end_run("web");
  CHECK(x.begin_run("web").empty());
}

TEST_CASE("a reason that comes during a run is one of the next run") {
  reasons x;
  x.want_run("web", 1);
  static_cast<void>(x.begin_run("web"));
  x.want_run("web", 2);
  x.end_run("web");
  CHECK(x.begin_run("web") == ids{2});
  CHECK(x.begin_run("db").empty());
}

TEST_CASE("reasons of a reload count until a round has come to the end of its modules") {
  reasons x;
  x.want_reload(1, now::taken);
  x.want_reload(2, now::taken);
  CHECK(x.begin_step(now::taken, 1) == ids{1, 2});
  x.end_round();
  // afterAll hooks are part of the round.
  CHECK(x.begin_step(now::taken, 1) == ids{1, 2});
  x.want_reload(3, now::taken);
  CHECK(x.begin_step(now::taken, 1) == ids{3});
}

TEST_CASE("a reason that is held back is one of the round that follows") {
  reasons x;
  x.want_reload(1, now::taken);
  x.want_reload(2, now::held);
  CHECK(x.begin_step(now::held, 1) == ids{1});
  CHECK(x.begin_step(now::taken, 1) == ids{2});
}

TEST_CASE("the reasons that are kept are bounded, and the last one is among them") {
  reasons x;
  for (std::uint64_t id = 1; id <= 1'000; ++id) x.want_run("web", id);
  const auto kept = x.begin_run("web");
  CHECK(kept.size() == 100);
  CHECK(kept.back() == 1'000);
}

TEST_CASE("afterAll hooks are the reason of a round that nobody else has wanted") {
  reasons x;
  x.want_reload(1, now::taken);
  CHECK(x.begin_step(now::taken, 1) == ids{1});
  x.end_round();
  x.note_after_all(2);
  CHECK(x.begin_step(now::taken, 1) == ids{1});
  CHECK(x.begin_step(now::taken, 2) == ids{2});
  x.end_round();
  x.note_after_all(3);
  x.want_reload(4, now::taken);
  CHECK(x.begin_step(now::taken, 3) == ids{4});
}
