// An operator after many events holds no more memory than an operator that has just started.
#include "worlds/rule.hpp"

#include <cstddef>
#include <malloc.h>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// Long days are rare: a long day costs as much as ten others.
constexpr std::uint64_t long_day_each = 80;
constexpr int rounds = 10;
/// Changes of the items of each module in each round: events are the most frequent input.
constexpr int changes_of_items = 60;
/// Memory allowed for state that a restart forgets without harm: counters of metrics, names of past problems.
constexpr std::size_t bytes_allowed = 64 << 10;
/// Memory allowed for each module in addition: a module that is disabled at the end has hooks and schemas
/// that a new operator never reads.
constexpr std::size_t bytes_of_a_module = 40 << 10;
/// Longer than the time limits of Helm's runs and of hooks, because each run leaves a reminder of its time
/// limit behind. The rest ends between two ticks of schedules, because the memory of waits for a running
/// program is not freed when the operator is killed.
constexpr std::int64_t rest_us = (25 * 60 + 7) * 1'000'000LL;

std::size_t bytes_in_use() {
  const auto heap = ::mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

class memory_rule final : public rule {
public:
  using rule::rule;

  void rests() override {
    if (is_broken()) return;
    if (planned().seed % long_day_each != 0) return;
    world_.here().note("a long day begins");
    for (int i = 0; i < rounds; ++i) {
      for (const auto& x : planned().happenings) {
        auto again = x;
        again.at_ms += now_us() / ms;
        world_.here().agenda.at(again.at_ms * ms, [this, again] { world_.cluster().happen(again); });
      }
      change_items_often();
      world_.advance_to(now_us() + busy_ms * ms);
    }
    world_.advance_to(now_us() + rest_us);
    if (is_broken()) return;
    holds();
    const auto old = end_life_counted();
    world_.begin_life();
    world_.advance_to(now_us() + settle_us);
    if (is_broken()) return;
    const auto young = end_life_counted();
    if (old > young + young / 4 + bytes_allowed + bytes_of_a_module * planned().modules.size())
      return broken("after a long day the operator holds " + std::to_string(old >> 10)
                    + " KiB, one that has just started " + std::to_string(young >> 10) + " KiB");
    world_.begin_life();
    world_.advance_to(now_us() + settle_us);
  }

private:
  void change_items_often() {
    for (const auto& x : planned().modules)
      for (int i = 0; i < changes_of_items; ++i) {
        const happening change{now_us() / ms + 20 * i, happening_kind::put_item, x.name,
                               "item-" + std::to_string(1 + i % 3)};
        world_.here().agenda.at(change.at_ms * ms, [this, change] { world_.cluster().happen(change); });
      }
  }

  /// Kills the operator. @returns how much memory it has held.
  std::size_t end_life_counted() {
    // The notes of the rules about this life are not the operator's memory.
    world_.forget_life();
    const auto before = bytes_in_use();
    world_.kill();
    const auto after = bytes_in_use();
    return before > after ? before - after : 0;
  }
};

const registered<memory_rule> entry{"memory", rank::lives_long};

} // namespace

} // namespace worlds
