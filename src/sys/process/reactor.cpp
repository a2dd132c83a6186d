#include "sys/process/reactor.hpp"

#include "sys/process/child_process.hpp"
#include "sys/process/orphans.hpp"
#include "sys/process/spawn.hpp"
#include "sys/process/start_failure.hpp"
#include "sys/process/wait_readable.hpp"
#include "sys/process/watched_descriptors.hpp"
#include "sys/time/wake_event.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>

namespace sys::process {

namespace {

struct start_command {
  process_id id;
  process_spec spec;
  process_events events;
};

struct signal_command {
  process_id id;
  int signal;
};

struct resume_command {
  process_id id;
};

struct write_command {
  process_id id;
  std::string text;
};

using command = std::variant<start_command, signal_command, resume_command, write_command>;

stream stream_of(source from) {
  return from == source::out ? stream::out : stream::err;
}

using deadline = std::chrono::steady_clock::time_point;
using std::chrono::steady_clock;

deadline first_deadline(const std::map<process_id, deadline>& all) {
  return std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; })
    ->second;
}

/// The parent of this process may have ignored SIGCHLD (`trap '' CHLD`), and a process keeps ignored signals
/// over exec. Then the kernel would reap children before this process can wait for them.
void keep_ends_of_children() {
  struct sigaction action {};
  if (::sigaction(SIGCHLD, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) std::signal(SIGCHLD, SIG_DFL);
}

void report_start_failure(const process_events& events, std::string reason) {
  if (events.on_exit) events.on_exit({.start_error = std::move(reason)});
}

} // namespace

/// The reactor's thread and its state.
class reactor::loop {
public:
  explicit loop(reactor_options options)
    : options_(std::move(options)), orphans_([this](int descriptor, pid_t id) {
        // If the kernel refuses to watch the descriptor, the next look for orphans notices that the orphan
        // has ended.
        (void)watched_.watch(descriptor, {static_cast<process_id>(id), source::orphan});
      }) {
    keep_ends_of_children();
    if (!watched_.watch(wake_.descriptor(), {0, source::wake})) std::abort();
    thread_ = std::thread([this] { run(); });
  }

  ~loop() { end(options_.killed_within); }

  void end(std::chrono::milliseconds within) {
    const std::lock_guard guard(end_mutex_);
    if (!thread_.joinable()) return;
    end_within_ = within;
    stopping_ = true;
    wake_.set();
    thread_.join();
  }

  process_id start(process_spec spec, process_events events) {
    const auto id = ++last_id_;
    push(start_command{id, std::move(spec), std::move(events)});
    return id;
  }

  void push(command x) {
    {
      const std::lock_guard guard(mutex_);
      if (!ended_) {
        commands_.push_back(std::move(x));
        return wake_.set();
      }
    }
    if (const auto* never_started = std::get_if<start_command>(&x))
      report_start_failure(never_started->events, describe_start_failure(never_started->spec, ECANCELED));
  }

private:
  void run();
  void handle_event(const descriptor_event& x);
  void carry_out_commands();
  void carry_out(start_command x);
  void carry_out(const signal_command& x);
  void carry_out(const resume_command& x);
  void carry_out(write_command x);
  void write(process_id id, child_process& child);
  void read(process_id id, child_process& child, source from);
  void end_child(process_id id);
  void kill(process_id id, child_process& child);
  void leave_those_that_hang();
  void leave(process_id id);
  void reap_left(process_id id);
  void look_for_orphans();
  /// Whether a value of `run_variable` names a run of this reactor that has ended.
  [[nodiscard]] bool has_ended(std::string_view run) const;
  [[nodiscard]] bool is_own(pid_t pid) const;
  void end_everything();
  std::vector<command> take_commands();
  void watch_again(process_id id, const child_process& child, source from);

  reactor_options options_;
  watched_descriptors watched_;
  time::wake_event wake_;
  std::atomic<bool> stopping_ = false;
  std::chrono::milliseconds end_within_{}; ///< set before `stopping_`
  std::atomic<process_id> last_id_ = 0;
  std::mutex mutex_;
  std::vector<command> commands_; ///< guarded by `mutex_`
  bool ended_ = false;            ///< guarded by `mutex_`: the thread carries out no further command
  std::mutex end_mutex_;
  // The rest belongs to the thread.
  std::unordered_map<process_id, child_process> children_;
  std::map<process_id, deadline> killed_; ///< children that got SIGKILL, each with its deadline
  std::unordered_map<process_id, child_process>
    left_; ///< killed, reported and not ended. Bound: processes that hang in the kernel
  orphans orphans_;
  /// The beginning of the names of its runs. An operator in a hook has runs with other names.
  std::string runs_name_ = std::to_string(::getpid()) + "-" + std::to_string(boot_ticks_now()) + "-";
  std::array<char, 64 << 10> buffer_;
  std::thread thread_;
};

