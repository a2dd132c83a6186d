#include "measures.hpp"

#include "platform.hpp"
#include "process_counters.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/real_cluster.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <thread>

namespace bench {

namespace {

constexpr auto first_converge_limit = std::chrono::minutes(5);

double mebibytes(std::uint64_t kib) {
  return static_cast<double>(kib) / 1024;
}

} // namespace

std::vector<figure> measure_converge(const setting& x) {
  test::real_cluster cluster(x.kubeconfig);
  const auto space = cluster.new_namespace("bench-converge");
  platform files;
  for (int i = 1; i <= x.modules; ++i) files.add_chart(module_name(i), i);

  const auto began = now();
  test::operator_process running(files.command(x, space));
  running.await({{"event", "converge_finished"}}, first_converge_limit);
  const auto converge = std::chrono::duration<double>(now() - began).count();
  if (const auto installs = running.all({{"event", "helm_finished"}}).size(); installs != std::size_t(x.modules))
    throw std::runtime_error(fmt::format("{} charts, but {} helm runs", x.modules, installs));

  // Not a wait for an event: the operator's use of the machine in this time is measured.
  const auto before = read_counters(only_child());
  std::this_thread::sleep_for(x.idle);
  const auto after = read_counters(only_child());
  running.stop();

  const auto per_second = [&](std::uint64_t from, std::uint64_t to) {
    return static_cast<double>(to - from) / static_cast<double>(x.idle.count());
  };
  return {
    {fmt::format("first converge of {} modules, a chart each", x.modules), converge, "s", 1, 15, "80.8 s"},
    {"  resident memory after it", mebibytes(before.resident_kib), "MiB", 1, 40, "125 MiB"},
    {"  of which private (RssAnon)", mebibytes(before.resident_private_kib), "MiB"},
    {fmt::format("idle for {} s: context switches a second", x.idle.count()),
     per_second(before.context_switches, after.context_switches), "/s", 2, 2, "176 /s"},
    {"  processor time", per_second(before.cpu_ticks, after.cpu_ticks), "%", 2, {}, "0.35 %"},
  };
}

} // namespace bench
