// Changes that come during troubles. If changes and troubles were drawn independently, most troubles would
// meet no change, because both are rare.
#include "worlds/meetings.hpp"

#include "worlds/tree_texts.hpp"

#include <algorithm>
#include <optional>

namespace worlds {

namespace {

using names = std::vector<std::string>;

bool is_by_hand(trouble_kind x) {
  return x >= trouble_kind::hand_upgrades && x <= trouble_kind::hand_deletes;
}
bool is_of_helm(trouble_kind x) {
  return x >= trouble_kind::helm_fails && x <= trouble_kind::helm_killed;
}
bool is_end_of_life(trouble_kind x) {
  return x == trouble_kind::crash || x == trouble_kind::restart || x == trouble_kind::hooks_refused;
}

/// Modules that are on from the beginning; if `with_chart` is set, only modules with a release.
names modules_on(const plan& x, bool with_chart) {
  names found;
  for (const auto& module : x.modules)
    if (module.enabled && !module.gate && (module.chart || !with_chart)) found.push_back(module.name);
  return found;
}

happening change_for(const trouble& x, const std::string& module, dice& chance) {
  happening change{0, happening_kind::put_item, module, "item-" + std::to_string(chance.between(1, 4))};
  const bool wants_run =
    is_of_helm(x.kind) || is_by_hand(x.kind) || is_end_of_life(x.kind) || x.kind == trouble_kind::group_away;
  if (chance.percent(wants_run ? 70 : 25)) {
    change.kind = happening_kind::set_value;
    change.detail = std::to_string(chance.between(1, 5));
  } else if (chance.percent(15)) {
    change.kind = happening_kind::set_flag;
    change.detail = chance.percent(50) ? "true" : "false";
  } else if (chance.percent(25)) {
    change.kind = happening_kind::delete_item;
  }
  return change;
}

/// A trouble that hits only some requests or runs.
struct reach {
  enum class of { all, module };
  of subject = of::all;
  bool (*fits)(const module_plan&) = nullptr; ///< modules whose changes cause such a request or run
};

std::optional<reach> reach_of(trouble_kind x) {
  // The API server refuses only changes of objects, which few modules make.
  if (x == trouble_kind::conflict)
    return reach{reach::of::all, [](const module_plan& y) { return y.chart && (y.makes_object || y.orders); }};
  if (x == trouble_kind::silent) return reach{reach::of::all, [](const module_plan& y) { return y.chart; }};
  if (x == trouble_kind::hook_breaks_schema || x == trouble_kind::hook_deaf)
    return reach{reach::of::module, [](const module_plan& y) { return y.items; }};
  return std::nullopt;
}

} // namespace

void draw_meetings(plan& x, dice chance) {
  for (auto& trouble : x.troubles) {
    const bool needs_release = is_by_hand(trouble.kind) || is_of_helm(trouble.kind);
    const auto on = modules_on(x, needs_release);
    if (on.empty() || !chance.percent(60)) continue;
    const bool has_subject = std::any_of(x.modules.begin(), x.modules.end(),
                                         [&](const auto& module) { return module.name == trouble.subject; });
    const bool is_fit = std::find(on.begin(), on.end(), trouble.subject) != on.end();
    if (needs_release && has_subject && !is_fit) trouble.subject = chance.one_of(on);
    for (auto left = chance.between(1, 3); left > 0; --left) {
      auto change = change_for(trouble, has_subject ? trouble.subject : chance.one_of(on), chance);
      // The work that the change causes shall be under way when the operator ends.
      change.at_ms = is_end_of_life(trouble.kind)
                       ? trouble.from_ms - chance.between(0, 1500)
                       : trouble.from_ms + chance.between(20, std::clamp<std::int64_t>(trouble.for_ms, 100, 6000));
      change.at_ms = std::clamp<std::int64_t>(change.at_ms, 0, busy_ms - 1);
      x.happenings.push_back(std::move(change));
    }
  }
}

void draw_reaches(plan& x, dice chance) {
  constexpr std::int64_t shortest_ms = 5000;
  for (auto& trouble : x.troubles) {
    const auto reaches = reach_of(trouble.kind);
    if (!reaches || !chance.percent(80)) continue;
    names fit;
    for (const auto& module : x.modules)
      if (module.enabled && !module.gate && reaches->fits(module)) fit.push_back(module.name);
    if (fit.empty()) continue;
    const auto module = chance.one_of(fit);
    trouble.percent = 100;
    trouble.subject = reaches->subject == reach::of::module ? module : "";
    trouble.from_ms = std::min(trouble.from_ms, busy_ms - shortest_ms);
    trouble.for_ms = std::max(trouble.for_ms, shortest_ms);
    x.happenings.push_back({trouble.from_ms + chance.between(50, 1000), happening_kind::set_value, module,
                            std::to_string(chance.between(1, 5))});
    x.happenings.push_back({trouble.from_ms + chance.between(50, 2000), happening_kind::put_item, module,
                            "item-" + std::to_string(chance.between(1, 3))});
  }
}

void draw_losses(plan& x, dice chance) {
  const auto absence = std::find_if(x.troubles.begin(), x.troubles.end(),
                                    [](const auto& trouble) { return trouble.kind == trouble_kind::config_goes; });
  const auto on = modules_on(x, true);
  if (absence == x.troubles.end() || on.empty() || !chance.percent(60)) return;
  constexpr std::int64_t before_ms = 3000;
  constexpr std::int64_t absence_ms = 15000;
  absence->from_ms = std::clamp<std::int64_t>(absence->from_ms, before_ms, busy_ms - absence_ms);
  absence->for_ms = std::max<std::int64_t>(absence->for_ms, absence_ms);
  const std::vector<std::string> values_with_object{"1", "3", "5"};
  x.happenings.push_back({absence->from_ms - chance.between(500, before_ms), happening_kind::set_value,
                          chance.one_of(on), chance.one_of(values_with_object)});
  trouble end;
  end.kind = chance.percent(50) ? trouble_kind::crash : trouble_kind::restart;
  end.from_ms = absence->from_ms + chance.between(0, 4000);
  end.for_ms = chance.between(100, 1500);
  x.troubles.push_back(end);
}

void draw_things_lost(plan& x, dice chance, bool is_one_of_many) {
  if (is_one_of_many ? !chance.percent(20) : !has_trouble(x, trouble_kind::things_lost)) return;
  std::erase_if(x.troubles, [](const auto& y) { return y.kind == trouble_kind::things_lost; });
  const std::vector<std::string> things{lost_directories, lost_values, lost_flags, lost_hook};
  const std::vector<unsigned> confirmed{0, 0, 1};
  trouble loss;
  loss.kind = trouble_kind::things_lost;
  loss.subject = chance.one_of(things);
  loss.from_ms = chance.between(40'000, 80'000);
  loss.for_ms = chance.between(15'000, 30'000);
  loss.percent = chance.one_of(confirmed) == 0 ? 100 : confirmed_loss;
  x.common_flags = loss.subject != lost_directories;
  if (loss.subject == lost_hook) x.nodes_hook = true;
  const auto set_early = [&](happening_kind kind, const std::string& subject, const std::string& detail) {
    x.happenings.push_back({chance.between(500, 20'000), kind, subject, detail});
  };
  if (loss.subject == lost_hook) {
    x.modules.back().enabled = false;
    x.modules.back().chart = true;
    for (const auto* node : {"node-1", "node-2"}) set_early(happening_kind::put_node, node, "");
  }
  for (auto& module : x.modules) {
    if (loss.subject == lost_hook || chance.percent(30)) continue;
    module.chart = true;
    module.enabled = loss.subject != lost_flags;
    if (loss.subject == lost_flags) set_early(happening_kind::set_flag, module.name, "true");
  }
  x.troubles.push_back(loss);
}

void draw_strays(plan& x, dice chance) {
  if (x.strays.empty() || chance.percent(40)) return;
  x.strays.emplace_back(second_stray_release);
  if (chance.percent(40)) x.strays.emplace_back(third_stray_release);
  for (const auto& name : x.strays)
    if (chance.percent(40))
      x.happenings.push_back({chance.between(0, busy_ms - 1), happening_kind::set_flag, name, "false"});
}

void draw_doubts(plan& x, dice chance) {
  names gated;
  for (const auto& module : x.modules)
    if (module.enabled && module.gate) gated.push_back(module.name);
  if (gated.empty() || !chance.percent(8)) return;
  trouble flood;
  flood.kind = trouble_kind::hook_floods;
  flood.from_ms = chance.between(2000, busy_ms - 30'000);
  flood.for_ms = chance.between(8000, 20'000);
  flood.subject = chance.one_of(gated);
  x.happenings.push_back({flood.from_ms + chance.between(500, 4000), happening_kind::set_gate, flood.subject, "false"});
  x.troubles.push_back(flood);
}

void draw_lost_patches(plan& x, dice chance) {
  names ordering;
  for (const auto& module : x.modules)
    if (module.enabled && !module.gate && module.orders) ordering.push_back(module.name);
  if (ordering.empty() || !chance.percent(40)) return;
  const auto module = chance.one_of(ordering);
  trouble loss;
  loss.kind = chance.percent(70) ? trouble_kind::refused : trouble_kind::lost_answer;
  loss.subject = "/configmaps/" + module + "-ordered";
  loss.percent = 30;
  loss.from_ms = chance.between(60'000, busy_ms - 12'000);
  loss.for_ms = 10'000;
  for (std::int64_t i = 0; i < 3; ++i)
    x.happenings.push_back({loss.from_ms + i * 3000 + chance.between(100, 2500), happening_kind::put_item, module,
                            "item-" + std::to_string(1 + i)});
  x.troubles.push_back(loss);
}

void draw_outages(plan& x, dice chance) {
  names lax;
  for (const auto& module : x.modules)
    if (module.enabled && !module.gate && module.lax) lax.push_back(module.name);
  if (lax.empty() || !chance.percent(60)) return;
  const auto module = chance.one_of(lax);
  trouble slow;
  slow.kind = trouble_kind::hook_slow;
  slow.subject = module + lax_script;
  slow.from_ms = chance.between(40'000, busy_ms - 45'000);
  slow.for_ms = 4000;
  trouble outage;
  outage.kind = trouble_kind::refused;
  // Watches break: see `trouble_events`.
  outage.from_ms = (slow.from_ms + 2500) / 3 * 3 + 1;
  outage.for_ms = 2000;
  x.happenings.push_back({slow.from_ms + 200, happening_kind::put_item, module, "item-1"});
  x.troubles.push_back(slow);
  x.troubles.push_back(outage);
}

void draw_slow_writes(plan& x, dice chance) {
  names writing;
  for (const auto& module : x.modules)
    if (module.enabled && !module.gate && module.writes_config) writing.push_back(module.name);
  if (writing.empty() || !chance.percent(40)) return;
  const auto module = chance.one_of(writing);
  trouble slow;
  slow.kind = trouble_kind::slow;
  slow.subject = "/configmaps/addon-operator";
  // Watches go on: see `trouble_events`.
  slow.from_ms = chance.between(50'000, busy_ms - 30'000) / 3 * 3;
  slow.for_ms = 12'000;
  x.happenings.push_back({slow.from_ms + 100, happening_kind::set_value, module, "1"});
  // The read before the write is slow, too.
  x.happenings.push_back({slow.from_ms + chance.between(9000, 15'000), happening_kind::set_value, module, "2"});
  x.troubles.push_back(slow);
}

void draw_returns(plan& x, dice chance) {
  names joining;
  for (const auto& module : x.modules)
    if (module.enabled && !module.gate && module.joins) joining.push_back(module.name);
  if (joining.empty() || !chance.percent(40)) return;
  const bool is_team = chance.percent(50);
  const std::string name = is_team ? "team" : "apps";
  const auto at_ms = chance.between(5000, busy_ms - 20'000);
  x.happenings.push_back({at_ms, happening_kind::join_namespace, name, {}});
  x.happenings.push_back({at_ms + 5000, happening_kind::leave_namespace, name, {}});
  x.happenings.push_back({at_ms + 5000, happening_kind::join_namespace, name, {}});
  x.happenings.push_back(
    {at_ms + 8000, happening_kind::put_item, chance.one_of(joining), is_team ? "item-4" : "item-1"});
}

void draw_repeats(plan& x, dice chance) {
  names watching;
  for (const auto& module : x.modules)
    if (module.enabled && !module.gate && module.items) watching.push_back(module.name);
  if (watching.empty()) return;
  for (auto& trouble : x.troubles) {
    if (trouble.kind != trouble_kind::events_twice) continue;
    trouble.from_ms = std::clamp<std::int64_t>(trouble.from_ms, 5000, busy_ms - 5000);
    trouble.for_ms = std::max<std::int64_t>(trouble.for_ms, 4000);
    trouble.subject.clear();
    trouble.percent = 100;
    const auto module = chance.one_of(watching);
    const auto at_ms = trouble.from_ms + chance.between(500, 2000);
    x.happenings.push_back({at_ms - 400, happening_kind::put_item, module, "item-1"});
    x.happenings.push_back({at_ms, happening_kind::delete_item, module, "item-1"});
    x.happenings.push_back({at_ms + chance.between(10, 300), happening_kind::put_item, module, "item-1"});
  }
}

void draw_late_records(plan& x, dice chance) {
  const auto on = modules_on(x, true);
  if (on.empty()) return;
  for (auto& trouble : x.troubles) {
    if (trouble.kind != trouble_kind::events_late) continue;
    trouble.from_ms = std::min(trouble.from_ms, busy_ms - 15'000);
    trouble.for_ms = std::max<std::int64_t>(trouble.for_ms, 12'000);
    trouble.percent = 100;
    trouble.subject = chance.percent(50) ? "/secrets" : "";
    const auto module = chance.one_of(on);
    for (std::int64_t i = 0; i < 6; ++i)
      x.happenings.push_back({trouble.from_ms + 500 + i * 1500 + chance.between(0, 1000), happening_kind::set_value,
                              module, std::to_string(1 + i % 5)});
  }
}

void draw_pauses(plan& x, dice chance) {
  constexpr std::int64_t slow_ms = 6000;
  const auto on = modules_on(x, true);
  for (auto& pause : x.troubles) {
    if (pause.kind != trouble_kind::module_paused || on.size() < 2 || !chance.percent(60)) continue;
    pause.subject = chance.one_of(on);
    pause.from_ms = std::clamp<std::int64_t>(pause.from_ms, slow_ms + 4000, busy_ms - 20'000);
    pause.for_ms = std::max<std::int64_t>(pause.for_ms, 15'000);
    trouble slow;
    slow.kind = trouble_kind::helm_slow;
    do slow.subject = chance.one_of(on);
    while (slow.subject == pause.subject);
    slow.from_ms = pause.from_ms - slow_ms;
    slow.for_ms = slow_ms;
    const auto wish_ms = slow.from_ms + chance.between(500, 2500);
    x.happenings.push_back({wish_ms, happening_kind::set_value, slow.subject, std::to_string(chance.between(1, 5))});
    x.happenings.push_back({wish_ms + chance.between(0, 500), happening_kind::set_flag, pause.subject, "false"});
    x.troubles.push_back(slow);
    return;
  }
}

void draw_flag_storms(plan& x, dice chance) {
  const auto fails = [](const trouble& y) {
    return y.kind == trouble_kind::hook_fails || y.kind == trouble_kind::helm_fails;
  };
  const auto failure = std::find_if(x.troubles.begin(), x.troubles.end(), fails);
  if (failure == x.troubles.end() || !chance.percent(70)) return;
  const bool is_of_helm = failure->kind == trouble_kind::helm_fails;
  const auto has_run_that_fails = [&](const module_plan& y) {
    return is_of_helm ? y.chart : y.writes_config || y.makes_object;
  };
  // The flag of the module that fails stays as it is.
  const auto& flagged = x.modules.back().name;
  names on;
  for (const auto& module : x.modules)
    if (module.enabled && !module.gate && module.name != flagged && has_run_that_fails(module))
      on.push_back(module.name);
  if (on.empty()) return;
  failure->from_ms = std::min(failure->from_ms, busy_ms - 15'000);
  failure->for_ms = std::max<std::int64_t>(failure->for_ms, 12'000);
  failure->percent = 100;
  failure->subject = chance.one_of(on);
  x.happenings.push_back({failure->from_ms + 500, happening_kind::set_value, failure->subject, "4"});
  x.happenings.push_back({failure->from_ms + 1000, happening_kind::burst, flagged, flags_only});
}

void draw_reviews(plan& x, dice chance, bool has_all_faults) {
  if (!chance.percent(40)) return;
  const auto on = modules_on(x, false);
  if (on.empty()) return;
  if (has_all_faults && chance.percent(50)) {
    trouble end;
    end.kind = chance.percent(50) ? trouble_kind::review_ends : trouble_kind::review_untrusted;
    end.from_ms = chance.between(0, busy_ms - 20'000);
    end.for_ms = chance.between(5000, 20'000);
    x.troubles.push_back(end);
  }
  // The first review has failed when the same review comes again.
  if (has_all_faults && has_trouble(x, trouble_kind::review_ends) && chance.percent(50)) {
    auto failure = x.troubles.back();
    failure.kind = trouble_kind::hook_fails;
    failure.subject = on.front();
    failure.percent = 60;
    x.troubles.push_back(failure);
  }
  for (auto& module : x.modules) module.reviews = chance.percent(50);
  auto& first = *std::find_if(x.modules.begin(), x.modules.end(), [&](const auto& y) { return y.name == on.front(); });
  first.reviews = true;
  for (const auto& module : x.modules)
    for (auto left = module.reviews ? chance.between(3, 12) : 0; left > 0; --left) {
      const auto& near = chance.one_of(x.troubles);
      const auto at_ms =
        chance.percent(60) ? near.from_ms + chance.between(-500, 4000) : chance.between(0, busy_ms - 1);
      x.happenings.push_back(
        {std::clamp<std::int64_t>(at_ms, 0, busy_ms - 1), happening_kind::review, module.name, {}});
    }
}

} // namespace worlds
