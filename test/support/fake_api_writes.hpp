#pragma once

#include "support/fake_api_target.hpp"
#include "support/fake_storage.hpp"

namespace test {

/// Carries out a request that writes: POST, PUT, PATCH, DELETE.
[[nodiscard]] api_outcome<core::json> carry_out_write(fake_storage& storage, const addressed& target,
                                                      const kube::http_request& request);

} // namespace test
