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

bool lacks_room(const base::error& reason) {
  // Only the text shows the exact reason: these failures have no code of their own, and share `io`.
  const auto ends_with = [&](int error_number) {
    return reason.message.ends_with(std::generic_category().message(error_number));
  };
  return reason.code == base::error_code::io && (ends_with(ENOSPC) || ends_with(EDQUOT));
}

} // namespace sys::files
