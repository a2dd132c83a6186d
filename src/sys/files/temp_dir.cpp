#include "sys/files/temp_dir.hpp"

#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace sys::files {

base::result<temp_dir> temp_dir::create(const std::string& base, const std::string& prefix) {
  const auto pattern = base + '/' + prefix + "XXXXXX";
  auto path = pattern;
  if (::mkdtemp(path.data()) != nullptr) return temp_dir(std::move(path));
  // The base usually exists, so it is made only after a first failure.
  if (auto made = make_directories(base); !made) return tl::unexpected(made.error());
  path = pattern;
  if (::mkdtemp(path.data()) == nullptr)
    return base::fail(base::error_code::io, path + ": cannot make a private directory: " + std::strerror(errno));
  return temp_dir(std::move(path));
}

temp_dir::temp_dir(temp_dir&& other) noexcept : path_(other.release()) {}

temp_dir& temp_dir::operator=(temp_dir&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = other.release();
  }
  return *this;
}

temp_dir::~temp_dir() {
  remove();
}

std::string temp_dir::release() noexcept {
  return std::exchange(path_, {});
}

// No caller could act on an error here; files that stay behind are private.
void temp_dir::remove() noexcept {
  // Usually the files have been removed already, so a single call is enough.
  if (!path_.empty() && ::rmdir(path_.c_str()) != 0) (void)remove_tree(path_);
  path_.clear();
}

} // namespace sys::files
