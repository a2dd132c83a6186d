#pragma once

#include "sys/files/temp_dir.hpp"

#include <functional>
#include <string>

namespace sys::files {

/// Where private directories are made.
struct tmp_place {
  std::string path;
  /// Called before each use: makes the directory again if it was removed. May be called from any thread.
  std::function<base::result<void>()> restore = [] { return base::result<void>(); };

  /// Makes a directory in it. May be called from any thread.
  [[nodiscard]] base::result<temp_dir> make(const std::string& prefix) const {
    return restore().and_then([&] { return temp_dir::create(path, prefix); });
  }
};

} // namespace sys::files
