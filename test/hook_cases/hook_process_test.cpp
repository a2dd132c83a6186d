#include "hook_cases/hook_process.hpp"

#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

/// Runs a script as a program that leaves the file at $OUT.
hook_cases::ended_hook run(const std::string& script, std::chrono::milliseconds limit = std::chrono::seconds(30)) {
  sys::process::reactor processes;
  const auto tmp = sys::files::temp_dir::create("/tmp", "hook-process-");
  REQUIRE(tmp);
  actors::messages::run_program program;
  program.command.argv = {"/bin/sh", "-c", script};
  program.command.working_directory = "/";
  program.script = "/hooks/a.sh";
  program.files = {{"IN", "in", std::make_shared<const text::text_pieces>("input"), false}, {"OUT", "out", {}, false}};
  program.read_back = {"OUT"};
  auto ended = hook_cases::run_hook_process(program, {processes, *tmp, {"PATH=/usr/bin:/bin"}, limit});
  // The files are gone, so that the next run can make them.
  CHECK(sys::files::temp_dir::create(tmp->path(), "in"));
  return ended;
}

} // namespace

TEST_CASE("a hook reads its input, and its output is read back") {
  const auto ended = run("cat $IN >$OUT; echo one; echo two >&2");
  REQUIRE(ended.result);
  CHECK(ended.exit_code == 0);
  CHECK(ended.files.at("OUT") == "input");
  CHECK(ended.printed.size() == 2);
}

TEST_CASE("a hook that fails has its exit code, and no output counts") {
  const auto ended = run("echo x >$OUT; exit 3");
  CHECK_FALSE(ended.result);
  CHECK(ended.exit_code == 3);
  CHECK(ended.files.empty());
}

TEST_CASE("a hook without an end is killed at its limit") {
  const auto ended = run("while :; do :; done", std::chrono::milliseconds(50));
  REQUIRE_FALSE(ended.result);
  CHECK(ended.result.error().code == base::error_code::timeout);
}

TEST_CASE("a failure on stderr is a doubt, and the kubeconfig leads to no cluster") {
  const auto ended =
    run("grep -q no-cluster-in-hook-run $KUBECONFIG && echo '/hooks/a.sh: line 3: jq: command not found' >&2");
  REQUIRE(ended.result);
  CHECK(ended.doubt == "line 3: command not found");
}
