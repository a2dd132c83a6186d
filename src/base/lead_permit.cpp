#include "base/lead_permit.hpp"

namespace base {

void lead_permit::extend(time begin_until, time lead_until) {
  begin_until_ = begin_until;
  lead_until_ = lead_until;
  has_led_ = true;
  if (on_extended_) on_extended_(begin_until);
}

bool lead_permit::may_write() const {
  return clock_() < begin_until_.load();
}

bool lead_permit::may_start_process() const {
  return !has_led_ || may_write();
}

} // namespace base
