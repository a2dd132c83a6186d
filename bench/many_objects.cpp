#include "measures.hpp"

#include "object_creation.hpp"
#include "platform.hpp"
#include "process_counters.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/real_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace bench {

namespace {

constexpr int objects = 10'000;
/// The cost for an operator until a hook of it has seen all objects.
struct cost {
  double processor_s = 0;
  double took_s = 0;
  int runs = 0;
  double resident_mib = 0;
};

/// A life of an operator in a namespace of its own, from its first reload to the last object.
cost let_a_hook_see_all(const setting& x, test::real_cluster& cluster, const std::vector<std::string>& arguments = {}) {
  const auto space = cluster.new_namespace("bench-many");
  platform files;
  files.add_hook("counter", x.counter_program);
  report_socket reports(files.path("reports"));
  auto command = files.command(x, space, {"BENCH_SOCKET=" + files.path("reports"), "BENCH_NAMESPACE=" + space});
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  test::operator_process running(std::move(command));
  running.await({{"event", "converge_finished"}});
  // The run for Synchronization.
  (void)reports.receive();

  const auto process = only_child();
  const auto before = cpu_time(process);
  const auto began = now();
  object_creation all(cluster, space, objects);
  int seen = 0;
  cost found;
  while (seen < objects) {
    seen += std::stoi(reports.receive().objects.at(0));
    ++found.runs;
  }
  found.took_s = std::chrono::duration<double>(now() - began).count();
  found.processor_s = std::chrono::duration<double>(cpu_time(process) - before).count();
  found.resident_mib = static_cast<double>(read_counters(process).resident_kib) / 1024;
  all.await();
  running.stop();
  return found;
}

} // namespace

std::vector<figure> measure_many_objects(const setting& x) {
  test::real_cluster cluster(x.kubeconfig);
  const auto found = let_a_hook_see_all(x, cluster);
  return {
    {fmt::format("{} objects, a jqFilter, a named queue: processor time", objects), found.processor_s, "s", 2, 0.5,
     "1.8 s"},
    {"  until the hook has seen the last one", found.took_s, "s", 1},
    {"  runs of the hook", static_cast<double>(found.runs), "", 0},
    {"  resident memory after it", found.resident_mib, "MiB", 1, {}, "180 MiB"},
  };
}

namespace {

/// Other work of the machine adds to a life, and never shortens it: the mean of the cheaper half.
double cheaper_half(std::vector<double> lives) {
  std::sort(lives.begin(), lives.end());
  lives.resize(lives.size() / 2);
  return std::accumulate(lives.begin(), lives.end(), 0.0) / static_cast<double>(lives.size());
}

} // namespace

std::vector<figure> measure_tracing(const setting& x) {
  constexpr int lives = 12;
  test::real_cluster cluster(x.kubeconfig);
  std::vector<double> with;
  std::vector<double> without;
  // In turns, so that a change of the machine's pace meets both.
  for (int i = 0; i < lives; ++i) {
    without.push_back(let_a_hook_see_all(x, cluster, {"--trace-memory", "0"}).processor_s);
    with.push_back(let_a_hook_see_all(x, cluster).processor_s);
    fmt::print(stderr, "  {} of {} lives without and with the trace: {:.3f} and {:.3f} s\n", i + 1, lives,
               without.back(), with.back());
  }
  const auto bare = cheaper_half(std::move(without));
  return {{fmt::format("the trace in memory, of the processor time for {} objects", objects),
           100 * (cheaper_half(std::move(with)) - bare) / bare, "%", 1, 3}};
}

} // namespace bench
