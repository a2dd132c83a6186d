#pragma once

#include "core/hooks/script_command.hpp"
#include "hook_cases/case_outcome.hpp"

#include <string>
#include <vector>

namespace hook_cases {

/// A hook and its owner.
struct hook_to_run {
  core::bindings::hook_definition hook;
  core::hooks::script_place place;
  core::values::values_owner owner;         ///< the module, or global
  std::vector<std::string> enabled_modules; ///< for `global.enabledModules`
};

/// Runs a hook for a context, with the values as they are, and applies its output to them. Blocks until the
/// process has ended.
[[nodiscard]] case_outcome run_case(const hook_to_run& x, const case_context& context, core::store::values_book& values,
                                    hook_surroundings around);

} // namespace hook_cases
