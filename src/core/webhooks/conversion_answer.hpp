#pragma once

#include "base/error.hpp"
#include "core/webhooks/conversion_review.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::webhooks {

/// The answer of a hook to a step of a conversion.
struct conversion_answer {
  std::string failure; ///< the hook refuses the conversion; empty: it has converted the objects
  std::vector<conversion_object> objects{};
};

/// The maximal length of a hook's answer.
inline constexpr std::size_t conversion_bytes_max = std::size_t{128} << 20;

/// Reads the file at CONVERSION_RESPONSE_PATH: a JSON object with `failedMessage` or `convertedObjects`.
/// Unknown members are ignored. Errors (`invalid_input`): an empty text, a text above `conversion_bytes_max`,
/// a text that is no JSON object, and a missing or wrong member, which is named.
[[nodiscard]] base::result<conversion_answer> parse_conversion_answer(std::string_view text);

/// Checks the objects after a step by the rules of the API server, which refuses all objects because of one:
/// there are as many objects as before, in the same order, with the same kind, name, namespace and uid, and
/// in the version of the step. Errors (`invalid_input`) name the first object at fault.
/// @param version of the objects after the step, with the group
[[nodiscard]] base::result<void> check_converted(const std::vector<conversion_object>& before,
                                                 const std::vector<conversion_object>& after,
                                                 const std::string& version);

} // namespace core::webhooks
