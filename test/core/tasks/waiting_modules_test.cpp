#include "core/tasks/waiting_modules.hpp"

#include <doctest/doctest.h>

using namespace core::tasks;

TEST_SUITE("core/waiting_modules") {
  TEST_CASE("the modules and releases behind a head are named, each once, and the first of many") {
    std::deque<queued_task> tasks;
    CHECK(words_of_waiting(tasks).empty());
    tasks.push_back({.task = run_module{.module = "mon"}});
    CHECK(words_of_waiting(tasks).empty());
    tasks.push_back({.task = run_module{.module = "mon"}});
    tasks.push_back({.task = reload_modules{}});
    tasks.push_back({.task = run_hook_for_events{.module = "db", .hook = "a.sh"}});
    CHECK_MESSAGE(words_of_waiting(tasks).empty(), "no other module waits for its run");
    tasks.push_back({.task = delete_module{"db"}});
    tasks.push_back({.task = run_modules{.members = {{.module = "web"}, {.module = "db"}}}});
    tasks.push_back({.task = purge_release{"old"}});
    CHECK(words_of_waiting(tasks) == "; behind it wait: db, web, old");
    for (const auto* name : {"e", "f", "g"}) tasks.push_back({.task = run_module{.module = name}});
    CHECK(words_of_waiting(tasks) == "; behind it wait: db, web, old, e, f and 1 more");
  }

  TEST_CASE("members of a failing group do not wait behind it") {
    std::deque<queued_task> tasks;
    tasks.push_back({.task = run_modules{.members = {{.module = "web"}, {.module = "db"}}}});
    tasks.push_back({.task = run_module{.module = "db"}});
    CHECK(words_of_waiting(tasks).empty());
  }
}
