#include "core/tasks/lasting_run.hpp"

#include <doctest/doctest.h>

namespace tasks = core::tasks;

namespace {

constexpr std::int64_t second = 1'000'000;

tasks::lasting_run run(const char* subject, std::int64_t began_s, bool slow = false) {
  return {subject, "2026-01-02T03:04:05Z", began_s * second, slow};
}

} // namespace

TEST_CASE("a run that lasts is named with its duration and its beginning") {
  CHECK(tasks::text_of(run("hook 'a.sh' of module 'web' (beforeHelm)", 3), 10 * second)
        == "hook 'a.sh' of module 'web' (beforeHelm) has run for 7.0 s, since 2026-01-02T03:04:05Z");
  auto with_pid = run("helm upgrade web", 3);
  with_pid.pid = 812;
  CHECK(tasks::text_of(with_pid, 10 * second)
        == "helm upgrade web has run for 7.0 s, pid 812, since 2026-01-02T03:04:05Z");
  CHECK(tasks::dump_of_runs({with_pid}, 5 * second).dump()
        == R"([{"pid":812,"seconds":2.0,"since":"2026-01-02T03:04:05Z","slow":false,"subject":"helm upgrade web"}])");
  with_pid.stage = "waits for Job migrate";
  CHECK(tasks::text_of(with_pid, 10 * second)
        == "helm upgrade web has run for 7.0 s, waits for Job migrate, pid 812, since 2026-01-02T03:04:05Z");
  CHECK(tasks::dump_of_runs({with_pid}, 5 * second).dump().find(R"("stage":"waits for Job migrate")")
        != std::string::npos);
  auto locked = run("hook 'a.sh' of module 'web' (beforeHelm)", 3);
  locked.process = "`flock 9` (pid 813) waits for the lock of /run/a";
  CHECK(tasks::text_of(locked, 10 * second).ends_with("since 2026-01-02T03:04:05Z: " + locked.process));
  CHECK(tasks::subject_with_binding("hook 'a'", "pods") == "hook 'a' (pods)");
  CHECK(tasks::subject_with_binding("helm upgrade web", "") == "helm upgrade web");
}

TEST_CASE("a list has runs until they end, and slow runs are problems") {
  tasks::lasting_run_list list;
  list.note(7, run("helm upgrade web", 0));
  list.note(3, run("hook 'a'", 1));
  REQUIRE(list.lines(10 * second).size() == 2);
  CHECK(list.lines(10 * second).front().starts_with("hook 'a' has run for 9.0 s"));
  CHECK(list.problems(10 * second).empty());
  list.note(7, run("helm upgrade web", 0, true));
  REQUIRE(list.problems(400 * second).size() == 1);
  CHECK(list.problems(400 * second).front().starts_with("helm upgrade web has run for 6 min 40 s, since "));
  list.note(7, std::nullopt);
  list.note(8, std::nullopt); // an end of a run that was never reported
  CHECK(list.problems(400 * second).empty());
  CHECK(list.lines(400 * second).size() == 1);
}

TEST_CASE("the limit of a run is the option for its kind") {
  CHECK(tasks::limit_of(run("helm upgrade web", 0)).starts_with("--helm-timeout "));
  CHECK(tasks::limit_of(run("enabled script of module 'web'", 0)).starts_with("--hook-timeout ends"));
  CHECK(tasks::limit_of(run("hook 'a' of module 'web'", 0)).starts_with("--hook-timeout, or `settings.timeout`"));
}

TEST_CASE("runs are dumped as lines and as JSON") {
  CHECK(tasks::text_of_runs({}, 0).empty());
  CHECK(tasks::text_of_runs({run("helm upgrade web", 0)}, 5 * second)
        == "Running now:\n- helm upgrade web has run for 5.0 s, since 2026-01-02T03:04:05Z\n\n");
  CHECK(tasks::dump_of_runs({run("helm upgrade web", 0, true)}, 5 * second).dump()
        == R"([{"seconds":5.0,"since":"2026-01-02T03:04:05Z","slow":true,"subject":"helm upgrade web"}])");
}
