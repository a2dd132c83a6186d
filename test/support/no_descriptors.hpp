#pragma once

#include "sys/files/file_descriptor.hpp"

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

namespace test {

/// While it lives, this process has no file descriptor left.
class no_descriptors {
public:
  no_descriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    auto low = before_;
    low.rlim_cur = std::min<rlim_t>(low.rlim_cur, 512);
    ::setrlimit(RLIMIT_NOFILE, &low);
    take_all();
  }
  ~no_descriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  no_descriptors(const no_descriptors&) = delete;
  no_descriptors& operator=(const no_descriptors&) = delete;

  /// Takes descriptors that have become free.
  void take_all() {
    for (sys::files::file_descriptor one(::open("/dev/null", O_RDONLY | O_CLOEXEC)); one;
         one = sys::files::file_descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)))
      taken_.push_back(std::move(one));
  }
  /// Frees this number of descriptors.
  void free(std::size_t count) { taken_.resize(taken_.size() - count); }
  /// Calls `open` with a descriptor that is freed for it. If another part of the program takes it first, one
  /// more is freed.
  template <class F>
  auto with_one(const F& open) {
    constexpr int tries_max = 10;
    for (int tries = 1;; ++tries) {
      free(1);
      try {
        return open();
      } catch (const std::exception&) {
        if (tries == tries_max) throw;
      }
    }
  }

private:
  rlimit before_{};
  std::vector<sys::files::file_descriptor> taken_;
};

} // namespace test
