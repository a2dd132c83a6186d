#pragma once

#include "base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::modules {

/// The digits with which the name of a module's directory begins: `010-web` -> `010`. Empty if no name of a
/// module follows: `web`, `010`, `010-`.
[[nodiscard]] std::string_view number_prefix(std::string_view directory);

/// The parts of the name of a module's directory: `010-ingress-nginx`.
struct module_directory {
  std::string name;         ///< `ingress-nginx`
  std::optional<int> order; ///< 10; nullopt if the directory has no number
};

/// Reads the name of a directory: `^(([0-9]+)-)?(.+)$`. A name that changes when it is converted to camelCase
/// and back is an error; the message suggests a name that stays the same.
[[nodiscard]] base::result<module_directory> parse_module_directory(std::string_view directory);

/// The suggestion in the error above: the module that the wrong name of a directory probably means
/// (`010-fooBar` -> `foo-bar`). Nullopt: it can mean no module.
[[nodiscard]] std::optional<std::string> name_meant_by(std::string_view directory);

} // namespace core::modules
