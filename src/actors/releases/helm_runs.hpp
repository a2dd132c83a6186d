#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "core/releases/helm_command.hpp"
#include "core/releases/helm_task.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/files/tmp_place.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actors::releases {

/// The parts that HELM is made from.
struct helm_source {
  core::releases::helm_setup setup;
  sys::files::tmp_place tmp;
  std::string ignored_release; ///< belongs to no module; empty: no release is ignored
};

/// Runs tasks of Helm, through the HOOK RUNNER: by `helm worker`, which stays, or by the command line. A part
/// of HELM; everything here runs in its handlers.
class helm_runs {
public:
  helm_runs(framework::actor_base<messages::helm_actor>* self, helm_source source, messages::hook_runner_actor runner);

  /// Prepares for a task: a private directory with the kubeconfig, and the version of a binary that is
  /// started for each task. This happens at the first use. The next caller repeats a failed step and restores
  /// removed files.
  using on_ready = std::function<void(const base::result<core::releases::helm_program>&)>;
  void prepare(on_ready then);

  /// The end of a run.
  struct outcome {
    base::result<void> result; ///< failure: the way it ended, without helm's words
    std::string output;        ///< stdout
    std::chrono::microseconds duration{0};
    std::string words{}; ///< of a failure, for the log alone: the useful part of helm's stderr
  };
  using on_end = std::function<void(const outcome&)>;
  /// Limits of a run. A run without effects may have a shorter time, and a stop may end it at once.
  struct run_rule {
    std::optional<std::chrono::seconds> time_limit{}; ///< empty: the limit of the setup
    bool may_finish_on_stop = true;
  };
  /// Prepares the task and runs it: with the warm helm, or with a helm that is started for it. Blocks while
  /// files are written.
  void run(core::releases::helm_task task, on_end then, run_rule rule);
  void run(core::releases::helm_task task, on_end then) { run(std::move(task), std::move(then), {}); }

  /// A new path in the private directory. `name` is for people.
  [[nodiscard]] std::string new_path(const std::string& name) {
    return directory_->file(std::to_string(++last_file_) + "-" + name);
  }

private:
  void run_by_command(const core::releases::helm_task& task, const on_end& then, run_rule rule);
  void run_command(core::releases::helm_command command, std::string subject, on_end then, run_rule rule);
  void ask_worker(const core::releases::helm_task& task, const on_end& then, run_rule rule);
  static void remove_file(const std::string& path);
  [[nodiscard]] base::result<std::string> write_file(const std::string& name, std::string_view content);
  void find_version();
  void on_version(const outcome& x);
  /// Makes a private directory with the kubeconfig, if it does not exist or was removed.
  base::result<void> make_home();
  base::result<void> restore_home();
  void ready(const base::result<core::releases::helm_program>& x);

  framework::actor_base<messages::helm_actor>* self_;
  helm_source source_;
  messages::hook_runner_actor runner_;
  std::optional<sys::files::temp_dir> directory_;
  std::optional<core::releases::helm_program> ready_;
  std::shared_ptr<const messages::standing_command> worker_; ///< null: no task was for the warm helm yet
  std::vector<on_ready> waiting_;
  std::uint64_t last_file_ = 0;
};

} // namespace actors::releases
