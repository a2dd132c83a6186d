#pragma once

#include "core/config/config_sections.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace cluster::records {

/// The ConfigMap that holds the configuration.
struct config_map_place {
  std::string namespace_name;
  std::string name;
};

/// Reads a ConfigMap, and whether anybody but hooks has written its data and its sections. An invalid key
/// keeps its section of `previous`.
/// @param known see `core::config::read_configuration`
[[nodiscard]] core::config::configuration configuration_of(const text::json& object,
                                                           const core::config::configuration& previous,
                                                           const std::set<std::string>& known = {});

/// The size of a ConfigMap (null: it does not exist) in bytes after this key is set, as the API server counts
/// them.
[[nodiscard]] std::size_t bytes_with(const text::json* object, const std::string& key, const std::string& text);

/// Asks for the ConfigMap.
[[nodiscard]] kube::api::http_request read_request(const config_map_place& place);

/// Sets a key and changes no other field but the marks for content that only hooks have written: of the
/// ConfigMap, and of each of its sections. A section that does not exist yet becomes a section of hooks.
/// Fails with `conflict` or `already_exists` if another client has written since.
/// @param known the ConfigMap as it was read; null: it did not exist
[[nodiscard]] kube::api::http_request write_request(const config_map_place& place, const text::json* known,
                                                    const std::string& key, const std::string& text);

} // namespace cluster::records
