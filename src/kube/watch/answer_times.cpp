#include "kube/watch/answer_times.hpp"

#include <algorithm>
#include <vector>

namespace kube::watch {

void answer_times::note(std::chrono::microseconds time, std::int64_t now_us) {
  last_.push_back({now_us, time});
  if (last_.size() > kept_max) last_.pop_front();
}

answer_times::median answer_times::of_last(std::int64_t now_us) const {
  std::vector<std::chrono::microseconds> times;
  for (const auto& x : last_)
    if (now_us - x.at_us <= kept_us) times.push_back(x.time);
  if (times.size() < counted_min) return {};
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
  std::nth_element(times.begin(), middle, times.end());
  return {*middle, times.size()};
}

} // namespace kube::watch
