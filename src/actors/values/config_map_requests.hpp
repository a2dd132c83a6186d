#pragma once

#include "core/config/config_sections.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace actors::values {

/// Which ConfigMap holds the configuration.
struct config_map_place {
  std::string namespace_name;
  std::string name;
};

/// Reads a ConfigMap, and whether anybody but hooks has written its data and its sections. A key that is wrong keeps what it is in `previous`.
/// @param known see `core::read_configuration`
[[nodiscard]] core::config::configuration configuration_of(const text::json& object,
                                                           const core::config::configuration& previous,
                                                           const std::set<std::string>& known = {});

/// How many bytes a ConfigMap (null: there is none) holds after this key is set, as the API server counts them.
[[nodiscard]] std::size_t bytes_with(const text::json* object, const std::string& key, const std::string& text);

/// Asks for the ConfigMap.
[[nodiscard]] kube::api::http_request read_request(const config_map_place& place);

/// Sets one key and touches nothing else but the marks of what hooks alone have written: the ConfigMap, and each of its
/// sections. A section that is not there yet becomes one of hooks. Fails with `conflict` or `already_exists` if somebody has written since.
/// @param known the ConfigMap as it was read; null: there was none
[[nodiscard]] kube::api::http_request write_request(const config_map_place& place, const text::json* known,
                                                    const std::string& key, const std::string& text);

} // namespace actors::values
