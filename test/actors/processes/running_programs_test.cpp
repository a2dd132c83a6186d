#include "hook_runner_fixture.hpp"

#include <chrono>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

using namespace actors::messages;
using namespace actors::processes;
using namespace std::chrono_literals;
using test::fake_end;
using test::fake_process;
using test::hook_runner_fixture;
using signals = std::vector<std::pair<sys::process::process_id, int>>;

TEST_CASE_FIXTURE(hook_runner_fixture, "a program's stdout is collected, its files are read back") {
  processes->on("/enabled", [](fake_process& script) {
    script.print(sys::process::stream::out, "configVersion: v1");
    script.write_file("MODULE_ENABLED_RESULT", "true\n");
    return fake_end::exits(0);
  });
  start();
  auto program = program_run("/modules/000-web/enabled");
  program.collect_stdout = true;
  program.files = {{"MODULE_ENABLED_RESULT", "result", {}}};
  program.read_back = {"MODULE_ENABLED_RESULT"};
  const auto finished = ask<program_finished>(runner, program);
  REQUIRE(finished.result);
  CHECK(finished.exit_code == 0);
  CHECK(finished.standard_output == "configVersion: v1\n");
  CHECK(finished.outputs.at("MODULE_ENABLED_RESULT") == "true\n");
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a hook that takes too long gets SIGTERM, then SIGKILL, and has failed") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::ignores_sigterm(); });
  options.hooks.timeout = 30s;
  start();
  const auto answer = ask_later<hook_finished>(runner, hook_run());
  advance(30s - 1ms);
  CHECK(processes->signals().empty());
  advance(1ms);
  CHECK(processes->signals() == signals{{1, SIGTERM}});
  advance(5s);
  CHECK(processes->signals() == signals{{1, SIGTERM}, {1, SIGKILL}});
  CHECK(answer.get().result.error().code == base::error_code::timeout);
  CHECK(answer.get().result.error().message == "took longer than its time limit of 30 s and was ended");
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a program that dies for want of memory is reported with its limit") {
  processes->on("/helm", [](fake_process& helm) {
    CHECK(helm.spec().memory_max == 64U << 20U);
    helm.print(sys::process::stream::err, "fatal error: runtime: out of memory");
    return fake_end::exits(2);
  });
  start();
  auto program = program_run("/bin/helm");
  program.memory_max = 64U << 20U;
  const auto finished = ask<program_finished>(runner, program);
  REQUIRE_FALSE(finished.result);
  CHECK(finished.result.error().message == "cmd run: exit status 2 for want of memory: it may take 64 MiB");
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a program that somebody else kills may have died for want of memory") {
  processes->on("/helm", [](fake_process&) { return fake_end::goes_on(); });
  start();
  const auto answer = ask_later<program_finished>(runner, program_run("/bin/helm"));
  run();
  processes->signal_group(1, SIGKILL);
  run();
  REQUIRE(answer.has_come());
  CHECK(answer.get().result.error().message
        == "cmd run: ended by signal 9 (Killed), by another program, or by the kernel for want of memory");
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a hook's own time limit counts before the operator's") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::goes_on(); });
  options.hooks.timeout = 30s;
  start();
  core::bindings::hook_settings settings;
  settings.timeout = 2s;
  const auto answer = ask_later<hook_finished>(runner, hook_run(settings));
  advance(2s);
  CHECK(answer.has_come());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "the time limit of a run that has ended means nothing to later ones") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::exits(0); });
  processes->on("/slow", [](fake_process&) { return fake_end::goes_on(); });
  options.hooks.timeout = 30s;
  start();
  run_one();
  const auto answer = ask_later<program_finished>(runner, program_run("/slow"));
  advance(1min);
  CHECK_FALSE(answer.has_come());
  CHECK(processes->signals().empty());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a stop ends running hooks at once and answers when all have ended") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::goes_on(); });
  start();
  const auto hook = ask_later<hook_finished>(runner, hook_run());
  run();
  const auto stopped = ask_later<stopped_running>(runner, stop_running{{}, 10s});
  run();
  CHECK(processes->signals() == signals{{1, SIGTERM}});
  CHECK(hook.get().result.error().code == base::error_code::cancelled);
  CHECK(stopped.has_come());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a program that may finish is left alone for half of the grace period") {
  processes->on("/helm", [](fake_process&) { return fake_end::ignores_sigterm(); });
  start();
  auto program = program_run("/helm");
  program.may_finish_on_stop = true;
  const auto answer = ask_later<program_finished>(runner, program);
  run();
  const auto stopped = ask_later<stopped_running>(runner, stop_running{{}, 10s});
  advance(5s - 1ms);
  CHECK(processes->signals().empty());
  advance(1ms);
  CHECK(processes->signals() == signals{{1, SIGTERM}});
  advance(5s - 1ms);
  CHECK_FALSE(stopped.has_come());
  advance(1ms);
  CHECK(processes->signals() == signals{{1, SIGTERM}, {1, SIGKILL}});
  CHECK(stopped.has_come());
  CHECK_FALSE(answer.get().result);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a program that finishes in the grace period has succeeded") {
  processes->on("/helm", [](fake_process&) { return fake_end::goes_on(); });
  start();
  auto program = program_run("/helm");
  program.may_finish_on_stop = true;
  const auto answer = ask_later<program_finished>(runner, program);
  run();
  const auto stopped = ask_later<stopped_running>(runner, stop_running{{}, 10s});
  run();
  processes->finish(1, 0);
  run();
  CHECK(answer.get().result);
  CHECK(stopped.has_come());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "after a stop nothing is started any more") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::exits(0); });
  start();
  run_one();
  ask<stopped_running>(runner, stop_running{{}, 10s});
  CHECK(run_one().result.error().code == base::error_code::cancelled);
  CHECK(ask<program_finished>(runner, program_run("/helm")).result.error().code == base::error_code::cancelled);
  advance(2h);
  CHECK(processes->started().size() == 1);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a flood of output is slowed down, and no line of it is lost") {
  processes->on("discover.sh", [](fake_process& hook) {
    for (int i = 0; i < 10'000; ++i) hook.print(sys::process::stream::out, std::string(1000, 'x'));
    return fake_end::exits(0);
  });
  start();
  CHECK(run_one().result);
  CHECK(log.count({"hook_output"}) == 10'000);
  CHECK(processes->resumed() > 30);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a process that is slowed down can be ended by its time limit") {
  processes->on("discover.sh", [](fake_process& hook) {
    for (int i = 0; i < 10'000; ++i) hook.print(sys::process::stream::err, std::string(1000, 'x'));
    return fake_end::goes_on();
  });
  options.hooks.timeout = 30s;
  start();
  const auto answer = ask_later<hook_finished>(runner, hook_run());
  advance(30s);
  CHECK(answer.get().result.error().code == base::error_code::timeout);
}

TEST_CASE_FIXTURE(hook_runner_fixture,
                  "a script that ends with 0 after the stop has told it to end has not done its work") {
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("KUBERNETES_PATCH_PATH", R"({"operation": "Delete", "kind": "Pod", "name": "p"})");
    return fake_end::ignores_sigterm();
  });
  processes->on("/enabled", [](fake_process&) { return fake_end::ignores_sigterm(); });
  start();
  auto script = program_run("/enabled");
  script.script = "/enabled";
  const auto hook = ask_later<hook_finished>(runner, hook_run());
  const auto answer = ask_later<program_finished>(runner, script);
  run();
  const auto stopped = ask_later<stopped_running>(runner, stop_running{{}, 10s});
  run();
  processes->finish(1, 0);
  processes->finish(2, 0);
  run();
  CHECK(stopped.has_come());
  REQUIRE_FALSE(hook.get().result);
  CHECK(hook.get().result.error().code == base::error_code::cancelled);
  CHECK_FALSE(answer.get().result);
  CHECK(objects.executed.empty());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a run in which a process was killed for memory has failed") {
  std::optional<std::uint64_t> killed = 3;
  options.programs.killed_for_memory = [&killed] { return killed; };
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("KUBERNETES_PATCH_PATH", R"({"operation": "Delete", "kind": "Pod", "name": "p"})");
    return fake_end::goes_on();
  });
  start();
  const auto end_of_run = [&](std::uint64_t kills, sys::process::process_id number) {
    const auto hook = ask_later<hook_finished>(runner, hook_run());
    run();
    if (killed) *killed += kills;
    processes->finish(number, 0);
    run();
    return hook.get().result;
  };
  const auto failed = end_of_run(1, 1);
  REQUIRE_FALSE(failed);
  CHECK_MESSAGE(failed.error().message.starts_with("a process of this container was killed for memory during the run"),
                failed.error().message);
  CHECK(objects.executed.empty());
  CHECK(end_of_run(0, 2));
  CHECK(objects.executed.size() == 1);
  killed.reset();
  CHECK(end_of_run(0, 3));
}
