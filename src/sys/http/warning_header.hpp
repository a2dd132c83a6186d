#pragma once

#include <string>
#include <string_view>

namespace sys::http {

// A remark for people that goes along with an answer, as the header `Warning` (RFC 7234 §5.5) of the
// Kubernetes API does.

/// The value of the header: `299 - "TEXT"`. Line breaks and other control characters become spaces.
[[nodiscard]] std::string warning_header(std::string_view text);

/// The text in the value of such a header; the whole value if it has another form.
[[nodiscard]] std::string warning_text(std::string_view header);

/// The header with the exit code of a command that shows the answer.
inline constexpr const char* exit_code_header = "Exit-Code";

} // namespace sys::http
