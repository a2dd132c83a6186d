#pragma once

#include <string>
#include <vector>

namespace core::modules {

/// Why a module is off, for messages.
struct module_off {
  std::string reason;        ///< `no source has a flag dbEnabled`
  std::string wanted_before; ///< the source of the flag that had switched it on; empty: not known
};

/// A module without a release that has been on and is deleted now. Its hooks of the deletion may delete what
/// its other hooks have made, so their runs are named like the removal of a release.
struct unwanted_hook_module {
  std::string module;
  module_off why;
  std::vector<std::string> hooks; ///< of the deletion, in the order of their runs; not empty
};

/// The next step if the module is off by mistake.
[[nodiscard]] std::string hint_of(const unwanted_hook_module& x);

/// The line for /readyz, with the reason and the next step.
[[nodiscard]] std::string describe(const unwanted_hook_module& x);

} // namespace core::modules
