#pragma once

#include "text/plain/text_range.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace text {

/// Finds the secret in a sentence: `password x`, `the password for admin is x`, `root password set to x`,
/// `API key is x`, `ALTER USER a IDENTIFIED BY 'x'`. An unquoted word counts only if it looks like a
/// password, because ordinary sentences have the word `password`, too. A quoted word always counts.
/// @param at the white space behind the word that names the secret
[[nodiscard]] std::optional<text_range> secret_in_sentence(std::string_view text, std::size_t at);

/// Finds the secret behind the colon of `New password for admin: x`.
/// @param at the position of the colon
[[nodiscard]] std::optional<text_range> secret_for_user(std::string_view text, std::size_t at);

} // namespace text
