#pragma once

#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "simulation/fake_api_server.hpp"
#include "support/actor_fixture.hpp"
#include "support/fake_helm.hpp"
#include "support/fake_processes.hpp"
#include "support/scripted_hooks.hpp"
#include "sys/files/temp_dir.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// The configuration of a v1 hook: `v1("beforeHelm: 1")`.
[[nodiscard]] inline std::string v1(std::string_view yaml) {
  return "configVersion: v1\n" + std::string(yaml) + "\n";
}

/// The whole operator on a single thread and on virtual time, with a fake API server, a fake helm, and hooks
/// that are functions of the test. Modules and hooks lie on disk as files without content; input and output
/// files of runs are real.
///
/// A script is named by its owner and its file: `global/a.sh`, `web/a.sh`, `web/enabled`.
class operator_fixture : public actor_fixture {
public:
  static constexpr auto namespace_name = "addon-operator";

  explicit operator_fixture(std::uint64_t seed = 0);
  ~operator_fixture();

  // -- the platform; before `start`

  /// Writes a file below the platform's directory (`modules/`, `global-hooks/`).
  void write(const std::string& path, std::string_view text, bool executable = false);
  /// `modules/values.yaml`.
  void common_values(std::string_view yaml) { write("modules/values.yaml", yaml); }
  /// The full path of a file below the platform's directory.
  [[nodiscard]] std::string path(const std::string& name) const { return root_.file(name); }
  /// A module: `010-web` has the name `web`. It is enabled by its own values.yaml unless that is given.
  void module(const std::string& directory, std::optional<std::string> values = std::nullopt);
  /// The only template of a module's chart.
  void chart(const std::string& module, std::string_view manifest);
  void enabled_script(const std::string& module, hook_script play = {});
  void hook(const std::string& script, const std::string& config, hook_script play = {});
  /// The script plays this function from now on; also after `start`. For an `enabled` script the text of the
  /// file changes, too; `hooks().replace` changes its answer and keeps the text.
  void replay(const std::string& script, hook_script play);

  // -- the ConfigMap

  /// Sets a key as kubectl would; the ConfigMap is made if it is missing.
  void set_config(const std::string& key, const std::string& yaml) { set_config({{key, yaml}}); }
  /// Several keys in a single update.
  void set_config(const std::map<std::string, std::string>& texts);
  /// Creates an empty ConfigMap. It counts as a wish of the user, and a missing ConfigMap does not.
  void create_config_map() { set_config(std::map<std::string, std::string>{}); }
  void remove_config(const std::string& key);
  [[nodiscard]] text::json config_map() const;
  /// The key's text in the cluster.
  [[nodiscard]] std::optional<std::string> config(const std::string& key) const;

  // -- the life of the operator

  /// Starts and runs until no work is left at this point of time.
  void start();
  /// Stops the operator, as SIGTERM does.
  void stop();
  /// The exit code of each call of `on_stopped`.
  [[nodiscard]] const std::vector<int>& exit_codes() const { return exit_codes_; }
  [[nodiscard]] actors::messages::operator_description describe();
  /// The text of GET /metrics, or of /metrics/hooks.
  [[nodiscard]] std::string metrics_text() { return metrics_text({}); }
  [[nodiscard]] std::string hook_metrics_text() { return metrics_text({{}, true}); }

  /// The answer to GET on the debug socket; the path may have a query: `/module/web/values.json?global=true`.
  [[nodiscard]] sys::http::server_response debug_page(const std::string& path,
                                                      actors::telemetry::debug_limits limits = {});
  /// The answer to POST on the debug socket: `/module/web/pause?reason=disk`.
  [[nodiscard]] sys::http::server_response debug_order(const std::string& path) { return debug_answer("POST", path); }

  /// The events since the last call, in order, joined by `; `: runs of scripts and of helm.
  /// `global/a.sh onStartup; web/enabled; helm upgrade web; web/a.sh pods:Added`.
  [[nodiscard]] std::string take_journal();
  /// The runs of a script, in order.
  [[nodiscard]] std::vector<hook_run> runs_of(std::string_view script) const;
  /// The last run of a script. Fails the test if there was no run.
  [[nodiscard]] hook_run last_run(std::string_view script) const;
  /// Everything that was logged.
  [[nodiscard]] const std::string& log() const { return log_; }

  [[nodiscard]] simulation::fake_api_server& api() { return world_->api; }
  [[nodiscard]] fake_processes& processes() { return world_->processes; }
  [[nodiscard]] fake_helm& helm() { return world_->helm; }
  [[nodiscard]] scripted_hooks& hooks() { return world_->hooks; }
  /// The hooks that go on; a Helm that stays is not among them.
  [[nodiscard]] std::vector<sys::process::process_id> running_hooks();
  /// Ends the hooks that go on, and runs until no work is left.
  void finish_running(int exit_code = 0);
  /// The directory of input files.
  [[nodiscard]] std::string tmp_dir() const { return root_.file("tmp"); }
  /// The directories of modules, below the platform's directory.
  std::vector<std::string> modules_dirs{"modules"};
  /// To be changed before `start`.
  actors::supervision::operator_setup setup;
  /// for the page of the trace; null: there is no record.
  actors::messages::trace_recorder_actor recorder;
  std::function<std::string(int pid)> look_at_process; ///< of the next debug server

private:
  [[nodiscard]] sys::http::server_response debug_answer(const char* method, const std::string& path,
                                                        actors::telemetry::debug_limits limits = {});
  /// The part that outlives the actors.
  struct world {
    simulation::fake_api_server api;
    fake_processes processes;
    fake_helm helm{api, namespace_name};
    scripted_hooks hooks;
    std::vector<std::string> journal;
  };
  [[nodiscard]] std::string metrics_text(const actors::messages::render_metrics& which);
  [[nodiscard]] std::string path_of(const std::string& script) const;

  std::shared_ptr<world> world_ = std::make_shared<world>();
  sys::files::temp_dir root_;
  std::map<std::string, std::string> module_directories_;
  actors::messages::supervisor_actor top_;
  std::vector<int> exit_codes_;
  unsigned edits_ = 0; ///< of `enabled` scripts
  std::string log_;
};

/// An object for the fake API server; metadata are name, namespace and labels.
[[nodiscard]] text::json object_of(const std::string& api_version, const std::string& kind, const std::string& name,
                                   const std::map<std::string, std::string>& labels = {},
                                   const std::string& namespace_name = "default");

} // namespace test
