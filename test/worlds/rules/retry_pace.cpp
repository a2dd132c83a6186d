// A failed hook or Helm is not tried more often than the delays allow.
#include "worlds/rule.hpp"

#include <map>
#include <vector>

namespace worlds {

namespace {

class retry_pace_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { failed_at_.clear(); }

  void fails(const std::string& what) override {
    constexpr std::int64_t window_us = 10'000'000;
    // A run and a deletion of the same module are two tasks. Each task may be tried at once, once before the
    // end of its delay because something may have been repaired, and once after its delay.
    // A hook whose bindings have two queues has such tasks in each.
    const std::size_t tries_max = what.ends_with("/both.sh") ? 12 : 6;
    auto& times = failed_at_[what];
    times.push_back(now_us());
    std::erase_if(times, [&](std::int64_t time) { return time < now_us() - window_us; });
    if (times.size() > 1) holds();
    if (times.size() > tries_max)
      broken(what + " was tried " + std::to_string(times.size()) + " times in 10 s, and failed each time");
  }

private:
  std::map<std::string, std::vector<std::int64_t>> failed_at_; ///< by script or release
};

const registered<retry_pace_rule> entry{"retry-pace"};

} // namespace

} // namespace worlds
