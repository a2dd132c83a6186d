// A schedule fires once for all the times that it has missed.
#include "worlds/rule.hpp"

#include <map>
#include <string>
#include <vector>

namespace worlds {

namespace {

/// Less than the time between two ticks of a crontab of the world.
constexpr std::int64_t window_us = 15'000'000;
/// A time that was missed, and the next time after each of two steps of the clock.
constexpr std::size_t ticks_max = 3;

class ticks_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { fired_at_.clear(); }

  void handles(const trace::event& event) override {
    if (event.type != "schedule_fired") return;
    holds();
    auto& times = fired_at_[event.receiver + " " + event.summary];
    times.push_back(now_us());
    std::erase_if(times, [&](std::int64_t time) { return time < now_us() - window_us; });
    if (times.size() > ticks_max)
      broken("a schedule of " + event.receiver + " has fired " + std::to_string(times.size()) + " times in 15 s");
  }

private:
  std::map<std::string, std::vector<std::int64_t>> fired_at_; ///< by owner and crontab
};

const registered<ticks_rule> entry{"ticks"};

} // namespace

} // namespace worlds
