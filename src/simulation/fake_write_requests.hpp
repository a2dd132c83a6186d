#pragma once

#include "simulation/fake_api_objects.hpp"
#include "simulation/fake_api_target.hpp"

namespace simulation {

/// Carries out a request that writes: POST, PUT, PATCH, DELETE.
[[nodiscard]] api_outcome<text::json> carry_out_write(fake_api_objects& storage, const addressed& target,
                                                      const kube::api::http_request& request);

} // namespace simulation
