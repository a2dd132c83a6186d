#pragma once

#include "base/error.hpp"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::values {

/// The sources of a module's flag, from the weakest to the strongest.
enum class flag_source {
  common_values, ///< `xEnabled` in $MODULES_DIR/values.yaml
  module_values, ///< `xEnabled` in the module's values.yaml
  hook_patch,    ///< `/xEnabled` in a values patch of a global hook
  config_map,    ///< `xEnabled` in the ConfigMap
};

/// Names the source in a message: `$MODULES_DIR/values.yaml`.
[[nodiscard]] const char* describe(flag_source source) noexcept;

/// Whether values switch a module on. Its `enabled` script has not run yet and may still switch it off.
struct enabled_flag {
  bool enabled = false;
  std::optional<flag_source> source; ///< nullopt: no source sets the flag, so the module is disabled
};

/// Flags of a single source by values key (`ingressNginx`).
using flag_layer = std::map<std::string, bool, std::less<>>;

/// The sources that count, from the weakest to the strongest. A source that is missing here is ignored.
using flag_order = std::vector<flag_source>;

[[nodiscard]] flag_order default_flag_order();

/// Parses a comma list of the names that flant/addon-operator gives to sources:
/// `Static,DynamicallyEnabled,KubeConfig,ScriptEnabled`. Unknown and repeated names are errors.
/// `ScriptEnabled` must be the last name, because `enabled` scripts always run after the flags are read.
[[nodiscard]] base::result<flag_order> parse_flag_order(std::string_view extenders);

/// The flags of all modules, by source. A plain value.
class enabled_flags {
public:
  enabled_flags() = default;
  explicit enabled_flags(flag_order order) : order_(std::move(order)) {}

  void replace_layer(flag_source source, flag_layer flags) { layer(source) = std::move(flags); }
  [[nodiscard]] const flag_layer& layer(flag_source source) const { return layers_[static_cast<std::size_t>(source)]; }

  /// The effective flag: the flag of the strongest source that sets it.
  [[nodiscard]] enabled_flag flag(std::string_view key) const;

  /// The sources that set this flag to `true` but are missing in the order.
  [[nodiscard]] std::set<flag_source> left_out(std::string_view key) const;

  /// True if no values file can override a flag of `source`.
  [[nodiscard]] bool is_above_files(flag_source source) const;

  /// The keys whose flag is on in one set and off in the other.
  [[nodiscard]] static std::set<std::string> differences(const enabled_flags& a, const enabled_flags& b);

  /// The keys that are on in both sets, but by different sources; each with its source in `b`.
  [[nodiscard]] static std::map<std::string, flag_source> moved(const enabled_flags& a, const enabled_flags& b);

private:
  flag_layer& layer(flag_source source) { return layers_[static_cast<std::size_t>(source)]; }

  flag_order order_ = default_flag_order();
  std::array<flag_layer, 4> layers_;
};

} // namespace core::values
