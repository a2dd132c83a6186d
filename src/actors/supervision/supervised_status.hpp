#pragma once

#include "actors/messages/debug.hpp"
#include "actors/supervision/main_queue.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "core/modules/recent_removals.hpp"
#include "core/status/status_facts.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace actors::supervision {

/// The modules of the operator with the knowledge of queue `main` about them, for `addon-operator status`.
/// @param paused the modules that a user holds
/// @param queue empty: the global hooks are not known yet, so there was no discovery of modules
[[nodiscard]] std::vector<core::status::module_facts> module_facts_of(const operator_setup& setup,
                                                                      const core::modules::paused_modules& paused,
                                                                      const std::optional<main_queue>& queue);

/// Describes the current work of queue `main`, for messages; empty: it has none.
/// @param queue empty: the operator starts
[[nodiscard]] std::string activity_of(const std::optional<main_queue>& queue);

/// Files that may be mistakes, as the log has named them at the start.
[[nodiscard]] std::vector<std::string> remarks_on_files(const operator_setup& setup);

/// Adds the removals of the last hour. @param now_us of a steady clock
void add_removals(core::status::status_facts& to, const core::modules::recent_removals& removals, std::int64_t now_us);

/// Adds the pauses that no row of a module shows: of releases without a module. A pause is no problem.
/// @param lines for people, by module
void add_pauses(core::status::status_facts& to, const std::map<std::string, std::string>& lines);

/// Adds the problems of the last discovery.
void add_discovery(core::status::status_facts& to, const operator_setup& setup,
                   const core::main_queue::reload_plan& plan);

/// The objects of a release: `shop/NetworkPolicy/default-deny`.
[[nodiscard]] std::vector<std::string> names_of_objects(const messages::resources_described& found,
                                                        const std::string& release);

} // namespace actors::supervision
