#pragma once

#include "actors/operator/enabled_script.hpp"
#include "actors/operator/peer_registry.hpp"
#include "core/modules/repeated_questions.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace actors {

/// Asks `enabled` scripts again between reloads, when their values have changed. A part of the SUPERVISOR.
class script_questions {
public:
  script_questions(base<supervisor_actor>* self, std::shared_ptr<const operator_setup> setup, peer_registry& peers);

  /// A discovery that counts has asked these.
  void discovered(std::map<std::string, core::answered_question> asked) { known_.discovered(std::move(asked)); }

  /// Asks the script of the module if the last discovery has asked it, and its values have changed since its last answer.
  /// @param activation label of metrics
  /// @param then gets an error if the script was to be asked and has failed
  void ask_again(const std::string& module, std::string activation, std::function<void(core::result<void>)> then);

  /// False if the script has another answer now than the last discovery has got.
  [[nodiscard]] bool stands(const std::string& module) const { return known_.stands(module); }

private:
  base<supervisor_actor>* self_;
  peer_registry& peers_;
  std::map<std::string, discoverable_module> scripts_; ///< by module
  core::repeated_questions known_;
};

} // namespace actors
