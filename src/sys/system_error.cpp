#include "sys/system_error.hpp"

#include <cerrno>
#include <system_error>

namespace sys {

namespace {

core::error_code code_of(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR: return core::error_code::not_found;
    case EEXIST:
    case EADDRINUSE: return core::error_code::already_exists;
    case EACCES:
    case EPERM: return core::error_code::forbidden;
    case EINVAL:
    case ELOOP:
    case ENAMETOOLONG:
    case EADDRNOTAVAIL: return core::error_code::invalid_input;
    default: return core::error_code::io;
  }
}

} // namespace

tl::unexpected<core::error> system_failure(const std::string& thing, const std::string& what_failed, int error_number) {
  return core::fail(code_of(error_number),
                    thing + ": " + what_failed + ": " + std::generic_category().message(error_number));
}

} // namespace sys
