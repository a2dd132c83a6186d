#pragma once

#include "core/hooks/hooks_on_disk.hpp"

#include <string>

namespace actors::hooks {

/// The place of an owner's hooks.
struct hooks_location {
  std::string module;    ///< empty: the global hooks
  std::string directory; ///< absolute path of the hooks' directory
  core::hooks::python_venv venv = core::hooks::python_venv::none;
};

} // namespace actors::hooks
