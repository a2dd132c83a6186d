#include "sys/process/survivors_of_operator.hpp"

#include "support/process_run.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>

using test::process_run;
using test::shell;
using namespace std::chrono_literals;

TEST_CASE(
  "the processes of an operator that was killed are found by its directory, in whatever session, and no others") {
  const std::string directory = "/tmp/survivors-test-" + std::to_string(::getpid());
  sys::process::reactor reactor({.mark = std::string(sys::process::owner_variable) + "=" + directory});
  sys::process::reactor others({.mark = std::string(sys::process::owner_variable) + "=" + directory + "2"});
  process_run run(reactor, shell("setsid sh -c 'echo up; exec sleep 1000'"), "up");
  process_run other(others, shell("echo up; exec sleep 1000"), "up");
  run.await_line();
  other.await_line();

  const auto ended = sys::process::end_survivors(directory, test::deadline);
  CHECK(ended.killed > 0);
  CHECK(ended.left == 0);
  CHECK(run.await_exit().signal == SIGKILL);
  others.signal_group(other.id(), SIGTERM);
  CHECK_MESSAGE(other.await_exit().signal == SIGTERM, "it has lived until then");

  CHECK(sys::process::end_survivors(directory, test::deadline).killed == 0);
}
