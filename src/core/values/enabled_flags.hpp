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

/// The source in words, for messages: `$MODULES_DIR/values.yaml`.
[[nodiscard]] const char* describe(flag_source source) noexcept;

/// Whether a module is switched on, before its `enabled` script is asked.
struct enabled_flag {
  bool enabled = false;
  std::optional<flag_source> source; ///< nullopt: no source sets the flag, so the module is disabled
};

/// Flags of a single source by values key (`ingressNginx`).
using flag_layer = std::map<std::string, bool, std::less<>>;

/// The order in which sources override each other, the strongest last. A source that is left out does not
/// count.
using flag_order = std::vector<flag_source>;

[[nodiscard]] flag_order default_flag_order();

/// Reads an order by the names that flant/addon-operator has for sources, separated by commas:
/// `Static,DynamicallyEnabled,KubeConfig,ScriptEnabled`. Unknown and repeated names are errors.
/// `ScriptEnabled` stands for the `enabled` scripts, which are always asked after the flags: it must be the
/// last name.
[[nodiscard]] base::result<flag_order> parse_flag_order(std::string_view extenders);

/// The flags of all modules, layer by layer. A plain value.
class enabled_flags {
public:
  enabled_flags() = default;
  explicit enabled_flags(flag_order order) : order_(std::move(order)) {}

  void replace_layer(flag_source source, flag_layer flags) { layer(source) = std::move(flags); }
  [[nodiscard]] const flag_layer& layer(flag_source source) const { return layers_[static_cast<std::size_t>(source)]; }

  /// The flag that counts: the flag of the strongest source that has set it.
  [[nodiscard]] enabled_flag flag(std::string_view key) const;

  /// The sources that do not count although they have set this flag to `true`.
  [[nodiscard]] std::set<flag_source> left_out(std::string_view key) const;

  /// True if no values file can override a flag of that source.
  [[nodiscard]] bool is_above_files(flag_source source) const;

  /// The keys whose flag is on in one set and off in the other.
  [[nodiscard]] static std::set<std::string> differences(const enabled_flags& a, const enabled_flags& b);

  /// The keys that are on in both, but by another source in `b`; each with that source.
  [[nodiscard]] static std::map<std::string, flag_source> moved(const enabled_flags& a, const enabled_flags& b);

private:
  flag_layer& layer(flag_source source) { return layers_[static_cast<std::size_t>(source)]; }

  flag_order order_ = default_flag_order();
  std::array<flag_layer, 4> layers_;
};

} // namespace core::values
