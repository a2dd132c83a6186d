#include "actors/messages/supervisor.hpp"
#include "actors/messages/task.hpp"
#include "actors/tasks/queue.hpp"
#include "actors/telemetry/metrics.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/tasks/combined_tasks.hpp"
#include "support/actor_fixture.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <deque>
#include <string>
#include <variant>
#include <vector>

using namespace actors::framework;
using namespace actors::messages;
using namespace std::chrono_literals;

/// Ends a task that the test holds.
struct release_task {};
ACTORS_MESSAGE(release_task)

namespace {

using scripted_executor_actor = handle<task_outcome(execute_task), void(release_task)>;

/// The requests and answers of an executor.
struct script {
  std::vector<execute_task> begun;
  /// Answers in order; after the last answer every task succeeds.
  std::deque<task_outcome> outcomes;
  /// True: tasks end at `release_task` instead of at once.
  bool holds = false;

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& x : begun) out.push_back(core::tasks::module_of(x.task) + core::tasks::hook_of(x.task));
    return out;
  }
};

struct scripted_executor_state {
  using handle_type = scripted_executor_actor;

  scripted_executor_state(actor_base<handle_type>* self, script* from) : self_(self), script_(from) {}
  handle_type::behavior_type make_behavior() {
    return behavior(
      self_, [this](const execute_task& x) { return execute(x); }, [this](const release_task&) { release(); });
  }

  promise<task_outcome> execute(const execute_task& x) {
    script_->begun.push_back(x);
    running_ = self_->later<task_outcome>();
    auto to = running_;
    if (!script_->holds) release();
    return to;
  }

  void release() {
    auto outcome = done();
    if (!script_->outcomes.empty()) {
      outcome = script_->outcomes.front();
      script_->outcomes.pop_front();
    }
    self_->answer(running_, outcome);
  }

private:
  actor_base<handle_type>* self_;
  script* script_;
  promise<task_outcome> running_;
};

/// A queue with a scripted executor. The SUPERVISOR has ended, which does not matter for the queue.
struct queue_fixture : test::actor_fixture {
  queue_fixture() {
    sys::log::replace_log_sink([](std::string_view) {});
  }
  ~queue_fixture() { sys::log::replace_log_sink({}); }

  script seen;
  scripted_executor_actor executor =
    own(spawn<scripted_executor_state>(system(), placement::shared, shared(), "executor", &seen));
  metrics_actor metrics = own(actors::telemetry::metrics(system(), shared(), ""));
  queue_actor queue =
    own(actors::tasks::queue(system(), shared(), "main", core::tasks::retry_rule{}, {supervisor_actor{}, metrics}));

  void append(core::tasks::task task) {
    tell(queue, append_task{{}, {std::move(task), executor}});
    run();
  }
  void release() {
    tell(executor, release_task{});
    run();
  }
  void repair(core::tasks::repair_variant by) {
    tell(queue, failures_repaired{{}, std::move(by)});
    run();
  }
  bool shows(const std::string& line) {
    const auto text = *ask<metrics_rendered>(metrics, render_metrics{}).text;
    return text.find("\n" + line + "\n") != std::string::npos;
  }
  std::size_t length() {
    const auto measured = ask<metrics_measured>(queue, measure_metrics{}).metrics;
    REQUIRE(measured.front().name == core::metrics::own_metric("tasks_queue_length"));
    return static_cast<std::size_t>(std::get<double>(measured.front().value));
  }
};

core::tasks::task run_of(const std::string& module) {
  return core::tasks::run_module{module, 1, "test"};
}

core::tasks::task event_of(const std::string& hook, std::uint64_t number) {
  core::tasks::run_hook_for_events x;
  x.module = "m/";
  x.hook = hook;
  x.runs = {number};
  x.bindings = {"pods"};
  x.binding_type = "kubernetes";
  return x;
}

core::tasks::task flood_event(std::uint64_t number) {
  auto task = event_of("h", number);
  std::get<core::tasks::run_hook_for_events>(task).step = 10;
  return task;
}

task_outcome failure(const std::string& why) {
  return failed({base::error_code::process_failed, why});
}

} // namespace

TEST_CASE_FIXTURE(queue_fixture, "a queue runs its tasks one by one, in the order of their arrival") {
  seen.holds = true;
  append(run_of("a"));
  append(run_of("b"));
  CHECK(seen.names() == std::vector<std::string>{"a"});
  release();
  CHECK(seen.names() == std::vector<std::string>{"a", "b"});
  release();
  CHECK(length() == 0);
}

TEST_CASE_FIXTURE(queue_fixture, "a failed head is tried again before its successors, after a wait that doubles") {
  seen.outcomes = {failure("no disk"), failure("no disk"), done()};
  append(run_of("a"));
  append(run_of("b"));
  advance(4999ms);
  CHECK(seen.begun.size() == 1);
  advance(1ms);
  CHECK(seen.begun.size() == 2);
  CHECK(seen.begun.back().failures == 1);
  advance(9999ms);
  CHECK(seen.begun.size() == 2);
  advance(1001ms); // the second wait has a jitter below one second
  CHECK(seen.names() == std::vector<std::string>{"a", "a", "a", "b"});
}

