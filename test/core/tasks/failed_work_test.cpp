#include "core/tasks/failed_work.hpp"

#include <doctest/doctest.h>

using namespace core::tasks;
using namespace std::chrono_literals;

TEST_CASE("the failed tasks of a module are counted, also tasks that others pass") {
  queue_dump x{.name = "main"};
  x.tasks.push_back(dump_of(run_module{"web", 1, "test"}, "main"));
  x.tasks.push_back(x.tasks.front());
  x.tasks.front().failures = 3;
  x.aside.push_back(x.tasks.front());
  CHECK(failed_work(x, "web") == 2);
  CHECK(failed_work(x, "db") == 0);
}

TEST_CASE("of a group the runs count that have failed and are not over") {
  queue_dump x{.name = "main"};
  x.tasks.emplace_back().members = {{"a", group_member::state::over, 2s, 1, "no disk"},
                                    {"b", group_member::state::failing, 4s, 2, "no disk"},
                                    {"c", group_member::state::running, 4s}};
  CHECK(failed_work(x, "a") == 0);
  CHECK(failed_work(x, "b") == 1);
  CHECK(failed_work(x, "c") == 0);
}
