#pragma once

#include "core/leadership/lease_machine.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace test {

/// Versions of the tests are decimal numbers.
inline bool is_older(std::string_view a, std::string_view b) {
  return std::pair(a.size(), a) < std::pair(b.size(), b);
}

/// A machine with a clock that the test moves, and the effects of its last step.
struct machine_under_test {
  explicit machine_under_test(std::string identity)
    : machine({.identity = std::move(identity), .is_older = is_older}) {}

  template <class Input>
  machine_under_test& at(core::leadership::instant time, Input input) {
    now = time;
    effects = machine.step(std::move(input), time);
    if (const auto* x = last<core::leadership::lease_effect::read_lease>()) call = x->call;
    if (const auto* x = last<core::leadership::lease_effect::write_lease>()) call = x->call;
    if (const auto* x = last<core::leadership::lease_effect::lead_until>()) deadlines = x->deadlines;
    if (const auto* x = last<core::leadership::lease_effect::wake_at>()) wake = x->time;
    return *this;
  }

  /// The last effect of this type in the last step; null: there is no such effect.
  template <class Effect>
  [[nodiscard]] const Effect* last() const {
    const auto found =
      std::find_if(effects.rbegin(), effects.rend(), [](const auto& x) { return std::holds_alternative<Effect>(x); });
    return found == effects.rend() ? nullptr : &std::get<Effect>(*found);
  }
  [[nodiscard]] const core::leadership::lease_effect::write_lease* write() const {
    return last<core::leadership::lease_effect::write_lease>();
  }
  [[nodiscard]] bool reads() const { return last<core::leadership::lease_effect::read_lease>() != nullptr; }
  [[nodiscard]] core::leadership::leadership_stage stage() const { return machine.view().stage; }
  [[nodiscard]] bool may_begin() const { return now < deadlines.begin_until; }

  core::leadership::lease_machine machine;
  core::leadership::lease_effects effects;
  core::leadership::instant now{0};
  core::leadership::lease_call call = 0; ///< the last request
  core::leadership::lead_deadlines deadlines;
  core::leadership::instant wake{0};
};

} // namespace test
