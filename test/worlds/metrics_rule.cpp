// /metrics agrees with the counts of the programs and of the cluster; and no timer is left over.
#include "worlds/operator_life.hpp"
#include "worlds/world.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
constexpr std::int64_t live_tick_us = 10'000 * ms;

} // namespace

/// A line of /metrics.
struct series {
  std::string name; ///< without the prefix
  text_map labels;
  double value = 0;
};

namespace {

/// No label in a world has a quote or a brace in its value.
series series_of(const std::string& line, std::size_t prefix) {
  series x;
  const auto open = line.find('{');
  const auto end = line.rfind(' ');
  x.name = line.substr(prefix, std::min(open, end) - prefix);
  x.value = std::strtod(line.c_str() + end, nullptr);
  for (auto at = open; at < end && line[at] != '}';) {
    const auto equals = line.find('=', at + 1);
    const auto close = line.find('"', equals + 2);
    x.labels[line.substr(at + 1, equals - at - 1)] = line.substr(equals + 2, close - equals - 2);
    at = close + 1;
  }
  return x;
}

} // namespace

/// The operator's own metrics, or the metrics of hooks, which have no prefix.
class metrics_page {
public:
  explicit metrics_page(const std::string& text, std::string_view prefix = "addon_operator_") {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(prefix) && !line.starts_with('#') && line.find("_bucket{") == line.npos)
        all_.push_back(series_of(line, prefix.size()));
  }

  [[nodiscard]] const std::vector<series>& all() const { return all_; }
  [[nodiscard]] std::vector<series> of(std::string_view name) const {
    std::vector<series> found;
    for (const auto& x : all_)
      if (x.name == name) found.push_back(x);
    return found;
  }
  /// The sum of all series of that name with these labels.
  [[nodiscard]] std::size_t sum(std::string_view name, const text_map& labels = {}) const {
    double sum = 0;
    for (const auto& x : all_)
      if (x.name == name && std::includes(x.labels.begin(), x.labels.end(), labels.begin(), labels.end()))
        sum += x.value;
    return static_cast<std::size_t>(sum);
  }

private:
  std::vector<series> all_;
};

/// A reminder cannot be taken back, so each task of Helm leaves the reminder of its time limit, and the release watcher
/// its next look at objects that have gone, with a reminder that an earlier reminder replaced. The alarm waits for the next
/// tick.
void world::check_timers() {
  if (!breaches_.empty() || !life_) return;
  ++seen_.rules["timers"];
  const std::map<std::string, std::size_t> allowed{
    {"hook_runner", helms_}, {"release watcher", 2}, {"scheduled_actor", 1}};
  for (const auto& [actor, count] : life_->timers()) {
    const auto known = allowed.find(actor);
    const auto most = known == allowed.end() ? 0 : known->second;
    if (count > most)
      return breach_of("timers", "although nothing is to be done, '" + actor + "' waits for " + std::to_string(count)
                                   + " times, " + std::to_string(most) + " at most are known");
  }
}

void world::count_end(const std::vector<std::string>& argv, const sys::process::process_exit& how) {
  const bool is_good = how.exit_code == 0;
  if (argv.size() > 2 && argv[1] == "upgrade") {
    ++upgrades_[argv[2]];
    if (!is_good) ++bad_helms_[argv[2]];
  }
  if (argv.size() > 1 && argv.front().ends_with("/helm") && argv[1] != "worker") ++helms_;
  const auto script = paths_.find(argv.front());
  if (argv.size() != 1 || script == paths_.end() || script->second.ends_with("/enabled")) return;
  auto& ends = hook_ends_[script->second];
  ++(is_good ? ends.well : ends.badly);
}

void world::check_metrics(const std::set<std::string>& enabled) {
  ++seen_.rules["metrics"];
  const metrics_page page(life_->metrics());
  check_counters(page);
  check_gauges(page, enabled);
  check_leftovers(page, enabled);
}

/// A module that is off leaves counts of past events, and no series that describes it.
void world::check_leftovers(const metrics_page& page, const std::set<std::string>& enabled) {
  const auto is_off = [&](const series& x) {
    const auto module = x.labels.find("module");
    return module != x.labels.end() && !module->second.empty() && !enabled.contains(module->second);
  };
  const auto check = [&](const series& x) {
    if (is_off(x)) expect_metric(false, x.name + " of " + x.labels.at("module") + ", which is off", 1, "none");
  };
  const metrics_page of_hooks(life_->hook_metrics(), "");
  for (const auto& x : of_hooks.all()) check(x);
  for (const auto& x : plan_.modules)
    if (x.counts && enabled.contains(x.name)) check_reported(of_hooks, x.name);
  for (const auto* gauge : {"binding_count", "kube_snapshot_objects", "module_hook_run_max_rss_bytes"})
    for (const auto& x : page.of(gauge))
      if (!x.labels.contains("hook") || x.labels.at("hook") != "enabled") check(x);
}

