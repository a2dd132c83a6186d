#pragma once

#include <string>
#include <string_view>

namespace core::hooks {

/// The text that a script has written to stderr, for the log: without secrets and without the commands that
/// `set -x` shows; of a long text only the end. Empty: nothing in the text could be an error.
[[nodiscard]] std::string script_words(std::string_view standard_error);

/// The reason to doubt the "no" of a script: the line of the script and the kind of failure, if a shell or
/// Python names them. The rest of the text is left out, because it may contain secrets; so the reason is safe
/// for every reader.
/// @param script as it was started
[[nodiscard]] std::string doubt_of_no(std::string_view words, std::string_view script);

/// The reason to doubt the values of a hook's run that has ended with 0: the line of the hook and the kind of
/// failure, for example `line 3: command not found`; safe for every reader. Empty: no reason.
///
/// Hooks may write anything to stderr. So only the words count by which shells, kubectl, jq and curl report
/// that a tool, a right, a file, disk space or the API server was missing. "NotFound" from the API server is
/// an answer, not a failure.
/// @param script as it was started
[[nodiscard]] std::string doubt_of_run(std::string_view standard_error, std::string_view script);

} // namespace core::hooks
