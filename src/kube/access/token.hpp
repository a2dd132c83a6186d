#pragma once

#include "base/error.hpp"

#include <string>

namespace kube::access {

/// Whether a token can be sent. It goes into a header as it is, where a break of a line would begin another header.
/// @returns `invalid_input` without a word of the token.
[[nodiscard]] base::result<void> check_token(const std::string& token);

/// The token in a file: white space around it does not count.
/// Errors as `check_token`.
[[nodiscard]] base::result<std::string> token_in(const std::string& text);

} // namespace kube::access
