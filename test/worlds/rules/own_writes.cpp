// No review blocks the operator's own writes: a webhook of the operator answers about them in time, unless
// its hook is at fault.
#include "worlds/rule.hpp"

#include <algorithm>

namespace worlds {

namespace {

/// A review waits behind the runs that a fault has held up for this time at most.
constexpr std::int64_t after_fault_ms = 60'000;

bool may_delay_hooks(trouble_kind x) {
  return (x >= trouble_kind::hook_reconfigured && x <= trouble_kind::hook_overreaches)
         || (x >= trouble_kind::disk_full && x <= trouble_kind::clock_steps);
}

class own_writes_rule final : public rule {
public:
  using rule::rule;

  void review_answered(const sent_review& x, const sys::http::server_response& answer) override {
    if (!x.is_own_write || has_excuse()) return;
    holds();
    if (answer.body.find("has not answered in time") != std::string::npos)
      broken("the operator waited for its own webhook, which did not answer: " + answer.body);
  }

private:
  [[nodiscard]] bool has_excuse() const {
    const auto now_ms = now_us() / 1000;
    return std::any_of(planned().troubles.begin(), planned().troubles.end(), [&](const trouble& x) {
      return may_delay_hooks(x.kind) && x.from_ms <= now_ms && now_ms <= x.from_ms + x.for_ms + after_fault_ms;
    });
  }
};

const registered<own_writes_rule> entry{"own-writes"};

} // namespace

} // namespace worlds
