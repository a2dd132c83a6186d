#include "measures.hpp"

#include "platform.hpp"
#include "process_counters.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/real_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <stdexcept>

namespace bench {

namespace {

double milliseconds(moment x) {
  return std::chrono::duration<double, std::milli>(x).count();
}

std::string config_map_text(const std::string& name) {
  return fmt::format(R"({{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"{}",)"
                     R"("labels":{{"addon-operator/bench":"probe"}}}}}})",
                     name);
}

struct sample {
  double hook_ms = 0; ///< POST sent → main() of the hook
  double post_ms = 0; ///< POST sent → its answer
};

/// Creates an object and waits until the hook has reported it.
sample take_sample(test::real_cluster& cluster, report_socket& reports, const std::string& space,
                   const std::string& name) {
  auto answered = std::make_shared<std::promise<moment>>();
  auto answer = answered->get_future();
  auto request = kube::api::create_request(test::config_maps(), {.namespace_ = space}, config_map_text(name));
  const auto sent = now();
  cluster.transport().start(std::move(request),
                            {.on_line = {}, .on_done = [answered](auto) { answered->set_value(now()); }});
  const auto report = reports.receive();
  if (std::find(report.objects.begin(), report.objects.end(), name) == report.objects.end())
    throw std::runtime_error("the hook was called for another object than " + name);
  return {milliseconds(report.began - sent), milliseconds(answer.get() - sent)};
}

/// The time to start the hook's process without an operator: no operator can be faster.
double bare_start_ms(const setting& x, report_socket& reports, const std::vector<std::string>& environment) {
  constexpr int starts = 50;
  std::vector<double> samples;
  sys::process::reactor reactor;
  for (int i = 0; i < starts; ++i) {
    const auto asked = now();
    reactor.start({.argv = {x.hook_program}, .environment = environment, .working_directory = {}}, {});
    samples.push_back(milliseconds(reports.receive().began - asked));
  }
  return percentile(std::move(samples), 0.5);
}

} // namespace

std::vector<figure> measure_reaction(const setting& x) {
  test::real_cluster cluster(x.kubeconfig);
  const auto space = cluster.new_namespace("bench-reaction");
  platform files;
  files.add_hook("probe", x.hook_program);
  report_socket reports(files.path("reports"));
  const auto environment = std::vector<std::string>{"BENCH_SOCKET=" + files.path("reports")};
  test::operator_process running(files.command(x, space, environment));
  running.await({{"event", "converge_finished"}});
  // The run for Synchronization comes first, with the objects of earlier runs.
  (void)reports.receive();

  const auto process = only_child();
  const auto before = cpu_time(process);
  std::vector<double> hook;
  std::vector<double> post;
  for (int i = 0; i < x.samples; ++i) {
    const auto taken = take_sample(cluster, reports, space, fmt::format("probe-{}", i));
    hook.push_back(taken.hook_ms);
    post.push_back(taken.post_ms);
  }
  const auto used = milliseconds(cpu_time(process) - before);
  running.stop();
  return {
    {fmt::format("object created -> main() of its hook, p50 of {}", x.samples), percentile(hook, 0.5), "ms", 1, 7,
     "150 ms"},
    {"  the same, p99", percentile(hook, 0.99), "ms", 1, 20, "249 ms"},
    {"  our own processor time for the event and the run", used / x.samples, "ms", 2, 1.5},
    {"  the API server's answer to the POST alone, p50", percentile(post, 0.5), "ms"},
    {"  the start of the hook's process alone, p50", bare_start_ms(x, reports, environment), "ms"},
  };
}

} // namespace bench
