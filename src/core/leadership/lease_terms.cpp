#include "core/leadership/lease_terms.hpp"

#include <tuple>

namespace core::leadership {

lead_deadlines deadlines_after(const lease_terms& terms, instant sent) noexcept {
  return {sent + terms.begin_for, sent + terms.lead_for};
}

bool is_renewed(const lease_record& before, const lease_record& after) noexcept {
  const auto spec = [](const lease_record& x) {
    return std::tie(x.holder, x.duration, x.transitions, x.acquired, x.renewed, x.is_given_away);
  };
  return spec(before) != spec(after);
}

} // namespace core::leadership
