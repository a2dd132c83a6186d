#include "sys/process/own_process.hpp"

#include <climits>
#include <unistd.h>

#include <array>

namespace sys::process {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

std::int64_t own_pid() noexcept {
  return ::getpid();
}

} // namespace sys::process
