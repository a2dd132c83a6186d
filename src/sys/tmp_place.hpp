#pragma once

#include "sys/temp_dir.hpp"

#include <functional>
#include <string>

namespace sys {

/// Where private directories are made.
struct tmp_place {
  std::string path;
  /// Called before each use: makes it again if somebody has removed it. May be called from any thread.
  std::function<core::result<void>()> restore = [] { return core::result<void>(); };

  /// Makes a directory in it. May be called from any thread.
  [[nodiscard]] core::result<temp_dir> make(const std::string& prefix) const {
    return restore().and_then([&] { return temp_dir::create(path, prefix); });
  }
};

} // namespace sys
