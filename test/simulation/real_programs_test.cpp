#include "simulation/real_programs.hpp"

#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

#include <csignal>

using namespace std::chrono_literals;

TEST_SUITE_BEGIN("simulation/real_programs");

namespace {

struct fixture {
  std::shared_ptr<simulation::doorbell> bell = std::make_shared<simulation::doorbell>();
  std::vector<simulation::program_fault> faults;
  std::vector<std::string> journal;

  simulation::real_programs programs(std::chrono::seconds limit = 60s) {
    return {std::make_shared<sys::process::reactor>(), bell, limit, faults};
  }

  sys::process::process_id start(simulation::real_programs& all, const std::string& name, const std::string& script) {
    sys::process::process_events events;
    events.on_line = [this, name](sys::process::stream, std::string_view line) {
      journal.push_back(name + ": " + std::string(line));
      return sys::process::flow::go_on;
    };
    events.on_exit = [this, name](const sys::process::process_exit& x) {
      journal.push_back(name
                        + (x.signal != 0 ? " got signal " + std::to_string(x.signal)
                                         : " exits " + std::to_string(x.exit_code.value_or(-1))));
    };
    return all.start({.argv = {"/bin/sh", "-c", script}}, std::move(events));
  }

  static void run(simulation::real_programs& all) {
    while (all.busy()) {
      if (!all.deliver()) all.await();
    }
  }
};

using lines = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(fixture, "programs run one at a time, in the order in which they were started") {
  auto all = programs();
  start(all, "a", "echo 1; echo 2");
  start(all, "b", "echo 3; exit 4");
  run(all);
  CHECK_EQ(journal, lines{"a: 1", "a: 2", "a exits 0", "b: 3", "b exits 4"});
}

TEST_CASE_FIXTURE(fixture, "a program that prints much is slowed down, and nothing is lost") {
  auto all = programs();
  start(all, "a", "i=0; while [ $i -lt 5000 ]; do echo $i; i=$((i + 1)); done");
  run(all);
  CHECK_EQ(journal.size(), 5001);
  CHECK_EQ(journal[4999], "a: 4999");
}

TEST_CASE_FIXTURE(fixture, "one that fails is reported with its end and the last lines of its stderr") {
  auto all = programs();
  std::vector<simulation::failed_program> failed;
  all.on_failure = [&failed](simulation::failed_program x) { failed.push_back(std::move(x)); };
  start(all, "a", "echo well; echo warned >&2");
  start(all, "b", "echo out; echo one >&2; echo two >&2; exit 4");
  run(all);
  REQUIRE_EQ(failed.size(), 1);
  CHECK_EQ(failed[0].command, "/bin/sh -c echo out; echo one >&2; echo two >&2; exit 4");
  CHECK_EQ(failed[0].end, "cmd run: exit status 4");
  CHECK_EQ(failed[0].errors, "one\ntwo");
}

TEST_CASE_FIXTURE(fixture, "one that does not end within its real time is killed and named") {
  auto all = programs(1s);
  start(all, "a", "exec sleep 1000");
  run(all);
  CHECK_EQ(journal, lines{"a got signal 9"});
  CHECK_EQ(all.take_overdue(), lines{"/bin/sh -c exec sleep 1000"});
  CHECK_EQ(all.take_overdue(), lines{});
}

TEST_CASE_FIXTURE(fixture, "faults replace what programs do, as often as they say, but not --config") {
  auto all = programs();
  faults = {{.name_part = "one", .exit_code = 3, .times = 1}, {.name_part = "two", .exit_code = std::nullopt}};
  start(all, "a", "true one --config");
  start(all, "b", "echo one");
  start(all, "c", "echo one");
  start(all, "d", "exec sleep 1000 # two");
  run(all);
  CHECK_EQ(journal, lines{"a exits 0", "b exits 3", "c: one", "c exits 0", "d got signal 9"});
}

TEST_CASE_FIXTURE(fixture, "one that is signalled before it has begun never begins") {
  auto all = programs();
  start(all, "a", "echo 1");
  all.signal_group(start(all, "b", "echo 2"), SIGTERM);
  run(all);
  CHECK_EQ(journal, lines{"a: 1", "a exits 0", "b got signal 15"});
}

TEST_CASE_FIXTURE(fixture, "after its death nothing is handed out") {
  auto all = programs();
  start(all, "a", "exec sleep 1000");
  CHECK(all.deliver());
  all.die();
  CHECK_EQ(start(all, "b", "echo 2"), 0);
  CHECK_FALSE(all.busy());
  CHECK_EQ(journal, lines{});
}

TEST_SUITE_END();
