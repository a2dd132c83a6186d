#include "hook_runner_fixture.hpp"

#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"

#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>

using namespace actors::messages;
using namespace std::chrono_literals;
using test::fake_end;
using test::fake_process;
using test::hook_runner_fixture;

namespace {

unsigned mode_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0U;
}

std::string directory_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

} // namespace

TEST_CASE_FIXTURE(hook_runner_fixture, "a hook gets its values, its context and empty files for its answers") {
  values.config_values = R"({"global":{},"web":null})";
  values.values = R"({"global":{"a":1},"web":{"b":2}})";
  std::string directory;
  processes->on("discover.sh", [&](fake_process& hook) {
    directory = directory_of(hook.variable("VALUES_PATH"));
    CHECK(hook.file("BINDING_CONTEXT_PATH") == R"([{"binding":"beforeHelm"}])");
    CHECK(hook.file("CONFIG_VALUES_PATH") == values.config_values);
    CHECK(hook.file("VALUES_PATH") == values.values);
    for (const auto* name :
         {"CONFIG_VALUES_JSON_PATCH_PATH", "VALUES_JSON_PATCH_PATH", "METRICS_PATH", "KUBERNETES_PATCH_PATH"}) {
      CHECK(sys::files::path_exists(hook.variable(name)));
      CHECK(hook.file(name).empty());
      CHECK(mode_of(hook.variable(name)) == 0600);
    }
    CHECK(mode_of(directory) == 0700);
    CHECK(hook.variable("PATH") == "/bin");
    CHECK(hook.variable("WORKING_DIR") == "/modules/000-web/hooks");
    CHECK(hook.spec().working_directory == "/modules/000-web/hooks");
    CHECK(hook.spec().argv == std::vector<std::string>{"/modules/000-web/hooks/discover.sh"});
    return fake_end::exits(0);
  });
  start();
  CHECK(run_one().result);
  CHECK_FALSE(directory.empty());
  CHECK_FALSE(sys::files::path_exists(directory));
  CHECK(values.reads.at(0).module == "web");
}

TEST_CASE_FIXTURE(hook_runner_fixture, "what a hook leaves is checked, then applied: objects, values, metrics") {
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/web/b","value":3}])");
    hook.write_file("KUBERNETES_PATCH_PATH",
                    R"({"operation":"Delete","kind":"Pod","namespace":"default","name":"web"})");
    hook.write_file("METRICS_PATH", R"({"name":"web_found","set":4})");
    return fake_end::exits(0);
  });
  start();
  collect_trace();
  auto message = hook_run();
  message.announce_changes = true;
  const auto finished = run_one(message);
  REQUIRE(finished.result);
  CHECK(finished.values_changed);
  CHECK(finished.values_revision == 2);
  REQUIRE(values.commits.size() == 1);
  CHECK(values.commits[0].announce_changes);
  CHECK(values.commits[0].values_patch == values.checks.at(0).values_patch);
  REQUIRE(objects.executed.size() == 1);
  CHECK_MESSAGE(objects.executed[0].idle_max == 5min, "without --hook-timeout");
  CHECK(metrics_text(true).find(R"(web_found{hook="hooks/discover.sh",module="web"} 4)") != std::string::npos);
  std::vector<std::string> order;
  for (const auto& event : trace())
    if (event.sender == "hook_runner" && event.receiver != "hook_runner") order.push_back(event.type.text());
  order.resize(7);
  CHECK(order
        == std::vector<std::string>{"read_values", "find_outage", "check_hook_output", "check_hook_metrics",
                                    "execute_object_operations", "commit_hook_output", "apply_hook_metrics"});
}

