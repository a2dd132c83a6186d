#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>

namespace core::hooks {

/// The answer of an `enabled` script.
struct enabled_answer {
  bool enabled = false;
  std::string reason; ///< without secrets of known forms; set only if the module is not enabled
};

/// Reads the contents of MODULE_ENABLED_RESULT and MODULE_ENABLED_REASON. Any result except `true` and
/// `false` is the error `bad enabled result`.
[[nodiscard]] base::result<enabled_answer> parse_enabled_result(std::string_view result_text,
                                                                std::string_view reason_text);

} // namespace core::hooks
