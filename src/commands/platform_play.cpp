#include "commands/platform_play.hpp"

#include "core/plan/hidden_places.hpp"
#include "core/releases/release_ownership.hpp"
#include "setup/helm_binary.hpp"
#include "setup/modules_on_disk.hpp"
#include "simulation/cluster_copy.hpp"
#include "simulation/given_objects.hpp"
#include "simulation/play_to_rest.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"
#include "sys/process/jq_limit.hpp"
#include "sys/time/clock.hpp"
#include "trace/event.hpp"

#include <chrono>
#include <utility>

namespace commands {

namespace {

/// Real time that a hook or Helm may take. A chart with many objects takes Helm a minute.
constexpr std::chrono::minutes program_limit{5};
constexpr const char* default_namespace = "addon-operator";
constexpr std::string_view by = " by ";

text::json namespace_of(const std::string& name) {
  return text::json::object(
    {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", text::json::object({{"name", name}})}});
}

std::vector<core::plan::value_commit> commits_in(const std::vector<trace::event>& events) {
  std::vector<core::plan::value_commit> commits;
  for (const auto& event : events) {
    if (event.type != trace::trace_span::values_commit) continue;
    // A later commit without a hook takes the value over.
    const auto at = event.fact("hook").empty() ? std::string::npos : event.summary.find(by);
    const auto hook = at == std::string::npos ? std::string() : event.summary.substr(at + by.size());
    for (const auto& change : event.changes) commits.push_back({change.key, hook});
  }
  return commits;
}

/// The modules that the last discovery has found disabled, each with the reason.
std::vector<std::pair<std::string, std::string>> off_reasons_in(const std::vector<trace::event>& events) {
  std::vector<std::pair<std::string, std::string>> reasons;
  for (const auto& event : events) {
    if (event.type != trace::trace_span::discovery) continue;
    reasons.clear();
    for (const auto& fact : event.facts) reasons.emplace_back(fact.name, fact.text);
  }
  return reasons;
}

core::plan::played_platform findings_of(simulation::rest_state state, std::vector<text::json> before) {
  core::plan::played_platform played;
  played.before = std::move(before);
  played.after = std::move(state.objects);
  for (const auto& [values, view] : state.sections)
    for (const auto& place : core::plan::hidden_places(values, view)) played.secret_places.insert(place);
  played.commits = commits_in(state.events);
  played.off_reasons = off_reasons_in(state.events);
  played.runs = std::move(state.runs);
  played.rights = std::move(state.rights);
  played.known_modules = std::move(state.modules);
  played.enabled_modules = std::move(state.enabled_modules);
  played.stopped = std::move(state.stopped);
  return played;
}

} // namespace

platform_play::platform_play(const cli::plan_options& options, std::string directory, const planned_cluster& cluster,
                             std::optional<std::map<std::string, std::string>> config, const sys::files::temp_dir& tmp,
                             std::shared_ptr<sys::process::process_starter> processes, const std::atomic<int>& signal)
  : options_(options), directory_(std::move(directory)), cluster_(cluster), config_(std::move(config)), tmp_(tmp),
    processes_(std::move(processes)), signal_(signal) {}

base::result<actors::supervision::operator_setup> platform_play::make_setup(const std::string& directory) const {
  const auto& from = options_.platform;
  auto platform = setup::read_modules_on_disk(
    {directory + "/modules"}, directory + "/global-hooks",
    {.schema_dirs = from.schema_dirs, .definitions = from.definitions, .unnumbered_order = from.unnumbered_order});
  if (!platform) return tl::unexpected(platform.error());
  actors::supervision::operator_setup setup;
  setup.modules = std::move(platform->modules);
  setup.modules_dirs = std::move(platform->modules_dirs);
  setup.global_hooks = std::move(platform->global_hooks);
  setup.values = std::move(platform->values);
  setup.flag_order = from.flag_order;
  setup.on_module_failure = from.on_module_failure;
  setup.purges_without_modules = from.purge_without_modules;
  setup.ignored_release = from.helm_ignore_release;
  setup.removal_grace = from.removal_grace;
  // Not the Helm worker: a play runs its programs singly.
  setup.helm.binary = setup::find_helm_of_command_line(from.helm_binary).path;
  setup.helm.identity = setup::helm_identity(setup.helm.binary);
  setup.helm.storage = from.helm_storage;
  setup.helm.history_max = from.helm_history_max;
  setup.helm.is_history_max_given = from.is_helm_history_max_given;
  setup.helm.timeout = from.helm_timeout;
  // The plan is about the operator in the cluster, wherever the plan is made.
  setup.helm.platform = {.name = from.platform, .former = from.former_platforms, .config_map = from.config_map};
  if (from.platform.empty())
    setup.helm.platform.name =
      core::releases::default_platform_name(from.config_map, core::releases::operator_place::pod);
  setup.helm.platform.modules_dirs = setup.modules_dirs;
  setup.filter_limit = std::make_shared<sys::process::jq_limit>();
  return setup;
}

base::result<core::plan::played_platform> platform_play::play_of(const std::string& directory) {
  simulation::day place;
  place.file = options_.against;
  place.title = "plan";
  place.is_place_named = true;
  place.namespace_name =
    options_.platform.namespace_name.empty() ? default_namespace : options_.platform.namespace_name;
  place.config_map = options_.platform.config_map;
  place.begins_us = std::chrono::duration_cast<std::chrono::microseconds>(sys::time::now().time_since_epoch()).count();
  std::vector<text::json> before;
  std::optional<simulation::cluster_copy> copy;
  if (cluster_.real)
    copy.emplace([real = cluster_.real](const kube::api::http_request& request) { return real->ask(request); });
  simulation::day_stage stage;
  stage.make_setup = [this, directory] { return make_setup(directory); };
  stage.processes = processes_;
  stage.tmp_dir = tmp_.file("play-" + std::to_string(++plays_));
  stage.environment = sys::files::environment();
  stage.program_limit = program_limit;
  stage.is_over = [this] { return signal_ != 0; };
  stage.prepare = [&](simulation::virtual_cluster& to) -> base::result<void> {
    if (cluster_.file && !cluster_.file->server_version.empty()) to.api().set_version(cluster_.file->server_version);
    auto filled = copy ? copy->begin(to, place.namespace_name) : simulation::take_over_all(to, cluster_.file->objects);
    if (!filled) return filled;
    // The namespace of the operator is no part of its work.
    if (auto made = to.apply(namespace_of(place.namespace_name)); !made) return made;
    before = to.all_objects();
    server_version_ = to.api().version();
    return {};
  };
  if (auto made = sys::files::make_directories(stage.tmp_dir); !made) return tl::unexpected(made.error());
  auto state = simulation::play_to_rest(place, std::move(stage), {.config = config_});
  if (!state) return tl::unexpected(state.error());
  if (copy) before.insert(before.end(), copy->objects().begin(), copy->objects().end());
  auto played = findings_of(std::move(*state), std::move(before));
  if (copy) played.unknown.assign(copy->failures().begin(), copy->failures().end());
  return played;
}

} // namespace commands
