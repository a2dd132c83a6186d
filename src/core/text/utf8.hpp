#pragma once

#include <cstddef>
#include <string_view>

namespace core {

/// Where `text` stops being plain text: the first byte that is no part of a UTF-8 character (RFC 3629: no surrogates,
/// no overlong forms) or a control character other than tab, line feed, carriage return and next line. `npos` if it is
/// text.
[[nodiscard]] std::size_t find_not_text(std::string_view text) noexcept;

} // namespace core
