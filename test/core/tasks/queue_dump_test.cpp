#include "core/tasks/queue_dump.hpp"

#include <doctest/doctest.h>

using namespace base;
using namespace core::tasks;
using namespace text;
using namespace std::chrono_literals;

namespace {

queue_dump running_main() {
  queue_dump x{"main", queue_order::head_state::running, 0us, false, {}};
  x.tasks.push_back(dump_of(run_module{"web-app", 1, "Operator-Startup"}, "main"));
  x.tasks.front().waits = 12'300ms;
  x.tasks.push_back(dump_of(reload_modules{"Operator-Startup"}, "main"));
  x.tasks.back().waits = 65s;
  return x;
}

queue_dump failing(const std::string& name) {
  queue_dump x{name, queue_order::head_state::waiting, 18s, false, {}};
  x.tasks.push_back(dump_of(run_hook_for_events{.module = "web-app",
                                                .hook = "hooks/a.sh",
                                                .runs = {1},
                                                .bindings = {"pods"},
                                                .binding_type = "kubernetes",
                                                .event = "Added",
                                                .step = 10},
                            name));
  x.tasks.front().failures = 3;
  x.tasks.front().failure = "module 'web-app': hooks/a.sh: exit code 1 (details are in the log: hook_failed)";
  return x;
}

} // namespace

