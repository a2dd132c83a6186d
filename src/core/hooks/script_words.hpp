#pragma once

#include <string>
#include <string_view>

namespace core::hooks {

/// The text that a script has written to stderr, for the log: without secrets, without the commands that `set
/// -x` shows, and only the end of a long text. Empty: no text of the script could be an error.
[[nodiscard]] std::string script_words(std::string_view standard_error);

/// The reason to doubt the "no" of a script, safe for every reader: the line of the script and the kind of
/// failure, if a shell or Python names them, without the rest of the text, which may contain secrets.
/// @param script as it was started
[[nodiscard]] std::string doubt_of_no(std::string_view words, std::string_view script);

/// The reason not to believe the values of a hook's run that has ended with 0, safe for every reader: the line of the
/// hook and the kind of failure. Hooks may write anything to stderr, so only known words of shells, kubectl, jq and curl
/// count, by which a tool, a right, a file, space or the API server was missing: `line 3: command not found`. Empty:
/// there are none. The API server's word that an object is not found is an answer, and no failure.
/// @param script as it was started
[[nodiscard]] std::string doubt_of_run(std::string_view standard_error, std::string_view script);

} // namespace core::hooks
