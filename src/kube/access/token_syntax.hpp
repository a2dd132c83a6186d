#pragma once

#include "base/error.hpp"

#include <string>

namespace kube::access {

/// Checks that a token can be sent. A token goes into a header unchanged, and a line break in it would begin
/// another header.
/// @returns `invalid_input` without a word of the token.
[[nodiscard]] base::result<void> check_token(const std::string& token);

/// The token in a file: white space around it does not count.
/// Errors as `check_token`.
[[nodiscard]] base::result<std::string> token_in(const std::string& text);

} // namespace kube::access
