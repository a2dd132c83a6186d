#include "measures.hpp"

#include "platform.hpp"
#include "process_counters.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/real_cluster.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace bench {

namespace {

constexpr auto limit = std::chrono::minutes(5);
/// For so many modules the targets are meant.
constexpr int modules_of_targets = 100;

/// A replica, its directories, and its process.
struct replica {
  platform files;
  std::unique_ptr<test::operator_process> running;
  pid_t process = 0;
};

/// Two replicas with the same modules.
class replicas {
public:
  explicit replicas(const setting& x)
    : setting_(x), cluster_(x.kubeconfig), space_(cluster_.new_namespace("bench-hand-over")) {
    for (auto* one : {&first_, &second_})
      for (int i = 1; i <= x.modules; ++i) one->files.add_chart(module_name(i), i);
  }

  std::vector<figure> measure() {
    start(first_, "op-0");
    first_.running->await({{"event", "converge_finished"}}, limit);
    start(second_, "op-1");
    second_.running->await({{"event", "standby_ready"}}, limit);
    rest();
    hand_over();
    restart();
    return std::move(figures_);
  }

private:
  void start(replica& one, const std::string& pod) {
    auto command = one.files.command(
      setting_, space_,
      {"ADDON_OPERATOR_HA=true", "ADDON_OPERATOR_POD=" + pod, "ADDON_OPERATOR_POD_UID=uid-of-" + pod});
    // The Helm that stays, if there is one.
    command.environment.back() = "HELM_BIN=";
    const auto before = children_of(::getpid());
    one.running = std::make_unique<test::operator_process>(std::move(command));
    for (const auto child : children_of(::getpid()))
      if (std::find(before.begin(), before.end(), child) == before.end()) one.process = child;
  }

  void add(const std::string& name, double value, const std::string& unit, int digits,
           std::optional<double> target = {}, const std::string& predecessor = {}) {
    if (setting_.modules != modules_of_targets && unit == "s") target.reset();
    figures_.push_back({name, value, unit, digits, target, predecessor});
  }

  /// Not a wait for an event: the use of the machine in this time is measured.
  void rest() {
    const auto before = cpu_time(first_.process);
    std::this_thread::sleep_for(setting_.idle);
    const auto used = std::chrono::duration<double>(cpu_time(first_.process) - before).count();
    add(fmt::format("leader at rest for {} s with a renewal each 2 s: processor time", setting_.idle.count()),
        100 * used / static_cast<double>(setting_.idle.count()), "%", 2, 0.1);
    const auto leader = static_cast<double>(read_counters(first_.process).resident_kib) / 1024;
    add("  resident memory of the leader", leader, "MiB", 1);
    add("  resident memory of the standby", static_cast<double>(read_counters(second_.process).resident_kib) / 1024,
        "MiB", 1, leader);
  }

  void hand_over() {
    const auto began = now();
    first_.running->signal(SIGTERM);
    second_.running->await({{"event", "leadership_taken"}}, limit);
    add("from SIGTERM of a leader without work until the standby leads", seconds_since(began), "s", 2, 0.3,
        "35 to 47 s");
    const auto leads = now();
    second_.running->await({{"event", "converge_finished"}}, limit);
    add(fmt::format("  converge of {} modules with nothing to do after it", setting_.modules), seconds_since(leads),
        "s", 2, 0.3);
    first_.running->await_exit();
  }

  void restart() {
    second_.running->signal(SIGKILL);
    second_.running->await_exit();
    const auto began = now();
    start(second_, "op-1");
    second_.running->await({{"event", "leadership_taken"}}, limit);
    add("from the start of a container in the Pod of a killed leader until it leads", seconds_since(began), "s", 2, 1,
        "15 s and more");
    second_.running->stop();
  }

  static double seconds_since(moment x) { return std::chrono::duration<double>(now() - x).count(); }

  setting setting_;
  test::real_cluster cluster_;
  std::string space_;
  replica first_;
  replica second_;
  std::vector<figure> figures_;
};

} // namespace

std::vector<figure> measure_hand_over(const setting& x) {
  return replicas(x).measure();
}

} // namespace bench
