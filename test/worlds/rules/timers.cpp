// At rest, the only waits are for the next tick and the time limits of Helm.
#include "worlds/rule.hpp"

#include "worlds/operator_life.hpp"

#include <cstddef>
#include <map>

namespace worlds {

namespace {

class timers_rule final : public rule {
public:
  using rule::rule;

  /// A reminder cannot be cancelled. So each task of Helm leaves the reminder of its time limit, and all
  /// programs that have run leave two reminders together (`actors/processes/lasting_runs.hpp`). The release
  /// watcher has the reminder of its next look at missing objects, and an older reminder that this reminder
  /// has replaced. The alarm waits for the next tick.
  void rests() override {
    if (is_broken() || life() == nullptr) return;
    holds();
    const std::map<std::string, std::size_t> allowed{
      {"hook_runner", world_.here().tally.helms + 2}, {"release watcher", 2}, {"scheduled_actor", 1}};
    for (const auto& [actor, count] : life()->timers()) {
      const auto known = allowed.find(actor);
      const auto most = known == allowed.end() ? 0 : known->second;
      if (count > most)
        return broken("although nothing is to be done, '" + actor + "' waits for " + std::to_string(count) + " times, "
                      + std::to_string(most) + " at most are known");
    }
  }
};

const registered<timers_rule> entry{"timers"};

} // namespace

} // namespace worlds
