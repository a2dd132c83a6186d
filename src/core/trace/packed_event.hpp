#pragma once

#include "core/trace/trace_event.hpp"

#include <string>
#include <string_view>

namespace core {

/// Appends an event as bytes, about a quarter of what it takes as an object. They are for this run of the program only.
void append_packed(std::string& bytes, const trace_event& x);

/// Takes the first event from bytes that `append_packed` has made.
[[nodiscard]] trace_event take_packed(std::string_view& bytes);

} // namespace core
