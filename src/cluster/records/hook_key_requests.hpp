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

} // namespace cluster::records
