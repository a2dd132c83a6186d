#pragma once

#include "sys/files/file_descriptor.hpp"

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
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

private:
  rlimit before_{};
  std::vector<sys::files::file_descriptor> taken_;
};

} // namespace test
