// The birth of a process: its signals and open files.
#include "support/process_run.hpp"
#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <string>
#include <thread>

using test::process_run;
using test::shell;

namespace {

/// The signals in a set as /proc writes it, without the signals from 32 on, which belong to the C library.
std::uint64_t standard_signals(const std::string& hexadecimal) {
  return std::stoull(hexadecimal, nullptr, 16) & 0x7FFFFFFF;
}

/// Sends a signal to the group of this process again and again, which ignores it.
class signalled_group {
public:
  explicit signalled_group(int signal) : signal_(signal), handler_before_(std::signal(signal, SIG_IGN)) {
    (void)::setpgid(0, 0); // the test runner may be in the group
    sender_ = std::thread([this] {
      while (!stop_) ::kill(0, signal_);
    });
  }

  ~signalled_group() {
    stop_ = true;
    sender_.join();
    (void)::setpgid(0, group_before_);
    std::signal(signal_, handler_before_);
  }

private:
  int signal_;
  pid_t group_before_ = ::getpgrp();
  void (*handler_before_)(int);
  std::atomic<bool> stop_ = false;
  std::thread sender_;
};

} // namespace

TEST_CASE("a process inherits no open files and no blocked or ignored signals") {
  const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
  sys::process::reactor reactor;
  process_run run(reactor, shell("ls /proc/self/fd | wc -l; grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f2"));
  CHECK(run.await_exit().exit_code == 0);
  std::signal(SIGPIPE, old_handler);
  REQUIRE(run.out.size() == 3);
  // The fourth is the directory that ls itself reads.
  CHECK(run.out[0] == "4");
  CHECK(standard_signals(run.out[1]) == 0);
  CHECK(standard_signals(run.out[2]) == 0);
}

TEST_CASE("a signal for the group of this process does not end a process that is just being born") {
  const signalled_group group(SIGHUP);
  sys::process::reactor reactor;
  for (int i = 0; i < 100; ++i) {
    process_run run(reactor, shell("exit 6"));
    CHECK(run.await_exit().exit_code == 6);
  }
}
