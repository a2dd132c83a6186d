#include "worlds/current_troubles.hpp"

#include <algorithm>

namespace worlds {

void current_troubles::remove(const trouble& x) {
  std::erase_if(current_, [&](const trouble& y) { return y.kind == x.kind && y.from_ms == x.from_ms; });
}

const trouble* current_troubles::find(trouble_kind kind) const {
  const auto found = std::find_if(current_.begin(), current_.end(), [&](const trouble& x) { return x.kind == kind; });
  return found == current_.end() ? nullptr : &*found;
}

const trouble* current_troubles::at(const std::set<trouble_kind>& kinds, std::string_view subject) {
  for (const auto& x : current_)
    if (kinds.contains(x.kind) && subject.find(x.subject) != subject.npos && chance_.percent(x.percent)) {
      here_.count_hit(x.kind);
      return &x;
    }
  return nullptr;
}

void current_troubles::begin_outage() {
  current_.push_back({.from_ms = -1, .for_ms = 0, .kind = trouble_kind::refused, .subject = {}});
}

void current_troubles::end_outage() {
  std::erase_if(current_, [](const auto& x) { return x.from_ms == -1; });
}

} // namespace worlds
