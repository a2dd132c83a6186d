#include "support/operator_process.hpp"

#include "support/process_environment.hpp"

#include <algorithm>
#include <csignal>
#include <stdexcept>

namespace test {

namespace {

sys::process::process_spec spec_of(operator_command command) {
  sys::process::process_spec spec;
  // A test that is killed takes its operator along.
  spec.argv = {"/usr/bin/setpriv", "--pdeathsig", "TERM", std::move(command.program), "start", "--log-type", "json"};
  spec.argv.insert(spec.argv.end(), command.arguments.begin(), command.arguments.end());
  spec.environment = environment_with(command.environment);
  spec.working_directory = std::move(command.working_directory);
  return spec;
}

std::string text_of(const log_pattern& pattern) {
  std::string text;
  for (const auto& [key, value] : pattern) text += (text.empty() ? "" : " ") + key + "=" + value;
  return text;
}

} // namespace

std::string log_entry::operator[](std::string_view key) const {
  const auto* value = fields.find(key);
  if (!value) return {};
  return value->is_string() ? value->as_string() : value->dump();
}

bool matches(const log_entry& entry, const log_pattern& pattern) {
  return std::all_of(pattern.begin(), pattern.end(), [&](const auto& x) { return entry[x.first] == x.second; });
}

operator_process::operator_process(operator_command command) {
  sys::process::process_events events;
  events.on_line = [this](sys::process::stream, std::string_view line) {
    const std::lock_guard lock(mutex_);
    entries_.push_back({text::parse_json(line).value_or(text::json()), std::string(line)});
    changed_.notify_all();
    return sys::process::flow::go_on;
  };
  events.on_exit = [this](sys::process::process_exit exit) {
    const std::lock_guard lock(mutex_);
    exit_ = std::move(exit);
    changed_.notify_all();
  };
  id_ = reactor_.start(spec_of(std::move(command)), std::move(events));
}

std::optional<log_entry> operator_process::step_to(const log_pattern& pattern) {
  while (next_ < entries_.size())
    if (const auto& entry = entries_[next_++]; matches(entry, pattern)) return entry;
  return std::nullopt;
}

log_entry operator_process::await(const log_pattern& pattern, std::chrono::seconds limit) {
  std::unique_lock lock(mutex_);
  std::optional<log_entry> found;
  const bool settled = changed_.wait_for(lock, limit, [&] {
    found = step_to(pattern);
    return found || exit_;
  });
  if (found) return *found;
  throw std::runtime_error((settled ? "the operator ended before it logged " : "the operator did not log in time: ")
                           + text_of(pattern) + "; the end of its log:\n" + tail_locked());
}

std::vector<log_entry> operator_process::all(const log_pattern& pattern) const {
  const std::lock_guard lock(mutex_);
  std::vector<log_entry> found;
  std::copy_if(entries_.begin(), entries_.end(), std::back_inserter(found),
               [&](const auto& entry) { return matches(entry, pattern); });
  return found;
}

void operator_process::await_more(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  const auto before = entries_.size();
  changed_.wait_for(lock, limit, [&] { return exit_ || entries_.size() > before; });
}

void operator_process::skip_to_end() {
  const std::lock_guard lock(mutex_);
  next_ = entries_.size();
}

void operator_process::signal(int number) {
  reactor_.signal_group(id_, number);
}

sys::process::process_exit operator_process::await_exit(std::chrono::seconds limit) {
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, limit, [&] { return exit_.has_value(); })) return *exit_;
  throw std::runtime_error("the operator did not end in time; the end of its log:\n" + tail_locked());
}

sys::process::process_exit operator_process::stop() {
  signal(SIGTERM);
  return await_exit();
}

std::string operator_process::tail() const {
  const std::lock_guard lock(mutex_);
  return tail_locked();
}

std::string operator_process::tail_locked() const {
  constexpr std::size_t lines = 40;
  std::string text;
  for (auto i = entries_.size() - std::min(entries_.size(), lines); i < entries_.size(); ++i)
    text += entries_[i].line + "\n";
  return text;
}

} // namespace test
