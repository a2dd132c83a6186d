#include "commands/start_command.hpp"

#include "actors/supervision/running_operator.hpp"
#include "base/process_limit.hpp"
#include "cli/version.hpp"
#include "commands/changed_files.hpp"
#include "commands/cluster_transport.hpp"
#include "commands/helm_setup.hpp"
#include "commands/leader_election.hpp"
#include "commands/operator_processes.hpp"
#include "commands/page_listener.hpp"
#include "commands/webhook_listener.hpp"
#include "core/releases/operator_instance.hpp"
#include "kube/access/otlp_collector.hpp"
#include "kube/transport/curl_transport.hpp"
#include "setup/absolute_path.hpp"
#include "setup/cluster_access.hpp"
#include "setup/helm_binary.hpp"
#include "setup/memory_shares.hpp"
#include "setup/modules_on_disk.hpp"
#include "setup/surroundings.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/file_system.hpp"
#include "sys/files/files.hpp"
#include "sys/log/log.hpp"
#include "sys/log/screen.hpp"
#include "sys/process/claimed_dir.hpp"
#include "sys/process/guard_process.hpp"
#include "sys/process/heap.hpp"
#include "sys/process/jq_limit.hpp"
#include "sys/process/memory_limit.hpp"
#include "sys/process/orphans.hpp"
#include "sys/process/own_process.hpp"
#include "sys/process/process_wait.hpp"
#include "sys/process/program_again.hpp"
#include "sys/process/reactor.hpp"
#include "sys/process/signals.hpp"
#include "sys/process/survivors_of_operator.hpp"
#include "sys/process/thread_room.hpp"
#include "sys/time/alarm.hpp"
#include "sys/time/clock.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <system_error>
#include <utility>

