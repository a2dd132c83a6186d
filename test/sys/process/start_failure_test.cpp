#include "sys/process/start_failure.hpp"

#include "support/process_run.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace {

struct fixture {
  sys::files::temp_dir directory = sys::files::temp_dir::create("/tmp", "start-test-").value();
  sys::process::reactor reactor;

  std::string write_hook(const std::string& content, bool is_executable) const {
    const auto path = directory.file("hook.sh");
    std::ofstream(path) << content;
    std::filesystem::permissions(path, std::filesystem::perms(is_executable ? 0755 : 0644));
    return path;
  }

  std::string failure_of(const std::string& program, const std::string& working_directory = {}) {
    test::process_run run(reactor, {.argv = {program}, .working_directory = working_directory});
    const auto exit = run.await_exit();
    CHECK_FALSE(exit.exit_code);
    CHECK(exit.signal == 0);
    return exit.start_error;
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a missing file is named") {
  const auto path = directory.file("hook.sh");
  CHECK(failure_of(path) == path + ": cannot be started: no such file");
}

TEST_CASE_FIXTURE(fixture, "a file that is not executable is named with the cure") {
  const auto path = write_hook("#!/bin/sh\n", false);
  CHECK(failure_of(path) == path + ": cannot be started: is not executable (chmod +x)");
}

TEST_CASE_FIXTURE(fixture, "a relative path is looked for in the working directory") {
  write_hook("#!/bin/sh\n", false);
  CHECK(failure_of("./hook.sh", directory.path()) == "./hook.sh: cannot be started: is not executable (chmod +x)");
}

TEST_CASE_FIXTURE(fixture, "a missing interpreter is named") {
  const auto path = write_hook("#! /nowhere/python3 -u\nprint(1)\n", true);
  CHECK(failure_of(path) == path + ": cannot be started: its interpreter /nowhere/python3 does not exist");
}

TEST_CASE_FIXTURE(fixture, "Windows line ends of a script are named as the reason") {
  const auto path = write_hook("#!/bin/sh\r\necho 1\r\n", true);
  CHECK(failure_of(path)
        == path + ": cannot be started: its first line ends with a carriage return: save it with Unix line ends");
}

TEST_CASE_FIXTURE(fixture, "a script without a first line that names the interpreter is not run") {
  const auto path = write_hook("echo 1\n", true);
  CHECK(failure_of(path)
        == path
             + ": cannot be started: is neither a binary for this machine nor a script whose first line begins with "
               "#!");
}

TEST_CASE_FIXTURE(fixture, "a directory is not a program") {
  CHECK(failure_of(directory.path()) == directory.path() + ": cannot be started: is a directory");
}

TEST_CASE_FIXTURE(fixture, "a missing working directory is distinguished from a missing file") {
  CHECK(failure_of("/bin/true", "/nowhere")
        == "/bin/true: cannot be started: the working directory /nowhere does not exist");
  CHECK(failure_of("/bin/true", "/etc/passwd")
        == "/bin/true: cannot be started: the working directory /etc/passwd is not a directory");
}

TEST_CASE_FIXTURE(fixture, "a process without a program is refused") {
  test::process_run run(reactor, {});
  CHECK(run.await_exit().start_error == "a process without a program cannot be started");
}

TEST_CASE_FIXTURE(fixture, "an environment that is too long is refused") {
  test::process_run run(reactor, {.argv = {"/bin/true"}, .environment = {"BIG=" + std::string(8 << 20, 'x')}});
  CHECK(run.await_exit().start_error
        == "/bin/true: cannot be started: its arguments and environment are too long together");
}
