#pragma once

#include <array>
#include <string>
#include <string_view>

namespace core {

/// SHA-256 (FIPS 180-4) of `text`.
[[nodiscard]] std::array<unsigned char, 32> sha256(std::string_view text);

/// MD5 (RFC 1321) of `text` as 32 lower-case hexadecimal digits; to recognise content, not to protect it.
[[nodiscard]] std::string md5_hex(std::string_view text);

} // namespace core
