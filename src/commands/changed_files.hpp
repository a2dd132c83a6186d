#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "sys/files/tree_watch.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace commands {

/// Watches the files of a platform for `--watch-files`; without this option it has no work. The operator
/// reads the files at its start only, so a change ends the operator, which then runs again in the same
/// process. Files that no operator could start with are logged, and this operator goes on.
class changed_files {
public:
  /// To be called before the files are read, so that no change is missed.
  /// @param is_usable reads the platform as a start would; an error says why a start would fail
  [[nodiscard]] static base::result<std::unique_ptr<changed_files>>
  watch(const cli::start_options& options, std::function<base::result<void>()> is_usable);

  /// From now on `tell` is called with the path of the first change, on the thread of the watch, or here if
  /// the change has come before.
  void on_change(std::function<void(const std::string& path)> tell);

  /// Ends the watch. @returns whether a change has come
  [[nodiscard]] bool end();

private:
  explicit changed_files(std::function<base::result<void>()> is_usable) : is_usable_(std::move(is_usable)) {}
  void note(const std::string& path);

  std::function<base::result<void>()> is_usable_;
  std::mutex mutex_;                                  ///< of the two members below
  std::string path_;                                  ///< of the first change; empty: none
  std::function<void(const std::string& path)> tell_; ///< empty: the operator does not run yet
  std::unique_ptr<sys::files::tree_watch> watch_;     ///< last: its thread uses all of the above
};

} // namespace commands
