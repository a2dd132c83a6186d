#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/program_failure.hpp"
#include "actors/messages/values.hpp"
#include "actors/processes/review_output.hpp"
#include "actors/processes/running_programs.hpp"
#include "core/hooks/doubtful_end.hpp"
#include "core/hooks/object_rounds.hpp"
#include "core/hooks/output.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::processes {

/// The actors to which a hook run sends messages.
struct hook_run_peers {
  messages::values_store_actor values;
  messages::kube_client_actor kube;
  messages::metrics_actor metrics;
  messages::supervisor_actor supervisor{}; ///< null: long runs are not reported
};

/// The options that all hook runs share.
struct hook_options {
  std::optional<std::chrono::milliseconds> timeout; ///< for hooks without a timeout in their settings
  std::string default_namespace = "default";        ///< for objects in patches that name no namespace
};

/// Whether the input files of a review may be written.
enum class room_answer {
  granted,
  later, ///< the runner calls `go_on` or `lack_room`
  never, ///< there is less room than the files need
};

/// The calls of a run to its runner.
struct hook_run_calls {
  /// Asks for room for the input files of a review, in bytes.
  std::function<room_answer(std::size_t bytes)> want_room;
  /// The run is over: called exactly once, as the object's last action; it may destroy the object.
  /// @param failure of a failed run, with texts that `hook_finished` does not have
  std::function<void(messages::hook_finished, const std::optional<messages::program_failure>& failure)> done;
};

/// Why the values of a run may not be meant, although the run ends well. Each text may be empty: no doubt.
struct hook_doubts {
  std::string config;         ///< why the last configuration of the hook is doubtful
  const std::string& cluster; ///< why hooks may not see all objects; may change while the run lasts
};

/// A run of a hook, from its values to its outputs. A part of the HOOK RUNNER.
///
/// The stages are: read values, run the process, parse all outputs, look for an outage, check the values
/// patches, check the metrics, change objects, commit values, apply metrics. A failed stage ends the run. All
/// checks come before the first change. Checked patches stay valid until their commit, because the section of
/// values is reserved.
class hook_run {
public:
  /// @param number makes the file names of runs unique.
  /// @param doubts the referenced text outlives the run.
  hook_run(framework::actor_base<messages::hook_runner_actor>* self, running_programs& programs,
           std::shared_ptr<const hook_run_peers> peers, std::shared_ptr<const hook_options> options,
           messages::run_hook what, hook_doubts doubts, std::uint64_t number, hook_run_calls calls);

  void begin();

  /// Cancels a run before it begins.
  void cancel();
  /// Ends the run of a review before it begins, because the deadline of the review is over.
  void give_up();
  /// Of a review that waits for room: there is room for its input files now.
  void go_on() { run_process(); }
  /// Ends such a run, because there was no room in its time.
  void lack_room();

  [[nodiscard]] const messages::run_hook& what() const noexcept { return what_; }
  /// Of a review: the fate of the operations on objects that the run has ordered; empty: it has ordered none.
  [[nodiscard]] std::optional<operations_fate> fate() const noexcept { return fate_; }
  [[nodiscard]] std::optional<int> exit_code() const noexcept { return exit_code_; }
  /// The objects that have woken the hook and that the run has written.
  [[nodiscard]] const std::vector<core::hooks::object_rounds::round>& rounds() const noexcept { return rounds_; }

private:
  /// Of a review: its context is made now, so that a review that waits for its turn holds no snapshots.
  void make_context();
  void read_values();
  void await_room(const messages::values_read& values);
  void run_process();
  void parse_output(messages::program_finished process);
  /// Takes the answer to the review. @returns the output with the operations that the review may order
  [[nodiscard]] base::result<core::hooks::output> take_answer(const std::map<std::string, std::string>& files,
                                                              core::hooks::output output);
  [[nodiscard]] bool leaves_objects_alone() const;
  [[nodiscard]] bool precedes_deletion() const;
  [[nodiscard]] core::hooks::run_effect effect() const;
  /// Finds out whether the API server was away during the run.
  void find_outage();
  /// Ends a run in an outage whose success would count as knowledge or change objects.
  void weigh_outage();
  void check_patches();
  void refuse_patches(const base::error& why, const std::string& faults);
  void check_metrics();
  void change_objects();
  void commit_patches();
  void apply_metrics();
  /// @param words only for the log: output of the hook, or messages of other actors about the output.
  void fail(base::error_code code, std::string what, const std::string& words = {});
  void fail_in_doubt(const std::string& what, const std::string& words = {});
  void fail_in_outage();
  [[nodiscard]] std::string doubt_on(const messages::program_finished& process);
  void succeed();
  void finish(const std::optional<messages::program_failure>& failure);

  [[nodiscard]] bool has_patches() const;
  /// The time limit of the process; the operations on objects get the same limit again. Empty: no limit is
  /// set.
  [[nodiscard]] std::optional<std::chrono::milliseconds> timeout() const;
  [[nodiscard]] std::chrono::milliseconds time_of_review() const;
  /// The callback for the case that a peer ends before it answers.
  [[nodiscard]] std::function<void(const std::string&)> gone(const char* peer);

  framework::actor_base<messages::hook_runner_actor>* self_;
  running_programs& programs_;
  std::shared_ptr<const hook_run_peers> peers_;
  std::shared_ptr<const hook_options> options_;
  messages::run_hook what_;
  hook_doubts doubts_;
  std::uint64_t number_;
  hook_run_calls calls_;

  messages::run_program program_; ///< until the process begins
  core::hooks::output_texts texts_;
  std::shared_ptr<const core::hooks::metric_batch> metrics_;
  std::shared_ptr<const std::vector<core::hooks::object_operation>> operations_;
  std::vector<core::hooks::object_rounds::round> rounds_;
  messages::hook_finished finished_;
  std::optional<operations_fate> fate_;
  bool is_cluster_in_doubt_ = false;
  std::string doubt_;             ///< why the values of a success are doubtful; may be empty
  bool awaits_end_ = false;       ///< the VALUES STORE waits for the end of the run
  std::uint64_t reservation_ = 0; ///< of the values' section, from check to commit
  std::optional<int> exit_code_;
  std::int64_t began_us_ = 0;
  std::string outage_; ///< an outage during the run, see `outage_found::when`; empty: the API server has answered
};

} // namespace actors::processes
