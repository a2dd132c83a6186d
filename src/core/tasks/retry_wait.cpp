#include "core/tasks/retry_wait.hpp"

#include "base/overload.hpp"

#include <algorithm>
#include <utility>

namespace core::tasks {

namespace {

std::int64_t microseconds(std::chrono::milliseconds x) {
  return std::chrono::microseconds(x).count();
}

} // namespace

void failed_tries::add(base::error reason, const retry_rule& rule, std::uint64_t random, std::int64_t now_us) {
  ++count_;
  reason_ = std::move(reason);
  failed_us_ = now_us;
  due_us_ = now_us + microseconds(rule.delay(count_, random));
}

bool failed_tries::bring_forward(const retry_rule& rule, std::int64_t now_us) {
  // The earliest time lies further away only if the clock was set back.
  const auto earliest = std::min(earliest_us_, now_us + microseconds(rule.initial));
  const auto due = std::max(now_us, earliest);
  if (due >= due_us_) return false;
  due_us_ = due;
  is_brought_forward_ = true;
  return true;
}

bool failed_tries::bring_to_now(std::int64_t now_us) {
  if (now_us >= due_us_) return false;
  due_us_ = now_us;
  is_brought_forward_ = true;
  return true;
}

void failed_tries::next_begins(const retry_rule& rule, std::int64_t now_us) {
  // Only tries that were brought forward are spaced: the delays of the rule are long enough.
  if (std::exchange(is_brought_forward_, false)) earliest_us_ = now_us + microseconds(rule.initial);
}

std::chrono::milliseconds failed_tries::wait(const retry_rule& rule, std::int64_t now_us) const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::microseconds(due_us_ - now_us));
  // Never longer than the rule has it, even if the clock was set back.
  return std::clamp(left, std::chrono::milliseconds::zero(), rule.cap);
}

bool failed_tries::may_be_of(const repair::outage_over& outage, std::int64_t now_us) const {
  // An error of another kind may be a consequence of the outage as well, if the task failed during the
  // outage.
  return reason_.code == base::error_code::unavailable || reason_.code == base::error_code::timeout
         || failed_us_ >= now_us - outage.lasted.count();
}

bool failed_tries::is_outdated(const retry_rule& rule, std::int64_t now_us) const {
  return due_us_ + microseconds(rule.cap) < now_us;
}

bool may_have_repaired(const repair_variant& by, const task& x, const failed_tries& failed, std::int64_t now_us) {
  return std::visit(base::overload{
                      [&](const repair::inputs_of& inputs) { return module_of(x) == inputs.module; },
                      [&](const repair::outage_over& outage) { return failed.may_be_of(outage, now_us); },
                      [&](const repair::asked_for& asked) { return module_of(x) == asked.module; },
                      [](const repair::inputs_of_all&) { return true; },
                    },
                    by);
}

} // namespace core::tasks
