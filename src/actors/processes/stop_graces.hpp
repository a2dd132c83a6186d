#pragma once

#include <chrono>

namespace actors::processes {

/// From SIGTERM to SIGKILL, for a program whose time limit is over. The grace of the operator's own stop is
/// an option (`operator_setup::stop_grace`).
inline constexpr std::chrono::milliseconds kill_grace{5000};

/// The time limit for an answer of the Helm worker after its question was cancelled. The worker needs up to
/// ten seconds to mark the release as failed.
inline constexpr std::chrono::seconds cancel_grace{15};

} // namespace actors::processes
