#include "sys/process/reactor.hpp"

#include "paused_run.hpp"
#include "support/process_run.hpp"
#include "sys/files/file_descriptor.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

using test::paused_run;
using test::process_run;
using test::shell;

namespace {

using lines = std::vector<std::string>;

} // namespace

TEST_CASE("stdout and stderr come line by line, and the exit code after them") {
  sys::process::reactor reactor;
  process_run run(reactor, shell("echo one; echo oops >&2; printf two; exit 3"));
  const auto exit = run.await_exit();
  CHECK(exit.exit_code == 3);
  CHECK(exit.signal == 0);
  CHECK(exit.start_error.empty());
  CHECK(run.out == lines{"one", "two"});
  CHECK(run.err == lines{"oops"});
}

TEST_CASE("without the permit of the lead no process starts") {
  const auto permit = std::make_shared<base::lead_permit>([] { return std::chrono::seconds(100); });
  permit->extend(std::chrono::seconds(99), std::chrono::seconds(112));
  sys::process::reactor reactor({.permit = permit});
  process_run run(reactor, shell("exit 0"));
  const auto exit = run.await_exit();
  CHECK(exit.start_error == base::not_permitted);
  CHECK_FALSE(exit.exit_code.has_value());
  auto login = shell("exit 0");
  login.needs_lead = false;
  process_run of_login(reactor, login);
  CHECK(of_login.await_exit().exit_code == 0);
}

TEST_CASE("the exit code comes also if the parent has left SIGCHLD ignored") {
  const auto old_handler = std::signal(SIGCHLD, SIG_IGN);
  sys::process::reactor reactor;
  process_run run(reactor, shell("exit 3"));
  CHECK(run.await_exit().exit_code == 3);
  std::signal(SIGCHLD, old_handler);
}

TEST_CASE("a process gets no more memory than it may take, and a lower limit of this process stays") {
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_DATA, &before) == 0);
  auto lower = before;
  lower.rlim_cur = std::min(before.rlim_cur, rlim_t{1} << 40U);
  REQUIRE(::setrlimit(RLIMIT_DATA, &lower) == 0);
  sys::process::reactor reactor;
  auto spec = shell("ulimit -d");
  spec.memory_max = std::size_t{64} << 20U;
  process_run limited(reactor, spec);
  spec.memory_max = std::size_t{1} << 42U;
  process_run wide(reactor, spec);
  limited.await_exit();
  wide.await_exit();
  CHECK(limited.out == lines{"65536"});
  CHECK(wide.out == lines{std::to_string(lower.rlim_cur / 1024)});
  REQUIRE(::setrlimit(RLIMIT_DATA, &before) == 0);
}

TEST_CASE("a process gets its arguments, exactly its environment, its directory and an empty stdin") {
  const auto directory = sys::files::temp_dir::create("/tmp", "process-test-");
  REQUIRE(directory);
  sys::process::reactor reactor;
  process_run run(reactor, {.argv = {"/bin/sh", "-c", "echo $0,$1; /usr/bin/env; /bin/pwd; /bin/cat", "a b", "c"},
                            .environment = {"ONLY=this one"},
                            .working_directory = directory->path()});
  CHECK(run.await_exit().exit_code == 0);
  REQUIRE(run.out.size() >= 3);
  CHECK(run.out.front() == "a b,c");
  CHECK(std::count(run.out.begin(), run.out.end(), "ONLY=this one") == 1);
  CHECK(std::none_of(run.out.begin(), run.out.end(), [](const auto& x) { return x.starts_with("HOME="); }));
  CHECK(run.out.back() == std::filesystem::canonical(directory->path()).string());
}

TEST_CASE("a process with input reads what is written to it, however much that is") {
  sys::process::reactor reactor;
  auto spec = shell("head -c 3000000 | wc -c; cat");
  spec.has_input = true;
  process_run run(reactor, spec, "over");
  reactor.write(run.id(), std::string(1'000'000, 'a'));
  reactor.write(run.id(), std::string(2'000'000, 'b'));
  reactor.write(run.id(), "over\n");
  run.await_line();
  reactor.signal_group(run.id(), SIGTERM);
  run.await_exit();
  CHECK(run.out == lines{"3000000", "over"});
}

