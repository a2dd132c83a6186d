#include "simulation/real_programs.hpp"

#include "sys/process/program_end.hpp"

#include <algorithm>
#include <csignal>
#include <mutex>
#include <utility>

namespace simulation {

namespace {

/// Limit of lines that wait for `deliver`. A program that prints faster is slowed down.
constexpr std::size_t lines_max = 1000;

std::string command_of(const sys::process::process_spec& spec) {
  std::string text;
  for (const auto& word : spec.argv) text += (text.empty() ? "" : " ") + word;
  return text;
}

} // namespace

/// Reports of a program that were not taken yet.
struct real_programs::reports {
  struct line {
    sys::process::stream from;
    std::string text;
  };

  std::mutex mutex;
  std::deque<line> lines;
  std::optional<sys::process::process_exit> exit;
  bool paused = false;

  std::optional<line> take_line(bool& resumes) {
    const std::lock_guard lock(mutex);
    if (lines.empty()) return std::nullopt;
    auto first = std::move(lines.front());
    lines.pop_front();
    resumes = lines.empty() && std::exchange(paused, false);
    return first;
  }
  std::optional<sys::process::process_exit> take_exit() {
    const std::lock_guard lock(mutex);
    // The end is the last report: all lines come before it.
    return lines.empty() ? std::exchange(exit, std::nullopt) : std::nullopt;
  }
};

real_programs::real_programs(std::shared_ptr<sys::process::process_starter> inner, std::shared_ptr<doorbell> bell,
                             std::chrono::seconds limit, std::vector<program_fault>& faults)
  : inner_(std::move(inner)), bell_(std::move(bell)), limit_(limit), faults_(faults) {}

real_programs::~real_programs() {
  die();
}

void real_programs::die() {
  is_dead_ = true;
  // Programs run singly, so only the first program can have begun.
  if (!waiting_.empty() && waiting_.front().inner_id != 0) inner_->signal_group(waiting_.front().inner_id, SIGKILL);
  waiting_.clear();
}

sys::process::process_id real_programs::start(sys::process::process_spec spec, sys::process::process_events events) {
  if (is_dead_) return 0;
  waiting_.push_back({.id = ++last_id_, .spec = std::move(spec), .events = std::move(events)});
  return last_id_;
}

void real_programs::begin_first() {
  auto& x = waiting_.front();
  const auto command = command_of(x.spec);
  x.came = std::make_shared<reports>();
  x.deadline = std::chrono::steady_clock::now() + limit_;
  const auto fault = fault_for(command);
  if (fault && fault->exit_code) {
    x.came->exit.emplace().exit_code = fault->exit_code;
    return;
  }
  sys::process::process_events events;
  events.on_line = [came = x.came, bell = bell_](sys::process::stream from, std::string_view line) {
    const std::lock_guard lock(came->mutex);
    came->lines.push_back({from, std::string(line)});
    bell->ring();
    came->paused = came->lines.size() >= lines_max;
    return came->paused ? sys::process::flow::pause : sys::process::flow::go_on;
  };
  events.on_exit = [came = x.came, bell = bell_](sys::process::process_exit exit) {
    const std::lock_guard lock(came->mutex);
    came->exit = std::move(exit);
    bell->ring();
  };
  x.inner_id = inner_->start(x.spec, std::move(events));
  if (fault) inner_->signal_group(x.inner_id, SIGKILL);
}

std::optional<program_fault> real_programs::fault_for(const std::string& command) {
  const auto found = std::find_if(faults_.begin(), faults_.end(), [&](const program_fault& x) {
    // The fault is meant for a run of the hook. `--config` runs at each start and would use up the fault.
    return command.find(x.name_part) != std::string::npos && !command.ends_with(" --config");
  });
  if (found == faults_.end()) return std::nullopt;
  const auto fault = *found;
  if (--found->times == 0) faults_.erase(found);
  return fault;
}

bool real_programs::deliver() {
  if (waiting_.empty()) return false;
  if (!waiting_.front().came) {
    if (on_start && on_start(command_of(waiting_.front().spec))) return false;
    begin_first();
    return true;
  }
  bool any = false;
  // A receiver may start programs in its callback. They are added at the end of `waiting_`, so the first
  // program stays first.
  while (!waiting_.front().held) {
    auto& x = waiting_.front();
    bool resumes = false;
    const auto line = x.came->take_line(resumes);
    if (!line) break;
    any = true;
    if (resumes) inner_->resume(x.inner_id);
    if (line->from == sys::process::stream::err) x.errors.add(line->text);
    const auto wanted = x.events.on_line ? x.events.on_line(line->from, line->text) : sys::process::flow::go_on;
    waiting_.front().held = wanted == sys::process::flow::pause;
  }
  if (waiting_.front().held) return any;
  auto exit = waiting_.front().came->take_exit();
  if (!exit) return any;
  hand_out_exit(std::move(*exit));
  return true;
}

void real_programs::hand_out_exit(sys::process::process_exit x) {
  const auto ended = std::move(waiting_.front());
  waiting_.pop_front();
  const auto result = sys::process::end_of_program(x, {});
  if (!result) on_failure({command_of(ended.spec), result.error().message, ended.errors.text()});
  if (ended.events.on_exit) ended.events.on_exit(std::move(x));
}

void real_programs::await() {
  auto& x = waiting_.front();
  if (bell_->wait(x.deadline) || x.killed) return;
  x.killed = true;
  overdue_.push_back(command_of(x.spec));
  inner_->signal_group(x.inner_id, SIGKILL);
  // SIGKILL takes effect at once, unless the program hangs in a file system. So the next wait has a new
  // deadline.
  x.deadline = std::chrono::steady_clock::now() + limit_;
}

void real_programs::signal_group(sys::process::process_id id, int signal) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [id](const program& x) { return x.id == id; });
  if (found == waiting_.end()) return;
  if (found->came) return inner_->signal_group(found->inner_id, signal);
  // The program still waits for its turn. Its end is noted now, so that it never starts.
  found->came = std::make_shared<reports>();
  found->came->exit.emplace().signal = signal;
}

void real_programs::write(sys::process::process_id id, std::string text) {
  if (!waiting_.empty() && waiting_.front().id == id && waiting_.front().inner_id != 0)
    inner_->write(waiting_.front().inner_id, std::move(text));
}

void real_programs::resume(sys::process::process_id id) {
  if (!waiting_.empty() && waiting_.front().id == id) waiting_.front().held = false;
}

} // namespace simulation
