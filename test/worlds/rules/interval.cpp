// A hook with `executionMinInterval` runs no more often than its settings allow.
#include "worlds/rule.hpp"

#include <map>
#include <vector>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// A run that is allowed to begin reads values and snapshots before its program starts.
constexpr std::int64_t begin_delay_us = 500 * ms;

class interval_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { begun_at_.clear(); }

  /// Any `burst` + 1 runs together take at least an interval.
  void begins(const begun_run& x) override {
    const auto& run = x.run;
    const auto* module = module_named(owner_of(run));
    if (module == nullptr || !module->paced || !run.script.ends_with("/counts.sh")) return;
    auto& begun = begun_at_[run.script];
    begun.push_back(now_us());
    if (begun.size() <= pace_burst) return;
    holds();
    const auto lasted = now_us() - begun[begun.size() - 1 - pace_burst];
    if (lasted + begin_delay_us < pace_ms * ms)
      broken(run.script + " has begun " + std::to_string(pace_burst + 1) + " times within "
             + std::to_string(lasted / ms) + " ms");
  }

private:
  std::map<std::string, std::vector<std::int64_t>> begun_at_; ///< by script: when its runs have begun
};

const registered<interval_rule> entry{"interval"};

} // namespace

} // namespace worlds
