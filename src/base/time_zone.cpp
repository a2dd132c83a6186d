#include "base/time_zone.hpp"

#include <string>

namespace base {

namespace {

class utc_zone final : public time_zone {
public:
  [[nodiscard]] zone_span span_at(std::chrono::sys_seconds) const override {
    return {std::chrono::sys_seconds::min(), std::chrono::sys_seconds::max(), std::chrono::seconds(0)};
  }
};

} // namespace

time_zone_ptr utc() {
  static const time_zone_ptr zone = std::make_shared<utc_zone>();
  return zone;
}

result<time_zone_ptr> only_utc(std::string_view name) {
  if (name.empty() || name == "UTC") return utc();
  return fail(error_code::not_found, "time zone '" + std::string(name) + "' is unknown: there is only UTC");
}

} // namespace base
