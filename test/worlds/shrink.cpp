#include "worlds/shrink.hpp"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace worlds {

namespace {

using judge = std::function<bool(const plan&)>;

/// Tries to leave out halves, quarters, … and at last single entries.
template <class Entry>
bool shrink_list(plan& x, std::vector<Entry> plan::*list, std::size_t at_least, const judge& still_breaks) {
  bool is_smaller = false;
  for (auto size = (x.*list).size(); size > 0; size /= 2) {
    for (std::size_t at = 0; at < (x.*list).size();) {
      auto less = x;
      auto& entries = less.*list;
      const auto end = std::min(at + size, entries.size());
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at),
                    entries.begin() + static_cast<std::ptrdiff_t>(end));
      if (entries.size() >= at_least && still_breaks(less)) {
        x = std::move(less);
        is_smaller = true;
      } else {
        at += size;
      }
    }
  }
  return is_smaller;
}

/// Tries to leave out the needs of modules.
bool shrink_needs(plan& x, const judge& still_breaks) {
  bool is_smaller = false;
  for (std::size_t i = 0; i < x.modules.size(); ++i) {
    auto less = x;
    if (std::exchange(less.modules[i].needs, {}).empty() || !still_breaks(less)) continue;
    x = std::move(less);
    is_smaller = true;
  }
  return is_smaller;
}

bool shrink_modules(plan& x, const judge& still_breaks) {
  constexpr std::array parts{
    &module_plan::gate,          &module_plan::picky,        &module_plan::items,    &module_plan::secrets,
    &module_plan::writes_config, &module_plan::makes_object, &module_plan::ticks,    &module_plan::items_in_queue,
    &module_plan::counts,        &module_plan::joins,        &module_plan::defines,  &module_plan::orders,
    &module_plan::both,          &module_plan::paced,        &module_plan::squatted, &module_plan::job,
    &module_plan::chart,         &module_plan::reviews,      &module_plan::echoes,   &module_plan::lax};
  bool is_smaller = false;
  for (std::size_t i = 0; i < x.modules.size(); ++i)
    for (const auto part : parts) {
      if (!(x.modules[i].*part)) continue;
      auto less = x;
      less.modules[i].*part = false;
      if (!still_breaks(less)) continue;
      x = std::move(less);
      is_smaller = true;
    }
  for (const auto part :
       {&plan::nodes_hook, &plan::moments_hook, &plan::ticks_hook, &plan::neighbour, &plan::helm_stays, &plan::few_wait,
        &plan::items_move, &plan::watches_rest, &plan::passes, &plan::sections_go})
    if (auto less = x; std::exchange(less.*part, false) && still_breaks(less)) {
      x = std::move(less);
      is_smaller = true;
    }
  if (auto less = x; std::exchange(less.removal_grace_s, 0) > 0 && still_breaks(less)) {
    x = std::move(less);
    is_smaller = true;
  }
  if (auto less = x; std::exchange(less.at_once, 1) > 1 && still_breaks(less)) {
    x = std::move(less);
    is_smaller = true;
  }
  return is_smaller;
}

} // namespace

plan shrink(plan x, const judge& still_breaks) {
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = shrink_list(x, &plan::troubles, 0, still_breaks);
    is_smaller = shrink_list(x, &plan::happenings, 0, still_breaks) || is_smaller;
    is_smaller = shrink_list(x, &plan::strays, 0, still_breaks) || is_smaller;
    is_smaller = shrink_list(x, &plan::modules, 1, still_breaks) || is_smaller;
    is_smaller = shrink_needs(x, still_breaks) || is_smaller;
    is_smaller = shrink_modules(x, still_breaks) || is_smaller;
  }
  return x;
}

} // namespace worlds
