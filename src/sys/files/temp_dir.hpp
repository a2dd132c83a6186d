#pragma once

#include "base/error.hpp"

#include <string>

namespace sys::files {

/// A private directory (mode 0700) with a name of its own, removed with all that is in it at destruction.
class temp_dir {
public:
  /// Makes `BASE/PREFIXxxxxxx`; the base directory is made if it is missing.
  [[nodiscard]] static base::result<temp_dir> create(const std::string& base, const std::string& prefix);

  temp_dir(temp_dir&& other) noexcept;
  temp_dir& operator=(temp_dir&& other) noexcept;
  temp_dir(const temp_dir&) = delete;
  temp_dir& operator=(const temp_dir&) = delete;
  ~temp_dir();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// The path of a file in the directory.
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + '/' + name; }

  /// Gives the directory up without removing it and returns its path.
  std::string release() noexcept;

private:
  explicit temp_dir(std::string path) : path_(std::move(path)) {}
  void remove() noexcept;

  std::string path_; ///< empty: there is no directory to remove
};

} // namespace sys::files
