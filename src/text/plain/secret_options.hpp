#pragma once

#include "text/plain/text_range.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace text {

/// Finds the secret in an option of a known program: `-u user:x` of curl, `-p x` of sshpass, `login -p x`,
/// `-a x` of redis-cli; and in an option whose name is that of a secret: `--password x`.
/// @param at the white space behind the option
[[nodiscard]] std::optional<text_range> secret_of_option(std::string_view text, std::size_t at);

/// Finds the secret that follows its option without a space: `-px`, as MySQL's clients take it, and 7z.
/// @param at the position of the hyphen
[[nodiscard]] std::optional<text_range> secret_of_joined_option(std::string_view text, std::size_t at);

/// Finds the secret behind the `=` of an option whose value has a further part before it: `--user=me:x`,
/// `--from-literal=key=x`.
/// @param at the position of the `=`
[[nodiscard]] std::optional<text_range> secret_of_assigned_option(std::string_view text, std::size_t at);

} // namespace text
