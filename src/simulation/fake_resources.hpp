#pragma once

#include "kube/api/resource.hpp"
#include "text/json/json.hpp"

#include <string>
#include <utility>
#include <vector>

namespace simulation {

/// The kinds that the fake API server serves from the start.
[[nodiscard]] std::vector<kube::api::resource> built_in_resources();

/// A resource with all verbs: `custom_resource("example.com", "v1", "Widget", "widgets")`.
[[nodiscard]] kube::api::resource custom_resource(std::string group, std::string version, std::string kind,
                                                  std::string plural);

/// The aggregated discovery document of the core group (`/api`) or of all other groups (`/apis`).
[[nodiscard]] text::json core_discovery(const std::vector<kube::api::resource>& resources);
/// @param away groups and versions whose server cannot be reached
[[nodiscard]] text::json group_discovery(const std::vector<kube::api::resource>& resources,
                                         const std::vector<std::pair<std::string, std::string>>& away = {});

} // namespace simulation
