#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace core::hooks {

/// The text that a script has written to stderr, for the log: without secrets and without the commands that
/// `set -x` shows; of a long text only the end. Empty: nothing in the text could be an error.
[[nodiscard]] std::string script_words(std::string_view standard_error);

/// The reason to doubt the "no" of a script: the line of the script and the kind of failure, if a shell or
/// Python names them. The rest of the text is left out, because it may contain secrets; so the reason is safe
/// for every reader.
/// @param script as it was started
/// @param failure the first failure that any line of it names, see `run_words`; empty: none
[[nodiscard]] std::string doubt_of_no(std::string_view words, std::string_view script, std::string_view failure = {});

/// Looks for the reason to doubt a hook's run that has ended with 0, line by line as stderr comes, so that no
/// number of later lines hides it. Bound: the first reason alone is kept.
///
/// Hooks may write anything to stderr. So only the words count by which shells, kubectl and other tools
/// report that a tool, a right, a file, disk space or a server was missing.
class run_words {
public:
  /// @param script as it was started
  explicit run_words(std::string script = {}) : script_(std::move(script)) {}

  void add(std::string_view line);

  /// The line of the hook and the kind of failure, for example `line 3: command not found`; safe for every
  /// reader. Empty: no reason.
  [[nodiscard]] const std::string& doubt() const noexcept { return doubt_; }

private:
  std::string script_;
  std::string doubt_;
};

} // namespace core::hooks
