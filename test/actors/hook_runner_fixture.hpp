#pragma once

#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/values.hpp"
#include "actors/processes/hook_runner.hpp"
#include "actors/telemetry/metrics.hpp"
#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"
#include "support/fake_kube_client.hpp"
#include "support/fake_processes.hpp"
#include "support/fake_values_store.hpp"
#include "sys/files/temp_dir.hpp"

#include <memory>
#include <string>
#include <utility>

namespace test {

/// A HOOK RUNNER with fake processes, real input files, the real METRICS, and fakes of the other peers.
struct hook_runner_fixture : actor_fixture {
  hook_runner_fixture() {
    add_outside([this] { return processes->deliver() > 0; });
  }

  captured_log log;
  sys::files::temp_dir tmp = *sys::files::temp_dir::create("/tmp", "hook-runner-test-");
  std::shared_ptr<fake_processes> processes = std::make_shared<fake_processes>();
  values_script values;
  object_operations_script objects;
  actors::messages::metrics_actor metrics = own(actors::telemetry::metrics(system(), shared(), "addon_operator_"));
  actors::processes::hook_run_peers peers{
    own(actors::framework::spawn<fake_values_store>(system(), actors::framework::placement::shared, shared(), "values",
                                                    &values)),
    own(actors::framework::spawn<fake_kube_client>(system(), actors::framework::placement::shared, shared(), "kube",
                                                   &objects)),
    metrics};
  actors::processes::hook_runner_options options{
    .programs = {.tmp = {tmp.path()}, .environment = {"PATH=/bin", "WORKING_DIR=/old"}, .processes = processes},
    .hooks = {}};
  actors::messages::hook_runner_actor runner;

  /// Spawns the runner. Must be called after the test has set the options.
  void start() {
    runner =
      own(actors::processes::hook_runner(system(), actors::framework::placement::shared, shared(), options, peers));
  }

  static actors::messages::run_hook hook_run(core::bindings::hook_settings settings = {}) {
    core::bindings::hook_definition hook;
    hook.name = "hooks/discover.sh";
    hook.path = "/modules/000-web/hooks/discover.sh";
    hook.settings = settings;
    actors::messages::run_hook x;
    x.module = "web";
    x.hook = std::make_shared<const core::bindings::hook_definition>(std::move(hook));
    x.place = {"/modules/000-web/hooks/discover.sh", "/modules/000-web/hooks"};
    x.context = std::make_shared<const text::text_pieces>(R"([{"binding":"beforeHelm"}])");
    x.binding = "beforeHelm";
    x.binding_type = "beforeHelm";
    x.queue = "main";
    x.step = 5;
    return x;
  }
  static actors::messages::run_program program_run(const std::string& path) {
    actors::messages::run_program x;
    x.command.argv = {path, "--config"};
    x.subject = "program " + path;
    return x;
  }

  actors::messages::hook_finished run_one(actors::messages::run_hook x = hook_run()) {
    return ask<actors::messages::hook_finished>(runner, std::move(x));
  }
  std::string metrics_text(bool of_hooks = false) {
    return *ask<actors::messages::metrics_rendered>(metrics, actors::messages::render_metrics{{}, of_hooks}).text;
  }
};

} // namespace test
