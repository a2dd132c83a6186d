#pragma once

#include "core/releases/lost_value_sources.hpp"
#include "core/releases/release.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <string>
#include <vector>

namespace core::releases {

/// The owner of hooks.
enum class hooks_of { module, global };

/// The hooks of an owner that had set values for the last revision and are not there any more: the file, its
/// x bit or a valid configuration is missing.
struct gone_hooks {
  hooks_of owner = hooks_of::module;
  std::vector<std::string> names{}; ///< for messages: `global hook 'hooks/a.sh'`
  /// None of the owner's hooks with values is there. An image without them is more likely than an author who
  /// has given up all of them at once.
  bool are_all = false;
};

/// The hooks that have gone, by the section of their values.
[[nodiscard]] std::map<std::string, gone_hooks> hooks_gone(const release& last, const values::value_standing& now);

/// Why hooks of an owner are not there: whether the owner has any hook.
/// @param directory of the module
[[nodiscard]] std::string words_of_absence(hooks_of owner, const values::value_standing& now,
                                           const std::string& directory);

/// The hook for messages, with the reason why its values do not count.
[[nodiscard]] std::string describe(const lost_hook& x, const held_upgrade& held);

} // namespace core::releases