TEST_CASE_FIXTURE(queue_fixture,
                  "a wait ends at once when its reason may be gone, and its reminder then means nothing") {
  seen.outcomes = {failure("no disk"), failure("no disk")};
  append(run_of("a"));
  advance(4s);
  repair(core::tasks::repair::inputs_of{"b"});
  CHECK(seen.begun.size() == 1);
  repair(core::tasks::repair::inputs_of{"a"});
  CHECK(seen.begun.size() == 2);
  CHECK(seen.begun.back().failures == 1);
  advance(9999ms);
  CHECK(seen.begun.size() == 2);
  advance(1001ms);
  CHECK(seen.begun.size() == 3);
}

TEST_CASE_FIXTURE(queue_fixture, "ten commits a second are not ten tries a second") {
  for (int i = 0; i < 1'000; ++i) seen.outcomes.push_back(failure("no disk"));
  append(run_of("a"));
  for (int i = 0; i < 600; ++i) {
    repair(core::tasks::repair::inputs_of{"a"});
    advance(100ms);
  }
  CHECK(seen.begun.size() == 14); // in a minute: two at once, then one in five seconds
}

TEST_CASE_FIXTURE(queue_fixture, "ten plans a second are not ten tries a second") {
  for (int i = 0; i < 1'000; ++i) seen.outcomes.push_back(failure("no disk"));
  append(run_of("a"));
  for (int i = 0; i < 600; ++i) {
    tell(queue, withdraw_tasks{});
    repair(core::tasks::repair::inputs_of_all{});
    append(run_of("a"));
    advance(100ms);
  }
  CHECK(seen.begun.size() == 14);
  CHECK(seen.begun.back().failures == 13);
}

TEST_CASE_FIXTURE(queue_fixture, "tasks that a head hands over run before the head is tried again") {
  seen.outcomes = {task_outcome{{}, core::tasks::task_continues{}, {{run_of("x"), executor}, {run_of("y"), executor}}}};
  append(run_of("head"));
  append(run_of("next"));
  CHECK(seen.names() == std::vector<std::string>{"head", "x", "y", "head", "next"});
}

TEST_CASE_FIXTURE(queue_fixture, "a task that has not begun is taken back, one that runs is left to end") {
  seen.holds = true;
  append(core::tasks::discover_modules{});
  append(core::tasks::delete_module{"gone"});
  append(event_of("hook", 1));
  tell(queue, withdraw_tasks{});
  run();
  CHECK(length() == 2);
  release();
  CHECK(core::tasks::hook_of(seen.begun.back().task) == "hook");
}

TEST_CASE_FIXTURE(queue_fixture, "a running head that is taken back and then fails is not tried again") {
  seen.holds = true;
  seen.outcomes = {failure("no disk")};
  append(core::tasks::discover_modules{});
  append(event_of("hook", 1));
  tell(queue, withdraw_tasks{});
  run();
  release();
  CHECK(core::tasks::hook_of(seen.begun.back().task) == "hook");
  CHECK(length() == 1);
}

TEST_CASE_FIXTURE(queue_fixture, "a failed head that is taken back does not hold up its successors") {
  seen.outcomes = {failure("no disk")};
  append(core::tasks::discover_modules{});
  append(event_of("hook", 1));
  tell(queue, withdraw_tasks{});
  run();
  CHECK(seen.begun.size() == 2);
  CHECK(length() == 0);
}

TEST_CASE_FIXTURE(queue_fixture, "adjacent events of one hook become one run") {
  seen.holds = true;
  append(event_of("first", 1));
  append(event_of("h", 2));
  append(event_of("h", 3));
  append(event_of("other", 4));
  append(event_of("h", 5));
  release();
  REQUIRE(seen.begun.size() == 2);
  CHECK(std::get<core::tasks::run_hook_for_events>(seen.begun[1].task).runs == std::vector<std::uint64_t>{2, 3});
  CHECK(length() == 3);
}

TEST_CASE_FIXTURE(queue_fixture, "a task that is postponed takes in the events of its hook that come meanwhile") {
  seen.outcomes = {postponed(3s)};
  append(event_of("h", 1));
  append(event_of("h", 2));
  append(run_of("later"));
  advance(2999ms);
  CHECK(seen.begun.size() == 1);
  advance(1ms);
  REQUIRE(seen.begun.size() == 3);
  CHECK(std::get<core::tasks::run_hook_for_events>(seen.begun[1].task).runs == std::vector<std::uint64_t>{1, 2});
  CHECK(seen.begun[1].failures == 0);
  CHECK(length() == 0);
}

TEST_CASE_FIXTURE(queue_fixture, "in a flood the events gather, and none is lost") {
  seen.holds = true;
  std::uint64_t number = 0;
  append(flood_event(++number));
  std::size_t runs = 0;
  while (runs != seen.begun.size()) {
    REQUIRE(number < 40);
    runs = seen.begun.size();
    append(flood_event(++number));
    append(flood_event(++number));
    release();
  }
  for (int i = 0; i < 50; ++i) append(flood_event(++number));
  CHECK(seen.begun.size() == runs);
  advance(99ms);
  CHECK(seen.begun.size() == runs);
  advance(1ms);
  REQUIRE(seen.begun.size() == runs + 1);
  CHECK(std::get<core::tasks::run_hook_for_events>(seen.begun.back().task).runs.size() == 52);
}

TEST_CASE_FIXTURE(queue_fixture, "hooks that alternate while the queue is held up run once each") {
  seen.holds = true;
  append(run_of("slow"));
  for (std::uint64_t i = 0; i < 2 * core::tasks::long_queue; ++i) append(event_of(i % 2 == 0 ? "even" : "odd", i));
  CHECK(length() == 3);
  seen.holds = false;
  release();
  REQUIRE(seen.begun.size() == 3);
  for (const auto index : {1, 2})
    CHECK(std::get<core::tasks::run_hook_for_events>(seen.begun[index].task).runs.size() == core::tasks::long_queue);
}

TEST_CASE_FIXTURE(queue_fixture, "after a drain the running task ends and no other begins") {
  seen.holds = true;
  append(run_of("a"));
  append(run_of("b"));
  tell(queue, drain_queue{});
  run();
  release();
  advance(1h);
  CHECK(seen.names() == std::vector<std::string>{"a"});
}

TEST_CASE_FIXTURE(queue_fixture, "a task that fails after a drain is not announced to be tried again") {
  std::string logged;
  sys::log::replace_log_sink([&logged](std::string_view line) { logged += line; });
  seen.holds = true;
  seen.outcomes = {failed({base::error_code::unavailable, "killed"})};
  append(run_of("a"));
  tell(queue, drain_queue{});
  run();
  release();
  advance(1h);
  sys::log::replace_log_sink([](std::string_view) {});
  CHECK(seen.names() == std::vector<std::string>{"a"});
  CHECK(logged.find("task_retry") == std::string::npos);
  CHECK(logged.find("task_interrupted") != std::string::npos);
}

TEST_CASE_FIXTURE(queue_fixture, "a task whose executor has ended fails and is tried again") {
  stop_now(executor);
  run();
  std::string logged;
  sys::log::replace_log_sink([&logged](std::string_view line) { logged += line; });
  append(run_of("a"));
  sys::log::replace_log_sink([](std::string_view) {});
  CHECK(logged.find("task_retry") != std::string::npos);
}

TEST_CASE_FIXTURE(queue_fixture, "whoever looks sees the length of a queue and its head at that moment") {
  tell(metrics, add_metric_source{queue});
  CHECK(shows(R"(tasks_queue_length{queue="main"} 0)"));
  seen.holds = true;
  append(run_of("a"));
  append(event_of("h", 1));
  CHECK(shows(R"(tasks_queue_length{queue="main"} 2)"));
  CHECK(shows(R"(tasks_queue_head_info{hook="",module="a",queue="main",task_type="ModuleRun"} 1)"));
  release();
  CHECK(shows(R"(tasks_queue_length{queue="main"} 1)"));
  CHECK(shows(R"(tasks_queue_head_info{hook="h",module="m/",queue="main",task_type="ModuleHookRun"} 1)"));
  CHECK_FALSE(shows(R"(tasks_queue_head_info{hook="",module="a",queue="main",task_type="ModuleRun"} 1)"));
}

TEST_CASE_FIXTURE(queue_fixture, "a task's wait is counted from its arrival, and again from the end of a failed try") {
  seen.holds = true;
  seen.outcomes = {done(), failure("no disk")};
  append(run_of("a"));
  append(event_of("h", 1));
  advance(3s);
  CHECK(shows(R"(task_wait_in_queue_seconds_total{binding="ModuleRun",hook="",module="a",queue="main"} 0)"));
  release();
  const std::string of_h = R"(task_wait_in_queue_seconds_total{binding="pods",hook="h",module="m/",queue="main"} )";
  CHECK(shows(of_h + "3"));
  advance(2s); // the run itself is not a wait
  release();
  advance(5s);
  CHECK(shows(of_h + "8"));
}

TEST_CASE_FIXTURE(queue_fixture, "every run of a task is traced with its step and the message that caused it") {
  collect_trace();
  append(run_of("ingress"));
  const auto asked = trace_of("append_task");
  const auto executed = trace_of("execute_task");
  REQUIRE(asked.size() == 1);
  REQUIRE(executed.size() == 1);
  CHECK(executed[0].cause == asked[0].id);
  CHECK(executed[0].sender == "queue main");
  CHECK(executed[0].step == 5);
  CHECK(trace_of(trace::trace_span::task).size() == 1);
}

TEST_CASE_FIXTURE(queue_fixture, "a task that waited behind another one has run because of its own message") {
  collect_trace();
  seen.holds = true;
  append(run_of("first"));
  append(run_of("second"));
  release();
  const auto asked = trace_of("append_task");
  const auto executed = trace_of("execute_task");
  REQUIRE(asked.size() == 2);
  REQUIRE(executed.size() == 2);
  CHECK(executed[1].cause == asked[1].id);
}
