#pragma once

#include "actors/supervision/enabled_script.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/modules/enabled_script_answers.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace actors::supervision {

/// Asks `enabled` scripts again between reloads, when their values have changed. A part of the SUPERVISOR.
class enabled_script_reruns {
public:
  enabled_script_reruns(framework::actor_base<messages::supervisor_actor>* self,
                        std::shared_ptr<const operator_setup> setup, peer_registry& peers);

  /// Takes the questions of a discovery that counts.
  /// @param grounds of the scripts that have said yes, by module
  void discovered(std::map<std::string, core::modules::answered_question> asked,
                  std::map<std::string, std::string> grounds);

  /// Asks the script of the module if the last discovery has asked it, and its values have changed since its
  /// last answer.
  /// @param activation label of metrics
  /// @param then gets an error if the script was to be asked and has failed
  void ask_again(const std::string& module, std::string activation, std::function<void(base::result<void>)> then);

  /// False if the script has another answer now than the last discovery has got.
  [[nodiscard]] bool stands(const std::string& module) const { return known_.stands(module); }

private:
  /// The release of the module notes them.
  void note_grounds(const std::string& module, const std::string& grounds);

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  std::map<std::string, discoverable_module> scripts_; ///< by module
  core::modules::enabled_script_answers known_;
  std::map<std::string, std::string> noted_; ///< grounds that the values store has, by module
};

} // namespace actors::supervision
