#include "worlds/crew.hpp"

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <stdexcept>

namespace worlds {

namespace {

/// The output of workers, a line each: `world`, `broken SEED RULE TEXT`, `sum KIND NAME COUNT`.
void write_line(int to, std::string line) {
  std::replace(line.begin(), line.end(), '\n', ' ');
  line += '\n';
  for (std::size_t at = 0; at < line.size();) {
    const auto written = ::write(to, line.data() + at, line.size() - at);
    if (written <= 0) std::_Exit(3);
    at += static_cast<std::size_t>(written);
  }
}

void write_sums(int to, const coverage& seen) {
  const auto put = [&](const std::string& kind, const std::string& name, std::uint64_t count) {
    write_line(to, "sum " + kind + " " + name + " " + std::to_string(count));
  };
  for (const auto& [name, count] : seen.messages) put("message", name, count);
  for (const auto& [step, count] : seen.steps) put("step", std::to_string(step), count);
  for (const auto& [name, count] : seen.troubles) put("trouble", name, count);
  for (const auto& [name, count] : seen.bites) put("bite", name, count);
  for (const auto& [name, count] : seen.rules) put("rule", name, count);
}

void add(coverage& sums, const coverage& x) {
  for (const auto& [name, count] : x.messages) sums.messages[name] += count;
  for (const auto& [step, count] : x.steps) sums.steps[step] += count;
  for (const auto& [name, count] : x.troubles) sums.troubles[name] += count;
  for (const auto& [name, count] : x.bites) sums.bites[name] += count;
  for (const auto& [name, count] : x.rules) sums.rules[name] += count;
}

/// The interval of seeds whose world is played twice: a seed that does not replay is of no use.
constexpr std::uint64_t replayed_each = 40;

void check_replay(played_world& first, const played_world& second) {
  ++first.seen.rules["replay"];
  if (first.trace_digest != second.trace_digest || first.journal != second.journal)
    first.breaches.insert(first.breaches.begin(), {"replay", "two plays of the seed differ"});
}

/// A world that needs this processor time is endless: normal worlds take a tenth of a second, long days a few
/// seconds.
constexpr itimerval world_time_max{{}, {120, 0}};
int alarm_to = -1;
std::uint64_t alarm_seed = 0;

extern "C" void end_endless_world(int) {
  write_line(alarm_to, "broken " + std::to_string(alarm_seed) + " endless it has used two minutes of processor time");
  std::_Exit(4);
}

[[noreturn]] void work(const crew_options& options, unsigned number, int to) {
  coverage seen;
  alarm_to = to;
  std::signal(SIGPROF, end_endless_world);
  for (auto i = static_cast<std::uint64_t>(number); i < options.worlds; i += options.jobs) {
    const auto seed = options.first + i;
    alarm_seed = seed;
    ::setitimer(ITIMER_PROF, &world_time_max, nullptr);
    write_line(to, "begins " + std::to_string(seed));
    const auto what = draw_plan(seed, options.faults);
    auto played = play_world(what);
    if (seed % replayed_each == 0) check_replay(played, play_world(what));
    add(seen, played.seen);
    write_line(to, "world");
    if (played.breaches.empty()) continue;
    const auto& first = played.breaches.front();
    write_line(to, "broken " + std::to_string(seed) + " " + first.rule + " " + first.text);
  }
  write_sums(to, seen);
  std::_Exit(0);
}

void add_sum(coverage& seen, std::istringstream& words) {
  std::string kind, name;
  std::uint64_t count = 0;
  words >> kind >> name >> count;
  if (kind == "message") seen.messages[name] += count;
  if (kind == "step") seen.steps[std::stoi(name)] += count;
  if (kind == "trouble") seen.troubles[name] += count;
  if (kind == "bite") seen.bites[name] += count;
  if (kind == "rule") seen.rules[name] += count;
}

struct worker {
  int from = -1;
  pid_t pid = 0;
  std::string rest{};     ///< of a line
  std::uint64_t seed = 0; ///< of the world under way
};

void take_line(const crew_options& options, crew_report& report, worker& by, const std::string& line) {
  std::istringstream words(line);
  std::string what;
  words >> what;
  if (what == "begins") words >> by.seed;
  if (what == "world") ++report.worlds;
  if (what == "sum") add_sum(report.seen, words);
  if (what != "broken") return;
  broken_world x;
  words >> x.seed >> x.what.rule;
  std::getline(words >> std::ws, x.what.text);
  if (options.on_broken) options.on_broken(x);
  report.broken.push_back(std::move(x));
}

worker start_worker(const crew_options& options, unsigned number) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("pipe");
  std::fflush(nullptr);
  const auto pid = ::fork();
  if (pid < 0) throw std::runtime_error("fork");
  if (pid == 0) {
    ::close(ends[0]);
    work(options, number, ends[1]);
  }
  ::close(ends[1]);
  return {.from = ends[0], .pid = pid};
}

/// @returns false at the end of its lines.
bool read_some(const crew_options& options, worker& x, crew_report& report) {
  char buffer[4096];
  const auto size = ::read(x.from, buffer, sizeof buffer);
  if (size <= 0) return false;
  x.rest.append(buffer, static_cast<std::size_t>(size));
  for (auto end = x.rest.find('\n'); end != x.rest.npos; end = x.rest.find('\n')) {
    take_line(options, report, x, x.rest.substr(0, end));
    x.rest.erase(0, end + 1);
  }
  return true;
}

} // namespace

played_world play_world(const plan& what) {
  played_world result;
  world x(what);
  try {
    x.play();
    result.breaches = x.here().breaches;
  } catch (const std::exception& e) {
    result.breaches = {{"crash", e.what()}};
  }
  result.journal = x.here().journal;
  result.seen = x.here().seen;
  result.trace_digest = x.here().trace_digest;
  return result;
}

crew_report play_worlds(const crew_options& options) {
  crew_report report;
  std::vector<worker> workers;
  for (unsigned i = 0; i < options.jobs; ++i) workers.push_back(start_worker(options, i));
  auto last = std::chrono::steady_clock::now();
  while (!workers.empty()) {
    if (options.until_broken && !report.broken.empty())
      for (const auto& x : workers) ::kill(x.pid, SIGTERM);
    std::vector<pollfd> waits;
    for (const auto& x : workers) waits.push_back({x.from, POLLIN, 0});
    ::poll(waits.data(), waits.size(), 1000);
    for (std::size_t i = waits.size(); i-- > 0;) {
      if (waits[i].revents == 0 || read_some(options, workers[i], report)) continue;
      int status = 0;
      ::close(workers[i].from);
      ::waitpid(workers[i].pid, &status, 0);
      if (status != 0) report.cut_short.push_back(workers[i].seed);
      workers.erase(workers.begin() + static_cast<std::ptrdiff_t>(i));
    }
    const auto now = std::chrono::steady_clock::now();
    if (options.on_progress && now - last >= std::chrono::seconds(1)) {
      last = now;
      options.on_progress(report.worlds, report.broken.size());
    }
  }
  std::sort(report.broken.begin(), report.broken.end(), [](const auto& a, const auto& b) { return a.seed < b.seed; });
  return report;
}

} // namespace worlds
