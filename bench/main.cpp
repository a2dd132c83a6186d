#include "measures.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <vector>

namespace {

void add_options(CLI::App& app, bench::setting& x, int& idle_seconds) {
  app.add_option("--operator", x.operator_program, "the release program")->required()->check(CLI::ExistingFile);
  app.add_option("--hook-probe", x.hook_program, "the hook that reports its start")
    ->required()
    ->check(CLI::ExistingFile);
  app.add_option("--hook-counter", x.counter_program, "the hook that counts its events")
    ->required()
    ->check(CLI::ExistingFile);
  app.add_option("--kubeconfig", x.kubeconfig, "of a cluster that nothing else uses")
    ->required()
    ->envname("KUBECONFIG");
  app.add_option("--helm", x.helm, "the helm program")->required()->envname("HELM_BIN");
  app.add_option("--samples", x.samples, "objects to create")->check(CLI::Range(1, 100000));
  app.add_option("--modules", x.modules, "charts to install")->check(CLI::Range(1, 999));
  app.add_option("--idle", idle_seconds, "seconds to watch an idle operator")->check(CLI::Range(1, 3600));
}

} // namespace

int main(int argc, char** argv) {
  bench::setting x;
  int idle_seconds = 20;
  CLI::App app("Measures addon-operator against a real API server. Exit code 1: a target was missed.");
  add_options(app, x, idle_seconds);
  CLI11_PARSE(app, argc, argv);
  x.idle = std::chrono::seconds(idle_seconds);
  try {
    std::vector<bench::figure> figures;
    for (const auto& part : {bench::measure_reaction(x), bench::measure_many_objects(x), bench::measure_big_snapshot(),
                             bench::measure_converge(x)})
      figures.insert(figures.end(), part.begin(), part.end());
    std::fputs(bench::table(figures).c_str(), stdout);
    return bench::all_reached(figures) ? 0 : 1;
  } catch (const std::exception& reason) {
    std::fprintf(stderr, "bench-operator: %s\n", reason.what());
    return 2;
  }
}
