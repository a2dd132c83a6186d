#pragma once

#include "core/releases/release.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace core::releases {

/// Label of a revision, and of a revision that is being uninstalled: the term of the leader that has made or
/// uninstalls it. Only operators with an election write it.
inline constexpr std::string_view module_term_label = "moduleTerm";

/// The text of a term, valid as the value of a label: `3.0cc175b9`.
/// @param transitions how often the holder of the Lease has changed (`leaseTransitions`)
/// @param holder the identity in the Lease, of which the text has a digest
[[nodiscard]] std::string lead_term(std::int64_t transitions, std::string_view holder);

/// True if the revision is of a leader that may still be at work, next to this operator: its term is later
/// than the operator's own term, or has the same number and another holder. This happens after a person has
/// deleted the Lease, because the next Lease counts from 0.
///
/// False for an earlier term, whose programs have ended before this term began, for the own term, which goes
/// on after a restart in the Pod, and for a revision without a term.
/// @param own of this operator; empty: there is no election, so no other operator may be at work
[[nodiscard]] bool is_of_other_leader(const release& x, std::string_view own);

} // namespace core::releases
