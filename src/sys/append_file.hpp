#pragma once

#include "core/base/error.hpp"
#include "sys/file_descriptor.hpp"

#include <string>
#include <string_view>

namespace sys {

/// A file that only grows. Not thread-safe; blocks.
class append_file {
public:
  /// Begins a new file with mode 0600; one that is there is kept as `PATH.1`, in place of an older one of that name.
  /// Errors name the path.
  [[nodiscard]] static core::result<append_file> begin(const std::string& path);

  /// Opens a regular file at its end, or makes it with mode 0600. Errors name the path; codes as in files.hpp.
  [[nodiscard]] static core::result<append_file> open(const std::string& path);

  /// Writes all of it. After an error a part may have been written.
  [[nodiscard]] core::result<void> append(std::string_view text);

private:
  append_file(std::string path, file_descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  file_descriptor file_;
};

} // namespace sys
