#pragma once

#include "base/error.hpp"

#include <string>

namespace actors::releases {

/// The failure of Helm's work for all readers, with a hint to the log: the end of Helm, and the fault if the
/// chart cannot be loaded or rendered (`chart_fault`). All other words of Helm are left out.
/// @param words see `core::releases::helm_error_text`; may be empty
/// @param event the log event that has all words
[[nodiscard]] base::error helm_failure(const base::error& why, const std::string& words, const char* event);

} // namespace actors::releases
