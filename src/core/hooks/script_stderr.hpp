#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace core::hooks {

/// A script's stderr, for the log, without secrets and without the commands that `set -x` shows. Of a long
/// text only the end is kept. Empty: no line could be an error.
[[nodiscard]] std::string script_words(std::string_view standard_error);

/// The reason to doubt that a script meant its "no": the line of the script and the kind of failure, if a
/// shell or Python names them. The reason is safe for every reader, because it has no other part of the text,
/// which may contain secrets.
/// @param script as it was started
/// @param failure the first failure that a line of stderr names, see `run_words`; empty: no failure
[[nodiscard]] std::string doubt_of_no(std::string_view words, std::string_view script, std::string_view failure = {});

/// Finds the reason to doubt a hook's run that ends with exit code 0. It reads each line of stderr as it
/// arrives, so later lines cannot hide the reason. Bound: only the first reason is kept.
///
/// Hooks may write any text to stderr. So only the known messages of shells, kubectl and other tools count: a
/// tool, a permission, a file, disk space or a server was missing.
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
