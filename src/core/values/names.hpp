#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::values {

/// The key of the section that all hooks and charts share.
inline constexpr std::string_view global_key = "global";

/// The member of the global section that lists the enabled modules for hooks and charts. Only the operator
/// sets it: values files, the ConfigMap and patches cannot.
inline constexpr std::string_view enabled_modules_key = "enabledModules";
inline constexpr const char* enabled_modules_reason =
  "has no effect: hooks and charts find the list of enabled modules there; take another name for a list of your own";

/// `ingress-nginx` -> `ingressNginx`: the key of a module's values. Words are divided as strcase v0.2.0
/// divides them.
[[nodiscard]] std::string to_camel(std::string_view name);

/// `ingressNginx` -> `ingress-nginx`: the name of the module that has this key.
[[nodiscard]] std::string to_kebab(std::string_view key);

/// True if a module can have this key: the key stays the same when it is converted to kebab-case and back.
[[nodiscard]] bool is_module_key(std::string_view key);

/// `ingressNginx` -> `ingressNginxEnabled`.
[[nodiscard]] std::string enabled_key(std::string_view key);

/// `ingressNginxEnabled` -> `ingressNginx`; nullopt if `key` is not the key of a flag.
[[nodiscard]] std::optional<std::string> key_of_flag(std::string_view key);

/// `ingressNginx` -> `ingressNginxMaintenance`: the key that pauses a module.
[[nodiscard]] std::string maintenance_key(std::string_view key);

/// `ingressNginxMaintenance` -> `ingressNginx`; nullopt if `key` pauses no module.
[[nodiscard]] std::optional<std::string> key_of_maintenance(std::string_view key);

} // namespace core::values
