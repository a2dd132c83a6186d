#include "sys/process/own_executable.hpp"

#include <cstdlib>
#include <memory>

namespace sys::process {

std::string own_executable() {
  const std::unique_ptr<char, decltype(&std::free)> path(::realpath("/proc/self/exe", nullptr), &std::free);
  return path ? path.get() : std::string();
}

} // namespace sys::process
