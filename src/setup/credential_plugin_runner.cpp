#include "setup/credential_plugin_runner.hpp"

#include "setup/program_path.hpp"
#include "sys/files/environment.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <utility>
#include <vector>

namespace setup {

namespace {

/// Limit of an ExecCredential, which has a token and perhaps a certificate.
constexpr std::size_t output_bytes_max = 1 << 20;
constexpr std::size_t error_line_max = 300;

std::vector<std::string> environment_with(const std::vector<std::string>& more) {
  auto all = sys::files::environment();
  for (const auto& x : more) {
    const auto name = x.substr(0, x.find('=') + 1);
    std::erase_if(all, [&name](const std::string& known) { return known.starts_with(name); });
    all.push_back(x);
  }
  return all;
}

base::result<sys::process::process_spec> spec_of(const kube::access::plugin_call& call) {
  const bool is_path = call.command.find('/') != std::string::npos;
  const auto path = is_path ? call.command : find_in_path(call.command);
  if (path.empty()) return base::fail(base::error_code::not_found, "there is no such program in $PATH");
  sys::process::process_spec spec;
  spec.argv = {path};
  spec.argv.insert(spec.argv.end(), call.arguments.begin(), call.arguments.end());
  spec.environment = environment_with(call.environment);
  spec.needs_lead = false; // a login is needed to take the lead, and to renew it
  spec.collect_stdout = true;
  spec.stdout_bytes_max = output_bytes_max;
  return spec;
}

} // namespace

credential_plugin_runner::credential_plugin_runner(std::shared_ptr<sys::process::process_starter> processes)
  : processes_(std::move(processes)), thread_([this] { serve(); }) {}

credential_plugin_runner::~credential_plugin_runner() {
  end();
}

void credential_plugin_runner::serve() {
  for (;;) {
    work next;
    {
      std::unique_lock lock(now_->mutex);
      now_->changed.wait(lock, [this] { return now_->next || now_->is_ending; });
      if (now_->is_ending) return;
      next = std::exchange(now_->next, {});
    }
    next([this](const kube::access::plugin_call& call) { return run(call); });
  }
}

base::result<kube::access::plugin_exit> credential_plugin_runner::run(const kube::access::plugin_call& call) {
  auto spec = spec_of(call);
  if (!spec) return tl::unexpected(spec.error());
  const auto now = now_;
  std::unique_lock lock(now->mutex);
  if (now->is_ending) return base::fail(base::error_code::cancelled, "the operator stops");
  now->exit.reset();
  now->last_error_line.clear();
  sys::process::process_events events;
  events.on_line = [now](sys::process::stream from, std::string_view line) {
    const std::lock_guard guard(now->mutex);
    if (from == sys::process::stream::err && !line.empty()) now->last_error_line = line.substr(0, error_line_max);
    return sys::process::flow::go_on;
  };
  events.on_exit = [now](sys::process::process_exit exit) {
    const std::lock_guard guard(now->mutex);
    now->exit = std::move(exit);
    now->changed.notify_all();
  };
  // Unlocked for `start`: if the starter has ended, `start` itself calls `on_exit`, which takes the lock.
  lock.unlock();
  const auto process = processes_->start(std::move(*spec), std::move(events));
  lock.lock();
  const auto is_over = [&now] { return now->exit || now->is_ending; };
  const bool in_time = now->changed.wait_for(lock, call.timeout, is_over);
  if (!now->exit) {
    processes_->signal_group(process, SIGKILL);
    if (in_time) return base::fail(base::error_code::cancelled, "the operator stops");
    // The exit follows SIGKILL at once, and is awaited here so that it is not taken for the exit of the next
    // run.
    now->changed.wait(lock, is_over);
    return base::fail(base::error_code::timeout,
                      "it has not ended within " + std::to_string(call.timeout.count()) + " s and was killed");
  }
  if (!now->exit->start_error.empty()) return base::fail(base::error_code::io, now->exit->start_error);
  if (!now->exit->exit_code)
    return base::fail(base::error_code::process_failed, "it was ended by signal " + std::to_string(now->exit->signal));
  // The last line of the plugin's stderr goes only to the log: it may contain a secret, and every client may
  // read /readyz.
  if (*now->exit->exit_code != 0)
    sys::log::log_warning(
      "credential_plugin_failed",
      {{"command", call.command}, {"exit_code", std::int64_t{*now->exit->exit_code}}, {"error", now->last_error_line}});
  if (now->exit->stdout_truncated)
    return base::fail(base::error_code::process_failed, "it has written more than " + std::to_string(output_bytes_max)
                                                          + " bytes, which is no credential");
  return kube::access::plugin_exit{*now->exit->exit_code, now->exit->collected_stdout};
}

void credential_plugin_runner::begin(work x) {
  const std::lock_guard guard(now_->mutex);
  now_->next = std::move(x);
  now_->changed.notify_all();
}

void credential_plugin_runner::end() {
  {
    const std::lock_guard guard(now_->mutex);
    now_->is_ending = true;
    now_->changed.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

} // namespace setup
