#pragma once

#include <string>
#include <string_view>

namespace core::hooks {

/// The words that a script has written to stderr, for the log: without secrets, without the commands that `set -x` shows,
/// and only the end of a long text. Empty: the script has written nothing that could be an error.
[[nodiscard]] std::string script_words(std::string_view standard_error);

/// The doubt that such words throw on the "no" of a script, for everybody: the line of the script and the kind of failure,
/// if a shell or Python names them, but nothing else of the words, which may hold anything.
/// @param script as it was started
[[nodiscard]] std::string doubt_of_no(std::string_view words, std::string_view script);

} // namespace core::hooks
