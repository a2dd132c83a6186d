// A failed module that lets other modules pass (`--on-module-failure go-on`).
#include "support/operator_fixture.hpp"

#include <algorithm>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// Modules `a`, `b` and `c`, in this order; the hook of `a` fails until the test repairs it.
struct passed_fixture : operator_fixture {
  passed_fixture() {
    setup.on_module_failure = core::main_queue::module_failure::go_on;
    for (const auto* directory : {"010-a", "020-b", "030-c"}) module(directory);
    for (const auto* name : {"a", "b", "c"}) {
      hook(std::string(name) + "/run.sh", v1("beforeHelm: 1"));
      chart(name, std::string("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name
                    + "}\ndata: {v: \"{{ .Values." + name + ".v }}\"}\n");
    }
    common_values("a: {v: 0}\nb: {v: 0}\nc: {v: 0}\n");
    break_hook();
  }
  void break_hook() {
    replay("a/run.sh", [](test::hook_run& run) { run.end = test::fake_end::exits(1); });
  }
  void repair_hook() {
    replay("a/run.sh", [](test::hook_run&) {});
  }
  [[nodiscard]] std::string problem_of_main() {
    for (const auto& line : describe().problems)
      if (line.starts_with("queue 'main': ")) return line.substr(14);
    return {};
  }
};

} // namespace

TEST_CASE_FIXTURE(passed_fixture, "modules behind a failed module run, and the reload comes to its end") {
  start();
  CHECK(take_journal()
        == "a/run.sh beforeHelm; b/run.sh beforeHelm; helm upgrade b; c/run.sh beforeHelm; helm upgrade c");
  CHECK(describe().first_reload_done);
  CHECK_MESSAGE(problem_of_main().starts_with("ModuleRun:main:a:Operator-Startup: "), problem_of_main());
  const auto page = debug_page("/queue/list.text").body;
  CHECK_MESSAGE(page.find("Failed, and other tasks pass:\n- ModuleRun:main:a:Operator-Startup, next try in 5.0 s")
                  != page.npos,
                page);
  repair_hook();
  advance(5s);
  CHECK(take_journal() == "a/run.sh beforeHelm; helm upgrade a");
  CHECK(problem_of_main().empty());
}

TEST_CASE_FIXTURE(passed_fixture, "a repair of its values is tried at once, and others pass it meanwhile") {
  start();
  static_cast<void>(take_journal());
  advance(6s);
  CHECK(take_journal() == "a/run.sh beforeHelm");
  repair_hook();
  set_config("a", "v: 1\n");
  run();
  CHECK(take_journal() == "a/run.sh beforeHelm; helm upgrade a");
}

TEST_CASE_FIXTURE(passed_fixture, "a module that is switched off waits for no need any more") {
  write("modules/030-c/module.yaml", "needs: [a]\n");
  start();
  const auto waits = [this] {
    const auto problems = describe().problems;
    return std::any_of(problems.begin(), problems.end(), [](const auto& x) { return x.starts_with("needs of "); });
  };
  REQUIRE(waits());
  set_config("cEnabled", "false");
  run();
  repair_hook();
  advance(1min);
  CHECK_FALSE(waits());
  CHECK(take_journal().ends_with("a/run.sh beforeHelm; helm upgrade a"));
}

TEST_CASE_FIXTURE(passed_fixture, "a module that needs a failed module waits for it, and runs as soon as it has run") {
  write("modules/030-c/module.yaml", "needs: [a]\n");
  start();
  CHECK(take_journal() == "a/run.sh beforeHelm; b/run.sh beforeHelm; helm upgrade b");
  CHECK(describe().first_reload_done);
  const auto problems = describe().problems;
  CHECK(
    std::find(problems.begin(), problems.end(), "needs of module 'c': it waits: it needs module 'a', which has failed")
    != problems.end());
  set_config("c", "v: 1\n");
  run();
  CHECK_MESSAGE(take_journal().empty(), "its values have changed, and it still waits");
  repair_hook();
  advance(5s);
  CHECK(take_journal() == "a/run.sh beforeHelm; helm upgrade a; c/run.sh beforeHelm; helm upgrade c");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(passed_fixture, "a module that needs a disabled module waits until that module is enabled") {
  repair_hook();
  write("modules/010-a/values.yaml", "aEnabled: false\n");
  write("modules/030-c/module.yaml", "needs: [a]\n");
  start();
  CHECK(take_journal() == "b/run.sh beforeHelm; helm upgrade b");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front()
        == "needs of module 'c': it waits: it needs module 'a', which is not enabled, or cannot run");
  set_config("aEnabled", "true");
  run();
  CHECK(take_journal()
        == "a/run.sh beforeHelm; helm upgrade a; b/run.sh beforeHelm; helm template b; c/run.sh beforeHelm; helm "
           "upgrade c");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(passed_fixture, "a module whose need has no directory does not run, and is named") {
  repair_hook();
  write("modules/030-c/module.yaml", "needs: [aa]\n");
  start();
  CHECK(take_journal() == "a/run.sh beforeHelm; helm upgrade a; b/run.sh beforeHelm; helm upgrade b");
  REQUIRE(describe().problems.size() == 1);
  CHECK_MESSAGE(describe().problems.front().find(
                  "it needs module 'aa', and no directory of modules has it (the module does not run until")
                  != std::string::npos,
                describe().problems.front());
}
