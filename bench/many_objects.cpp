#include "measures.hpp"

#include "platform.hpp"
#include "process_counters.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/real_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bench {

namespace {

constexpr int objects = 10'000;
/// More would not be faster: the API server is the limit.
constexpr int clients = 8;

std::string config_map_text(int number) {
  return fmt::format(R"({{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"many-{0}",)"
                     R"("labels":{{"addon-operator/bench":"many"}}}},"data":{{"value":"{0}"}}}})",
                     number);
}

/// Creates the objects; each of several clients creates its part in turn. It must live until all are created.
class creation {
public:
  creation(test::real_cluster& cluster, std::string space) : cluster_(cluster), space_(std::move(space)) {
    for (int i = 0; i < clients; ++i) create_next();
  }

  void await() { done_.get_future().get(); }

private:
  void create_next() {
    const int number = next_++;
    if (number >= objects) return;
    auto request = kube::api::create_request(test::config_maps(), {.namespace_ = space_}, config_map_text(number));
    cluster_.transport().start(std::move(request), {.on_line = {}, .on_done = [this](auto answer) {
                                                      if (!answer || answer->status != 201) ++failed_;
                                                      if (++created_ == objects) return finish();
                                                      create_next();
                                                    }});
  }

  void finish() {
    if (failed_ == 0) return done_.set_value();
    done_.set_exception(std::make_exception_ptr(
      std::runtime_error(fmt::format("{} of {} objects were not created", failed_.load(), objects))));
  }

  test::real_cluster& cluster_;
  std::string space_;
  std::atomic<int> next_ = 0;
  std::atomic<int> created_ = 0;
  std::atomic<int> failed_ = 0;
  std::promise<void> done_;
};

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
  creation all(cluster, space);
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
