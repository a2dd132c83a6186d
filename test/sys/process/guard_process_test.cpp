#include "sys/process/guard_process.hpp"

#include "support/held_pipe.hpp"
#include "support/process_run.hpp"
#include "support/processes.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/reactor.hpp"
#include "sys/process/signals.hpp"
#include "sys/process/spawn.hpp"
#include "sys/time/boot_clock.hpp"

#include <doctest/doctest.h>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <memory>
#include <string>

namespace {

/// A program that runs a process, and is killed.
struct killed_program {
  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "guard-test-");
  test::held_pipe held{directory.file("held")};   ///< the process and all its descendants have it open
  test::held_pipe ready{directory.file("ready")}; ///< written when they are as the test wants them

  enum class guarded { yes, no, yes_and_nothing_more };

  void run_and_kill(const std::string& script, guarded how) {
    const pid_t program = ::fork();
    REQUIRE(program >= 0);
    if (program == 0) be_program(script, how);
    REQUIRE(ready.await() != 0);
    REQUIRE(::kill(program, SIGKILL) == 0);
    REQUIRE(::waitpid(program, nullptr, 0) == program);
  }

private:
  [[noreturn]] void be_program(const std::string& script, guarded how) {
    if (how == guarded::yes_and_nothing_more) be_killed_after_start(script);
    sys::process::reactor_options options;
    if (how == guarded::yes) options.guard = std::make_shared<sys::process::guard>(*sys::process::guard::start());
    sys::process::reactor reactor(options);
    reactor.start(test::shell("exec 9>" + held.path() + "; " + script), {});
    for (;;) ::pause();
  }
  /// A program that is killed just after it has started a process.
  [[noreturn]] void be_killed_after_start(const std::string& script) {
    auto guard = *sys::process::guard::start();
    static_cast<void>(sys::process::spawn(test::shell("exec 9>" + held.path() + "; " + script), &guard));
    for (;;) ::pause();
  }
};

} // namespace

TEST_CASE_FIXTURE(killed_program, "a process dies with the program that has started it, whatever it ignores") {
  run_and_kill("trap '' TERM; echo up >" + ready.path() + "; exec sleep 1000", guarded::no);
  CHECK(held.all_writers_have_ended());
}

TEST_CASE_FIXTURE(killed_program, "what a process has started dies with the program too, if that is guarded") {
  run_and_kill("sh -c 'sleep 1000 & echo up >" + ready.path() + "; wait' & sleep 1000 & wait", guarded::yes);
  CHECK(held.all_writers_have_ended());
}

namespace {

/// Runs programs after the guard of this program was killed. Ends with the number of reports about the loss,
/// or with a code from 100 on if a program does not end as it should.
[[noreturn]] void lose_the_guard() {
  sys::process::block_stop_signals();
  test::adopt_orphans(); // so that the guard is found
  auto guard = std::make_shared<sys::process::guard>(*sys::process::guard::start());
  std::atomic<int> reports = 0;
  sys::process::reactor reactor({.guard = guard, .on_guard_lost = [&] { ++reports; }});
  for (const auto& x : test::child_processes()) ::kill(x.id, SIGKILL);
  while (guard->forget(::getpid())) ::sched_yield();
  for (int i = 0; i < 2; ++i) {
    test::process_run run(reactor, test::shell("exit 3"));
    const auto exit = run.await_exit();
    if (exit.exit_code != 3) ::_exit(100 + exit.signal);
  }
  ::_exit(reports);
}

} // namespace

TEST_CASE("programs run though somebody has killed the guard") {
  const pid_t program = ::fork();
  REQUIRE(program >= 0);
  if (program == 0) lose_the_guard();
  int status = 0;
  REQUIRE(::waitpid(program, &status, 0) == program);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1); // once, not at each process
}

TEST_CASE_FIXTURE(killed_program, "a process that starts others at once is known to the guard before it can") {
  run_and_kill("sh -c 'sleep 1000 & echo up >" + ready.path() + "; wait' & sleep 1000 & wait",
               guarded::yes_and_nothing_more);
  CHECK(held.all_writers_have_ended());
}

namespace {

/// A program that starts a process, tells its guard a deadline, and stops like a program that hangs.
[[noreturn]] void stop_before_deadline(const std::string& script) {
  auto guard = std::make_shared<sys::process::guard>(*sys::process::guard::start());
  sys::process::reactor reactor({.guard = guard});
  std::promise<void> up;
  reactor.start(test::shell(script), {.on_start = {},
                                      .on_line =
                                        [&](auto, auto) {
                                          up.set_value();
                                          return sys::process::flow::go_on;
                                        },
                                      .on_exit = {}});
  up.get_future().wait();
  guard->end_at(sys::time::boot_time() + std::chrono::hours(1)); // is replaced
  guard->end_at(sys::time::boot_time() + std::chrono::milliseconds(100));
  ::raise(SIGSTOP);
  for (;;) ::pause();
}

} // namespace

TEST_CASE_FIXTURE(killed_program, "a guard kills a stopped program and its processes at the deadline") {
  const pid_t program = ::fork();
  REQUIRE(program >= 0);
  if (program == 0) stop_before_deadline("exec 9>" + held.path() + "; trap '' TERM; echo up; exec sleep 1000");
  int status = 0;
  REQUIRE(::waitpid(program, &status, 0) == program);
  CHECK(WIFSIGNALED(status));
  CHECK(held.all_writers_have_ended());
}
