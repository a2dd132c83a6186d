#pragma once

#include "core/releases/release.hpp"
#include "core/values/value_source.hpp"

#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// Hooks that had set values for the last revision, and that have not ended well since the start. A hook that
/// binds to nothing is left out: no run of it will ever end. So is a hook that has gone, unless all hooks of
/// the revision with values in that section have gone.
struct awaited_hooks {
  std::set<std::string> sections{}; ///< of their values
  std::vector<std::string> words{}; ///< a hook each, with the occasions of its runs
  bool will_run_soon = true;        ///< no hook waits for a schedule or a review, has failed, or has gone
  bool have_gone = false;           ///< hooks have gone
};

/// None if a user has taken `module_hook_values_label` away, by which a user says that no hook is awaited.
/// @param directory of the module
[[nodiscard]] awaited_hooks hooks_awaited(const release& last, const values::value_standing& now,
                                          const std::string& directory);

} // namespace core::releases
