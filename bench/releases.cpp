#include "measures.hpp"

#include "kube/api/request.hpp"
#include "platform.hpp"
#include "process_counters.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/real_cluster.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace bench {

namespace {

constexpr auto limit = std::chrono::minutes(10);
/// For so many modules the targets are meant.
constexpr int modules_of_targets = 100;
/// With more, a helm for each task takes a quarter of an hour, and shows the same.
constexpr int modules_of_a_helm_for_each_max = 300;

/// Two hooks a module: the first runs at each run of the module, the second watches.
constexpr const char* before_helm_hook =
  "#!/bin/sh\n[ \"$1\" != --config ] || echo 'configVersion: v1\nbeforeHelm: 1'\n";
constexpr const char* watching_hook =
  "#!/bin/sh\n[ \"$1\" != --config ] || echo 'configVersion: v1\nkubernetes: [{kind: ConfigMap, nameSelector: "
  "{matchNames: [none]}, executeHookOnSynchronization: false}]'\n";

/// A way to run Helm.
struct way {
  std::string name;
  std::string helm_binary; ///< `$HELM_BIN`; empty: the Helm that stays
  bool has_targets = false;
  int side_by_side = 1; ///< modules at the same time
};

/// An operator with charts, and the ConfigMap that changes their values.
class release_bench {
public:
  release_bench(const setting& x, const way& how)
    : setting_(x), way_(how), cluster_(x.kubeconfig), space_(cluster_.new_namespace("bench-releases")) {
    // Modules with the same number may run side by side.
    for (int i = 1; i <= x.modules; ++i)
      files_.add_chart(module_name(i), how.side_by_side > 1 ? 1 : i, ".Values.global.word");
    set_global("{word: one}");
  }

  /// The figures of all modules, in order.
  std::vector<figure> all() {
    auto running = start();
    first_converge(*running, 4);
    add("an edit that upgrades all", reload(*running, "{word: two}"), "s", {});
    add(no_change, reload(*running, "{word: two, other: 1}"), "s", setting_.modules > 500 ? 3 : 0.3);
    add("an object that somebody deletes is made again", repair(*running), "s", 0.1);
    add("resident memory of the operator", resident(only_child()), "MiB", 30);
    for (const auto helm : children_of(only_child())) add("resident memory of Helm", resident(helm), "MiB", 80);
    running->stop();
    for (int i = 1; i <= setting_.modules; ++i) add_hooks(module_name(i));
    running = start();
    add("start with nothing to do, two hooks a module", converge(*running), "s", 1);
    running->stop();
    return std::move(figures_);
  }

  std::vector<figure> only_first_converge(double target) {
    auto running = start();
    first_converge(*running, target);
    running->stop();
    return std::move(figures_);
  }

private:
  static constexpr const char* no_change = "an edit that changes no manifest";

  static double resident(pid_t process) { return static_cast<double>(read_counters(process).resident_kib) / 1024; }

  void add(const std::string& name, double value, const std::string& unit, std::optional<double> target) {
    if (setting_.modules > modules_of_targets && name != no_change) target.reset();
    figures_.push_back(
      {way_.name + ": " + name, value, unit, unit == "s" ? 2 : 1, way_.has_targets ? target : std::nullopt});
  }

  void first_converge(test::operator_process& running, double target) {
    add(fmt::format("first converge of {} charts", setting_.modules), converge(running), "s", target);
  }

  std::unique_ptr<test::operator_process> start() {
    auto command = files_.command(setting_, space_);
    command.environment.back() = "HELM_BIN=" + way_.helm_binary;
    if (way_.side_by_side > 1) {
      command.arguments.emplace_back("--parallel-module-runs");
      command.arguments.push_back(std::to_string(way_.side_by_side));
    }
    began_ = now();
    return std::make_unique<test::operator_process>(std::move(command));
  }

  /// Seconds since the start, or since the edit.
  double converge(test::operator_process& running) {
    running.await({{"event", "converge_finished"}}, limit);
    return std::chrono::duration<double>(now() - began_).count();
  }

  double reload(test::operator_process& running, const std::string& global) {
    running.skip_to_end();
    began_ = now();
    set_global(global);
    return converge(running);
  }

  /// Until Helm has ended, which is more than its start.
  double repair(test::operator_process& running) {
    running.skip_to_end();
    began_ = now();
    cluster_.call(kube::api::remove_request(test::config_maps(), {space_, module_name(1), {}}));
    running.await({{"event", "helm_finished"}, {"operation", "upgrade"}}, limit);
    return std::chrono::duration<double>(now() - began_).count();
  }

  void set_global(const std::string& yaml) {
    const auto body =
      text::json::object({{"apiVersion", "v1"},
                          {"kind", "ConfigMap"},
                          {"metadata", text::json::object({{"name", "addon-operator"}, {"namespace", space_}})},
                          {"data", text::json::object({{"global", yaml}})}});
    cluster_.call(kube::api::patch_request(test::config_maps(), {space_, "addon-operator", {}},
                                           {.kind = kube::api::patch_kind::apply, .body = body.dump()}));
  }

  void add_hooks(const std::string& module) {
    files_.add_script(module, "before.sh", before_helm_hook);
    files_.add_script(module, "watch.sh", watching_hook);
  }

  setting setting_;
  way way_;
  test::real_cluster cluster_;
  std::string space_;
  platform files_;
  moment began_;
  std::vector<figure> figures_;
};

void append(std::vector<figure>& to, std::vector<figure> figures) {
  for (auto& x : figures) to.push_back(std::move(x));
}

} // namespace

std::vector<figure> measure_releases(const setting& x) {
  std::vector<figure> figures;
  const bool has_helm_that_stays = std::filesystem::exists(x.operator_program + "-helm");
  if (has_helm_that_stays) {
    append(figures, release_bench(x, {"Helm stays", "", true}).all());
    append(figures, release_bench(x, {"Helm stays, 4 side by side", "", true, 4}).only_first_converge(2.5));
  }
  if (has_helm_that_stays && x.modules > modules_of_a_helm_for_each_max) return figures;
  append(figures, release_bench(x, {"a helm for each", x.helm}).all());
  append(figures, release_bench(x, {"a helm for each, 4 side by side", x.helm, false, 4}).only_first_converge(0));
  return figures;
}

} // namespace bench
