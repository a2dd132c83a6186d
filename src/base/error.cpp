#include "base/error.hpp"

namespace base {

const char* name(error_code code) noexcept {
  switch (code) {
    case error_code::invalid_input: return "invalid_input";
    case error_code::not_found: return "not_found";
    case error_code::already_exists: return "already_exists";
    case error_code::conflict: return "conflict";
    case error_code::expired: return "expired";
    case error_code::forbidden: return "forbidden";
    case error_code::unauthorized: return "unauthorized";
    case error_code::throttled: return "throttled";
    case error_code::timeout: return "timeout";
    case error_code::unavailable: return "unavailable";
    case error_code::process_failed: return "process_failed";
    case error_code::cancelled: return "cancelled";
    case error_code::io: return "io";
  }
  return "unknown";
}

} // namespace base