TEST_CASE_FIXTURE(hook_runner_fixture, "the time limit of a hook counts for its operations on objects, too") {
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("KUBERNETES_PATCH_PATH",
                    R"({"operation":"Delete","kind":"Pod","namespace":"default","name":"web"})");
    return fake_end::exits(0);
  });
  options.hooks.timeout = 10s;
  start();
  run_one();
  core::bindings::hook_settings settings;
  settings.timeout = 3s;
  run_one(hook_run(settings));
  REQUIRE(objects.executed.size() == 2);
  CHECK(objects.executed[0].idle_max == 10s);
  CHECK(objects.executed[1].idle_max == 3s);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "of a hook with one invalid answer nothing is applied") {
  std::string wrong;
  processes->on("discover.sh", [&](fake_process& hook) {
    hook.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/web/b","value":3}])");
    hook.write_file("KUBERNETES_PATCH_PATH", R"({"operation":"Delete","kind":"Pod","name":"web"})");
    hook.write_file("METRICS_PATH", R"({"name":"web_found","set":4})");
    hook.write_file(wrong, "{ no json");
    return fake_end::exits(0);
  });
  start();
  for (const auto* name :
       {"CONFIG_VALUES_JSON_PATCH_PATH", "VALUES_JSON_PATCH_PATH", "METRICS_PATH", "KUBERNETES_PATCH_PATH"}) {
    CAPTURE(name);
    wrong = name;
    const auto finished = run_one();
    REQUIRE_FALSE(finished.result);
    CHECK(finished.result.error().message.find(name) != std::string::npos);
  }
  CHECK(values.commits.empty());
  CHECK(objects.executed.empty());
  CHECK(metrics_text(true).empty());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a metric that would change its type fails the run before anything is applied") {
  std::string metric = R"({"name":"web_found","set":4})";
  processes->on("discover.sh", [&](fake_process& hook) {
    hook.write_file("METRICS_PATH", metric);
    hook.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/web/b","value":3}])");
    return fake_end::exits(0);
  });
  start();
  REQUIRE(run_one().result);
  metric = R"({"name":"web_found","add":1})";
  CHECK_FALSE(run_one().result);
  CHECK(values.commits.size() == 1);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "values that refuse a patch keep the objects as they are") {
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/web/b","value":"x"}])");
    hook.write_file("KUBERNETES_PATCH_PATH", R"({"operation":"Delete","kind":"Pod","name":"web"})");
    return fake_end::exits(0);
  });
  values.check = base::fail(base::error_code::invalid_input, "'b' must be an integer");
  start();
  CHECK(run_one().result.error().message == "its patches of values are refused (details are in the log: hook_failed)");
  CHECK(log.count({"hook_failed", "its patches of values are refused: 'b' must be an integer"}) == 1);
  CHECK(objects.executed.empty());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "values stay as they are when objects cannot be changed") {
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/web/b","value":3}])");
    hook.write_file("KUBERNETES_PATCH_PATH", R"({"operation":"Delete","kind":"Pod","name":"web"})");
    return fake_end::exits(0);
  });
  objects.failures = {{base::error_code::forbidden, "Delete Pod web", "by webhook x"},
                      {base::error_code::conflict, "Delete Pod api", "by someone"}};
  start();
  CHECK(run_one().result.error().message
        == "KUBERNETES_PATCH_PATH: Delete Pod web; Delete Pod api (details are in the log: hook_failed)");
  CHECK(log.count({"hook_failed", "Delete Pod web: by webhook x; Delete Pod api: by someone"}) == 1);
  CHECK(values.commits.empty());
  run();
  CHECK_MESSAGE(values.released == std::vector<std::uint64_t>{1}, "others may change them now");
}

TEST_CASE_FIXTURE(hook_runner_fixture,
                  "a failed hook is reported by its exit status, and its stderr goes to the log alone") {
  bool talks = true;
  processes->on("discover.sh", [&](fake_process& hook) {
    hook.print(sys::process::stream::out, "looking");
    if (talks) {
      hook.print(sys::process::stream::err, "no such thing:");
      hook.print(sys::process::stream::err, "the cluster");
    }
    hook.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/web/b","value":3}])");
    return fake_end::exits(3);
  });
  start();
  CHECK(run_one().result.error().message == "cmd run: exit status 3 (details are in the log: hook_failed)");
  CHECK(log.count({"hook_failed", "exit status 3: no such thing:\\nthe cluster"}) == 1);
  talks = false;
  CHECK(run_one().result.error().message == "cmd run: exit status 3");
  CHECK(values.checks.empty());
  CHECK(log.count({"hook_output", "hook=hooks/discover.sh", "module=web", "binding=beforeHelm", "queue=main",
                   "stream=stdout", "line=looking"})
        == 2);
  CHECK(log.count({"hook_failed", "step=5", "exit_code=3"}) == 2);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a failure that the binding allows says that the run is not repeated") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::exits(3); });
  start();
  run_one();
  CHECK(log.count({"hook_failed", "allowFailure"}) == 0);
  auto allowed = hook_run();
  allowed.allow_failure = true;
  run_one(allowed);
  CHECK(log.count({"hook_failed", "exit status 3", "the binding has allowFailure, so the run is not repeated"}) == 1);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "objects that a hook prints are records of the log if that is wanted") {
  options.programs.proxy_hook_json = true;
  processes->on("discover.sh", [](fake_process& hook) {
    hook.print(sys::process::stream::out, R"({"level":"error","msg":"lost","pod":"a"})");
    hook.print(sys::process::stream::err, "plain");
    return fake_end::exits(0);
  });
  start();
  run_one();
  CHECK(log.count({"ERROR", "hook_log", "hook=hooks/discover.sh", "queue=main", "msg=lost", "hook_pod=a"}) == 1);
  CHECK(log.count({"hook_output", "stream=stderr", "line=plain"}) == 1);
}

