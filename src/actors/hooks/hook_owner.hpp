#pragma once

#include "actors/interfaces.hpp"
#include "core/base/error.hpp"
#include "core/hooks/hook_files.hpp"

#include <string>

namespace actors {

/// Whom an owner of hooks talks to.
struct hook_peers {
  supervisor_actor supervisor;
  hook_runner_actor runner;
  scheduler_actor scheduler;
  metrics_actor metrics;
};

/// Where an owner's hooks lie.
struct hooks_location {
  std::string module;    ///< empty: the global hooks
  std::string directory; ///< absolute, of the hooks
  core::python_venv venv = core::python_venv::none;
};

/// What a run of a hook came to.
struct hook_run_result {
  core::result<void> result;
  bool values_changed = false;
};

} // namespace actors
