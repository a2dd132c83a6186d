#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "core/releases/helm_command.hpp"
#include "core/releases/helm_task.hpp"
#include "core/releases/lookup_answers.hpp"
#include "core/releases/quoted_values.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/files/tmp_place.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actors::releases {

/// The settings of HELM.
struct helm_source {
  core::releases::helm_setup setup;
  sys::files::tmp_place tmp;
  std::string ignored_release;                   ///< not a module's release; empty: no release is ignored
  bool looks_for_changes = true;                 ///< of other clients, before the first upgrade of a release
  std::chrono::microseconds removal_grace{0};    ///< see `operator_setup::removal_grace`
  text::json file_values = text::json::object(); ///< the values of all values files, by key
  std::string flag_order{};                      ///< see `core::releases::flag_order_label`
  std::string instance{};                        ///< see `core::releases::operator_instance`; empty: not noted
  std::function<std::string()> term{};           ///< see `core::releases::lead_term`; empty: there is no election
};

/// Runs tasks of Helm through the HOOK RUNNER: with the long-lived `helm worker`, or with a process for each
/// task. A part of HELM; everything here runs in its handlers.
class helm_runs {
public:
  helm_runs(framework::actor_base<messages::helm_actor>* self, helm_source source,
            messages::supervisor_actor supervisor, messages::hook_runner_actor runner);

  /// Called when Helm is ready for a task: the private directory with the kubeconfig exists, and, unless the
  /// Helm worker is used, the version of the binary is known. The first call of `prepare` makes this ready.
  /// After a failure the next caller tries again; removed files are restored.
  using on_ready = std::function<void(const base::result<core::releases::helm_program>&)>;
  void prepare(on_ready then);

  /// The end of a run.
  struct outcome {
    base::result<void> result; ///< failure: how the run ended, without Helm's message
    std::string output;        ///< stdout
    std::chrono::microseconds duration{0};
    std::string words{}; ///< for a failure, the useful part of Helm's stderr, only for the log
    /// Of an upgrade: objects that the chart does not have any more and that stay for a while.
    std::vector<core::releases::manifest_object> left{};
    std::optional<core::releases::lookup_answers> looked_up{}; ///< of the Helm worker
    std::vector<std::string> lacking{};                        ///< see `core::releases::lacking_keys`
  };
  using on_end = std::function<void(const outcome&)>;
  /// The limits of a run. A run without effects may have a shorter time limit and may be ended at once by a
  /// stop.
  struct run_rule {
    std::optional<std::chrono::seconds> time_limit{}; ///< empty: the limit of the setup
    bool may_finish_on_stop = true;
  };
  /// Prepares and runs a task, with the Helm worker or with a new process. Blocks while files are written.
  void run(core::releases::helm_task task, on_end then, run_rule rule);
  void run(core::releases::helm_task task, on_end then) { run(std::move(task), std::move(then), {}); }

  /// The warnings of Helm and of the API server about the last upgrade of each release, for people. Bounded
  /// by the releases, and by `warnings_max` for each.
  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& warnings() const noexcept { return warnings_; }

  /// A new path in the private directory. `name` makes it readable.
  [[nodiscard]] std::string new_path(const std::string& name) {
    return directory_->file(std::to_string(++last_file_) + "-" + name);
  }

private:
  /// Returns the values that Helm may quote; called only for a message that is shown.
  using hidden_values = std::function<core::releases::quoted_values()>;
  [[nodiscard]] hidden_values hidden_in(const core::releases::helm_task& task) const;
  void run_by_command(const core::releases::helm_task& task, const on_end& then, run_rule rule);
  void run_command(core::releases::helm_command command, std::string subject, on_end then, run_rule rule,
                   hidden_values hidden);
  void ask_worker(const core::releases::helm_task& task, const on_end& then, run_rule rule);
  void note_warnings(const std::string& release, const std::vector<std::string>& all);
  static void remove_file(const std::string& path);
  [[nodiscard]] base::result<std::string> write_file(const std::string& name, std::string_view content);
  void find_version();
  void on_version(const outcome& x);
  /// Creates the private directory with the kubeconfig, if it does not exist or was removed.
  base::result<void> make_home();
  base::result<void> restore_home();
  void ready(const base::result<core::releases::helm_program>& x);

  framework::actor_base<messages::helm_actor>* self_;
  helm_source source_;
  messages::supervisor_actor supervisor_;
  messages::hook_runner_actor runner_;
  std::optional<sys::files::temp_dir> directory_;
  std::optional<core::releases::helm_program> ready_;
  std::shared_ptr<const messages::standing_command> worker_; ///< null: the Helm worker had no task yet
  std::vector<on_ready> waiting_;
  std::uint64_t last_file_ = 0;
  std::map<std::string, std::vector<std::string>> warnings_;
};

} // namespace actors::releases
