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

/// Reads a ConfigMap, and whether only hooks have written its data and its sections. For an invalid key the
/// section of `previous` is kept.
/// @param known see `core::config::read_configuration`
[[nodiscard]] core::config::configuration configuration_of(const text::json& object,
                                                           const core::config::configuration& previous,
                                                           const std::set<std::string>& known = {});

/// The size in bytes, as the API server counts it, of a ConfigMap (null: it does not exist) after this key is
/// set.
[[nodiscard]] std::size_t bytes_with(const text::json* object, const std::string& key, const std::string& text);

/// Asks for the ConfigMap.
[[nodiscard]] kube::api::http_request read_request(const config_map_place& place);

/// Sets a key, and the marks for content that only hooks have written: of the ConfigMap and of each of its
/// sections. No other field changes. A section that does not exist yet becomes a section of hooks. Fails with
/// `conflict` or `already_exists` if another client has written since.
/// @param known the ConfigMap as it was read; null: it did not exist
/// @param keys the annotation of the keys that hooks have stored, after the write; empty: no annotation. See
/// `core::config::stored_keys`.
[[nodiscard]] kube::api::http_request write_request(const config_map_place& place, const text::json* known,
                                                    const std::string& key, const std::string& text,
                                                    const std::string& keys = {});

/// The annotation of a ConfigMap with the keys that hooks have stored in its sections; empty: no annotation.
[[nodiscard]] std::string keys_annotation_of(const text::json& object);

/// Sets or removes a key that pauses a module. The ConfigMap keeps the mark of hooks if only hooks have
/// written it, and gets this mark if this request makes it, because a pause must not confirm held removals.
/// @param known the ConfigMap as it was read; null: it did not exist
/// @param text empty: the key is removed
[[nodiscard]] kube::api::http_request write_pause_request(const config_map_place& place, const text::json* known,
                                                          const std::string& key,
                                                          const std::optional<std::string>& text);

} // namespace cluster::records
