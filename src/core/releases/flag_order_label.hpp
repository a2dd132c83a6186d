#pragma once

#include "core/values/enabled_flags.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// Label of a revision: the sources of flags that counted when the revision was made, from the weakest to the
/// strongest, as words (`core::values::label_of`) with `.` between them. The order is an option of the
/// operator (`--applied-module-extenders`), which may be lost with a variable of its Deployment.
inline constexpr std::string_view flag_order_label = "moduleFlagOrder";

/// The label's value: `modulesValues.moduleValues.hook.configMap`, or `none`.
[[nodiscard]] std::string flag_order_text(const values::flag_order& order);
/// Reads the label's value. Empty: not known.
[[nodiscard]] std::optional<values::flag_order> read_flag_order(std::string_view label);
/// The value of the option for this order: `Static,DynamicallyEnabled,KubeConfig,ScriptEnabled`.
[[nodiscard]] std::string extenders_of(const values::flag_order& order);

/// The flag `false` of a module with a release.
struct deciding_flag {
  values::flag_source by;                         ///< the source with the flag
  std::optional<values::flag_source> wanted_by{}; ///< the source that had switched it on; empty: not known
  std::string order_before{};                     ///< the label's value; empty: not known
};

/// Whether the flag decides only because another order of sources counts now: under the order of the revision
/// the source that had switched the module on was stronger, or the source of the flag did not count.
[[nodiscard]] bool decides_by_order_alone(const deciding_flag& x, const values::flag_order& now);

/// The words for such a flag, with the option and its variable.
/// @param key `dbEnabled`
/// @param label_command the beginning of a command that labels the latest revision of the release
[[nodiscard]] std::string words_on_order(const std::string& key, const deciding_flag& x, const values::flag_order& now,
                                         const std::string& label_command);

} // namespace core::releases
