#include "core/trace/why.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

TEST_CASE("a story of any length has an end") {
  std::vector<core::trace_event> events;
  std::uint64_t cause = 0;
  for (std::uint64_t id = 1; id <= 120'000; ++id) {
    core::trace_event x{.id = id, .cause = cause, .time_us = static_cast<std::int64_t>(id), .type = "task_outcome"};
    if (id % 3 == 1) {
      x.sender = "queue main";
      x.type = "execute_task";
      x.facts = {{"task", "ModuleRun"}, {"queue", "main"}, {"module", "web"}};
    }
    cause = id;
    events.push_back(std::move(x));
  }
  const auto told = core::why(core::recorded_run(std::move(events)), {core::why_question::about::run, "web", {}});
  REQUIRE(told);
  CHECK(told->find("and further back, which is not told here") != std::string::npos);
  CHECK(told->size() < 20'000);
}
