#include "measures.hpp"

#include "platform.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/process_run.hpp"
#include "support/real_cluster.hpp"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bench {

namespace {

constexpr int objects_per_module = 10;
constexpr auto first_converge_limit = std::chrono::minutes(5);

/// The time of a call of `addon-operator status` in milliseconds, from the start of its process to its end.
double take_sample(const setting& x, const platform& files, int expected_code) {
  sys::process::reactor reactor;
  auto environment = sys::files::environment();
  environment.push_back("DEBUG_UNIX_SOCKET=" + files.path("debug.socket"));
  const auto began = now();
  test::process_run run(reactor, {.argv = {x.operator_program, "status"}, .environment = std::move(environment)});
  const auto exit = run.await_exit();
  const auto took = std::chrono::duration<double, std::milli>(now() - began).count();
  if (exit.exit_code != expected_code)
    throw std::runtime_error(
      fmt::format("status has ended with {} instead of {}", exit.exit_code.value_or(-1), expected_code));
  return took;
}

std::vector<double> take_samples(const setting& x, const platform& files, int expected_code) {
  std::vector<double> samples;
  for (int i = 0; i < x.samples; ++i) samples.push_back(take_sample(x, files, expected_code));
  return samples;
}

} // namespace

std::vector<figure> measure_status(const setting& x) {
  // A person waits for the screen.
  constexpr double target_ms = 2000;
  test::real_cluster cluster(x.kubeconfig);
  const auto space = cluster.new_namespace("bench-status");
  platform files;
  for (int i = 1; i <= x.modules; ++i) files.add_chart(module_name(i), i, {}, objects_per_module);
  std::vector<double> well;
  std::vector<double> broken;
  {
    test::operator_process running(files.command(x, space));
    running.await({{"event", "converge_finished"}}, first_converge_limit);
    well = take_samples(x, files, 0);
    running.stop();
  }
  files.add_script(module_name(1), "fails.sh",
                   "#!/bin/sh\nif [ \"$1\" = --config ]; then echo '{configVersion: v1, beforeHelm: 1}'; exit; fi\n"
                   "echo 'no such host: db' >&2\nexit 1\n");
  {
    test::operator_process running(files.command(x, space));
    running.await({{"event", "task_retry"}}, first_converge_limit);
    broken = take_samples(x, files, 2);
    running.stop();
  }
  const auto objects = x.modules * objects_per_module;
  return {
    {fmt::format("status of {} modules with {} objects, all well, p50", x.modules, objects), percentile(well, 0.5),
     "ms"},
    {"  the same, p99", percentile(std::move(well), 0.99), "ms", 1, target_ms},
    {"  while the first module fails and the rest waits, p50", percentile(broken, 0.5), "ms"},
    {"  the same, p99", percentile(std::move(broken), 0.99), "ms", 1, target_ms},
  };
}

} // namespace bench
