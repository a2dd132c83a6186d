#include "actors/supervision/running_operator.hpp"
#include "setup/modules_on_disk.hpp"
#include "support/operator_fixture.hpp"
#include "support/threaded_api.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/log/log.hpp"
#include "sys/process/reactor.hpp"
#include "sys/time/alarm.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

/// Writes its inputs to $REPORTS, and then creates a ConfigMap `report-N`.
constexpr auto reporting_hook = R"sh(#!/usr/bin/env bash
set -euo pipefail
if [[ "${1:-}" == "--config" ]]; then
  echo '{configVersion: v1, onStartup: 1, kubernetes: [{name: pods, kind: Pod}],'
  echo ' schedule: [{name: tick, crontab: "* * * * * *"}]}'
  exit 0
fi
mkdir "$REPORTS/new"
for variable in BINDING_CONTEXT_PATH CONFIG_VALUES_PATH VALUES_PATH CONFIG_VALUES_JSON_PATCH_PATH \
                VALUES_JSON_PATCH_PATH METRICS_PATH KUBERNETES_PATCH_PATH; do
  path="${!variable}"
  echo "$variable $path $(stat -c %a "$path") $(stat -c %a "$(dirname "$path")") $(stat -c %s "$path")" \
    >> "$REPORTS/new/files"
done
cp "$BINDING_CONTEXT_PATH" "$REPORTS/new/context"
cp "$CONFIG_VALUES_PATH" "$REPORTS/new/config"
cp "$VALUES_PATH" "$REPORTS/new/values"
echo "$PWD $WORKING_DIR $#" > "$REPORTS/new/process"
number=$(($(ls "$REPORTS" | wc -l) - 1))
mv "$REPORTS/new" "$REPORTS/$number"
cat > "$KUBERNETES_PATCH_PATH" <<YAML
operation: CreateOrUpdate
object: {apiVersion: v1, kind: ConfigMap, metadata: {name: report-$number, namespace: default}}
YAML
echo '[{"op":"add","path":"/web/runs","value":'"$number"'}]' > "$VALUES_JSON_PATCH_PATH"
)sh";

void write(const std::filesystem::path& path, std::string_view text, bool executable) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  if (executable) std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

/// A running operator with real processes, and a module `web` with a single hook, which reports.
struct real_operator {
  real_operator() {
    sys::log::replace_log_sink([](std::string_view) {});
    write(root.file("modules/010-web/values.yaml"), "webEnabled: true\nweb: {a: 1}\n", false);
    write(root.file("modules/010-web/hooks/report.sh"), reporting_hook, true);
    std::filesystem::create_directories(root.file("global-hooks"));
    std::filesystem::create_directories(root.file("reports"));
    api->change([](simulation::fake_api_server& x) { x.put_object(test::object_of("v1", "Pod", "p")); });

    auto platform = setup::read_modules_on_disk({root.file("modules")}, root.file("global-hooks"));
    REQUIRE_MESSAGE(platform, platform.error().message);
    actors::supervision::operator_setup setup;
    setup.modules = std::move(platform->modules);
    setup.global_hooks = std::move(platform->global_hooks);
    setup.values = std::move(platform->values);
    setup.namespace_name = "addon-operator";
    setup.config_map = "addon-operator";
    setup.tmp.path = root.file("tmp");
    setup.transport = api;
    setup.processes = std::make_shared<sys::process::reactor>();
    setup.alarm = std::make_shared<sys::time::wall_clock_alarm>();
    setup.environment = sys::files::environment();
    setup.environment.push_back("REPORTS=" + root.file("reports"));
    actors::supervision::running_operator_options options;
    options.listen.address = sys::http::tcp_address{"127.0.0.1", 0};
    auto started = actors::supervision::running_operator::start(std::move(setup), options);
    REQUIRE_MESSAGE(started, started.error().message);
    running = std::move(*started);
  }
  ~real_operator() {
    running.reset();
    sys::log::replace_log_sink({});
  }

  /// Waits until the report of that number is complete.
  void await_report(int number) {
    REQUIRE(api->await([number](simulation::fake_api_server& x) {
      return x.object("ConfigMap", "default", "report-" + std::to_string(number)).has_value();
    }));
  }
  [[nodiscard]] std::string report(int number, const std::string& file) const {
    const auto text = sys::files::read_file(root.file("reports/" + std::to_string(number) + "/" + file));
    REQUIRE_MESSAGE(text, text.error().message);
    return *text;
  }

  sys::files::temp_dir root = *sys::files::temp_dir::create(std::filesystem::temp_directory_path().string(), "real-");
  std::shared_ptr<test::threaded_api> api = std::make_shared<test::threaded_api>();
  std::unique_ptr<actors::supervision::running_operator> running;
};

} // namespace

TEST_CASE_FIXTURE(real_operator, "a real hook gets private files with its inputs, which are gone after the run") {
  await_report(0);
  CHECK(report(0, "context") == R"([{"binding":"onStartup"}])");
  CHECK(report(0, "config") == R"({"global":{},"web":{}})");
  CHECK(report(0, "values") == R"({"global":{"enabledModules":["web"]},"web":{"a":1}})");
  const auto hooks = root.file("modules/010-web/hooks");
  CHECK(report(0, "process") == hooks + " " + hooks + " 0\n");

  await_report(1);
  CHECK(
    report(1, "context").starts_with(R"([{"binding":"pods","objects":[{"object":{"apiVersion":"v1","kind":"Pod",)"));
  CHECK(report(1, "values") == R"({"global":{"enabledModules":["web"]},"web":{"a":1,"runs":0}})");
  await_report(2);
  CHECK(report(2, "context") == R"([{"binding":"tick","type":"Schedule"}])");

  std::istringstream lines(report(0, "files"));
  int files = 0;
  for (std::string variable, path, mode, directory_mode, size;
       lines >> variable >> path >> mode >> directory_mode >> size; ++files) {
    CAPTURE(variable);
    CHECK(mode == "600");
    CHECK(directory_mode == "700");
    CHECK((size == "0") == (variable.find("PATCH") != std::string::npos || variable == "METRICS_PATH"));
    CHECK_FALSE(sys::files::path_exists(path));
    CHECK_FALSE(sys::files::path_exists(std::filesystem::path(path).parent_path().string()));
  }
  CHECK(files == 7);

  running->stop("the test is over");
  CHECK(running->wait() == 0);
  running.reset();
  const auto left = sys::files::list_directory(root.file("tmp"));
  CHECK((!left || left->empty()));
}
