#include "measures.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using measure = std::function<std::vector<bench::figure>(const bench::setting&)>;

/// In the order of the table.
const std::vector<std::pair<std::string, measure>> measures = {
  {"reaction", bench::measure_reaction},
  {"many-objects", bench::measure_many_objects},
  {"tracing", bench::measure_tracing},
  {"big-snapshot", [](const bench::setting&) { return bench::measure_big_snapshot(); }},
  {"values", [](const bench::setting&) { return bench::measure_values(); }},
  {"schemas", [](const bench::setting&) { return bench::measure_schemas(); }},
  {"rules", [](const bench::setting&) { return bench::measure_rules(); }},
  {"growth", [](const bench::setting&) { return bench::measure_growth(); }},
  {"converge", bench::measure_converge},
  {"releases", bench::measure_releases},
  {"status", bench::measure_status},
  {"webhooks", bench::measure_webhooks},
  {"hand-over", bench::measure_hand_over},
};

CLI::IsMember one_of_the_measures() {
  std::vector<std::string> names;
  for (const auto& [name, run] : measures) names.push_back(name);
  return CLI::IsMember(names);
}

void add_options(CLI::App& app, bench::setting& x, int& idle_seconds, std::vector<std::string>& only) {
  app.add_option("--operator", x.operator_program, "the release program")->required()->check(CLI::ExistingFile);
  app.add_option("--hook-probe", x.hook_program, "the hook that reports its start")
    ->required()
    ->check(CLI::ExistingFile);
  app.add_option("--hook-counter", x.counter_program, "the hook that counts its events")
    ->required()
    ->check(CLI::ExistingFile);
  app.add_option("--hook-null", x.review_program, "the hook that allows each request")
    ->required()
    ->check(CLI::ExistingFile);
  app.add_option("--kubeconfig", x.kubeconfig, "of a cluster that nothing else uses")
    ->required()
    ->envname("KUBECONFIG");
  app.add_option("--helm", x.helm, "the helm program")->required()->envname("HELM_BIN");
  app.add_option("--samples", x.samples, "objects to create")->check(CLI::Range(1, 100000));
  app.add_option("--modules", x.modules, "charts to install")->check(CLI::Range(1, 5000));
  app.add_option("--only", only, "these measures instead of all")->check(one_of_the_measures());
  app.add_option("--idle", idle_seconds, "seconds to watch an idle operator")->check(CLI::Range(1, 3600));
}

} // namespace

int main(int argc, char** argv) {
  bench::setting x;
  int idle_seconds = 20;
  std::vector<std::string> only;
  CLI::App app("Measures addon-operator against a real API server. Exit code 1: a target was missed.");
  add_options(app, x, idle_seconds, only);
  CLI11_PARSE(app, argc, argv);
  x.idle = std::chrono::seconds(idle_seconds);
  try {
    std::vector<bench::figure> figures;
    for (const auto& [name, run] : measures) {
      if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) continue;
      const auto part = run(x);
      figures.insert(figures.end(), part.begin(), part.end());
    }
    std::fputs(bench::table(figures).c_str(), stdout);
    return bench::all_reached(figures) ? 0 : 1;
  } catch (const std::exception& reason) {
    std::fprintf(stderr, "bench-operator: %s\n", reason.what());
    return 2;
  }
}
