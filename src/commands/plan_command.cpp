#include "commands/plan_command.hpp"

#include "commands/cluster_transport.hpp"
#include "commands/command_directory.hpp"
#include "commands/planned_inputs.hpp"
#include "commands/platform_play.hpp"
#include "core/plan/forms.hpp"
#include "core/plan/make_plan.hpp"
#include "setup/absolute_path.hpp"
#include "setup/cluster_access.hpp"
#include "setup/helm_binary.hpp"
#include "sys/files/files.hpp"
#include "sys/log/screen.hpp"
#include "sys/process/guard_process.hpp"
#include "sys/process/orphans.hpp"
#include "sys/process/reactor.hpp"
#include "sys/process/signals.hpp"
#include "text/plain/printable.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace commands {

namespace {

constexpr int cannot_be_made = 1;
constexpr int has_changes = 2;
/// The time limit of the command after a signal.
constexpr std::chrono::seconds stop_limit{10};
constexpr const char* real_cluster = "cluster";

int refuse(const std::string& reason) {
  std::fputs(text::printable_lines("addon-operator: " + reason + "\n").c_str(), stderr);
  return cannot_be_made;
}

base::result<planned_cluster> find_cluster(const cli::plan_options& x,
                                           const std::shared_ptr<sys::process::process_starter>& processes) {
  planned_cluster cluster;
  if (x.against != real_cluster) {
    auto file = read_objects_file(x.against);
    if (!file) return tl::unexpected(file.error());
    cluster.file = std::move(*file);
    return cluster;
  }
  const auto found = setup::find_cluster(x.platform);
  if (!found) return tl::unexpected(found.error());
  cluster.real =
    std::make_shared<read_only_cluster>(transport_to(*found, x.platform.kube_list_bytes_max, processes, nullptr));
  return cluster;
}

std::string in_form(cli::plan_output form, const core::plan::plan& x) {
  switch (form) {
    case cli::plan_output::text:
      return core::plan::as_text(x, sys::log::stdout_shows_colours() ? core::plan::colouring::coloured
                                                                     : core::plan::colouring::plain);
    case cli::plan_output::json: return core::plan::as_json(x);
    case cli::plan_output::markdown: return core::plan::as_markdown(x);
  }
  return {};
}

/// No file is overwritten. This is known before the play, which takes seconds.
base::result<void> check_files(const cli::plan_options& x) {
  for (const auto& path : {x.export_file, x.after_file})
    if (!path.empty() && sys::files::path_exists(path))
      return base::fail(base::error_code::already_exists, path + " exists already: remove the file, or name another");
  return {};
}

base::result<void> write_files(const cli::plan_options& x, const core::plan::played_platform& played,
                               const std::string& version) {
  if (!x.export_file.empty())
    if (auto written = write_objects_file(x.export_file, {played.before, version}); !written) return written;
  if (!x.after_file.empty())
    if (auto written = write_objects_file(x.after_file, {played.after, version}); !written) return written;
  return {};
}

/// Plays once, and a second time if there are changes: fields that differ between two plays of the same
/// platform have no certain value.
base::result<core::plan::played_platform> play(platform_play& stage) {
  auto played = stage.play();
  if (!played || !core::plan::has_changes(core::plan::make_plan(*played))) return played;
  auto again = stage.play();
  if (!again) return again;
  played->again = std::move(again->after);
  return played;
}

base::result<core::plan::played_platform> play_both(platform_play& stage, const std::string& current) {
  auto played = play(stage);
  if (!played || current.empty()) return played;
  auto former = stage.play_of(setup::absolute_path(current));
  if (!former) return base::fail(current, former.error());
  played->former_runs = std::move(former->runs);
  played->former_rights = std::move(former->rights);
  return played;
}

} // namespace

int run_plan_command(const cli::plan_options& x) {
  const auto root = setup::absolute_path(x.directory);
  if (!sys::files::directory_exists(root)) return refuse(root + " is no directory: name the directory of a platform");
  if (auto checked = check_files(x); !checked) return refuse(checked.error().message);
  std::map<std::string, std::optional<std::string>> config;
  if (!x.config_file.empty()) {
    auto read = read_config_file(x.config_file);
    if (!read) return refuse(read.error().message);
    config = std::move(*read);
  }
  if (setup::find_helm_of_command_line(x.platform.helm_binary).path.empty())
    return refuse("there is no helm: set HELM_BIN, or put helm into PATH");
  // Started before there are threads: see `guard::start`.
  auto guard = sys::process::guard::start();
  if (!guard) return refuse("the guard of processes cannot be started");
  sys::process::block_stop_signals();
  sys::process::adopt_orphans();
  const auto tmp = make_command_directory("addon-operator-plan-");
  if (!tmp) return refuse(tmp.error().message);
  const auto processes = std::make_shared<sys::process::reactor>(sys::process::reactor_options{
    .ends_orphans = true, .guard = std::make_shared<sys::process::guard>(std::move(*guard))});
  std::atomic<int> signal = 0;
  const sys::process::stop_signal_watch signals([&](int came) {
    sys::process::end_process_after(stop_limit);
    signal = came;
    // Ends the programs, because the play waits for them.
    processes->end();
  });
  const auto cluster = find_cluster(x, processes);
  if (!cluster) return refuse(cluster.error().message);
  platform_play stage(x, root, *cluster, std::move(config), *tmp, processes, signal);
  const auto played = play_both(stage, x.current);
  if (signal != 0) return 128 + signal;
  if (!played) return refuse(played.error().message);
  if (auto written = write_files(x, *played, stage.server_version()); !written) return refuse(written.error().message);
  const auto plan = core::plan::make_plan(*played);
  if (std::fputs(in_form(x.output, plan).c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return refuse("the plan could not be written");
  if (core::plan::has_changes(plan)) return has_changes;
  return core::plan::is_complete(plan) ? 0 : cannot_be_made;
}

} // namespace commands
