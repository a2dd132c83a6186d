#include "sys/files/system_error.hpp"

#include <cerrno>
#include <system_error>

namespace sys::files {

namespace {

base::error_code code_of(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR: return base::error_code::not_found;
    case EEXIST:
    case EADDRINUSE: return base::error_code::already_exists;
    case EACCES:
    case EPERM: return base::error_code::forbidden;
    case EINVAL:
    case ELOOP:
    case ENAMETOOLONG:
    case EADDRNOTAVAIL: return base::error_code::invalid_input;
    default: return base::error_code::io;
  }
}

} // namespace

tl::unexpected<base::error> system_failure(const std::string& thing, const std::string& what_failed, int error_number) {
  return base::fail(code_of(error_number),
                    thing + ": " + what_failed + ": " + std::generic_category().message(error_number));
}

} // namespace sys::files