void reactor::loop::run() {
  while (!stopping_) {
    // The wait has a time limit only while a killed process has not ended yet.
    const int wait = killed_.empty() ? -1 : milliseconds_until(first_deadline(killed_));
    for (const auto& x : watched_.wait(wait)) handle_event(x);
    if (!killed_.empty()) leave_those_that_hang();
  }
  end_everything();
}

void reactor::loop::handle_event(const descriptor_event& x) {
  if (x.from == source::wake) {
    wake_.clear();
    carry_out_commands();
    return;
  }
  if (x.from == source::orphan) return look_for_orphans();
  const auto child = children_.find(x.id);
  if (child == children_.end()) {
    // The process did not die in time and was reported as ended then. Now it has ended.
    if (x.from == source::exit) reap_left(x.id);
    return;
  }
  if (x.from == source::exit)
    end_child(child->first);
  else if (x.from == source::in)
    write(child->first, child->second);
  else
    read(child->first, child->second, x.from);
}

// Reads once for each event, so that a flooded pipe takes turns with the other pipes.
void reactor::loop::read(process_id id, child_process& child, source from) {
  // The event may have been on its way when the receiver of the lines asked for a pause.
  if (child.paused()) return;
  child.read_output(stream_of(from), buffer_);
  if (!child.paused()) watch_again(id, child, from);
}

void reactor::loop::carry_out_commands() {
  for (auto& x : take_commands()) std::visit([this](auto& concrete) { carry_out(std::move(concrete)); }, x);
}

void reactor::loop::carry_out(start_command x) {
  if (!options_.mark.empty()) x.spec.environment.push_back(options_.mark);
  if (options_.ends_orphans)
    x.spec.environment.push_back(std::string(run_variable) + "=" + runs_name_ + std::to_string(x.id));
  if (options_.permit && x.spec.needs_lead && !options_.permit->may_start_process())
    return report_start_failure(x.events, base::not_permitted);
  auto started = spawn(x.spec, options_.guard.get());
  if (!started) {
    report_start_failure(x.events, describe_start_failure(x.spec, started.error()));
    return;
  }
  if (x.events.on_start) x.events.on_start(started->pid);
  const auto child = children_.try_emplace(x.id, x.spec, std::move(x.events), std::move(*started)).first;
  const auto& descriptors = child->second;
  const bool watched = watched_.watch(descriptors.output_descriptor(stream::out), {x.id, source::out})
                       && watched_.watch(descriptors.output_descriptor(stream::err), {x.id, source::err})
                       && watched_.watch(descriptors.exit_descriptor(), {x.id, source::exit});
  // The kernel's limit of watched descriptors is reached. The end of this process would not be noticed, so
  // the process must end.
  if (!watched) end_child(x.id);
}

void reactor::loop::carry_out(const signal_command& x) {
  const auto child = children_.find(x.id);
  if (child == children_.end()) return;
  if (x.signal == SIGKILL) return kill(x.id, child->second);
  child->second.signal_group(x.signal);
}

void reactor::loop::carry_out(const resume_command& x) {
  const auto child = children_.find(x.id);
  if (child == children_.end() || !child->second.paused()) return;
  child->second.resume();
  watch_again(x.id, child->second, source::out);
  watch_again(x.id, child->second, source::err);
}

void reactor::loop::carry_out(write_command x) {
  const auto child = children_.find(x.id);
  if (child == children_.end()) return;
  child->second.add_input(std::move(x.text));
  write(x.id, child->second);
}

/// Writes what fits. A process that does not read now gets the rest when it has made room.
void reactor::loop::write(process_id id, child_process& child) {
  if (!child.write_input()) return;
  watched_.watch_again(child.input_descriptor(), {id, source::in});
}

void reactor::loop::kill(process_id id, child_process& child) {
  // A second SIGKILL does not lengthen the time: a process that hangs in the kernel must not keep its queue
  // waiting.
  killed_.try_emplace(id, steady_clock::now() + options_.killed_within);
  options_.kill_group(child.pid());
}

