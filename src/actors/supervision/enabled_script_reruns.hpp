#pragma once

#include "actors/supervision/enabled_script.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/modules/enabled_script_answers.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace actors::supervision {

/// Runs `enabled` scripts again between reloads if their values have changed. A part of the SUPERVISOR.
class enabled_script_reruns {
public:
  enabled_script_reruns(framework::actor_base<messages::supervisor_actor>* self,
                        std::shared_ptr<const operator_setup> setup, peer_registry& peers);

  /// Notes the scripts' answers in a discovery that was accepted.
  /// @param yes the scripts that answer yes, by module
  void discovered(std::map<std::string, core::modules::answered_question> asked, std::map<std::string, script_yes> yes);

  /// Runs the module's script if the last discovery has run it, and if its values have changed since its last
  /// answer.
  /// @param activation label of metrics
  /// @param then gets an error if the script had to run and has failed
  void ask_again(const std::string& module, std::string activation, std::function<void(base::result<void>)> then);

  /// The module's script runs again before its next task, even with the same values.
  void doubt(const std::string& module) { known_.forget_inputs(module); }

  /// False if the script's last answer differs from its answer in the last discovery.
  [[nodiscard]] bool stands(const std::string& module) const { return known_.stands(module); }

  /// The last "yes" of each script in this process, by module.
  [[nodiscard]] const std::map<std::string, script_yes>& last_yes() const noexcept { return last_yes_; }

private:
  /// Notifies the VALUES STORE of new grounds, which it puts on the module's release.
  void note_yes(const std::string& module, script_yes yes);

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  std::map<std::string, discoverable_module> scripts_; ///< by module
  core::modules::enabled_script_answers known_;
  /// The VALUES STORE knows the grounds. Bound: the values of each module with a script.
  std::map<std::string, script_yes> last_yes_;
};

} // namespace actors::supervision
