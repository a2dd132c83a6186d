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

void fake_process::print(sys::stream to, std::string_view line) {
  if (to == sys::stream::out && spec_.collect_stdout)
    collected_.append(line).append("\n");
  else
    events_.on_line(to, line);
}

void fake_processes::on(std::string path_end, fake_program program) {
  programs_.emplace_back(std::move(path_end), std::move(program));
}

sys::process_id fake_processes::start(sys::process_spec spec, sys::process_events events) {
  started_.push_back(spec.argv);
  waiting_.emplace_back(++last_id_, fake_process(std::move(spec), std::move(events)));
  return last_id_;
}

void fake_processes::signal_group(sys::process_id id, int signal) {
  signals_.emplace_back(id, signal);
  auto i = running_.find(id);
  if (i == running_.end() || (signal == SIGTERM && !i->second.ends_on_sigterm)) return;
  sys::process_exit exit;
  exit.signal = signal;
  ended_.emplace_back(std::move(i->second.process), std::move(exit));
  running_.erase(i);
}

void fake_processes::finish(sys::process_id id, int exit_code) {
  auto i = running_.find(id);
  if (i == running_.end()) return;
  sys::process_exit exit;
  exit.exit_code = exit_code;
  ended_.emplace_back(std::move(i->second.process), std::move(exit));
  running_.erase(i);
}

std::size_t fake_processes::deliver() {
  std::size_t n = 0;
  while (!waiting_.empty() || !ended_.empty()) {
    ++n;
    if (!waiting_.empty()) {
      auto [id, process] = std::move(waiting_.front());
      waiting_.pop_front();
      run(id, std::move(process));
    } else {
      auto [process, exit] = std::move(ended_.front());
      ended_.pop_front();
      end(process, std::move(exit));
    }
  }
  return n;
}

void fake_processes::run(sys::process_id id, fake_process process) {
  const auto& path = process.spec().argv.front();
  sys::process_exit exit;
  for (auto i = programs_.rbegin(); i != programs_.rend(); ++i) {
    if (!path.ends_with(i->first)) continue;
    const auto how = i->second(process);
    if (!how.exit_code) {
      running_.emplace(id, running_process{std::move(process), how.ends_on_sigterm});
      return;
    }
    exit.exit_code = how.exit_code;
    return end(process, std::move(exit));
  }
  exit.start_error = path + ": no such file or directory";
  end(process, std::move(exit));
}

void fake_processes::end(fake_process& process, sys::process_exit exit) {
  exit.collected_stdout = std::move(process.collected_);
  if (exit.start_error.empty()) exit.usage = fake_processes::usage;
  process.events_.on_exit(std::move(exit));
}

std::vector<sys::process_id> fake_processes::running() const {
  std::vector<sys::process_id> ids;
  for (const auto& [id, ignored] : running_) ids.push_back(id);
  return ids;
}

} // namespace test
