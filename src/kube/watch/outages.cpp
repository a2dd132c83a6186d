#include "kube/watch/outages.hpp"

#include "base/utc_time.hpp"

#include <algorithm>

namespace kube::watch {

std::string describe(const outage_time& x, std::int64_t wall_us) {
  const auto begin = base::utc_text(wall_us + x.begin_us);
  return (x.end_us ? "from " + begin + " to " + base::utc_text(wall_us + *x.end_us) : "since " + begin) + " UTC";
}

void outages::answered(std::int64_t now_us) {
  answered_us_ = std::max(answered_us_, now_us);
  if (!since_us_) return;
  over_.push_back({*since_us_, answered_us_});
  since_us_.reset();
  if (over_.size() <= kept_max) return;
  over_[1].begin_us = over_[0].begin_us;
  over_.pop_front();
}

void outages::failed(std::int64_t now_us) {
  if (!since_us_) since_us_ = std::max(answered_us_, now_us - margin_of_failure_us);
}

void outages::confirmed() {
  since_us_ = answered_us_;
}

std::optional<outage_time> outages::during(std::int64_t from_us, std::int64_t to_us) const {
  std::optional<outage_time> found;
  const auto add = [&](const outage_time& x) {
    if (x.begin_us > to_us || (x.end_us && *x.end_us <= from_us)) return;
    found = outage_time{found ? found->begin_us : x.begin_us, x.end_us};
  };
  for (const auto& x : over_) add(x);
  if (since_us_) add({*since_us_, std::nullopt});
  return found;
}

} // namespace kube::watch
