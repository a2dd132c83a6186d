#include "trace/read/run_diff.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using trace::event;

namespace {

/// A recorded run, made task by task; each takes a second unless it says otherwise.
struct made_run {
  std::vector<event> events{{.id = 1, .time_us = 0, .type = {"start_operator"}}};

  std::uint64_t add(event x) {
    x.id = events.size() + 1;
    if (x.time_us == 0) x.time_us = static_cast<std::int64_t>(x.id) * 1'000'000;
    events.push_back(std::move(x));
    return events.size();
  }
  /// @returns the id of the request
  std::uint64_t task(trace::trace_facts facts, std::int64_t took_us = 1'000'000, const std::string& outcome = "done",
                     std::uint64_t cause = 0) {
    facts.push_back({"queue", "main"});
    const auto request = add({.cause = cause, .sender = "queue main", .type = {"execute_task"}, .facts = facts});
    const auto answer = add({.cause = request, .type = {"task_outcome"}});
    add({.cause = answer, .type = {"task_run"}, .duration_us = took_us, .facts = {{"outcome", outcome}}});
    return request;
  }
  std::uint64_t module(const std::string& name, std::int64_t took_us = 1'000'000, const std::string& outcome = "done",
                       std::uint64_t cause = 0) {
    return task({{"task", "ModuleRun"}, {"module", name}}, took_us, outcome, cause);
  }
};

std::string diff(const made_run& a, const made_run& b) {
  return trace::read::run_diff(trace::read::recorded_run(a.events), trace::read::recorded_run(b.events));
}

made_run modules(const std::vector<std::string>& names, std::uint64_t cause = 0) {
  made_run run;
  for (const auto& name : names) run.module(name, 1'000'000, "done", cause);
  return run;
}

} // namespace

TEST_CASE("equal runs have no difference") {
  CHECK(diff(modules({"a", "b"}), modules({"a", "b"})).empty());
}

TEST_CASE("work of a single run stands with its time, duration and result") {
  CHECK(diff(modules({"a"}), modules({"a", "b", "b"}))
        == "only in B:\n"
           "  00:00:05.000 (+5.000 s)     1.000 s  run of module 'b': done (x2)\n");
  CHECK(diff(modules({"a", "b"}), modules({"b"}))
        == "only in A:\n"
           "  00:00:02.000 (+2.000 s)     1.000 s  run of module 'a': done\n");
}

TEST_CASE("more of the same is counted, another result is shown") {
  CHECK(diff(modules({"a"}), modules({"a", "a", "a"}))
        == "more often in one of them:\n"
           "  run of module 'a': once in A, 3 times in B\n");
  made_run failing;
  failing.module("a", 1'000'000, "failed");
  failing.module("a", 1'000'000, "failed");
  failing.module("a");
  CHECK(diff(modules({"a"}), failing)
        == "other results:\n"
           "  run of module 'a'\n"
           "      A: done\n"
           "      B: failed (x2), done\n");
}

TEST_CASE("the fewest pieces explain another order") {
  CHECK(diff(modules({"a", "b", "c", "d"}), modules({"d", "a", "b", "c"}))
        == "other order:\n"
           "  run of module 'd'\n"
           "      A: after run of module 'c'\n"
           "      B: before run of module 'a'\n");
  CHECK_MESSAGE(diff(modules({"a", "b"}, 1), modules({"b", "a"}, 1)).empty(), "they ran side by side");
}

TEST_CASE("differences of time are sorted, and small ones left out") {
  made_run a;
  made_run b;
  const auto both = [&](const char* name, std::int64_t in_a, std::int64_t in_b) {
    a.module(name, in_a);
    b.module(name, in_b);
  };
  both("slow", 100'000, 200'000);
  both("slower", 100'000, 400'000);
  both("fast", 400'000, 100'000);
  both("by less than a fifth", 1'000'000, 1'190'000);
  both("by less than 10 ms", 2'000, 11'000);
  b.module("slow", 400'000);
  CHECK(diff(a, b)
        == "more often in one of them:\n"
           "  run of module 'slow': once in A, 2 times in B\n"
           "\n"
           "slower in B:\n"
           "      +0.300 s  run of module 'slower': 0.100 s in A, 0.400 s in B\n"
           "      +0.200 s  run of module 'slow': 0.100 s in A, 0.300 s in B on average\n"
           "\n"
           "faster in B:\n"
           "      -0.300 s  run of module 'fast': 0.400 s in A, 0.100 s in B\n");
}

TEST_CASE("hooks, scripts, Helm and values are compared by name") {
  const auto with = [](const std::string& helm, const std::string& enabled, const std::string& value) {
    auto run = modules({"web"});
    run.add({.cause = 2, .type = {"helm_run"}, .facts = {{"module", "web"}, {"operation", helm}}});
    run.add({.cause = 2, .type = {"enabled_script_run"}, .facts = {{"module", "web"}, {"enabled", enabled}}});
    run.add({.cause = 2,
             .type = {"values_commit"},
             .facts = {{"source", "hook"}, {"hook", "a.sh"}},
             .changes = {{"web.a", std::nullopt, value, true}}});
    return run;
  };
  CHECK(diff(with("skip", "true", "1"), with("upgrade", "false", "2"))
        == "other results:\n"
           "  Helm and release 'web'\n"
           "      A: skip\n"
           "      B: upgrade\n"
           "  enabled script of module 'web'\n"
           "      A: enabled\n"
           "      B: disabled\n"
           "  value web.a by global hook 'a.sh'\n"
           "      A: 1\n"
           "      B: 2\n");
}

TEST_CASE("a long section is cut") {
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) names.push_back("m" + std::to_string(i));
  const auto text = diff(modules({}), modules(names));
  CHECK(text.ends_with("run of module 'm49': done\n  and 10 more\n"));
}
