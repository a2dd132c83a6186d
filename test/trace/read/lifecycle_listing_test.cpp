#include "trace/read/lifecycle_listing.hpp"

#include <doctest/doctest.h>

using trace::event;
using trace::read::trace_detail;

namespace {

std::vector<event> small_run() {
  return {
    {.id = 4,
     .cause = 3,
     .time_us = 1'250'000,
     .receiver = "hook_runner",
     .type = {"hook_run"},
     .summary = "ingress: hooks/discover",
     .step = 5,
     .duration_us = 20'400},
    {.id = 1,
     .time_us = 1'000'000,
     .receiver = "supervisor",
     .type = {"config_changed"},
     .summary = "ConfigMap edited"},
    {.id = 3,
     .cause = 1,
     .time_us = 1'250'000,
     .sender = "queue main",
     .receiver = "module ingress",
     .type = {"task_run"},
     .step = 5},
  };
}

} // namespace

TEST_CASE("a run is shown in order, with step, duration and the root of the causes") {
  CHECK(trace::read::lifecycle_order(small_run(), trace_detail::lifecycle)
        == "   +0.250000 s   5 module-run                                    task_run            "
           "queue main -> module ingress  (because: config_changed ConfigMap edited)\n"
           "   +0.250000 s   5 module-run                           0.020 s  hook_run            "
           "ingress: hooks/discover  (because: config_changed ConfigMap edited)\n");
}

TEST_CASE("of a run that goes on only new work is shown, with earlier causes") {
  auto events = small_run();
  events.push_back({.id = 5, .cause = 1, .time_us = 1'500'000, .type = {"task_run"}, .summary = "b", .step = 5});
  CHECK(trace::read::lifecycle_lines(events, 3, trace_detail::lifecycle)
        == "   +0.250000 s   5 module-run                                    task_run            "
           "b  (because: config_changed ConfigMap edited)\n");
  CHECK(trace::read::lifecycle_lines(events, 4, trace_detail::everything).empty());
}

TEST_CASE("on request every message is shown") {
  auto text = trace::read::lifecycle_order(small_run(), trace_detail::everything);
  CHECK(text.starts_with("   +0.000000 s   - -                                             config_changed      "
                         "ConfigMap edited\n"));
}

TEST_CASE("the root of a chain of any length is found for each of its events") {
  std::vector<trace::event> events{{.id = 1, .type = {"start_operator"}}};
  for (std::uint64_t id = 2; id <= 50'000; ++id)
    events.push_back({.id = id, .cause = id - 1, .type = {"task_run"}, .summary = "x"});
  const auto lines = trace::read::lifecycle_lines(events, 49'999, trace::read::trace_detail::lifecycle);
  CHECK_MESSAGE(lines.find("(because: start_operator") != lines.npos, lines);
  const auto all = trace::read::lifecycle_order(std::move(events), trace::read::trace_detail::lifecycle);
  CHECK(all.find("(because: task_run") == all.npos);
}

TEST_CASE("causes that are missing or point in a circle end the chain") {
  auto text = trace::read::lifecycle_order({{.id = 1, .cause = 2, .time_us = 1, .type = {"task_run"}, .summary = "a"},
                                            {.id = 2, .cause = 1, .time_us = 2, .type = {"task_run"}, .summary = "b"},
                                            {.id = 3, .cause = 99, .time_us = 3, .type = {"task_run"}, .summary = "c"}},
                                           trace_detail::lifecycle);
  CHECK(text.find("a\n") != std::string::npos);
  CHECK(text.find("b  (because: task_run a)\n") != std::string::npos);
  CHECK(text.find("c\n") != std::string::npos);
}

TEST_CASE("every step has the name of its anchor") {
  CHECK(trace::read::lifecycle_step_name(1) == std::string("global-onstartup"));
  CHECK(trace::read::lifecycle_step_name(5) == std::string("module-run"));
  CHECK(trace::read::lifecycle_step_name(16) == std::string("configmap-changed"));
  for (auto step : {-1, 0, 17}) CHECK(trace::read::lifecycle_step_name(step) == std::string("-"));
}

TEST_CASE("a trace without events gives no text") {
  CHECK(trace::read::lifecycle_order({}, trace_detail::everything).empty());
}
