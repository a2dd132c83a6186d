#include "sys/temp_dir.hpp"

#include "sys/files.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace sys {

core::result<temp_dir> temp_dir::create(const std::string& base, const std::string& prefix) {
  if (auto made = make_directories(base); !made) return tl::unexpected(made.error());
  auto path = base + '/' + prefix + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr)
    return core::fail(core::error_code::io, path + ": cannot make a private directory: " + std::strerror(errno));
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

// Nobody could act on an error here; what stays behind is private.
void temp_dir::remove() noexcept {
  if (!path_.empty()) (void)remove_tree(path_);
  path_.clear();
}

} // namespace sys
