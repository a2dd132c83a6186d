#include "support/fake_processes.hpp"

#include <csignal>
#include <fstream>
#include <sstream>

namespace test {

std::string fake_process::variable(std::string_view name) const {
  for (const auto& entry : spec_.environment)
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return entry.substr(name.size() + 1);
  return {};
}

std::string fake_process::file(std::string_view name) const {
  std::ifstream in(variable(name), std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void fake_process::write_file(std::string_view name, std::string_view content) const {
  std::ofstream(variable(name), std::ios::binary | std::ios::trunc) << content;
}

void fake_process::print(sys::process::stream to, std::string_view line) {
  if (to == sys::process::stream::out && spec_.collect_stdout)
    collected_.append(line).append("\n");
  else
    lines_.emplace_back(to, line);
}

void fake_processes::on(std::string path_end, fake_program program) {
  programs_.emplace_back(std::move(path_end), std::move(program));
}

sys::process::process_id fake_processes::start(sys::process::process_spec spec, sys::process::process_events events) {
  started_.push_back(spec.argv);
  const auto id = ++last_id_;
  waiting_.emplace_back(id, fake_process(id, std::move(spec), std::move(events)));
  return id;
}

void fake_processes::signal_group(sys::process::process_id id, int signal) {
  signals_.emplace_back(id, signal);
  auto i = running_.find(id);
  if (i == running_.end() || (signal == SIGTERM && !i->second.ends_on_sigterm)) return;
  // Lines that the process has not written yet are dropped.
  if (i->second.paused) i->second.process.lines_.clear();
  i->second.exit.emplace().signal = signal;
}

void fake_processes::resume(sys::process::process_id id) {
  const auto i = running_.find(id);
  if (i != running_.end() && std::exchange(i->second.paused, false)) ++resumed_;
}

void fake_processes::write(sys::process::process_id id, std::string text) {
  if (const auto i = running_.find(id); i != running_.end())
    i->second.input += text;
  else
    early_input_[id] += text;
}

void fake_processes::finish(sys::process::process_id id, int exit_code) {
  if (auto i = running_.find(id); i != running_.end()) i->second.exit.emplace().exit_code = exit_code;
}

void fake_processes::go_on(sys::process::process_id id, const fake_program& program) {
  const auto i = running_.find(id);
  if (i == running_.end() || i->second.exit) return;
  const auto how = program(i->second.process);
  i->second.ends_on_sigterm = how.ends_on_sigterm;
  if (how.exit_code) i->second.exit.emplace().exit_code = how.exit_code;
}

std::size_t fake_processes::deliver() {
  std::size_t n = 0;
  while (!waiting_.empty()) {
    ++n;
    auto [id, process] = std::move(waiting_.front());
    waiting_.pop_front();
    run(id, std::move(process));
  }
  for (auto& [id, x] : running_) n += read_input(x) + hand_out_lines(x);
  return n + end_those_that_are_done();
}

void fake_processes::run(sys::process::process_id id, fake_process process) {
  const auto& path = process.spec().argv.front();
  for (auto i = programs_.rbegin(); i != programs_.rend(); ++i) {
    if (!path.ends_with(i->first)) continue;
    if (process.events_.on_start) process.events_.on_start(first_pid + static_cast<int>(id));
    const auto how = i->second(process);
    auto& x = running_.emplace(id, running_process{std::move(process)}).first->second;
    if (auto early = early_input_.extract(id)) x.input = std::move(early.mapped());
    x.ends_on_sigterm = how.ends_on_sigterm;
    if (how.exit_code) x.exit.emplace().exit_code = how.exit_code;
    return;
  }
  sys::process::process_exit exit;
  exit.start_error = path + ": no such file or directory";
  process.events_.on_exit(std::move(exit));
}

std::size_t fake_processes::read_input(running_process& x) {
  std::size_t n = 0;
  while (!x.exit && x.process.on_input) {
    const auto end = x.input.find('\n');
    if (end == std::string::npos) break;
    const auto line = x.input.substr(0, end);
    x.input.erase(0, end + 1);
    x.process.on_input(x.process, line);
    ++n;
  }
  return n;
}

std::size_t fake_processes::hand_out_lines(running_process& x) {
  std::size_t n = 0;
  auto& lines = x.process.lines_;
  while (!lines.empty() && !x.paused) {
    const auto [from, text] = std::move(lines.front());
    lines.pop_front();
    x.paused = x.process.events_.on_line(from, text) == sys::process::flow::pause;
    ++n;
  }
  return n;
}

std::size_t fake_processes::end_those_that_are_done() {
  std::vector<sys::process::process_id> done;
  for (const auto& [id, x] : running_)
    if (x.exit && x.process.lines_.empty()) done.push_back(id);
  for (auto id : done) {
    auto ended = running_.extract(id);
    auto& x = ended.mapped();
    x.exit->collected_stdout = std::move(x.process.collected_);
    x.exit->usage = fake_processes::usage;
    x.process.events_.on_exit(std::move(*x.exit));
  }
  return done.size();
}

std::vector<sys::process::process_id> fake_processes::running() const {
  std::vector<sys::process::process_id> ids;
  for (const auto& [id, x] : running_)
    if (!x.exit) ids.push_back(id);
  return ids;
}

} // namespace test
