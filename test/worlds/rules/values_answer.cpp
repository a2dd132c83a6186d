// A hook that wants to change values gets an answer within five minutes.
#include "worlds/rule.hpp"

#include <cstdint>
#include <map>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// A commit may be delayed by a series of requests that fail slowly, but not for ever.
constexpr std::int64_t turn_max_us = 300'000 * ms;

class values_answer_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { turns_.clear(); }

  /// Every hook that wants to change values gets an answer.
  void handles(const trace::event& event) override {
    if (event.type == "check_hook_output" || event.type == "commit_hook_output" || event.type == "apply_configuration")
      turns_[event.id] = now_us();
    if (event.type == "output_checked" || event.type == "output_committed" || event.type == "configuration_applied") {
      // Another change has waited at the same time.
      if (turns_.size() > 1) holds();
      turns_.erase(event.cause);
    }
    if (!turns_.empty() && now_us() - turns_.begin()->second > turn_max_us)
      broken("a change of values has waited for its turn since " + std::to_string(turns_.begin()->second / (1000 * ms))
             + " s");
  }

private:
  std::map<std::uint64_t, std::int64_t> turns_; ///< changes of values that wait for their turn -> since when
};

const registered<values_answer_rule> entry{"values-answer"};

} // namespace

} // namespace worlds
