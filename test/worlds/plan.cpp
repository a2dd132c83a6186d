#include "worlds/plan.hpp"

#include "worlds/dice.hpp"
#include "worlds/edit_meetings.hpp"
#include "worlds/meetings.hpp"
#include "worlds/module_needs.hpp"

#include <algorithm>
#include <array>

namespace worlds {

namespace {

struct trouble_name {
  trouble_kind kind;
  std::string_view name;
  bool is_drawn = true;
};

constexpr std::array trouble_names{
  trouble_name{trouble_kind::page_404, "page-404"},
  trouble_name{trouble_kind::page_200, "page-200"},
  trouble_name{trouble_kind::page_503, "page-503"},
  trouble_name{trouble_kind::status_404, "status-404"},
  trouble_name{trouble_kind::unauthorized, "unauthorized"},
  trouble_name{trouble_kind::forbidden, "forbidden"},
  trouble_name{trouble_kind::throttled, "throttled"},
  trouble_name{trouble_kind::server_error, "server-error"},
  trouble_name{trouble_kind::conflict, "conflict"},
  trouble_name{trouble_kind::stale_reads, "stale-reads", false},
  trouble_name{trouble_kind::refused, "refused"},
  trouble_name{trouble_kind::half_answer, "half-answer"},
  trouble_name{trouble_kind::lost_answer, "lost-answer"},
  trouble_name{trouble_kind::lists_shuffled, "lists-shuffled"},
  trouble_name{trouble_kind::silent, "silent"},
  trouble_name{trouble_kind::slow, "slow"},
  trouble_name{trouble_kind::watches_break, "watches-break"},
  trouble_name{trouble_kind::watches_end, "watches-end"},
  trouble_name{trouble_kind::watches_silent, "watches-silent"},
  trouble_name{trouble_kind::events_twice, "events-twice"},
  trouble_name{trouble_kind::events_late, "events-late"},
  trouble_name{trouble_kind::events_lost, "events-lost"},
  trouble_name{trouble_kind::bookmarks_lost, "bookmarks-lost"},
  trouble_name{trouble_kind::history_expires, "history-expires"},
  trouble_name{trouble_kind::server_restored, "server-restored", false},
  trouble_name{trouble_kind::kind_goes, "kind-goes"},
  trouble_name{trouble_kind::version_goes, "version-goes", false},
  trouble_name{trouble_kind::filter_fails, "filter-fails"},
  trouble_name{trouble_kind::config_invalid, "config-invalid"},
  trouble_name{trouble_kind::hand_upgrades, "hand-upgrades"},
  trouble_name{trouble_kind::hand_leaves, "hand-leaves"},
  trouble_name{trouble_kind::hand_uninstalls, "hand-uninstalls"},
  trouble_name{trouble_kind::hand_deletes, "hand-deletes"},
  trouble_name{trouble_kind::hook_reconfigured, "hook-reconfigured"},
  trouble_name{trouble_kind::hook_fails, "hook-fails"},
  trouble_name{trouble_kind::hook_killed, "hook-killed"},
  trouble_name{trouble_kind::hook_slow, "hook-slow"},
  trouble_name{trouble_kind::hook_babbles, "hook-babbles"},
  trouble_name{trouble_kind::hook_breaks_schema, "hook-breaks-schema"},
  trouble_name{trouble_kind::hook_floods, "hook-floods"},
  trouble_name{trouble_kind::hook_deaf, "hook-deaf"},
  trouble_name{trouble_kind::hook_forks, "hook-forks"},
  trouble_name{trouble_kind::hook_overreaches, "hook-overreaches"},
  trouble_name{trouble_kind::helm_fails, "helm-fails"},
  trouble_name{trouble_kind::helm_slow, "helm-slow"},
  trouble_name{trouble_kind::helm_hangs, "helm-hangs", false},
  trouble_name{trouble_kind::helm_killed, "helm-killed"},
  trouble_name{trouble_kind::disk_full, "disk-full"},
  trouble_name{trouble_kind::disk_broken, "disk-broken"},
  trouble_name{trouble_kind::files_gone, "files-gone"},
  trouble_name{trouble_kind::clock_steps, "clock-steps"},
  trouble_name{trouble_kind::crash, "crash"},
  trouble_name{trouble_kind::restart, "restart"},
  trouble_name{trouble_kind::hooks_refused, "hooks-refused", false},
  trouble_name{trouble_kind::config_goes, "config-goes", false},
  trouble_name{trouble_kind::group_away, "group-away", false},
  trouble_name{trouble_kind::module_paused, "module-paused", false},
  trouble_name{trouble_kind::server_goes_back, "server-goes-back", false},
  trouble_name{trouble_kind::group_hangs, "group-hangs", false},
  trouble_name{trouble_kind::item_swells, "item-swells", false},
  trouble_name{trouble_kind::fields_edited, "fields-edited", false},
  trouble_name{trouble_kind::things_lost, "things-lost", false},
  trouble_name{trouble_kind::review_ends, "review-ends", false},
  trouble_name{trouble_kind::review_untrusted, "review-untrusted", false},
};

constexpr std::array<std::string_view, 20> happening_names{
  "put item",     "delete item", "put node",       "delete node",     "set flag",
  "remove flag",  "set value",   "set gate",       "delete managed",  "foreign upgrade",
  "bookmarks",    "put secret",  "join namespace", "leave namespace", "put thing",
  "delete thing", "burst",       "storm",          "remove section",  "review"};

const std::vector<std::string> module_names{"alpha", "beta", "gamma", "delta", "omega"};

module_plan draw_module(const std::string& name, dice chance) {
  module_plan x;
  x.name = name;
  x.enabled = chance.percent(75);
  x.chart = chance.percent(80);
  x.gate = chance.percent(20);
  x.items = chance.percent(60);
  x.items_in_queue = chance.percent(50);
  x.secrets = chance.percent(20);
  x.writes_config = chance.percent(25);
  x.makes_object = chance.percent(40);
  x.ticks = chance.percent(20);
  x.counts = chance.percent(30);
  x.joins = chance.percent(25);
  x.picky = chance.percent(40);
  x.defines = chance.percent(15);
  x.orders = chance.percent(20);
  x.both = chance.percent(15);
  x.paced = chance.percent(40);
  x.squatted = x.chart && chance.percent(10);
  x.job = x.chart && chance.percent(20);
  return x;
}

happening draw_happening(const plan& world, dice& chance) {
  happening x;
  x.at_ms = chance.between(0, busy_ms - 1);
  x.kind = static_cast<happening_kind>(chance.between(0, static_cast<int>(happening_kind::burst)));
  x.subject = chance.one_of(world.modules).name;
  switch (x.kind) {
    case happening_kind::put_item:
    case happening_kind::delete_item: x.detail = "item-" + std::to_string(chance.between(1, 4)); break;
    case happening_kind::put_thing:
    case happening_kind::delete_thing: x.detail = "thing-" + std::to_string(chance.between(1, 2)); break;
    case happening_kind::join_namespace:
    case happening_kind::leave_namespace: x.subject = chance.percent(50) ? "team" : "apps"; break;
    case happening_kind::put_node:
    case happening_kind::delete_node: x.subject = "node-" + std::to_string(chance.between(1, 3)); break;
    case happening_kind::set_flag:
    case happening_kind::set_gate: x.detail = chance.percent(50) ? "true" : "false"; break;
    case happening_kind::set_value: x.detail = std::to_string(chance.between(1, 9)); break;
    case happening_kind::put_secret: x.detail = "secret-" + std::to_string(chance.between(1, 2)); break;
    default: break;
  }
  return x;
}

/// Paths of requests that a trouble may be about.
const std::vector<std::string> paths{"",
                                     "/configmaps",
                                     "/secrets",
                                     "/configmaps/addon-operator",
                                     "/widgets",
                                     "/nodes",
                                     "fieldSelector=metadata.name%3Daddon-operator",
                                     "/apis"};

trouble draw_trouble(const plan& world, const std::vector<trouble_kind>& kinds, dice& chance) {
  trouble x;
  x.kind = chance.one_of(kinds);
  // Most troubles come during an event, or on top of another trouble.
  if (!world.troubles.empty() && chance.percent(25))
    x.from_ms = chance.one_of(world.troubles).from_ms + chance.between(-500, 3000);
  else
    x.from_ms = chance.percent(60) ? chance.one_of(world.happenings).at_ms + chance.between(-500, 3000)
                                   : chance.between(0, busy_ms - 1);
  x.from_ms = std::clamp<std::int64_t>(x.from_ms, 0, busy_ms - 1);
  x.for_ms =
    std::min(busy_ms - x.from_ms, chance.percent(50) ? chance.between(100, 5000) : chance.between(5000, 40000));
  const std::vector<unsigned> percents{100, 100, 60, 30, 10};
  x.percent = chance.one_of(percents);
  if (x.kind <= trouble_kind::slow)
    x.subject = chance.one_of(paths);
  else if (x.kind >= trouble_kind::hook_fails && x.kind <= trouble_kind::helm_killed)
    x.subject = chance.percent(50) ? chance.one_of(world.modules).name : "";
  else if ((x.kind >= trouble_kind::config_invalid && x.kind <= trouble_kind::hook_reconfigured)
           || x.kind == trouble_kind::module_paused || x.kind == trouble_kind::server_goes_back
           || x.kind == trouble_kind::item_swells || x.kind == trouble_kind::fields_edited)
    x.subject = chance.one_of(world.modules).name;
  if (x.kind == trouble_kind::crash || x.kind == trouble_kind::restart)
    x.message = static_cast<std::uint64_t>(chance.between(0, 60));
  if (x.kind == trouble_kind::crash || x.kind == trouble_kind::restart) {
    x.for_ms = chance.between(100, 3000);
    if (chance.percent(40)) x.subject = chance.one_of(world.modules).name;
  }
  if (x.kind == trouble_kind::server_goes_back) x.for_ms = std::min(busy_ms - x.from_ms, chance.between(20, 1500));
  if (x.kind == trouble_kind::group_hangs) {
    x.subject = group_of_items;
    x.percent = 100;
    x.for_ms = std::min(busy_ms - x.from_ms, chance.between(12'000, 40'000));
  }
  return x;
}

/// Draws the trouble in every fifth world, beside the others.
void draw_beside(plan& x, trouble_kind kind, const dice& root) {
  auto chance = root.split(name_of(kind));
  if (chance.percent(20)) x.troubles.push_back(draw_trouble(x, {kind}, chance));
}

} // namespace

plan draw_plan(std::uint64_t seed, const std::set<trouble_kind>& faults) {
  plan x;
  x.seed = seed;
  const dice root(seed);
  auto shape = root.split("shape");
  x.nodes_hook = shape.percent(50);
  const auto modules = shape.between(1, static_cast<std::int64_t>(module_names.size()));
  for (std::int64_t i = 0; i < modules; ++i) {
    const auto& name = module_names[static_cast<std::size_t>(i)];
    x.modules.push_back(draw_module(name, root.split(name)));
  }
  auto rest = root.split("rest");
  x.moments_hook = rest.percent(30);
  x.ticks_hook = rest.percent(10);
  if (rest.percent(20)) x.strays.emplace_back(stray_release);
  x.helm_stays = rest.percent(50);
  x.few_wait = root.split("waiting").percent(50);
  auto sides = root.split("side by side");
  const std::vector<unsigned> at_once{1, 2, 4};
  x.at_once = sides.one_of(at_once);
  const std::vector<std::string> numbers{"010", "010", "020"};
  if (x.at_once > 1 || sides.percent(50))
    for (auto& module : x.modules) module.number = sides.one_of(numbers);
  x.watches_rest = root.split("watches").percent(25);
  const std::vector<unsigned> graces{0, 3, 10};
  x.removal_grace_s = root.split("removal grace").one_of(graces);
  auto days = root.split("happenings");
  const auto count = days.between(1, days.percent(15) ? 50 : 10);
  for (std::int64_t i = 0; i < count; ++i) x.happenings.push_back(draw_happening(x, days));
  auto nights = root.split("troubles");
  const auto kinds = faults.empty() ? drawn_troubles() : std::vector(faults.begin(), faults.end());
  const auto troubles = nights.between(1, 4);
  for (std::int64_t i = 0; i < troubles; ++i) x.troubles.push_back(draw_trouble(x, kinds, nights));
  // Events that come while a trouble begins or an operator starts are most likely to get lost.
  auto storms = root.split("storms");
  if (storms.percent(25))
    x.happenings.push_back({std::max<std::int64_t>(0, storms.one_of(x.troubles).from_ms - storms.between(0, 3000)),
                            happening_kind::storm,
                            storms.one_of(x.modules).name,
                            {}});
  x.items_move = storms.percent(20);
  auto refusals = root.split("refused hooks");
  if (faults.empty() && refusals.percent(10))
    x.troubles.push_back(draw_trouble(x, {trouble_kind::hooks_refused}, refusals));
  auto absences = root.split("ConfigMap goes");
  if (faults.empty() && absences.percent(20))
    x.troubles.push_back(draw_trouble(x, {trouble_kind::config_goes}, absences));
  auto versions = root.split("version goes");
  if (faults.empty() && versions.percent(20))
    x.troubles.push_back(draw_trouble(x, {trouble_kind::version_goes}, versions));
  draw_group_away(x, root.split("group away"), faults.empty());
  draw_things_lost(x, root.split("things lost"), faults.empty());
  draw_strays(x, root.split("strays"));
  x.neighbour = root.split("neighbour").percent(30);
  draw_meetings(x, root.split("meetings"));
  if (faults.empty() || faults.contains(trouble_kind::restart)) draw_losses(x, root.split("losses"));
  if (faults.empty() || faults.contains(trouble_kind::hook_floods)) draw_doubts(x, root.split("doubts"));
  auto pauses = root.split("pauses");
  if (faults.empty() && pauses.percent(30))
    x.troubles.push_back(draw_trouble(x, {trouble_kind::module_paused}, pauses));
  if (faults.empty())
    for (const auto kind : {trouble_kind::group_hangs, trouble_kind::item_swells, trouble_kind::fields_edited})
      draw_beside(x, kind, root);
  draw_reaches(x, root.split("reaches"));
  draw_returns(x, root.split("returns"));
  draw_repeats(x, root.split("repeats"));
  draw_late_records(x, root.split("late records"));
  if (faults.empty()) draw_pauses(x, root.split("pauses of removals"));
  draw_flag_storms(x, root.split("flag storms"));
  x.passes = root.split("failures").percent(40);
  draw_needs(x, root.split("needs"));
  if (faults.empty()) draw_failed_needs(x, root.split("failed needs"));
  draw_reviews(x, root.split("reviews"), faults.empty());
  auto echoes = root.split("echoes");
  for (auto& module : x.modules) module.echoes = echoes.percent(20);
  auto failures_allowed = root.split("failures allowed");
  for (auto& module : x.modules) module.lax = failures_allowed.percent(20);
  if (faults.empty()) draw_outages(x, root.split("outages"));
  x.sections_go = root.split("sections go").percent(30);
  if (faults.empty()) draw_lost_patches(x, root.split("lost patches"));
  if (faults.empty()) draw_slow_writes(x, root.split("slow writes"));
  if (faults.empty()) draw_questions(x, root.split("questions"));
  draw_old_edits(x, root.split("old edits"));
  std::stable_sort(x.happenings.begin(), x.happenings.end(),
                   [](const auto& a, const auto& b) { return a.at_ms < b.at_ms; });
  std::stable_sort(x.troubles.begin(), x.troubles.end(),
                   [](const auto& a, const auto& b) { return a.from_ms < b.from_ms; });
  return x;
}

bool has_trouble(const plan& x, trouble_kind kind) {
  return std::any_of(x.troubles.begin(), x.troubles.end(), [&](const trouble& y) { return y.kind == kind; });
}

std::string number_of(const plan& x, const std::string& module) {
  const auto known =
    std::find_if(x.modules.begin(), x.modules.end(), [&](const module_plan& one) { return one.name == module; });
  return known == x.modules.end() ? std::string() : known->number;
}

std::string directory_of(const plan& x, const std::string& module) {
  const auto number = number_of(x, module);
  return "modules/" + (number.empty() ? "" : number + "-") + module;
}

std::string_view name_of(trouble_kind x) {
  return std::find_if(trouble_names.begin(), trouble_names.end(), [&](const auto& row) { return row.kind == x; })->name;
}

std::string_view name_of(happening_kind x) {
  return happening_names[static_cast<std::size_t>(x)];
}

std::optional<trouble_kind> trouble_of(std::string_view name) {
  const auto found =
    std::find_if(trouble_names.begin(), trouble_names.end(), [&](const auto& row) { return row.name == name; });
  return found == trouble_names.end() ? std::nullopt : std::optional(found->kind);
}

const std::vector<trouble_kind>& all_troubles() {
  static const auto kinds = [] {
    std::vector<trouble_kind> all;
    for (const auto& row : trouble_names) all.push_back(row.kind);
    return all;
  }();
  return kinds;
}

const std::vector<trouble_kind>& drawn_troubles() {
  static const auto kinds = [] {
    std::vector<trouble_kind> drawn;
    for (const auto& row : trouble_names)
      if (row.is_drawn) drawn.push_back(row.kind);
    return drawn;
  }();
  return kinds;
}

const std::vector<trouble_kind>& rare_troubles() {
  static const std::vector<trouble_kind> kinds{
    trouble_kind::hooks_refused, trouble_kind::config_goes, trouble_kind::group_away,      trouble_kind::version_goes,
    trouble_kind::module_paused, trouble_kind::group_hangs, trouble_kind::item_swells,     trouble_kind::fields_edited,
    trouble_kind::things_lost,   trouble_kind::review_ends, trouble_kind::review_untrusted};
  return kinds;
}

std::string describe(const module_plan& x) {
  std::string text = "module " + x.name + (x.enabled ? "" : " (disabled)") + ":";
  if (x.chart) text += " chart";
  if (x.gate) text += " enabled-script";
  if (x.picky) text += " picky-enabled-script";
  if (x.items) text += x.items_in_queue ? " items-in-queue" : " items";
  if (x.counts) text += " counts";
  if (x.joins) text += " joins";
  if (x.secrets) text += " secrets";
  if (x.writes_config) text += " writes-config";
  if (x.makes_object) text += " makes-object";
  if (x.ticks) text += " ticks";
  if (x.defines) text += " defines";
  if (x.orders) text += " orders";
  if (x.both) text += " both";
  if (x.paced) text += " paced";
  if (x.asks) text += " asks";
  if (x.job) text += " job";
  if (x.echoes) text += " echoes";
  if (x.lax) text += " lax";
  if (x.reviews) text += " reviews";
  if (x.squatted) text += " squatted";
  if (!x.needs.empty()) text += " needs-" + x.needs;
  return text;
}

std::string describe(const happening& x) {
  return std::string(name_of(x.kind)) + " " + x.subject + (x.detail.empty() ? "" : " " + x.detail);
}

std::string describe(const trouble& x) {
  std::string text = std::string(name_of(x.kind)) + " for " + std::to_string(x.for_ms) + " ms";
  if (x.percent != 100) text += ", " + std::to_string(x.percent) + " %";
  if (!x.subject.empty()) text += ", of " + x.subject;
  if (x.message != 0) text += ", " + std::to_string(x.message) + " messages later";
  return text;
}

} // namespace worlds
