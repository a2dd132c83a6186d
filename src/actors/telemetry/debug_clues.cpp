#include "actors/messages/debug.hpp"
#include "actors/messages/status.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "core/releases/drift_commands.hpp"
#include "core/status/failing_work.hpp"
#include "core/status/failure_sights.hpp"
#include "core/status/hook_clues.hpp"
#include "core/status/hook_reads.hpp"
#include "core/status/removal_story.hpp"
#include "core/status/waited_objects.hpp"
#include "core/store/hidden_secrets.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors::telemetry {

namespace {

/// Questions whose answers are still missing.
struct clues {
  gathered_status status;
  std::size_t missing = 0;
  std::function<void(const gathered_status&)> then;

  void note_answer() {
    if (--missing == 0) then(status);
  }
};

/// The definition of a hook; null: its owner has not answered.
core::bindings::hook_ptr definition_of(const core::status::hook_place& x, const gathered_status& all) {
  for (const auto& [module, hooks] : all.hooks)
    if (module == x.first) return hooks->find(x.second);
  return nullptr;
}

/// The objects to read, for all failures.
std::vector<core::status::sight> sights_of(const gathered_status& all,
                                           const std::vector<core::status::hook_status>& hooks) {
  std::set<core::status::sight> wanted;
  for (const auto& failure : core::status::failure_texts(all.facts))
    for (auto& x : core::status::sights_for(failure, all.facts.namespace_name)) wanted.insert(std::move(x));
  for (const auto& run : all.lasting)
    for (const auto& waited : core::status::waited_in_stage(run.stage, all.facts.namespace_name))
      for (auto& x : core::status::sights_of(waited)) wanted.insert(std::move(x));
  for (auto& x : core::status::sights_of_removals(all.facts.removals)) wanted.insert(std::move(x));
  for (auto& x : core::status::sights_of_values(all.facts.values, hooks)) wanted.insert(std::move(x));
  for (const auto& place : core::status::failing_hooks(all.facts.queues))
    if (const auto hook = definition_of(place, all))
      for (auto& x : core::status::sights_of(*hook)) wanted.insert(std::move(x));
  return {wanted.begin(), wanted.end()};
}

/// The objects that failing hooks read.
core::status::hook_reads_by_place reads_of(const gathered_status& all, const core::status::cluster_sights& seen) {
  core::status::hook_reads_by_place reads;
  for (const auto& place : core::status::failing_hooks(all.facts.queues)) {
    const auto hook = definition_of(place, all);
    const auto known = all.snapshots.find(place.first);
    if (hook && known != all.snapshots.end() && !hook->kubernetes.empty())
      reads[place] = core::status::reads_of(*hook, *known->second, seen);
  }
  return reads;
}

bool has_drift(const gathered_status& all) {
  const auto& modules = all.facts.modules;
  return std::any_of(modules.begin(), modules.end(), [](const auto& x) { return x.drifted_objects > 0; });
}

} // namespace

std::vector<core::status::hook_status> debug_server_state::hooks_of(const gathered_status& all) const {
  auto hooks = core::status::list_hooks(all.hooks, all.facts.hook_runs, all.facts.now_us, self_->shared().time_zones);
  core::status::add_webhooks(hooks, all.facts.webhooks, all.facts.reviews);
  return hooks;
}

void debug_server_state::with_snapshots(const gathered_status& all, std::function<void(const gathered_status&)> then) {
  std::set<std::string> modules;
  for (const auto& [module, hook] : core::status::failing_hooks(all.facts.queues))
    if (all.owners.contains(module)) modules.insert(module);
  const auto made = std::make_shared<clues>(clues{all, modules.size() + 1, std::move(then)});
  for (const auto& module : modules)
    self_->ask(
      all.owners.at(module), messages::dump_snapshots{},
      [made, module](const messages::snapshots_dumped& x) {
        if (x.snapshots) made->status.snapshots[module] = x.snapshots;
        made->note_answer();
      },
      [made](const std::string&) { made->note_answer(); });
  made->note_answer();
}

void debug_server_state::with_workloads(const gathered_status& all, std::function<void(const gathered_status&)> then) {
  if (!all.has_begun) return then(all);
  self_->ask(
    all.releases, messages::describe_workloads{{}, sights_of(all, hooks_of(all)), has_drift(all)},
    [this, all, then](const messages::workloads_described& x) {
      auto with = all;
      with.facts.workloads = x.faults;
      with.facts.seen = x.seen;
      with.facts.reads = reads_of(all, x.seen);
      with_take_back(with, x, then);
    },
    [all, then](const std::string&) { then(all); });
}

/// Asks for the secrets of each module first, because any field of an object may repeat a secret.
void debug_server_state::with_take_back(const gathered_status& all, const messages::workloads_described& x,
                                        std::function<void(const gathered_status&)> then) {
  const auto made = std::make_shared<clues>(clues{all, x.drift.size() + 1, std::move(then)});
  for (const auto& [module, objects] : x.drift)
    self_->ask(
      all.values, messages::describe_values{{}, module},
      [made, module = module, objects = objects](const messages::values_described& described) {
        const auto secrets = core::store::secrets_of_chart(module, *described.state);
        auto commands = core::releases::take_back_commands(
          objects, [&](const text::json& object) { return core::store::view_of_rendered(object, secrets); });
        if (!commands.empty()) made->status.facts.take_back[module] = std::move(commands);
        made->note_answer();
      },
      [made](const std::string&) { made->note_answer(); });
  made->note_answer();
}

} // namespace actors::telemetry