TEST_CASE_FIXTURE(hook_runner_fixture,
                  "the lines of a hook are in the log without their secrets, and so is its failure") {
  processes->on("discover.sh", [](fake_process& hook) {
    hook.print(sys::process::stream::out, "login with --password seen1");
    for (const auto* line : {"-----BEGIN PRIVATE KEY-----", "seen2", "-----END PRIVATE KEY-----", "token: seen3",
                             "password:", "  seen4", "cannot log in"})
      hook.print(sys::process::stream::err, line);
    return fake_end::exits(1);
  });
  start();
  run_one();
  CHECK(log.count({"seen"}) == 0);
  CHECK(log.count({"hook_output", "stream=stdout", "login with --password <redacted>"}) == 1);
  CHECK(log.count({"hook_failed", "exit status 1: ", "token: <redacted>", "cannot log in"}) == 1);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a hook that cannot be started fails with the reason of the system") {
  start();
  CHECK(run_one().result.error().message == "/modules/000-web/hooks/discover.sh: no such file or directory");
}

TEST_CASE_FIXTURE(hook_runner_fixture, "values that cannot be read fail the run before the process starts") {
  values.read = base::fail(base::error_code::invalid_input, "section 'web' is invalid");
  start();
  CHECK(run_one().result.error().message == "read values: section 'web' is invalid");
  CHECK(processes->started().empty());
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a run is counted with its labels, errors also when there are none") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::exits(0); });
  start();
  run_one();
  tell(runner, end_startup{});
  run_one();
  const auto text = metrics_text();
  const std::string labels = R"(binding="beforeHelm",hook="hooks/discover.sh",module="web",queue="main")";
  CHECK(text.find("addon_operator_module_hook_errors_total{activation=\"OperatorStartup\"," + labels + "} 0")
        != std::string::npos);
  CHECK(text.find("addon_operator_module_hook_success_total{activation=\"\"," + labels + "} 1") != std::string::npos);
  CHECK(text.find("addon_operator_module_hook_run_seconds_count{activation=\"\"," + labels + "} 1")
        != std::string::npos);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a failure that is allowed is counted apart") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::exits(1); });
  start();
  auto message = hook_run();
  message.allow_failure = true;
  run_one(message);
  const auto text = metrics_text();
  CHECK(text.find("module_hook_allowed_errors_total{activation=\"OperatorStartup\",binding=\"beforeHelm\","
                  "hook=\"hooks/discover.sh\",module=\"web\",queue=\"main\"} 1")
        != std::string::npos);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "the directory of runs is made again after somebody has removed it") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::exits(0); });
  start();
  REQUIRE(run_one().result);
  REQUIRE(sys::files::remove_tree(tmp.path()));
  CHECK(run_one().result);
  CHECK(mode_of(tmp.path()) == 0700);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "a file of answers that has gone fails the run, and the next one works") {
  bool is_first = true;
  processes->on("discover.sh", [&](fake_process& hook) {
    if (std::exchange(is_first, false)) std::filesystem::remove_all(directory_of(hook.variable("METRICS_PATH")));
    return fake_end::exits(0);
  });
  start();
  CHECK_FALSE(run_one().result);
  CHECK(run_one().result);
}

TEST_CASE_FIXTURE(hook_runner_fixture, "files stay after the run for those who ask for it, and the log says where") {
  options.programs.keep_tmp_files = true;
  std::string path;
  processes->on("discover.sh", [&](fake_process& hook) {
    path = hook.variable("VALUES_PATH");
    return fake_end::exits(0);
  });
  start();
  run_one();
  CHECK(sys::files::path_exists(path));
  CHECK(log.count({"tmp_files_kept", directory_of(path)}) == 1);
}
