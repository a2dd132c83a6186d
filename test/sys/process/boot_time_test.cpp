#include "sys/process/boot_time.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace {

/// A process that waits until it is killed.
pid_t start_process() {
  const pid_t id = ::fork();
  REQUIRE(id >= 0);
  if (id == 0)
    for (;;) ::pause();
  return id;
}

void end_process(pid_t id) {
  ::kill(id, SIGKILL);
  ::waitpid(id, nullptr, 0);
}

} // namespace

TEST_CASE("a process was started before it is asked, and not before the machine") {
  const auto own = sys::process::start_of_process(::getpid());
  REQUIRE(own);
  CHECK(*own > 0);
  CHECK(*own <= sys::process::boot_ticks_now());
}

TEST_CASE("a process that has ended was started at no time that can be known") {
  const auto id = start_process();
  CHECK(sys::process::start_of_process(id));
  end_process(id);
  CHECK_FALSE(sys::process::start_of_process(id));
}

TEST_CASE("a process may end while it is asked for its start") {
  // The guard asks for each process that the operator starts; the shortest of them end meanwhile.
  constexpr int processes = 1000;
  for (int i = 0; i < processes; ++i) {
    const auto id = start_process();
    std::jthread end([id] { end_process(id); });
    while (sys::process::start_of_process(id)) {
    }
  }
}
