#pragma once

#include "actors/supervision/main_queue.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "core/status/status_facts.hpp"

#include <optional>

namespace actors::supervision {

/// The modules of the operator with the knowledge of queue `main` about them, for `addon-operator status`.
/// @param paused the modules that a user holds
/// @param queue empty: the global hooks are not known yet, so there was no discovery of modules
[[nodiscard]] std::vector<core::status::module_facts> module_facts_of(const operator_setup& setup,
                                                                      const core::modules::paused_modules& paused,
                                                                      const std::optional<main_queue>& queue);

/// Files that may be mistakes, as the log has named them at the start.
[[nodiscard]] std::vector<std::string> remarks_on_files(const operator_setup& setup);

} // namespace actors::supervision
