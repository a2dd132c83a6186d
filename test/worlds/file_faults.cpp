#include "worlds/file_faults.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <utility>

namespace {

worlds::file_fault decide_fault;
unsigned last_directory = 0; ///< number in the name of the last private directory

/// True, and errno is set, if the request fails.
bool fails(worlds::file_request what, std::string_view path) {
  const auto reason = decide_fault ? decide_fault(what, path) : 0;
  if (reason != 0) errno = reason;
  return reason != 0;
}

} // namespace

namespace worlds {

void fail_files(file_fault decide) {
  decide_fault = std::move(decide);
}

void count_directories_anew() {
  last_directory = 0;
}

} // namespace worlds

// The linker leads calls of `open64` to `__wrap_open64`, and `__real_open64` to the C library's function
// (option --wrap).
extern "C" {

int __real_open64(const char* path, int flags, ...);
ssize_t __real_writev(int file, const iovec* parts, int count);
char* __real_mkdtemp(char* pattern);

int __wrap_open64(const char* path, int flags, ...) {
  const bool makes = (flags & O_CREAT) != 0;
  if (fails(makes ? worlds::file_request::make : worlds::file_request::read, path)) return -1;
  if (!makes) return __real_open64(path, flags);
  std::va_list rest;
  va_start(rest, flags);
  const auto mode = va_arg(rest, mode_t);
  va_end(rest);
  return __real_open64(path, flags, mode);
}

ssize_t __wrap_writev(int file, const iovec* parts, int count) {
  if (fails(worlds::file_request::write, {})) return -1;
  return __real_writev(file, parts, count);
}

char* __wrap_mkdtemp(char* pattern) {
  if (fails(worlds::file_request::make, pattern)) return nullptr;
  if (!decide_fault) return __real_mkdtemp(pattern);
  // The names are the same when the world is played again.
  std::snprintf(pattern + std::strlen(pattern) - 6, 7, "%06u", ++last_directory % 1000000);
  return ::mkdir(pattern, 0700) == 0 ? pattern : nullptr;
}
}