TEST_SUITE("core/queue_dump") {
  TEST_CASE("each queue has a heading, its tasks with the time that they wait, and a summary follows") {
    CHECK(text_of_queues({failing("web"), {"idle"}, running_main()}, empty_queues::counted)
          == "Queue 'main': length 2, status: 'running for 12 s'\n"
             "\n"
             " 1. ModuleRun:main:web-app:Operator-Startup\n"
             " 2. ConvergeModules:main:::Operator-Startup, waits 1 min 5 s\n"
             "\n"
             "Queue 'web': length 1, status: 'waits 18 s after failure 3'\n"
             "\n"
             " 1. ModuleHookRun:web:web-app:kubernetes:hooks/a.sh:pods:Added\n"
             "    failure 3: module 'web-app': hooks/a.sh: exit code 1 (details are in the\n"
             "    log: hook_failed)\n"
             "\n"
             "Summary:\n"
             "- 'main' queue: 2 tasks.\n"
             "- 2 other queues (1 active, 1 empty): 1 task.\n"
             "- total 3 tasks to handle.\n");
  }

  TEST_CASE("queues without tasks are named only on request, and main alone never is") {
    CHECK(text_of_queues({{"main"}, {"b"}, {"a"}}, empty_queues::shown)
          == "Empty queues (3):\n- main\n- a\n- b\n\nSummary:\n- 'main' queue: empty.\n"
             "- 2 other queues (0 active, 2 empty): 0 tasks.\n- no tasks to handle.\n");
    CHECK(text_of_queues({{"main"}}, empty_queues::shown)
          == "Summary:\n- 'main' queue: empty.\n- no tasks to handle.\n");
    CHECK(text_of_queues({}, empty_queues::shown) == "Summary:\n  No queues.\n");
    CHECK(dump_of_queues({{"main"}, {"a"}}, empty_queues::counted).find("empty") == nullptr);
    CHECK(dump_of_queues({{"a"}, {"main"}}, empty_queues::shown).find("empty")->dump()
          == R"([{"name":"main","tasksCount":0},{"name":"a","tasksCount":0}])");
  }

  TEST_CASE("a paused queue is shown although it has no task, because no task that comes to it will begin") {
    const queue_dump paused{.name = "side", .paused = "since 03:00 by uid 0"};
    CHECK(text_of_queues({{"main"}, paused}, empty_queues::counted)
          == "Queue 'side': length 0, status: 'paused since 03:00 by uid 0'\n\nSummary:\n- 'main' queue: empty.\n"
             "- 1 other queue (0 active, 1 empty): 0 tasks.\n- no tasks to handle.\n");
    CHECK(dump_of_queues({paused}, empty_queues::counted).find("active")->dump()
          == R"([{"name":"side","status":"paused since 03:00 by uid 0","tasks":[],"tasksCount":0}])");
  }

  TEST_CASE("programs get the predecessor's members, and what each task is, waits for and has failed of") {
    CHECK(dump_of_queues({failing("web")}, empty_queues::counted)
          == *parse_json(R"tree({"active":[{"name":"web","tasksCount":1,"status":"waits 18 s after failure 3","tasks":[{
               "index":1,"description":"ModuleHookRun:web:web-app:kubernetes:hooks/a.sh:pods:Added",
               "type":"ModuleHookRun","step":10,"module":"web-app","hook":"hooks/a.sh","waitsSeconds":0.0,"failures":3,
               "lastFailure":"module 'web-app': hooks/a.sh: exit code 1 (details are in the log: hook_failed)"}]}],
               "summary":{"mainQueueTasks":0,"otherQueues":{"active":1,"empty":0,"tasks":1},"totalTasks":1}})tree"));
    const auto main = dump_of_queue(running_main());
    CHECK(main.find("tasks")->as_array()[0].find("runsSeconds")->dump() == "12.3");
    CHECK(main.find("tasks")->as_array()[1].find("waitsSeconds")->dump() == "65.0");
    CHECK(text_of_queue({"main"}) == "Queue 'main': length 0, status: 'idle'\n");
  }

  TEST_CASE("the status says what the head waits for") {
    auto x = running_main();
    const auto with = [&x](queue_order::head_state state, std::chrono::microseconds left) {
      x.head = state;
      x.wait_left = left;
      return head_status(x);
    };
    CHECK(with(queue_order::head_state::postponed, 2s) == "waits 2.0 s until its hook may run again");
    CHECK(with(queue_order::head_state::gathering, 400ms) == "waits 0.4 s for more events");
    CHECK(with(queue_order::head_state::idle, -1s) == "begins");
    x.draining = true;
    CHECK(with(queue_order::head_state::waiting, 1s) == "the operator stops, nothing begins any more");
    CHECK(with(queue_order::head_state::running, 0s) == "running for 12 s");
  }

  TEST_CASE("a group that runs shows its members and what each of them does") {
    queue_dump x{"main", queue_order::head_state::running, 0us, false, {}};
    x.tasks.push_back(dump_of(run_modules{{{"a", 1, "test"}, {"b", 1, "test"}, {"c", 1, "test"}}, 2}, "main"));
    x.tasks.front().waits = 7s;
    using state = group_member::state;
    x.tasks.front().members = {{"a", state::over, 2s, 1, "no disk"},
                               {"b", state::failing, 4s, 2, "no disk"},
                               {"c", state::running, 3s},
                               {"d", state::ready, 7s},
                               {"e", state::withdrawn}};
    CHECK(text_of_queue(x)
          == "Queue 'main': length 1, status: 'running for 7.0 s, 1 of 5 modules done, 1 running, 1 waiting after a "
             "failure'\n"
             "\n"
             " 1. ParallelModuleRun:main:3 modules, a to c:test\n"
             "    - a: done in 2.0 s\n"
             "    - b: waits 4.0 s after failure 2\n"
             "      failure 2: no disk\n"
             "    - c: runs for 3.0 s\n"
             "    - d: waits 7.0 s for a place\n"
             "    - e: taken back, a reload is wanted\n");
    CHECK(dump_of_queue(x).find("tasks")->as_array()[0].find("modules")->dump()
          == R"([{"failures":1,"lastFailure":"no disk","module":"a","ranSeconds":2.0,"state":"done"},)"
             R"({"failures":2,"lastFailure":"no disk","module":"b","state":"waits after failure","waitsSeconds":4.0},)"
             R"({"module":"c","runsSeconds":3.0,"state":"runs"},{"module":"d","state":"waits","waitsSeconds":7.0},)"
             R"({"module":"e","state":"taken back"}])");
  }

  TEST_CASE("the time of a member is that of its state") {
    side_by_side_run group{{{{"a", 1, "test"}}, 1}, 1'000'000};
    const retry_rule rule{};
    const auto lasts = [&](std::int64_t now_us) { return dump_of(group.members().front(), rule, now_us).lasts; };
    CHECK(lasts(3'000'000) == 2s);
    REQUIRE(group.begin(rule, 4'000'000).size() == 1);
    CHECK(lasts(5'000'000) == 1s);
    group.members().front().run.failed.add({error_code::timeout, "late"}, rule, 0, 6'000'000);
    group.fail(0, 1, 6'000'000);
    CHECK(lasts(7'000'000) == 4s);
    CHECK(dump_of(group.members().front(), rule, 0).failure == "late");
    group.end_wait(1);
    REQUIRE(group.begin(rule, 11'000'000).size() == 1);
    group.end(0, 14'000'000);
    CHECK(lasts(99'000'000) == 3s);
  }
}
