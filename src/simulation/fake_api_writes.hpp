#pragma once

#include "simulation/fake_api_target.hpp"
#include "simulation/fake_storage.hpp"

namespace simulation {

/// Carries out a request that writes: POST, PUT, PATCH, DELETE.
[[nodiscard]] api_outcome<text::json> carry_out_write(fake_storage& storage, const addressed& target,
                                                      const kube::api::http_request& request);

} // namespace simulation
