#include "sys/process/signals.hpp"

#include "support/process_run.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

namespace {

/// Blocks the signals for a single test.
struct fixture {
  fixture() {
    ::pthread_sigmask(SIG_SETMASK, nullptr, &old_mask);
    sys::process::block_stop_signals();
  }
  ~fixture() {
    ::pthread_sigmask(SIG_SETMASK, &old_mask, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
  }

  sigset_t old_mask{};
};

} // namespace

TEST_CASE_FIXTURE(fixture, "each stop signal is reported as it comes") {
  std::promise<int> first;
  std::promise<int> second;
  auto first_signal = first.get_future();
  auto second_signal = second.get_future();
  int count = 0;
  sys::process::stop_signal_watch watch([&](int signal) { (++count == 1 ? first : second).set_value(signal); });
  ::kill(::getpid(), SIGTERM);
  CHECK(test::await(first_signal) == SIGTERM);
  ::kill(::getpid(), SIGINT);
  CHECK(test::await(second_signal) == SIGINT);
}

TEST_CASE_FIXTURE(fixture, "a signal that came before the watch is reported by it") {
  ::kill(::getpid(), SIGTERM);
  std::promise<int> reported;
  auto signal = reported.get_future();
  sys::process::stop_signal_watch watch([&](int x) { reported.set_value(x); });
  CHECK(test::await(signal) == SIGTERM);
}

TEST_CASE_FIXTURE(fixture, "a signal that asks for a look is no signal to stop") {
  std::promise<int> stopped;
  std::promise<void> looked;
  auto stop = stopped.get_future();
  auto look = looked.get_future();
  sys::process::stop_signal_watch watch([&](int x) { stopped.set_value(x); }, [&] { looked.set_value(); });
  ::kill(::getpid(), SIGUSR1);
  CHECK(look.wait_for(test::deadline) == std::future_status::ready);
  ::kill(::getpid(), SIGTERM);
  CHECK(test::await(stop) == SIGTERM);
}

TEST_CASE_FIXTURE(fixture, "a watch ends without a signal") {
  bool is_called = false;
  std::optional<sys::process::stop_signal_watch> watch(std::in_place, [&](int) { is_called = true; });
  watch.reset();
  CHECK_FALSE(is_called);
}

TEST_CASE_FIXTURE(fixture, "writing to a pipe that nobody reads is an error and not the end") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  CHECK(::write(ends[1], "x", 1) == -1);
  ::close(ends[1]);
}

TEST_CASE("a process whose stop does not come to its end is ended, whatever it does") {
  bool is_blocked = false;
  SUBCASE("") {}
  SUBCASE("and whatever its parent has blocked") {
    is_blocked = true;
  }
  const auto child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    sigset_t all;
    ::sigfillset(&all);
    if (is_blocked) ::sigprocmask(SIG_SETMASK, &all, nullptr);
    // The line is for people and does not belong to the output of the tests.
    ::close(STDERR_FILENO);
    sys::process::end_process_after(std::chrono::seconds(1));
    for (;;) ::pause();
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
}
