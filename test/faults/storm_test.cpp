#include "commands/start_command.hpp"
#include "faults/bad_day.hpp"
#include "faults/footprint.hpp"

#include <doctest/doctest.h>

TEST_CASE("a storm of toggles and edits ends as wanted, and the operator is as large as before"
          * doctest::skip(e2e::no_cluster())) {
  faults::bad_day day("storm");
  auto chance = faults::chance_of("storm");
  e2e::operator_run run(day.files(), {.space = day.space()});
  run.await_converged();
  const auto storm = [&] {
    constexpr std::chrono::milliseconds between(50);
    auto due = std::chrono::steady_clock::now();
    for (int i = faults::times(200, 40); i > 0; --i) {
      day.change(chance);
      due += between;
      faults::pass_until(run, due);
    }
    day.check_end(run);
    return faults::footprint_of_operator(day.space());
  };
  const auto before = storm();
  const auto after = storm();
  MESSAGE("storm: ", faults::text_of(before), " -> ", faults::text_of(after));
  // A connection may be open that was not before; libcurl resolves names in a thread; the heap has pages that
  // are free.
  CHECK_LE(after.files, before.files + 4);
  CHECK_LE(after.threads, before.threads + 1);
  // And the main thread.
  CHECK_LE(after.threads, commands::operator_threads + 1);
  CHECK_LE(after.memory_kib, before.memory_kib + 4096);
}
