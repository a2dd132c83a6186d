// /metrics agrees with the counts of the programs and of the cluster.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"
#include "worlds/metrics_page.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace worlds {

namespace {

constexpr std::int64_t live_tick_us = 10'000'000;

std::string text(std::size_t x) {
  return std::to_string(x);
}

/// Whether enabled hooks use the queue: all use `main`, some use `ticks` or `secrets`, and some use
/// `TITLE-MODULE`.
bool is_queue_used(const plan& x, const std::string& queue, const std::set<std::string>& enabled) {
  if (queue == "main" || (queue == "ticks" && x.ticks_hook)) return true;
  return std::any_of(x.modules.begin(), x.modules.end(), [&](const auto& module) {
    const bool has_it = (queue == "ticks" && module.ticks) || (queue == "secrets" && module.secrets);
    return enabled.contains(module.name) && (has_it || queue.ends_with("-" + module.name));
  });
}

std::size_t count_of(const std::map<std::string, std::size_t>& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

class metrics_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { bad_runs_.clear(); }

  void logs(const std::string& line) override {
    if (line.find(" task_retry ") == line.npos) return;
    const auto task = field_of(line, "task");
    constexpr std::string_view run = "ModuleRun:main:";
    if (task.starts_with(run)) ++bad_runs_[task.substr(run.size(), task.find(':', run.size()) - run.size())];
  }

  void ends(const end_of_world& x) override {
    holds();
    const metrics_page page(x.metrics);
    const metrics_page of_hooks(x.hook_metrics, "");
    check_counters(page);
    check_gauges(page, x.enabled);
    check_leftovers(page, of_hooks, x.enabled);
  }

private:
  [[nodiscard]] const life_tally& tally() const { return world_.here().tally; }

  void expect_metric(bool is_right, const std::string& what, std::size_t said, const std::string& counted) {
    if (is_right || is_broken()) return;
    broken("/metrics has " + std::to_string(said) + " " + what + ", the world has counted " + counted);
  }

  [[nodiscard]] bool was_config_invalid() const {
    return std::any_of(planned().troubles.begin(), planned().troubles.end(),
                       [](const auto& y) { return y.kind == trouble_kind::config_invalid; });
  }

  void check_hooks(const metrics_page& page) {
    const bool was_invalid = was_config_invalid();
    for (const auto& [script, ends] : tally().hook_ends) {
      const bool is_global = script.starts_with("global/");
      const auto slash = script.find('/');
      const text_map labels =
        is_global ? text_map{{"hook", script.substr(slash + 1)}}
                  : text_map{{"hook", "hooks" + script.substr(slash)}, {"module", script.substr(0, slash)}};
      const std::string family = is_global ? "global_hook_" : "module_hook_";
      const auto good = page.sum(family + "success_total", labels);
      const auto bad = page.sum(family + "errors_total", labels) + page.sum(family + "allowed_errors_total", labels);
      const auto all = ends.well + ends.badly;
      expect_metric(good <= ends.well, "good runs of " + script, good, text(ends.well));
      expect_metric(bad >= ends.badly, "failures of " + script, bad, text(ends.badly));
      // Programs that could not be started, because a file could not be written or the values were invalid,
      // count as failed, too.
      expect_metric(good + bad == all || (good + bad > all && (tally().file_faults > 0 || was_invalid)),
                    "runs of " + script, good + bad, text(all));
    }
  }

  void check_runs(const metrics_page& page) {
    for (const auto& x : planned().modules) {
      const auto failures = page.sum("module_run_errors_total", {{"module", x.name}});
      const auto upgrades = page.sum("helm_operation_seconds_count", {{"module", x.name}, {"operation", "upgrade"}});
      expect_metric(failures >= count_of(bad_runs_, x.name), "failed runs of " + x.name, failures,
                    text(count_of(bad_runs_, x.name)));
      expect_metric(failures >= count_of(tally().bad_helms, x.name), "failed runs of " + x.name, failures,
                    text(count_of(tally().bad_helms, x.name)) + " failed upgrades");
      expect_metric(upgrades == count_of(tally().upgrades, x.name)
                      || (upgrades > count_of(tally().upgrades, x.name) && tally().file_faults > 0),
                    "helm upgrades of " + x.name, upgrades, text(count_of(tally().upgrades, x.name)));
    }
  }

  void check_counters(const metrics_page& page) {
    check_hooks(page);
    check_runs(page);
    const auto reloads = page.sum("convergence_total");
    expect_metric(reloads > 0 && (!planned().moments_hook || reloads <= tally().reloads), "reloads", reloads,
                  text(tally().reloads));
    // A tick at once, then a tick in each period.
    const auto ticks = 1 + static_cast<std::size_t>((now_us() - tally().began_us) / live_tick_us);
    expect_metric(page.sum("live_ticks") == ticks, "live ticks", page.sum("live_ticks"), text(ticks));
    const auto invalid = page.sum("config_values_errors_total");
    expect_metric(was_config_invalid() || invalid == 0, "periods with an invalid ConfigMap", invalid, "0");
  }

  void check_gauges(const metrics_page& page, const std::set<std::string>& enabled) {
    // Tasks of ticks may be in the queue.
    const auto ticks =
      std::count_if(planned().modules.begin(), planned().modules.end(), [](const auto& x) { return x.ticks; });
    for (const auto& x : page.of("tasks_queue_length")) {
      const auto& queue = x.labels.at("queue");
      const auto most = queue == "ticks" ? static_cast<std::size_t>(ticks) + (planned().ticks_hook ? 1 : 0) : 0;
      const auto said = static_cast<std::size_t>(x.value);
      expect_metric(said <= most, "tasks in queue " + queue, said, std::to_string(most) + " at most");
      expect_metric(is_queue_used(planned(), queue, enabled),
                    "queues " + queue + ", which only modules use that are off", 1, "0");
    }
    for (const auto& module : planned().modules) {
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
      const auto objects = binding == "nodes"    ? nodes_of(api())
                           : binding == "things" ? things_of(api(), module)
                           : binding == "joined" ? items_of_joined(api(), module)
                                                 : items_of(api(), module);
      expect_metric(static_cast<std::size_t>(x.value) == objects.size(),
                    "objects in the snapshot " + binding + " of " + module, static_cast<std::size_t>(x.value),
                    std::to_string(objects.size()));
    }
  }

  /// A disabled module leaves counts of past events, and no series that describes its present state.
  void check_leftovers(const metrics_page& page, const metrics_page& of_hooks, const std::set<std::string>& enabled) {
    const auto is_off = [&](const series& x) {
      const auto module = x.labels.find("module");
      return module != x.labels.end() && !module->second.empty() && !enabled.contains(module->second);
    };
    const auto check = [&](const series& x) {
      if (is_off(x)) expect_metric(false, x.name + " of " + x.labels.at("module") + ", which is off", 1, "none");
    };
    for (const auto& x : of_hooks.all()) check(x);
    for (const auto* gauge : {"binding_count", "kube_snapshot_objects", "module_hook_run_max_rss_bytes"})
      for (const auto& x : page.of(gauge))
        if (!x.labels.contains("hook") || x.labels.at("hook") != "enabled") check(x);
  }

  /// Module -> its failed runs in this life that must be tried again.
  std::map<std::string, std::size_t> bad_runs_;
};

const registered<metrics_rule> entry{"metrics"};

} // namespace

} // namespace worlds