TEST_CASE("a process that has closed its stdin, or has no input, loses what is written and nothing else") {
  const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
  sys::process::reactor reactor;
  auto spec = shell("exec 0<&-; echo closed; sleep 1000");
  spec.has_input = true;
  process_run deaf(reactor, spec, "closed");
  deaf.await_line();
  for (int i = 0; i < 3; ++i) reactor.write(deaf.id(), std::string(100'000, 'a'));
  process_run without(reactor, shell("cat; echo end"));
  reactor.write(without.id(), "lost\n");
  CHECK(without.await_exit().exit_code == 0);
  CHECK(without.out == lines{"end"});
  reactor.signal_group(deaf.id(), SIGKILL);
  CHECK(deaf.await_exit().signal == SIGKILL);
  std::signal(SIGPIPE, old_handler);
}

TEST_CASE("a process that a signal ends is reported with the signal") {
  sys::process::reactor reactor;
  process_run run(reactor, shell("kill -s KILL $$"));
  const auto exit = run.await_exit();
  CHECK_FALSE(exit.exit_code);
  CHECK(exit.signal == SIGKILL);
}

TEST_CASE("a signal reaches the whole group of a process") {
  sys::process::reactor reactor;
  const std::string grandchild = "trap 'echo grandchild; exit' TERM; echo ready; sleep 1000 & wait";
  // The first wait ends with the signal, the second with the grandchild.
  process_run run(reactor, shell("trap : TERM; (" + grandchild + ") & wait; wait; exit 6"), "ready");
  run.await_line();
  reactor.signal_group(run.id(), SIGTERM);
  CHECK(run.await_exit().exit_code == 6);
  CHECK(run.out == lines{"ready", "grandchild"});
}

TEST_CASE("a process that ignores SIGTERM ends by SIGKILL") {
  sys::process::reactor reactor;
  process_run run(reactor, shell("trap '' TERM; echo ready; while :; do sleep 1000; done"), "ready");
  run.await_line();
  reactor.signal_group(run.id(), SIGTERM);
  reactor.signal_group(run.id(), SIGKILL);
  CHECK(run.await_exit().signal == SIGKILL);
}

TEST_CASE("what a process leaves behind in its group is killed") {
  const auto directory = sys::files::temp_dir::create("/tmp", "process-test-");
  REQUIRE(directory);
  const auto path = directory->file("held");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const sys::files::file_descriptor held(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  sys::process::reactor reactor;
  // The grandchild also holds both output pipes, which must not delay the exit.
  process_run run(reactor, shell("exec 9>" + path + "; sleep 1000 & exit 4"));
  CHECK(run.await_exit().exit_code == 4);
  // The reader sees the end once the last writer is gone.
  pollfd writers{held.get(), POLLIN, 0};
  CHECK(::poll(&writers, 1, 60000) == 1);
  CHECK((writers.revents & POLLHUP) != 0);
}

TEST_CASE("a line of a megabyte comes whole below the limit and in pieces above it") {
  sys::process::reactor reactor;
  auto spec = shell("head -c 1000000 /dev/zero | tr '\\0' x; echo; echo end");
  spec.line_bytes_max = 2 << 20;
  process_run whole(reactor, spec);
  spec.line_bytes_max = 300000;
  process_run pieces(reactor, spec);
  CHECK(whole.await_exit().exit_code == 0);
  CHECK(whole.out == lines{std::string(1000000, 'x'), "end"});
  CHECK(pieces.await_exit().exit_code == 0);
  const std::string full(300000, 'x');
  CHECK(pieces.out == lines{full, full, full, std::string(100000, 'x'), "end"});
}

TEST_CASE("a flood on both streams is delivered completely") {
  sys::process::reactor reactor;
  process_run run(reactor, shell("seq 1 200000 & seq 1 200000 >&2; wait"));
  CHECK(run.await_exit().exit_code == 0);
  REQUIRE(run.out.size() == 200000);
  REQUIRE(run.err.size() == 200000);
  CHECK(run.out.back() == "200000");
  CHECK(run.err.back() == "200000");
}

TEST_CASE("a flood that nobody takes is slowed down, and comes completely when it is taken") {
  sys::process::reactor reactor;
  paused_run run(reactor, shell("flood() { yes 0123456789abcde | head -c 25000000; }; flood & flood >&2; wait; exit 8"),
                 256 << 10);
  while (!run.await_pause_or_exit()) {
    // Meanwhile the reactor works for other processes, so only the pause keeps it from reading on.
    process_run other(reactor, shell("exit 0"));
    other.await_exit();
    run.resume();
  }
  CHECK(run.exit().exit_code == 8);
  CHECK(run.bytes() == 50'000'000);
  // Never more than the limit, the rest of a read, and at the end the content of two pipes.
  CHECK(run.bytes_waiting_max() <= (256 << 10) + 3 * (64 << 10));
  CHECK(run.pauses() > 100);
}

TEST_CASE("a process that ends while it is paused loses nothing of what it has written") {
  sys::process::reactor reactor;
  paused_run run(reactor, shell("echo one; echo two; echo three >&2; exit 3"), 1);
  run.await_exit();
  CHECK(run.exit().exit_code == 3);
  CHECK(run.bytes() == 14);
}

TEST_CASE("a process that is paused can be killed, and what it has left in its pipe still comes") {
  sys::process::reactor reactor;
  paused_run run(reactor, shell("yes"), 1);
  CHECK_FALSE(run.await_pause_or_exit());
  reactor.signal_group(run.id(), SIGKILL);
  run.await_exit();
  CHECK(run.exit().signal == SIGKILL);
  CHECK(run.bytes() <= 3 * (64 << 10));
}

TEST_CASE("collected stdout comes with the exit and keeps its bytes, stderr still comes line by line") {
  sys::process::reactor reactor;
  auto spec = shell("printf 'a\\n\\nb\\0c'; echo note >&2");
  spec.collect_stdout = true;
  process_run run(reactor, spec);
  const auto exit = run.await_exit();
  CHECK(exit.collected_stdout == std::string("a\n\nb\0c", 6));
  CHECK_FALSE(exit.stdout_truncated);
  CHECK(run.out.empty());
  CHECK(run.err == lines{"note"});
}

TEST_CASE("collected stdout is bounded, and the process does not notice") {
  sys::process::reactor reactor;
  auto spec = shell("head -c 5000000 /dev/zero && exit 7");
  spec.collect_stdout = true;
  spec.stdout_bytes_max = 1000;
  process_run run(reactor, spec);
  const auto exit = run.await_exit();
  CHECK(exit.exit_code == 7);
  CHECK(exit.collected_stdout.size() == 1000);
  CHECK(exit.stdout_truncated);
}

TEST_CASE("the usage counts the time of the process and of what it waited for") {
  sys::process::reactor reactor;
  process_run run(reactor, shell("sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'"));
  const auto exit = run.await_exit();
  CHECK(exit.usage.user + exit.usage.system > std::chrono::microseconds(0));
  CHECK(exit.usage.max_rss_bytes > 100000);
}

TEST_CASE("fifty processes run at the same time") {
  sys::process::reactor reactor;
  // No run ends before all have reported.
  std::deque<process_run> runs;
  for (int i = 0; i < 50; ++i) {
    const auto code = std::to_string(i);
    runs.emplace_back(reactor, shell("trap 'exit " + code + "' TERM; echo here; sleep 1000 & wait"), "here");
  }
  for (auto& run : runs) run.await_line();
  for (auto& run : runs) reactor.signal_group(run.id(), SIGTERM);
  for (int i = 0; i < 50; ++i) {
    CAPTURE(i);
    CHECK(runs[static_cast<std::size_t>(i)].await_exit().exit_code == i);
  }
}

TEST_CASE("an event may start the next process") {
  sys::process::reactor reactor;
  std::promise<sys::process::process_exit> second;
  auto second_exit = second.get_future();
  reactor.start(shell("exit 1"), {.on_exit = [&](sys::process::process_exit) {
                  reactor.start(shell("exit 2"),
                                {.on_exit = [&](sys::process::process_exit x) { second.set_value(x); }});
                }});
  CHECK(test::await(second_exit).exit_code == 2);
}

TEST_CASE("destruction kills what runs and loses no exit") {
  std::promise<sys::process::process_exit> ended;
  auto exit = ended.get_future();
  {
    sys::process::reactor reactor;
    std::promise<void> ready;
    auto is_ready = ready.get_future();
    reactor.start(shell("trap '' TERM; echo ready; sleep 1000"),
                  {.on_line =
                     [&](sys::process::stream, std::string_view) {
                       ready.set_value();
                       return sys::process::flow::go_on;
                     },
                   .on_exit = [&](sys::process::process_exit x) { ended.set_value(std::move(x)); }});
    test::await(is_ready);
  }
  REQUIRE(exit.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
  CHECK(exit.get().signal == SIGKILL);
}

TEST_CASE("a reactor that has been ended has killed what ran, and starts nothing any more") {
  sys::process::reactor reactor;
  process_run run(reactor, shell("trap '' TERM; echo ready; sleep 1000"), "ready");
  run.await_line();
  reactor.end();
  CHECK(run.await_exit().signal == SIGKILL);
  process_run next(reactor, shell("exit 0"));
  CHECK(next.await_exit().start_error.find("about to end") != std::string::npos);
}

namespace {

/// Processes that SIGKILL does not end, as if they hung in the kernel.
struct immortals {
  std::promise<pid_t> left;
  std::vector<pid_t> spared;

  sys::process::reactor_options options(std::chrono::milliseconds killed_within) {
    sys::process::reactor_options made;
    made.killed_within = killed_within;
    made.on_left = [this](pid_t pid) { left.set_value(pid); };
    made.kill_group = [this](pid_t group) { spared.push_back(group); };
    return made;
  }
  /// @pre they belong to no reactor any more.
  ~immortals() {
    for (const auto pid : spared) {
      ::kill(-pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }
};

} // namespace

TEST_CASE("the end of a reactor does not wait for a process that cannot be killed, and names it") {
  immortals all;
  auto left = all.left.get_future();
  sys::process::reactor reactor(all.options(std::chrono::hours(1)));
  process_run run(reactor, shell("echo $$; echo ready; exec sleep 1000"), "ready");
  run.await_line();
  reactor.end(std::chrono::milliseconds(1));
  const auto pid = test::await(left);
  CHECK_MESSAGE(run.await_exit().signal == SIGKILL, "it runs none of its code any more");
  CHECK(run.out.front() == std::to_string(pid));
}

TEST_CASE("a process that cannot be killed counts as ended while others go on") {
  immortals all;
  auto left = all.left.get_future();
  {
    sys::process::reactor reactor(all.options(std::chrono::milliseconds(1)));
    process_run run(reactor, shell("echo $$; echo ready; exec sleep 1000"), "ready");
    run.await_line();
    reactor.signal_group(run.id(), SIGKILL);
    const auto pid = test::await(left);
    CHECK(run.await_exit().signal == SIGKILL);
    CHECK(run.out.front() == std::to_string(pid));
    process_run next(reactor, shell("exit 3"));
    CHECK(next.await_exit().exit_code == 3);
  }
}

TEST_CASE("every process gets the mark of its reactor beside its own environment") {
  sys::process::reactor reactor({.mark = "MARK=mine"});
  process_run run(reactor, {.argv = {"/usr/bin/env"}, .environment = {"A=b"}});
  run.await_exit();
  CHECK(run.out == std::vector<std::string>{"A=b", "MARK=mine"});
}

TEST_CASE("a signal for a process that is done is ignored") {
  sys::process::reactor reactor;
  process_run run(reactor, shell("exit 0"));
  run.await_exit();
  reactor.signal_group(run.id(), SIGTERM);
  process_run next(reactor, shell("exit 5"));
  CHECK(next.await_exit().exit_code == 5);
}
