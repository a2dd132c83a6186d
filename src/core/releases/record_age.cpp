#include "core/releases/record_age.hpp"

#include <algorithm>
#include <utility>

namespace core::releases {

void record_ages::see(const release& x, std::int64_t now_us) {
  auto& known = sights_[x.name];
  if (!known.is_of(x)) known = {x.revision, x.uid, x.resource_version, now_us};
}

void record_ages::prove(const release& x, std::chrono::seconds age, std::int64_t now_us) {
  see(x, now_us);
  auto& known = sights_[x.name];
  known.since_us = std::min(known.since_us, now_us - std::chrono::microseconds(age).count());
}

std::chrono::seconds record_ages::unchanged_for(const release& x, std::int64_t now_us) const {
  const auto known = sights_.find(x.name);
  if (known == sights_.end() || !known->second.is_of(x)) return std::chrono::seconds(0);
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::microseconds(now_us - known->second.since_us));
}

bool record_ages::begin_question(const release& x) {
  const auto known = sights_.find(x.name);
  return known != sights_.end() && known->second.is_of(x) && !std::exchange(known->second.is_asked, true);
}

} // namespace core::releases
