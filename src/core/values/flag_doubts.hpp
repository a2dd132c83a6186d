#pragma once

#include "core/values/doubted_run.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/patch_rules.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace core::values {

/// The keys of the flags that a hook's patches set or remove.
[[nodiscard]] std::set<std::string> flags_named(const split_patch& values, const split_patch& config);

/// Remembers the flags that only a run in doubt has switched off. Such a `false` or removal does not count
/// until a run without doubt sets or removes the flag, too. Bound: an entry for each flag that global hooks
/// have set.
class flag_doubts {
public:
  /// Records a run's changes of flags.
  /// @param named see `flags_named`
  /// @param doubt nullopt: the run is not in doubt
  /// @returns true if the set of flags in doubt has changed
  bool take(const flag_layer& before, const flag_layer& after, const std::set<std::string>& named,
            const std::optional<doubted_run>& doubt);

  /// The flags in doubt by key (`ingressNginx`).
  [[nodiscard]] const std::map<std::string, doubted_run>& by_key() const noexcept { return by_key_; }

private:
  std::map<std::string, doubted_run> by_key_;
};

} // namespace core::values