/// The last report of the hook that counts: a number, and a series for each item.
void world::check_reported(const metrics_page& page, const std::string& module) {
  ++seen_.rules["hook-metrics"];
  const auto items = items_of(api_, module);
  const auto said = page.sum("items_counted", {{"module", module}});
  expect_metric(said == items.size(), "items that the hook of " + module + " has counted", said,
                std::to_string(items.size()));
  text_map listed;
  for (const auto& x : page.of("item_listed"))
    if (x.labels.contains("module") && x.labels.at("module") == module) listed[x.labels.at("item")] = "";
  text_map wanted;
  for (const auto& [item, payload] : items) wanted[item] = "";
  expect_metric(listed == wanted, "items that the hook of " + module + " lists, which are " + joined(listed),
                listed.size(), joined(wanted));
}

void world::expect_metric(bool holds, const std::string& what, std::size_t said, const std::string& counted) {
  if (holds || !breaches_.empty()) return;
  breach_of("metrics", "/metrics has " + std::to_string(said) + " " + what + ", the world has counted " + counted);
}

void world::check_counters(const metrics_page& page) {
  const auto text = [](std::size_t x) { return std::to_string(x); };
  const bool was_invalid = std::any_of(plan_.troubles.begin(), plan_.troubles.end(),
                                       [](const auto& y) { return y.kind == trouble_kind::config_invalid; });
  for (const auto& [script, ends] : hook_ends_) {
    const bool is_global = script.starts_with("global/");
    const auto slash = script.find('/');
    const text_map labels = is_global
                              ? text_map{{"hook", script.substr(slash + 1)}}
                              : text_map{{"hook", "hooks" + script.substr(slash)}, {"module", script.substr(0, slash)}};
    const std::string family = is_global ? "global_hook_" : "module_hook_";
    const auto good = page.sum(family + "success_total", labels);
    const auto bad = page.sum(family + "errors_total", labels);
    const auto all = ends.well + ends.badly;
    expect_metric(good <= ends.well, "good runs of " + script, good, text(ends.well));
    expect_metric(bad >= ends.badly, "failures of " + script, bad, text(ends.badly));
    // Programs that cannot be started because a file cannot be written, or the values are not valid, have failed, too.
    expect_metric(good + bad == all || (good + bad > all && (file_faults_ > 0 || was_invalid)), "runs of " + script,
                  good + bad, text(all));
  }
  for (const auto& x : plan_.modules) {
    const auto failures = page.sum("module_run_errors_total", {{"module", x.name}});
    const auto upgrades = page.sum("helm_operation_seconds_count", {{"module", x.name}, {"operation", "upgrade"}});
    expect_metric(failures >= bad_runs_[x.name], "failed runs of " + x.name, failures, text(bad_runs_[x.name]));
    expect_metric(failures >= bad_helms_[x.name], "failed runs of " + x.name, failures,
                  text(bad_helms_[x.name]) + " failed upgrades");
    expect_metric(upgrades == upgrades_[x.name] || (upgrades > upgrades_[x.name] && file_faults_ > 0),
                  "helm upgrades of " + x.name, upgrades, text(upgrades_[x.name]));
  }
  const auto reloads = page.sum("convergence_total");
  expect_metric(reloads > 0 && (!plan_.moments_hook || reloads <= reloads_), "reloads", reloads, text(reloads_));
  // A run at once, then a run each period.
  const auto ticks = 1 + static_cast<std::size_t>((now_us_ - life_began_us_) / live_tick_us);
  expect_metric(page.sum("live_ticks") == ticks, "live ticks", page.sum("live_ticks"), text(ticks));
  const auto invalid = page.sum("config_values_errors_total");
  expect_metric(was_invalid || invalid == 0, "periods with an invalid ConfigMap", invalid, "0");
}

void world::check_gauges(const metrics_page& page, const std::set<std::string>& enabled) {
  // Ticks may be under way.
  const auto ticks = std::count_if(plan_.modules.begin(), plan_.modules.end(), [](const auto& x) { return x.ticks; });
  for (const auto& x : page.of("tasks_queue_length")) {
    const auto& queue = x.labels.at("queue");
    const auto most = queue == "ticks" ? static_cast<std::size_t>(ticks) + (plan_.ticks_hook ? 1 : 0) : 0;
    const auto said = static_cast<std::size_t>(x.value);
    expect_metric(said <= most, "tasks in queue " + queue, said, std::to_string(most) + " at most");
  }
  for (const auto& module : plan_.modules) {
    const auto is_on = page.sum("mm_module_enabled", {{"module", module.name}});
    expect_metric(is_on == enabled.count(module.name), "enabled modules of the name " + module.name, is_on,
                  std::to_string(enabled.count(module.name)));
    for (const auto* trouble : {"module_cannot_run", "module_waits"})
      expect_metric(page.sum(trouble, {{"module", module.name}}) == 0, std::string(trouble) + " of " + module.name, 1,
                    "0");
  }
  for (const auto& x : page.of("kube_snapshot_objects")) {
    const auto& binding = x.labels.at("binding");
    const auto& module = x.labels.at("module");
    if (binding == "secrets" || (!module.empty() && !enabled.contains(module))) continue;
    const auto objects = binding == "nodes"    ? nodes_of(api_)
                         : binding == "things" ? things_of(api_, module)
                         : binding == "joined" ? items_of_joined(api_, module)
                                               : items_of(api_, module);
    expect_metric(static_cast<std::size_t>(x.value) == objects.size(),
                  "objects in the snapshot " + binding + " of " + module, static_cast<std::size_t>(x.value),
                  std::to_string(objects.size()));
  }
}

} // namespace worlds
