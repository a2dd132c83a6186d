// How often a trouble could have done harm: it has met running work.
#include "worlds/bites.hpp"

#include "worlds/operator_life.hpp"
#include "worlds/task_events.hpp"
#include "worlds/world.hpp"

#include <algorithm>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// A watch that has ended is open again after about a second.
constexpr std::int64_t break_ms = 3000;

bool is_instant(trouble_kind x) {
  return x == trouble_kind::watches_break || x == trouble_kind::watches_end;
}

class bites final : public observer {
public:
  using observer::observer;

  void forgets_life() override {
    runs_.forget();
    work_.forget();
  }
  void handles(const trace::event& event) override {
    runs_.note(event);
    work_.note(event);
  }

  /// A watch that is down, or a lost line, does harm only if the cluster changes meanwhile.
  void trouble_begins(const trouble& x) override {
    if (!must_meet_changes(x.kind) || x.kind == trouble_kind::crash || x.kind == trouble_kind::restart) return;
    if (world_.here().life == nullptr || world_.here().api.open_watches() == 0) return;
    const auto span = is_instant(x.kind) ? break_ms : x.for_ms;
    world_.here().agenda.at(world_.here().now_us + span * ms,
                            [this, before = world_.here().api.revision(), kind = x.kind] {
                              if (world_.here().api.revision() != before)
                                ++world_.here().seen.bites[std::string(name_of(kind))];
                            });
  }

  /// An operator that is at rest when it ends has no work to lose.
  void life_ends(trouble_kind how) override {
    if (world_.here().is_calm) return;
    if (!runs_.empty() || work_.hook_runs() > 0 || work_.is_any())
      ++world_.here().seen.bites[std::string(name_of(how))];
  }

private:
  module_runs runs_;
  value_changes work_;
};

} // namespace

std::unique_ptr<observer> make_bites(world& around) {
  return std::make_unique<bites>(around);
}

bool must_meet_changes(trouble_kind x) {
  return (x >= trouble_kind::watches_break && x <= trouble_kind::kind_goes) || x == trouble_kind::crash
         || x == trouble_kind::restart;
}

} // namespace worlds
