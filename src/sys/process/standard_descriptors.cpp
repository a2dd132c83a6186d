#include "sys/process/standard_descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace sys::process {

void fill_standard_descriptors() noexcept {
  // A new descriptor gets the lowest free number, so it is the missing one.
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(standard, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", O_RDWR);
}

} // namespace sys::process
