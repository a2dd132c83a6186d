#pragma once

#include "text/plain/text_range.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace text {

/// Finds a text that is known as a secret by its own beginning, at the start of a word: a token that a
/// service hands out (`eyJ…`, `ghp_…`, `AKIA…`), the hash of a password (`$2y$…`), a private key in base64.
[[nodiscard]] std::optional<text_range> known_token(std::string_view text, std::size_t at);

/// Finds the part of an address by which its service knows the caller: hooks of Slack and Discord, bots of
/// Telegram.
/// @param at the position of `://`
[[nodiscard]] std::optional<text_range> secret_path_of_address(std::string_view text, std::size_t at);

} // namespace text
