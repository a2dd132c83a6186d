#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace text {

/// Decodes base64 (RFC 4648 §4). White space between characters is skipped, as PEM and kubeconfigs wrap
/// lines.
/// @returns nullopt if the text is not base64.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text);

/// Encodes as base64 (RFC 4648 §4), in one line with padding.
/// @pre below 1.5 GiB
[[nodiscard]] std::string encode_base64(std::string_view bytes);

} // namespace text
