#pragma once

#include "core/values/enabled_flags.hpp"
#include "core/values/shared_names.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::values {

/// The modules that a user wants off, by name: their flag is not on, and a source that decides says so, or
/// any source has `false`.
[[nodiscard]] std::set<std::string> modules_switched_off(const enabled_flags& flags);

/// Knows the modules whose presence in `global.enabledModules`, or absence from it, is certain and intended.
/// Each run of a module asks, so the set is made only after flags or a discovery have changed.
class settled_modules {
public:
  using flags_ptr = std::shared_ptr<const enabled_flags>;

  /// @param enabled the modules that run
  /// @param given_up modules that are off for a reason that is known
  void discovered(const std::vector<std::string>& enabled, const std::set<std::string>& given_up);

  /// nullopt: there was no discovery yet.
  [[nodiscard]] std::optional<shared_names> with(const flags_ptr& flags);

  /// The number of sets that were made since the start.
  [[nodiscard]] std::size_t made() const noexcept { return made_; }

private:
  std::optional<std::set<std::string>> found_; ///< by the last discovery
  flags_ptr flags_;                            ///< the flags in `settled_`
  std::optional<shared_names> settled_;
  std::size_t made_ = 0;
};

} // namespace core::values
