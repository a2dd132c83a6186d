#pragma once

#include "sys/process/process.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace setup {

/// The end of a program.
struct ended_program {
  sys::process::process_exit exit;
  std::string errors; ///< its stderr
};

/// Runs a program and collects its output. Blocks until it has ended.
/// @param limit time after which the program and its descendants are killed; empty: no limit
[[nodiscard]] ended_program run_to_its_end(sys::process::process_spec spec,
                                           std::optional<std::chrono::seconds> limit = {});

} // namespace setup
