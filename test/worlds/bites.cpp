// How often a trouble could have bitten: something was going on that it could harm.
#include "worlds/bites.hpp"

#include "worlds/world.hpp"

#include <algorithm>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// A watch is there again after about a second.
constexpr std::int64_t break_ms = 3000;

bool is_instant(trouble_kind x) {
  return x == trouble_kind::watches_break || x == trouble_kind::watches_end;
}

} // namespace

bool must_meet_changes(trouble_kind x) {
  return (x >= trouble_kind::watches_break && x <= trouble_kind::kind_goes) || x == trouble_kind::crash
         || x == trouble_kind::restart;
}

/// Watches that are down, or lines that are lost, harm only if there is something to tell.
void world::watch_for_bite(const trouble& x) {
  if (!must_meet_changes(x.kind) || x.kind == trouble_kind::crash || x.kind == trouble_kind::restart) return;
  if (!life_ || api_.open_watches() == 0) return;
  const auto span = is_instant(x.kind) ? break_ms : x.for_ms;
  agenda_.at(now_us_ + span * ms, [this, before = api_.revision(), kind = x.kind] {
    if (api_.revision() != before) ++seen_.bites[std::string(name_of(kind))];
  });
}

/// An operator that rests when it ends has no work to lose.
void world::note_end_of_life(trouble_kind how) {
  if (is_calm_) return;
  if (!module_runs_.empty() || hook_runs_ > 0 || !changes_.empty()) ++seen_.bites[std::string(name_of(how))];
}

} // namespace worlds
