#include "setup/credential_plugin_runner.hpp"

#include "support/captured_log.hpp"
#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

#include <future>
#include <memory>
#include <string>

using namespace std::chrono_literals;

namespace {

struct fixture {
  setup::credential_plugin_runner program{std::make_shared<sys::process::reactor>(sys::process::reactor_options{})};

  base::result<kube::access::plugin_exit> run(const std::string& script, std::chrono::seconds timeout = 60s) {
    kube::access::plugin_call call;
    call.command = "sh";
    call.arguments = {"-c", script};
    call.environment = {"HOME=/from-the-kubeconfig", "ONLY_HERE=1"};
    call.timeout = timeout;
    return run(call);
  }
  base::result<kube::access::plugin_exit> run(const kube::access::plugin_call& call) {
    std::promise<base::result<kube::access::plugin_exit>> exit;
    program.begin([&](const kube::access::plugin_runner& runner) { exit.set_value(runner(call)); });
    return exit.get_future().get();
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a plugin is found in the path and gets the environment of this program, and more") {
  const auto exit = run(R"(echo "$HOME $ONLY_HERE ${PATH:+path}")");
  REQUIRE_MESSAGE(exit, exit.error().message);
  CHECK(exit->code == 0);
  CHECK(exit->output == "/from-the-kubeconfig 1 path\n");
}

TEST_CASE_FIXTURE(fixture, "the last words of a plugin that fails are in the log alone") {
  const test::captured_log log;
  const auto exit = run("echo first >&2; echo no such profile >&2; exit 3");
  REQUIRE(exit);
  CHECK(exit->code == 3);
  CHECK(log.count({"credential_plugin_failed", "command=sh", "exit_code=3", "no such profile"}) == 1);
}

TEST_CASE_FIXTURE(fixture, "a plugin that does not end is killed with what it has started") {
  const auto exit = run("sleep 1000 & wait", 1s);
  REQUIRE_FALSE(exit);
  CHECK(exit.error().message == "it has not ended within 1 s and was killed");
}

TEST_CASE_FIXTURE(fixture, "a plugin that writes without an end has given no credentials") {
  const auto exit = run("head -c 1048577 /dev/zero");
  REQUIRE_FALSE(exit);
  CHECK(exit.error().message == "it has written more than 1048576 bytes, which is no credential");
}

TEST_CASE_FIXTURE(fixture, "a plugin that is missing, or ended by a signal, is an error") {
  kube::access::plugin_call call;
  call.command = "no-such-plugin";
  CHECK(run(call).error().message == "there is no such program in $PATH");
  call.command = "/no/such/plugin";
  CHECK(run(call).error().message.find("/no/such/plugin") != std::string::npos);
  CHECK(run("kill -9 $$").error().message == "it was ended by signal 9");
}

TEST_CASE_FIXTURE(fixture, "at the end the plugin that runs is killed") {
  std::promise<void> has_begun;
  base::result<kube::access::plugin_exit> exit;
  program.begin([&](const kube::access::plugin_runner& runner) {
    has_begun.set_value();
    kube::access::plugin_call call;
    call.command = "sh";
    call.arguments = {"-c", "exec sleep 1000"};
    exit = runner(call);
  });
  has_begun.get_future().wait();
  program.end();
  REQUIRE_FALSE(exit);
  CHECK(exit.error().message == "the operator stops");
}

TEST_CASE("a plugin that is wanted after the end of all processes cannot be started") {
  const auto processes = std::make_shared<sys::process::reactor>(sys::process::reactor_options{});
  setup::credential_plugin_runner program{processes};
  processes->end();
  std::promise<base::result<kube::access::plugin_exit>> exit;
  program.begin([&](const kube::access::plugin_runner& run) {
    kube::access::plugin_call call;
    call.command = "sh";
    exit.set_value(run(call));
  });
  const auto got = exit.get_future().get();
  REQUIRE_FALSE(got);
  CHECK_MESSAGE(got.error().code == base::error_code::io, got.error().message);
}
