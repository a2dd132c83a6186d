#pragma once

#include "base/error.hpp"
#include "cluster/records/config_map_requests.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <string>

namespace cluster::records {

/// The name of the Secret that remembers keys of hooks beside the ConfigMap, see
/// `core::config::stored_keys::record`. A tool that replaces the ConfigMap does not replace the Secret.
[[nodiscard]] std::string name_of_hook_keys(const config_map_place& place);

/// Asks for the Secret.
[[nodiscard]] kube::api::http_request read_hook_keys_request(const config_map_place& place);

/// The record in the Secret; empty: the Secret has none.
[[nodiscard]] std::string hook_keys_of(const text::json& secret);

/// Writes the record, whether the Secret is there or not (server-side apply).
[[nodiscard]] kube::api::http_request write_hook_keys_request(const config_map_place& place, const std::string& record);

/// Asks for the ConfigMap that names the keys of the record, without their values. It has the name of the
/// Secret. If the Secret is deleted with all others, it shows which keys are lost.
[[nodiscard]] kube::api::http_request read_hook_key_marks_request(const config_map_place& place);

/// The marks in this ConfigMap, see `core::config::stored_keys::marks`; empty: there are none.
[[nodiscard]] std::string hook_key_marks_of(const text::json& config_map);

/// Writes the marks, whether the ConfigMap is there or not (server-side apply).
[[nodiscard]] kube::api::http_request write_hook_key_marks_request(const config_map_place& place,
                                                                   const std::string& marks);

} // namespace cluster::records
