#include "process_counters.hpp"

#include "support/processes.hpp"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The number behind `KEY:` in a status file.
std::uint64_t number_in(const std::string& status, const std::string& key) {
  const auto at = status.find("\n" + key + ":");
  if (at == std::string::npos) throw std::runtime_error("/proc/PID/status has no " + key);
  return std::stoull(status.substr(at + key.size() + 2));
}

/// utime and stime, the 14th and 15th field; the 2nd is a name in parentheses that may contain spaces.
std::uint64_t ticks_in(const std::string& stat) {
  std::istringstream behind_name(stat.substr(stat.rfind(')') + 2));
  const std::vector<std::string> fields(std::istream_iterator<std::string>(behind_name), {});
  return std::stoull(fields.at(11)) + std::stoull(fields.at(12));
}

} // namespace

process_counters read_counters(pid_t process) {
  const auto root = std::filesystem::path("/proc") / std::to_string(process);
  process_counters x;
  for (const auto& thread : std::filesystem::directory_iterator(root / "task")) {
    const auto status = read(thread.path() / "status");
    x.context_switches +=
      number_in(status, "voluntary_ctxt_switches") + number_in(status, "nonvoluntary_ctxt_switches");
  }
  x.cpu_ticks = ticks_in(read(root / "stat"));
  const auto status = read(root / "status");
  x.resident_kib = number_in(status, "VmRSS");
  x.resident_private_kib = number_in(status, "RssAnon");
  return x;
}

std::chrono::nanoseconds cpu_time(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0)
    throw std::runtime_error("there is no process " + std::to_string(process));
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
    std::istringstream numbers(read(thread.path() / "children"));
    children.insert(children.end(), std::istream_iterator<pid_t>(numbers), {});
  }
  return children;
}

pid_t only_child() {
  const auto children = test::child_processes();
  if (children.size() != 1)
    throw std::runtime_error("expected one child, there are " + std::to_string(children.size()));
  return children.front().id;
}

} // namespace bench
