// Edits of the ConfigMap whose effects come late.
#include "worlds/edit_meetings.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace worlds {

namespace {

bool is_of_flag(const happening& x) {
  return x.kind == happening_kind::set_flag || x.kind == happening_kind::remove_flag || x.kind == happening_kind::burst;
}
bool is_of_node(const happening& x) {
  return x.kind == happening_kind::put_node || x.kind == happening_kind::delete_node;
}

/// A trouble in which a user writes the flag or the section of the module, or in which no hook decides.
bool is_in_the_way(const trouble& x, const std::string& module) {
  if (x.kind == trouble_kind::config_goes || x.kind == trouble_kind::hooks_refused
      || x.kind == trouble_kind::things_lost)
    return true;
  const bool is_of_user = x.kind == trouble_kind::config_invalid || x.kind == trouble_kind::module_paused
                          || x.kind == trouble_kind::crash || x.kind == trouble_kind::restart;
  return is_of_user && x.subject == module;
}

bool is_any_in_the_way(const plan& x, const std::string& module) {
  return std::any_of(x.troubles.begin(), x.troubles.end(), [&](const trouble& y) { return is_in_the_way(y, module); });
}

} // namespace

void draw_old_edits(plan& x, dice chance) {
  auto& module = x.modules.back();
  const bool has_storm = std::any_of(x.happenings.begin(), x.happenings.end(), [](const happening& y) {
    return y.kind == happening_kind::burst && y.detail == flags_only;
  });
  if (x.removal_grace_s == 0 || !x.nodes_hook || has_storm || is_any_in_the_way(x, module.name) || !chance.percent(60))
    return;
  module.enabled = false;
  module.chart = true;
  module.gate = false;
  const auto edit_ms = chance.between(8000, 18'000);
  const auto leaves_ms = edit_ms + chance.between(75'000, 85'000);
  std::erase_if(x.happenings, [&](const happening& y) {
    const bool is_edit =
      y.kind == happening_kind::set_gate || (y.kind == happening_kind::set_value && y.subject == module.name);
    return is_of_node(y) || (is_of_flag(y) && y.subject == module.name)
           || (is_edit && y.at_ms > edit_ms && y.at_ms < leaves_ms + 15'000);
  });
  const auto add = [&](std::int64_t at_ms, happening_kind kind, const std::string& subject, const char* detail = "") {
    x.happenings.push_back({at_ms, kind, subject, detail});
  };
  for (const auto* node : {"node-1", "node-2"}) add(chance.between(500, 5000), happening_kind::put_node, node);
  add(edit_ms, happening_kind::set_gate, module.name, "false");
  add(edit_ms + 2000, happening_kind::set_gate, module.name, "true");
  // A reload that has seen the edits.
  add(edit_ms + 15'000, happening_kind::put_node, "node-3");
  for (const auto* node : {"node-2", "node-3"}) add(leaves_ms, happening_kind::delete_node, node);
}

void draw_questions(plan& x, dice chance) {
  std::vector<std::string> asked;
  std::vector<std::string> busy;
  for (const auto& module : x.modules) {
    if (!module.enabled || module.gate) continue;
    if (module.picky)
      asked.push_back(module.name);
    else if (module.chart)
      busy.push_back(module.name);
  }
  if (asked.empty() || busy.empty() || !chance.percent(50)) return;
  const auto module = chance.one_of(asked);
  const auto before = chance.one_of(busy);
  const auto at_ms = chance.between(60'000, 78'000);
  const auto edit = [&](std::int64_t after_ms, const std::string& of, const char* replicas) {
    x.happenings.push_back({at_ms + after_ms, happening_kind::set_value, of, replicas});
  };
  constexpr auto no = "8";
  constexpr auto yes = "3";
  trouble slow;
  slow.kind = trouble_kind::helm_slow;
  slow.subject = before;
  slow.from_ms = at_ms + 8000;
  slow.for_ms = 6000;
  x.troubles.push_back(slow);
  edit(0, module, no);
  edit(8200, before, chance.percent(50) ? "2" : "4");
  edit(chance.between(9000, 10'000), module, yes);
  x.happenings.push_back({at_ms + chance.between(10'200, 11'500), happening_kind::set_flag, before, "true"});
  edit(30'000, module, no);
  edit(38'000, module, yes);
}

} // namespace worlds