void reactor::loop::leave_those_that_hang() {
  std::vector<process_id> overdue;
  for (const auto& [id, until] : killed_)
    if (until <= steady_clock::now()) overdue.push_back(id);
  for (const auto id : overdue) leave(id);
}

// The guard still knows its group, and kills it again when this program ends.
void reactor::loop::leave(process_id id) {
  killed_.erase(id);
  auto& child = left_.insert(children_.extract(id)).position->second;
  if (options_.on_left) options_.on_left(child.pid());
  child.report(buffer_);
}

void reactor::loop::reap_left(process_id id) {
  auto ended = left_.extract(id);
  if (ended.empty()) return;
  if (options_.guard) (void)options_.guard->forget(ended.mapped().pid());
  ended.mapped().kill_and_reap();
  look_for_orphans();
}

void reactor::loop::end_child(process_id id) {
  auto ended = children_.extract(id);
  killed_.erase(id);
  // The guard forgets the process before it is reaped. After the reaping another process may get its number,
  // and the guard would kill that process.
  if (options_.guard && !options_.guard->forget(ended.mapped().pid()))
    if (const auto report = std::exchange(options_.on_guard_lost, {})) report();
  ended.mapped().kill_and_reap();
  look_for_orphans();
  // The exit is reported after the orphans of the run have been killed, so they cannot write into files that
  // are read after the report.
  ended.mapped().report(buffer_);
}

void reactor::loop::look_for_orphans() {
  if (!options_.ends_orphans) return;
  orphans::present_runs runs;
  // An orphan that is older than the oldest running process belongs to a run that has ended.
  for (const auto& [id, child] : children_) runs.oldest = std::min(runs.oldest.value_or(child.began()), child.began());
  runs.has_ended = [this](std::string_view run) { return has_ended(run); };
  orphans_.look([this](pid_t pid) { return is_own(pid); }, runs);
}

bool reactor::loop::has_ended(std::string_view run) const {
  if (!run.starts_with(runs_name_)) return false;
  run.remove_prefix(runs_name_.size());
  process_id id = 0;
  const auto parsed = std::from_chars(run.data(), run.data() + run.size(), id);
  return parsed.ec == std::errc{} && !children_.contains(id);
}

bool reactor::loop::is_own(pid_t pid) const {
  const auto has_it = [pid](const auto& x) { return x.second.pid() == pid; };
  return std::any_of(children_.begin(), children_.end(), has_it) || std::any_of(left_.begin(), left_.end(), has_it);
}

void reactor::loop::end_everything() {
  const auto until = steady_clock::now() + end_within_;
  for (auto& [id, child] : children_) options_.kill_group(child.pid());
  while (!children_.empty()) {
    const auto& [id, child] = *children_.begin();
    if (becomes_readable(child.exit_descriptor(), until))
      end_child(id);
    else
      leave(id);
  }
  if (options_.ends_orphans)
    for (const auto pid : orphans_.end_all([this](pid_t x) { return is_own(x); }, until))
      if (options_.on_left) options_.on_left(pid);
  // Callers may have pushed commands until `take_commands` has closed the queue. Each lost start must be
  // reported, or its task would wait for ever.
  for (auto rest = take_commands(); !rest.empty(); rest = take_commands()) {
    for (const auto& x : rest) {
      if (const auto* never_started = std::get_if<start_command>(&x))
        report_start_failure(never_started->events, describe_start_failure(never_started->spec, ECANCELED));
    }
  }
}

std::vector<command> reactor::loop::take_commands() {
  const std::lock_guard guard(mutex_);
  ended_ = stopping_;
  return std::exchange(commands_, {});
}

void reactor::loop::watch_again(process_id id, const child_process& child, source from) {
  const int descriptor = child.output_descriptor(stream_of(from));
  if (descriptor < 0) return; // the end of the stream
  watched_.watch_again(descriptor, {id, from});
}

reactor::reactor(reactor_options options) : loop_(std::make_unique<loop>(std::move(options))) {}

reactor::~reactor() = default;

process_id reactor::start(process_spec spec, process_events events) {
  return loop_->start(std::move(spec), std::move(events));
}

void reactor::signal_group(process_id id, int signal) {
  loop_->push(signal_command{id, signal});
}

void reactor::resume(process_id id) {
  loop_->push(resume_command{id});
}

void reactor::write(process_id id, std::string text) {
  loop_->push(write_command{id, std::move(text)});
}

void reactor::end(std::chrono::milliseconds within) {
  loop_->end(within);
}

} // namespace sys::process