namespace commands {

namespace {

int cannot_start(const base::error& reason) {
  sys::log::log_error("operator_cannot_start", {{"error", reason.message}});
  return 1;
}

/// The guard is the first process that the operator starts, so a limit of processes shows here.
base::error without_guard(int error_number) {
  const auto reason =
    error_number == EAGAIN ? std::string(base::process_limit_advice) : std::generic_category().message(error_number);
  return {base::error_code::io, "the guard of processes cannot be started: " + reason};
}

int cannot_listen(const base::error& reason) {
  sys::log::log_error("operator_cannot_start",
                      {{"error", reason.message},
                       {"hint", "other places are set by --prometheus-listen-address, --prometheus-listen-port and "
                                "--debug-unix-socket"}});
  return 1;
}

/// Ends the programs of killed operators, above all a Helm that is still at work, and claims a directory. A
/// locked directory belongs to a running operator, and is left alone.
base::result<sys::process::claimed_dir> claim_tmp_dir(const cli::start_options& options) {
  const auto base = setup::absolute_path(options.tmp_dir);
  const std::string prefix = setup::operator_dir_prefix;
  const auto directories =
    options.debug_keep_tmp_files ? sys::process::unclaimed::kept : sys::process::unclaimed::removed;
  for (const auto& left : sys::process::take_over_unclaimed_dirs(base, prefix, directories)) {
    if (left.killed > 0)
      sys::log::log_warning("survivors_killed",
                            {{"directory", left.path}, {"processes", static_cast<std::int64_t>(left.killed)}});
    if (!left.foreign.empty())
      sys::log::log_info("tmp_files_left", {{"directory", left.path}, {"reason", left.foreign}});
    if (left.is_removed)
      sys::log::log_info("tmp_files_removed",
                         {{"directory", left.path}, {"reason", "its operator has ended without removing it"}});
  }
  auto made = sys::process::claimed_dir::create(base, prefix);
  if (made && options.debug_keep_tmp_files) made->keep();
  return made;
}

base::result<void> restore(sys::process::claimed_dir& tmp) {
  return tmp.restore().map([&](bool was_gone) {
    if (!was_gone) return;
    sys::log::log_warning("tmp_dir_restored", {{"directory", tmp.path()},
                                               {"hint", "exclude --tmp-dir from the program that removes old files"}});
  });
}

/// True if the user has named a namespace for a ConfigMap and releases.
bool is_place_named(const cli::start_options& options) {
  return !options.namespace_name.empty() && !options.is_namespace_of_shell_operator;
}

bool is_shell_operator(const cli::start_options& options, const setup::modules_on_disk& platform) {
  return platform.modules.empty() && !is_place_named(options);
}

base::result<setup::modules_on_disk> read_platform(const cli::start_options& options) {
  // Users of shell-operator have no directory of modules, and need not make an empty directory.
  const bool may_miss_modules = !options.are_modules_dirs_given && !is_place_named(options);
  auto platform = setup::read_modules_on_disk(options.modules_dirs, options.global_hooks_dir,
                                              {.schema_dirs = options.schema_dirs,
                                               .definitions = options.definitions,
                                               .unnumbered_order = options.unnumbered_order,
                                               .missing = may_miss_modules ? setup::missing_modules_dir::has_no_modules
                                                                           : setup::missing_modules_dir::is_an_error});
  if (platform && !platform->modules.empty() && options.namespace_name.empty())
    return base::fail(base::error_code::invalid_input,
                      "there are modules, so --namespace or ADDON_OPERATOR_NAMESPACE is required: the namespace of the "
                      "ConfigMap '"
                        + options.config_map + "' and of all releases");
  return platform;
}

std::string running_version() {
  auto version = cli::version_text();
  version.pop_back();
  return version.substr(version.rfind(' ') + 1);
}

actors::supervision::operator_setup setup_of(const cli::start_options& options, setup::modules_on_disk platform,
                                             const kube::access::cluster& cluster) {
  actors::supervision::operator_setup setup;
  setup.version = running_version();
  setup.is_shell_operator = is_shell_operator(options, platform);
  setup.purges_without_modules = options.purge_without_modules;
  setup.remarks = setup::remarks_on(platform);
  setup.impossible_modules = std::move(platform.impossible);
  setup.modules = std::move(platform.modules);
  setup.modules_dirs = std::move(platform.modules_dirs);
  setup.parallel_module_runs = options.parallel_module_runs;
  setup.on_module_failure = options.on_module_failure;
  setup.global_hooks = std::move(platform.global_hooks);
  setup.values = std::move(platform.values);
  setup.flag_order = options.flag_order;
  setup.namespace_name = options.namespace_name;
  setup.config_map = options.config_map;
  setup.has_kubernetes_events = options.has_kubernetes_events;
  setup.deployment = options.deployment;
  setup.instance = core::releases::operator_instance(
    sys::process::host_name(), sys::process::own_pid(),
    std::chrono::duration_cast<std::chrono::microseconds>(sys::time::now().time_since_epoch()).count());
  setup.metrics_prefix = options.metrics_prefix;
  setup.proxy_hook_json = options.log_proxy_hook_json;
  setup.keep_tmp_files = options.debug_keep_tmp_files;
  setup.stop_grace = options.stop_grace_period;
  setup.removal_grace = options.removal_grace;
  setup.slow_after = options.slow_after;
  setup.parallel_reviews = options.webhook_parallel_runs;
  setup.repair_drift = options.repair_drift;
  if (options.hook_timeout.count() > 0) setup.hook_timeout = options.hook_timeout;
  setup.retry = {options.retry_delay, options.retry_delay_max};
  setup.helm = helm_setup_of(options, cluster);
  if (auto remark = setup::remark_on({setup.helm.binary, setup.helm.stays}, options.helm_binary); !remark.empty()) {
    sys::log::log_warning("helm_worker_missing", {{"binary", setup.helm.binary}, {"hint", remark}});
    setup.remarks.push_back(std::move(remark));
  }
  setup.helm.platform.modules_dirs = setup.modules_dirs;
  setup.ignored_release = options.helm_ignore_release;
  setup.environment = sys::files::environment();
  setup.api_host = kube::access::host_of(cluster);
  setup.alarm = std::make_shared<sys::time::wall_clock_alarm>();
  const auto shares = setup::memory_shares_of(sys::process::memory_limit());
  setup.watched_bytes_max = shares.watched_objects;
  setup.filter_limit =
    std::make_shared<sys::process::jq_limit>(sys::process::jq_limit_options{.memory_bytes = shares.filter});
  return setup;
}

/// Logs the given options that have no effect.
void warn_of(const cli::start_options& options) {
  for (const auto& [name, remark] : options.without_effect)
    sys::log::log_warning("option_without_effect", {{"option", name}, {"hint", remark}});
}

void log_start(const cli::start_options& options, const kube::access::cluster& cluster, const std::string& platform) {
  auto version = cli::version_text();
  version.pop_back();
  sys::log::log_info("operator_starting", {{"program", version},
                                           {"api_server", cluster.address},
                                           {"access", cluster.origin},
                                           {"proxy", cluster.proxy ? shown(*cluster.proxy) : std::string()},
                                           {"namespace", options.namespace_name},
                                           {"platform", platform}});
}

/// The options in effect, for `config list`.
text::json settings_of(const cli::start_options& options) {
  text::json::object_type all;
  for (const auto& x : options.settings)
    all.emplace_back(x.flag.substr(x.flag.find_first_not_of('-')),
                     text::json::object({{"value", x.value}, {"from", x.source}}));
  return text::json::object(std::move(all));
}

base::result<actors::telemetry::trace_export_options> export_of(const cli::start_options& options) {
  if (options.otlp_endpoint.empty()) return actors::telemetry::trace_export_options{};
  kube::transport::curl_transport_options collector;
  auto server =
    kube::access::load_collector(options.otlp_endpoint, options.otlp_certificate, setup::read_credential_file);
  if (!server) return tl::unexpected(server.error());
  collector.cluster = std::move(*server);
  collector.read_file = setup::read_credential_file;
  auto proxy = setup::proxy_on_the_way_to(options.otlp_endpoint);
  if (!proxy) return base::fail("--otlp-endpoint", proxy.error());
  collector.cluster.proxy = std::move(*proxy);
  const auto* const pod = std::getenv("HOSTNAME");
  return actors::telemetry::trace_export_options{
    std::make_shared<kube::transport::curl_transport>(std::move(collector)), options.otlp_endpoint,
    trace::formats::otlp_resource{
      .version = running_version(), .instance = pod != nullptr ? pod : "", .location = options.namespace_name}};
}

actors::supervision::running_operator_options run_options_of(const cli::start_options& options,
                                                             actors::telemetry::trace_export_options trace_export) {
  actors::supervision::running_operator_options run;
  run.listen.address = sys::http::tcp_address{options.listen_address, options.listen_port};
  run.debug_socket = options.debug_socket;
  add_webhook_listener(options, run);
  run.trace = {options.trace_file, options.trace_file_bytes_max, options.trace_memory_bytes_max};
  run.trace_export = std::move(trace_export);
  run.look_at_process = [](int pid) { return sys::process::words_on_process(pid); };
  run.settings = settings_of(options);
  run.seed = std::random_device{}();
  return run;
}

/// Gives the operator its processes and its way to the API server, and with `--leader-election` a second way
/// for the Lease. @returns the processes
base::result<std::shared_ptr<sys::process::reactor>> connect(actors::supervision::operator_setup& setup,
                                                             const cli::start_options& options,
                                                             const kube::access::cluster& cluster,
                                                             const std::shared_ptr<sys::process::guard>& guard,
                                                             const std::string& directory) {
  const auto permit = permit_of(options, setup.helm.environment);
  if (!permit) return tl::unexpected(permit.error());
  auto processes = make_processes(guard, *permit, directory);
  setup.processes = processes;
  setup.transport = transport_to(cluster, options.kube_list_bytes_max, processes, *permit);
  if (*permit)
    setup.election =
      election_of(options, *permit, transport_to(cluster, options.kube_list_bytes_max, processes, {}), guard);
  return processes;
}

/// The path for a new trace file, with the present time in its name. When the file is written, the log names
/// it.
std::string new_trace_file(const cli::start_options& options) {
  return fmt::format("{}/trace-{}.jsonl", options.tmp_dir,
                     sys::time::rfc3339(sys::time::now(), sys::time::time_precision::microseconds));
}

/// The time that the operator takes at most to end after the second signal, and the part of it for which the
/// operator waits for running processes. A process that hangs is logged.
constexpr std::chrono::seconds end_now_within{2}, end_processes_within{1};

/// The time limit of an orderly stop beyond the grace period of hooks and helm.
constexpr std::chrono::seconds stop_slack{10};

/// The time that a stop waits in all for a slow reader of the log.
constexpr std::chrono::seconds last_lines_within{1};

std::string reason_of_stop(int signal) {
  if (signal == SIGHUP) return "hung up";
  return signal == SIGINT ? "interrupted" : "terminated";
}

void log_listeners(const cli::start_options& options, const actors::supervision::running_operator& running) {
  sys::log::log_info("http_listening",
                     {{"address", options.listen_address}, {"port", std::int64_t{running.http_port()}}});
  log_page(options, running);
}

sys::log::log_options on_stderr(sys::log::log_options log) {
  log.look = sys::log::look_of_stderr();
  return log;
}

/// The parts of the operator that a signal ends.
struct stoppable {
  actors::supervision::running_operator& running;
  sys::process::reactor& processes;
  sys::process::claimed_dir& tmp;
  std::atomic<bool>& asked; ///< a signal has come before
};

/// Stops the operator in order; at the second signal at once.
void stop(const stoppable& x, const cli::start_options& options, int signal) {
  if (x.asked.exchange(true)) {
    // The second signal ends the operator at once. But no Helm may go on without the operator, and no file
    // with credentials may stay.
    sys::process::end_process_after(end_now_within);
    x.processes.end(end_processes_within);
    x.tmp.remove();
    std::_Exit(128 + signal);
  }
  // The last time limit, because an actor may hang for ever, for example in a jq function in C.
  sys::process::end_process_after(std::chrono::ceil<std::chrono::seconds>(options.stop_grace_period) + stop_slack);
  sys::log::hurry_log(last_lines_within);
  x.running.stop(reason_of_stop(signal));
}

/// The work of the process after the end of the operator.
enum class next_step { end, run_again };

/// Runs the operator. @returns the exit code
int run_operator(const cli::start_options& options, next_step& again) {
  // Started first, before there are threads and before `adopt_orphans`: see `guard::start`.
  auto guard = sys::process::guard::start();
  if (!guard) return cannot_start(without_guard(guard.error()));
  sys::process::share_one_heap();
  // Blocked before there are threads, because threads inherit the blocked signals. A separate thread waits
  // for signals.
  sys::process::block_stop_signals();
  // Orphans are adopted, because a process that a hook leaves behind in a new session would otherwise become
  // a child of this program's parent, and would never be ended.
  sys::process::adopt_orphans();
  sys::log::configure_log(on_stderr(options.log));
  if (auto room = sys::process::check_thread_room(operator_threads); !room) return cannot_start(room.error());
  // Logged first, because an option without effect may be the reason for the next failure.
  warn_of(options);
  const auto changes = changed_files::watch(options, [&] { return read_platform(options).map([](const auto&) {}); });
  if (!changes) return cannot_start(changes.error());
  auto platform = read_platform(options);
  if (!platform) return cannot_start(platform.error());
  setup::log_warnings(*platform);
  const auto cluster = setup::find_cluster(options);
  if (!cluster) return cannot_start(cluster.error());
  auto trace_export = export_of(options);
  if (!trace_export) return cannot_start(trace_export.error());
  // Survivors of a killed operator end here, before this operator begins to work: their Helm could write old
  // values over new values.
  auto tmp = claim_tmp_dir(options);
  if (!tmp) return cannot_start(tmp.error());

  auto setup = setup_of(options, std::move(*platform), *cluster);
  log_start(options, *cluster, setup.helm.platform.name);
  setup.tmp = {tmp->path(), [&] { return restore(*tmp); }};
  setup.context_limits = core::bindings::context_limits_for(sys::files::size_of_file_system(tmp->path()));
  const auto connected =
    connect(setup, options, *cluster, std::make_shared<sys::process::guard>(std::move(*guard)), tmp->path());
  if (!connected) return cannot_start(connected.error());
  auto run_options = run_options_of(options, std::move(*trace_export));
  add_webhook_registration(options, run_options, *cluster, setup);
  add_page(options, *cluster, run_options);
  run_options.look_around = setup::look_around(*cluster, options.tmp_dir);
  auto running = actors::supervision::running_operator::start(std::move(setup), std::move(run_options));
  if (!running) return cannot_listen(running.error());
  log_listeners(options, **running);

  std::atomic<bool> asked{false};
  sys::process::stop_signal_watch signals(
    [&](int signal) {
      stop({**running, **connected, *tmp, asked}, options, signal);
    },
    [&] { (*running)->write_trace(new_trace_file(options)); });
  (*changes)->on_change([&](const std::string& path) { (*running)->stop("files have changed: " + path); });
  const auto code = (*running)->wait();
  // A signal ends the program, also in the middle of a stop for changed files.
  again = (*changes)->end() && !asked && code == 0 ? next_step::run_again : next_step::end;
  return code;
}

} // namespace

int run_start_command(const cli::start_options& options) {
  auto again = next_step::end;
  const auto code = run_operator(options, again);
  if (again == next_step::end) return code;
  // Everything of the operator has ended, so nothing is lost by a new program in its place.
  return cannot_start(sys::process::run_program_again());
}

} // namespace commands
