#pragma once

#include "base/error.hpp"
#include "sys/files/file_descriptor.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace sys::files {

/// A file that only grows. Not thread-safe; blocks.
class append_file {
public:
  /// Begins a new file with mode 0600, or goes on with an empty file. An existing file with content is kept
  /// as `PATH.1`, in place of an older `PATH.1`. Both files must be regular files, and empty or ours.
  /// Otherwise both files stay, and the result is an error. Errors name the path.
  /// @param is_ours decides by the first bytes of a file, 4 KiB at most
  [[nodiscard]] static base::result<append_file> begin(const std::string& path,
                                                       const std::function<bool(std::string_view)>& is_ours);

  /// Opens a regular file at its end, or makes it with mode 0600. Errors name the path; codes as in
  /// files.hpp.
  [[nodiscard]] static base::result<append_file> open(const std::string& path);

  /// False if the file was deleted, so that appended text would have no reader.
  [[nodiscard]] bool is_in_place() const noexcept;

  /// Writes the whole text. After an error a part of it may have been written.
  [[nodiscard]] base::result<void> append(std::string_view text);

private:
  append_file(std::string path, file_descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  file_descriptor file_;
};

} // namespace sys::files
