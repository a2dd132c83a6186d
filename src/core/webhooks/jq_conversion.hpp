#pragma once

#include "base/error.hpp"
#include "base/evaluation_limit.hpp"
#include "core/bindings/object_filter.hpp"
#include "core/webhooks/conversion_review.hpp"

#include <string>

namespace core::webhooks {

/// Converts an object by a jq program instead of a run of a hook. The program gets the object, and gives the
/// object as it is in the other version; `apiVersion` is set afterwards. Errors: `invalid_input` if the
/// program fails, or its result is no object with kind and metadata; `timeout` if it exceeds the limit. They
/// name the object, and have none of its content.
/// @param version of the result, with the group
[[nodiscard]] base::result<conversion_object> convert_by_jq(const bindings::object_filter& program,
                                                            const conversion_object& object, const std::string& version,
                                                            base::evaluation_limit& limit);

} // namespace core::webhooks
