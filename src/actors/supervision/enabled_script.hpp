#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/program_failure.hpp"
#include "actors/messages/values.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "core/hooks/enabled_answer.hpp"
#include "core/hooks/script_command.hpp"
#include "core/modules/enabled_script_answers.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::supervision {

/// The facts about a module that discovery needs.
struct discoverable_module {
  std::string name;
  std::string directory;                               ///< absolute
  std::string enabled_script;                          ///< absolute path; empty: no script
  bool is_script_executable = true;                    ///< false: not run; counts as a yes
  std::optional<std::chrono::milliseconds> time_limit; ///< of the script

  bool has_hooks_only = false;         ///< no chart, so no release shows whether it was enabled before
  core::values::value_sources files{}; ///< the existing files with its values and its flag
  std::vector<std::string> needs{};    ///< see `module_setup`
  std::string files_digest{};          ///< of the content of its values files, for modules with a script
  std::string misspelt_flag{};         ///< see `core::config::static_section`

  [[nodiscard]] bool decides_by_script() const { return !enabled_script.empty() && is_script_executable; }
};

[[nodiscard]] discoverable_module discoverable(const module_setup& x, const operator_setup& setup);

/// The actors that a run of an `enabled` script needs.
struct script_peers {
  messages::values_store_actor values;
  messages::hook_runner_actor runner;
  messages::metrics_actor metrics;
  messages::kube_client_actor kube;
};

/// The values files of a run.
struct script_values {
  std::shared_ptr<const text::text_pieces> config_values;
  std::shared_ptr<const text::text_pieces> values;
  std::string inputs; ///< checksum of both
};

/// The last "yes" of a script.
struct script_yes {
  std::string grounds; ///< see `core::releases::script_grounds_label`; empty: the script cannot be read
  script_values given;
};

struct script_request {
  std::vector<std::string> enabled_before; ///< `global.enabledModules` for the script
  std::string activation;                  ///< label of metrics
  /// Returns true if the script need not run for `inputs`, a checksum of its values files. Empty: it always
  /// runs.
  std::function<bool(const std::string& inputs)> is_answered = {};
  std::optional<script_values> former = {}; ///< values for the run; empty: the current values
};

struct script_reply {
  core::modules::answered_question question;
  std::string doubt;                                              ///< the reason to doubt a "no"; empty: no doubt
  std::string reason;                                             ///< the script's reason for its answer; may be empty
  std::shared_ptr<const core::values::value_standing> standing{}; ///< the sources of its values
  std::string grounds{}; ///< see `core::releases::script_grounds_label`; empty: the script cannot be read
  script_values given{};
  bool is_no_to_former = false; ///< it says no to the values of its last "yes", too
};

/// Runs the `enabled` script of a module (LIFECYCLE-STEPS 4): writes the values files, runs the script, then
/// reads, logs and records its answer. A part of the SUPERVISOR; a new object for each run.
class enabled_script : public std::enable_shared_from_this<enabled_script> {
public:
  /// Called with the reply; nullopt: the script was not run. It is an error if the script fails or gives no
  /// valid answer. Errors name module and script.
  using on_reply = std::function<void(base::result<std::optional<script_reply>>)>;

  enabled_script(framework::actor_base<messages::supervisor_actor>* self, script_peers peers,
                 discoverable_module module, script_request request, on_reply then);

  void ask();

private:
  void take(const messages::values_read& x);
  void run(script_values values);
  void on_answer(const messages::program_finished& x);
  /// Gives the answer, unless it is a "no" and the API server was away during the run.
  void weigh_outage(const std::string& context, const core::hooks::enabled_answer& answer, const std::string& doubt,
                    std::chrono::microseconds duration);
  void reply(const core::hooks::enabled_answer& answer, const std::string& doubt, std::chrono::microseconds duration);
  /// Logs the script's stderr.
  /// @returns the reason to doubt its "no"; empty: no reason.
  [[nodiscard]] std::string warn_of_words(const core::hooks::enabled_answer& answer,
                                          const messages::program_finished& x) const;
  [[nodiscard]] std::string grounds_of(bool is_yes) const;
  void record(const core::hooks::enabled_answer& answer, const std::string& doubt, std::chrono::microseconds duration);
  void count_usage(const sys::process::process_usage& usage);
  void fail_script(const std::string& context, const messages::program_failure& why);
  void fail(const std::string& context, const base::error& reason);

  framework::actor_base<messages::supervisor_actor>* self_;
  script_peers peers_;
  discoverable_module module_;
  script_request request_;
  on_reply then_;
  std::int64_t began_us_ = 0; ///< of the run
  script_values given_;
  std::string unpatched_; ///< the same checksum without values of the module's own hooks
  std::string script_digest_;
  std::shared_ptr<const core::values::value_standing> standing_;
};

} // namespace actors::supervision
