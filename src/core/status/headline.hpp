#pragma once

#include "core/status/platform_status.hpp"

#include <string>

namespace core::status {

/// The state in a few words, problems and removed releases first: `1 PROBLEM: module 'web' fails; db waits.
/// Ready for 5 min`. `Ready` says only that all modules were well once. A replica that waits for the lead is
/// a `STANDBY`.
[[nodiscard]] std::string headline_of(const platform_status& x);

/// The problem in a few words: its `brief`, or the start of its cause.
[[nodiscard]] std::string brief_of(const status_problem& x);

/// The first module that a text names: `module 'web'`, `release 'web'`; empty: no name.
[[nodiscard]] std::string module_named_in(const std::string& text);

/// Fills the rows of modules with the problems that are about them beside their state.
void add_troubles(platform_status& x);

} // namespace core::status
