// An operator after many events holds no more memory than an operator that has just started.
#include "worlds/operator_life.hpp"
#include "worlds/world.hpp"

#include <malloc.h>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// Long days are rare: a long day costs as much as ten days.
constexpr std::uint64_t long_day_each = 80;
constexpr int rounds = 10;
/// Of the items of each module in each round: events are the most frequent input.
constexpr int changes_of_items = 60;
/// For state that a restart forgets without harm: counters of metrics, names of past problems.
constexpr std::size_t bytes_allowed = 64 << 10;
/// And of each module: a module that is disabled in the end has hooks and schemas that a new operator never reads.
constexpr std::size_t bytes_of_a_module = 40 << 10;
/// Longer than the time limits of Helm's runs and of hooks: each run leaves the reminder of its limit for so long. Ends
/// beside the ticks of schedules: memory of waits for a running program is not given back when the operator is killed.
constexpr std::int64_t rest_us = (25 * 60 + 7) * 1'000'000LL;

std::size_t bytes_in_use() {
  const auto heap = ::mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

} // namespace

void world::live_long() {
  if (plan_.seed % long_day_each != 0) return;
  note("a long day begins");
  for (int i = 0; i < rounds; ++i) {
    for (const auto& x : plan_.happenings) {
      auto again = x;
      again.at_ms += now_us_ / ms;
      agenda_.at(again.at_ms * ms, [this, again] { happen(again); });
    }
    change_items_often();
    advance_to(now_us_ + busy_ms * ms);
  }
  advance_to(now_us_ + rest_us);
  if (!breaches_.empty()) return;
  ++seen_.rules["memory"];
  const auto old = end_life_counted();
  begin_life();
  advance_to(now_us_ + settle_us);
  if (!breaches_.empty()) return;
  const auto young = end_life_counted();
  if (old > young + young / 4 + bytes_allowed + bytes_of_a_module * plan_.modules.size())
    return breach_of("memory", "after a long day the operator holds " + std::to_string(old >> 10)
                                 + " KiB, one that has just started " + std::to_string(young >> 10) + " KiB");
  begin_life();
  advance_to(now_us_ + settle_us);
}

void world::change_items_often() {
  for (const auto& x : plan_.modules)
    for (int i = 0; i < changes_of_items; ++i) {
      const happening change{now_us_ / ms + 20 * i, happening_kind::put_item, x.name,
                             "item-" + std::to_string(1 + i % 3)};
      agenda_.at(change.at_ms * ms, [this, change] { happen(change); });
    }
}

std::size_t world::end_life_counted() {
  // The notes that the rules have of it are not its own memory.
  forget_life();
  const auto before = bytes_in_use();
  kill();
  const auto after = bytes_in_use();
  return before > after ? before - after : 0;
}

} // namespace worlds
