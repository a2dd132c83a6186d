#pragma once

#include "base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::values {

/// The key of the section that all hooks and charts share.
inline constexpr std::string_view global_key = "global";

/// The member of the global section that holds the list of enabled modules for the modules. No values file,
/// section of the ConfigMap or patch sets it.
inline constexpr std::string_view enabled_modules_key = "enabledModules";
inline constexpr const char* enabled_modules_reason =
  "has no effect: what is read there is the list of modules that are on; take another name for a list of your own";

/// `ingress-nginx` -> `ingressNginx`: the key of a module's values. Words are found as strcase v0.2.0 does.
[[nodiscard]] std::string to_camel(std::string_view name);

/// `ingressNginx` -> `ingress-nginx`: the module of a key.
[[nodiscard]] std::string to_kebab(std::string_view key);

/// The parts of the name of a module's directory: `010-ingress-nginx`.
struct module_directory {
  std::string name;         ///< `ingress-nginx`
  std::optional<int> order; ///< 10; nullopt if the directory has no number
};

/// Reads the name of a directory: `^(([0-9]+)-)?(.+)$`. It is an error if the module's name changes when it
/// is converted to camelCase and back; the message suggests a name that does not.
[[nodiscard]] base::result<module_directory> parse_module_directory(std::string_view directory);

/// True if a module can have this key: it survives the way to the module's name and back.
[[nodiscard]] bool is_module_key(std::string_view key);

/// `ingressNginx` -> `ingressNginxEnabled`.
[[nodiscard]] std::string enabled_key(std::string_view key);

/// `ingressNginxEnabled` -> `ingressNginx`; nullopt if `key` is no flag.
[[nodiscard]] std::optional<std::string> key_of_flag(std::string_view key);

/// `ingressNginx` -> `ingressNginxMaintenance`: the key that pauses a module.
[[nodiscard]] std::string maintenance_key(std::string_view key);

/// `ingressNginxMaintenance` -> `ingressNginx`; nullopt if `key` pauses no module.
[[nodiscard]] std::optional<std::string> key_of_maintenance(std::string_view key);

} // namespace core::values
