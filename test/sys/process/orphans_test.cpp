#include "sys/process/orphans.hpp"

#include "support/held_pipe.hpp"
#include "support/process_run.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <string>

using test::process_run;
using test::shell;

namespace {

/// This process adopts orphans as long as it exists.
class adoption {
public:
  adoption() { sys::process::adopt_orphans(); }
  ~adoption() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
  adoption(const adoption&) = delete;
  adoption& operator=(const adoption&) = delete;
};

struct orphans_fixture {
  adoption adopts;
  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "orphans-test-");
  test::held_pipe held{directory.file("held")};   ///< all descendants have it open
  test::held_pipe ready{directory.file("ready")}; ///< written when the descendants are as the test wants them
};

const sys::process::reactor_options ends_orphans{.ends_orphans = true};

} // namespace

TEST_CASE_FIXTURE(orphans_fixture, "what a process leaves behind in other sessions is killed, down to the last one") {
  sys::process::reactor reactor(ends_orphans);
  const auto inner = "echo up >" + ready.path() + "; exec sleep 1000";
  const auto outer = "setsid sh -c \"" + inner + "\" & exec sleep 1000";
  process_run run(reactor, shell("exec 9>" + held.path() + "; setsid sh -c '" + outer + "' & sleep 1000"));
  REQUIRE(ready.await() != 0);
  reactor.signal_group(run.id(), SIGTERM);
  CHECK(run.await_exit().signal == SIGTERM);
  CHECK(held.all_writers_have_ended());
}

TEST_CASE_FIXTURE(orphans_fixture, "a daemon of a process that still runs survives the end of another one") {
  const auto ask = directory.file("ask");
  REQUIRE(::mkfifo(ask.c_str(), 0600) == 0);
  sys::process::reactor reactor(ends_orphans);
  const auto daemon = "read question <" + ask + "; echo alive; exec sleep 1000";
  // The shell goes on when the parent of the daemon has ended.
  process_run run(
    reactor,
    shell("exec 9>" + held.path() + "; (setsid sh -c '" + daemon + "' &); echo up >" + ready.path() + "; sleep 1000"),
    "alive");
  REQUIRE(ready.await() != 0);
  process_run other(reactor, shell("exit 0"));
  other.await_exit();
  process_run question(reactor, shell("echo question >" + ask));
  run.await_line();
  question.await_exit();
  reactor.signal_group(run.id(), SIGTERM);
  run.await_exit();
  CHECK(held.all_writers_have_ended());
}

TEST_CASE_FIXTURE(orphans_fixture, "what a run leaves behind is killed at its end, although another run goes on") {
  sys::process::reactor reactor(ends_orphans);
  test::held_pipe long_ready{directory.file("long-ready")};
  process_run lasting(reactor, shell("echo up >" + long_ready.path() + "; exec sleep 1000"));
  REQUIRE(long_ready.await() != 0);
  process_run run(reactor, shell("exec 9>" + held.path() + "; (setsid sh -c 'echo up >" + ready.path()
                                 + "; exec sleep 1000' &); sleep 1000"));
  REQUIRE(ready.await() != 0);
  reactor.signal_group(run.id(), SIGTERM);
  run.await_exit();
  CHECK(held.all_writers_have_ended());
  reactor.signal_group(lasting.id(), SIGTERM);
  CHECK(lasting.await_exit().signal == SIGTERM);
}

TEST_CASE_FIXTURE(orphans_fixture, "a process without the variable of its run lives until older runs have ended") {
  sys::process::reactor reactor(ends_orphans);
  test::held_pipe long_ready{directory.file("long-ready")};
  process_run lasting(reactor, shell("echo up >" + long_ready.path() + "; exec sleep 1000"));
  REQUIRE(long_ready.await() != 0);
  process_run run(reactor, shell("exec 9>" + held.path() + "; (setsid env -i sh -c 'echo up >" + ready.path()
                                 + "; exec sleep 1000' &); sleep 1000"));
  REQUIRE(ready.await() != 0);
  reactor.signal_group(run.id(), SIGTERM);
  run.await_exit();
  reactor.signal_group(lasting.id(), SIGTERM);
  lasting.await_exit();
  CHECK(held.all_writers_have_ended());
}

TEST_CASE_FIXTURE(orphans_fixture, "when the reactor has been destroyed no orphan is left") {
  auto reactor = std::make_unique<sys::process::reactor>(ends_orphans);
  process_run run(*reactor, shell("exec 9>" + held.path() + "; (setsid sh -c 'echo up >" + ready.path()
                                  + "; exec sleep 1000' &); sleep 1000"));
  REQUIRE(ready.await() != 0);
  reactor.reset();
  CHECK(held.all_writers_have_ended(0));
}

TEST_CASE("the start of a process is counted in the same time as now") {
  const auto before = sys::process::boot_ticks_now();
  const auto own = sys::process::start_of_process(::getpid());
  REQUIRE(own);
  CHECK(*own <= before);
  CHECK(before <= sys::process::boot_ticks_now());
  CHECK_FALSE(sys::process::start_of_process(0));
}
