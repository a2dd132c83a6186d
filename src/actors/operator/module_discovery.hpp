#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/program_failure.hpp"
#include "actors/messages/values.hpp"
#include "core/modules/discovered_modules.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors {

/// A module as discovery sees it.
struct discoverable_module {
  std::string name;
  std::string enabled_script;                          ///< absolute path; empty: none
  bool is_script_executable = true;                    ///< false: nobody can ask it, which counts as a yes
  std::optional<std::chrono::milliseconds> time_limit; ///< of the script
};

/// What a discovery has to know before it begins.
struct discovery_scope {
  std::vector<discoverable_module> modules;
  std::set<std::string> active;
  core::hooks_known global_hooks = core::hooks_known::all;
  std::vector<std::string> unconfirmed;             ///< see `core::discovery_facts`
  std::map<std::string, std::string> wanted_before; ///< see `core::discovery_facts`
  std::string activation;                           ///< label of metrics
  bool has_releases = true;                         ///< false: the operator has no namespace for them, so nobody asks
  bool purges_without_modules = false;              ///< see `core::discovery_facts`
  std::function<void(const flags_read&)> on_flags;
};

/// Finds out which modules are enabled (LIFECYCLE-STEPS 4): merged flags, then the `enabled` scripts one by one, each
/// with the modules found before it, then the releases. A part of the SUPERVISOR; one at a time.
class module_discovery : public std::enable_shared_from_this<module_discovery> {
public:
  struct peers {
    values_store_actor values;
    hook_runner_actor runner;
    helm_actor helm;
    metrics_actor metrics;
  };
  using on_done = std::function<void(core::result<core::discovered_modules>)>;

  module_discovery(base<supervisor_actor>* self, peers others, discovery_scope scope, on_done done);

  void begin();

private:
  void next_module();
  void read_values_for(const discoverable_module& module);
  void run_script(const discoverable_module& module, const values_read& values);
  void take_answer(const discoverable_module& module, const program_finished& x);
  void accept(const std::string& module);
  /// @param reason of the script; may be empty
  void reject(const std::string& module, const std::string& reason);
  /// Why the flag of a module does not switch it on.
  [[nodiscard]] std::string reason_of_flag(const std::string& module) const;
  /// Keeps the module as it is if a "no" would remove something.
  void doubt(const std::string& module, const std::string& reason);
  /// Logs what the script has written to stderr. @returns the reason to doubt its "no"; empty: there is none.
  [[nodiscard]] std::string warn_of_words(const discoverable_module& module, const core::enabled_answer& answer,
                                          const program_finished& x) const;
  void count_usage(const discoverable_module& module, const sys::process_usage& usage);
  /// Lists the releases, once in a discovery.
  void with_releases(std::function<void()> then);
  void finish();
  void record();
  void fail_script(const discoverable_module& module, const std::string& context, const program_failure& why);
  void fail(const std::string& context, const core::error& reason);

  base<supervisor_actor>* self_;
  peers peers_;
  discovery_scope scope_;
  on_done done_;
  core::discovery_facts facts_;
  std::map<std::string, bool> flags_;
  std::map<std::string, core::flag_source> decided_by_; ///< see `flags_read`
  std::vector<std::string> accepted_;
  std::map<std::string, std::string> held_back_; ///< modules that cannot run, and why
  core::trace_facts disabled_;                   ///< modules that are not enabled, and why
  bool are_releases_listed_ = false;
  std::size_t next_ = 0;
};

} // namespace actors
