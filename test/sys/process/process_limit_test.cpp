#include "support/process_run.hpp"
#include "sys/files/file_descriptor.hpp"
#include "sys/process/reactor.hpp"
#include "sys/process/thread_room.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>
#include <thread>

namespace {

/// The limit counts for every user but root.
void allow_no_more_processes() {
  constexpr uid_t nobody = 65534;
  const rlimit none{0, 0};
  if (::setrlimit(RLIMIT_NPROC, &none) != 0) ::_exit(99);
  if (::geteuid() == 0 && ::setresuid(nobody, nobody, nobody) != 0) ::_exit(99);
}

struct child_end {
  int status = 0;
  std::string output;
};

/// Runs `body` in a process of its own, which ends with its return or before.
child_end in_child(const std::function<std::string()>& body) {
  int fds[2];
  REQUIRE(::pipe2(fds, O_CLOEXEC) == 0);
  const sys::files::file_descriptor from(fds[0]);
  sys::files::file_descriptor to(fds[1]);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    (void)::dup2(to.get(), STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL); // the tests' own handler would report an end that is wanted
    const auto said = body();
    (void)!::write(to.get(), said.data(), said.size());
    ::_exit(0);
  }
  to.close();
  child_end end;
  char piece[4096];
  for (ssize_t got = 0; (got = ::read(from.get(), piece, sizeof piece)) > 0;)
    end.output.append(piece, static_cast<std::size_t>(got));
  REQUIRE(::waitpid(child, &end.status, 0) == child);
  return end;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a program that cannot be started because there are too many is named with the way out") {
  const auto end = in_child([] {
    sys::process::reactor reactor;
    test::process_run before(reactor, {.argv = {"/bin/true"}});
    (void)before.await_exit();
    allow_no_more_processes();
    test::process_run run(reactor, {.argv = {"/bin/true"}});
    return run.await_exit().start_error;
  });
  CHECK_MESSAGE(end.output.starts_with("/bin/true: cannot be started: the limit of processes and threads is reached: "),
                end.output);
  CHECK(has(end.output, "raise the pids limit of the Pod"));
}

TEST_CASE("a program asks for the room of its threads before it makes them") {
  CHECK(sys::process::check_thread_room(40));
  const auto end = in_child([] {
    allow_no_more_processes();
    const auto room = sys::process::check_thread_room(20);
    return room ? std::string("room") : room.error().message;
  });
  CHECK_MESSAGE(end.output.starts_with("this program needs 20 threads and can make 0: the limit of processes"),
                end.output);
}

TEST_CASE("a thread that cannot be made ends the program with a message and not with a signal") {
  for (const bool is_in_constructor : {false, true}) {
    const auto end = in_child([is_in_constructor] {
      sys::process::end_with_message_without_threads();
      allow_no_more_processes();
      // No exception passes a function that says so.
      const auto make = [is_in_constructor]() noexcept {
        if (is_in_constructor)
          const sys::process::reactor reactor;
        else
          std::thread([] {}).join();
      };
      make();
      return std::string("made");
    });
    CHECK(WIFEXITED(end.status));
    CHECK(WEXITSTATUS(end.status) == 1);
    CHECK_MESSAGE(has(end.output, "addon-operator: no thread can be made: the limit of processes"), end.output);
  }
}

TEST_CASE("what ends the program otherwise still ends it with a signal") {
  const auto end = in_child([] {
    sys::process::end_with_message_without_threads();
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::thread([] { throw 1; }).join();
    return std::string();
  });
  CHECK(WIFSIGNALED(end.status));
  CHECK(WTERMSIG(end.status) == SIGABRT);
}
