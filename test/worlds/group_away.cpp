// Discovery lacks a group for a moment, as after each start of an API server. Its definitions and objects
// exist all the time, so no chart may see a difference.
#include "worlds/meetings.hpp"

#include <algorithm>

namespace worlds {

namespace {

bool is_group_away(const trouble& x) {
  return x.kind == trouble_kind::group_away;
}

trouble away(const std::string& module, dice& chance) {
  trouble x;
  x.kind = trouble_kind::group_away;
  x.from_ms = chance.between(5000, busy_ms - 1);
  x.for_ms =
    std::min(busy_ms - x.from_ms, chance.percent(50) ? chance.between(100, 5000) : chance.between(5000, 40000));
  x.subject = module;
  return x;
}

} // namespace

void draw_group_away(plan& x, dice chance, bool is_one_of_many) {
  std::vector<std::string> charts;
  for (const auto& module : x.modules)
    if (module.chart) charts.push_back(module.name);
  const bool is_drawn =
    is_one_of_many ? chance.percent(20) : std::any_of(x.troubles.begin(), x.troubles.end(), is_group_away);
  if (!is_drawn || charts.empty()) return static_cast<void>(std::erase_if(x.troubles, is_group_away));
  const auto asking = chance.one_of(charts);
  for (auto& module : x.modules) module.asks = module.name == asking;
  if (is_one_of_many) x.troubles.push_back(away(asking, chance));
  for (auto& one : x.troubles) {
    if (!is_group_away(one)) continue;
    one.subject = asking;
    if (chance.percent(60)) one.message = static_cast<std::uint64_t>(chance.between(1, 60));
  }
}

} // namespace worlds
