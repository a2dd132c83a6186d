#include "actors/supervision/supervisor.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/module.hpp"
#include "actors/supervision/conversion_offers.hpp"
#include "actors/supervision/supervised_status.hpp"
#include "actors/supervision/work_end.hpp"
#include "base/word_list.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/state_metrics.hpp"
#include "core/modules/discovery_problems.hpp"
#include "core/modules/stray_releases.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace actors::supervision {

namespace {

std::string writers_text(const messages::config_changed& x) {
  const std::vector<std::string> writers(x.writers.begin(), x.writers.end());
  return "the ConfigMap, written by " + (writers.empty() ? std::string("an unknown client") : base::word_list(writers));
}

std::string hook_text(const messages::values_changed& x) {
  return x.by.empty() ? std::string() : "hook '" + x.by + "'";
}

} // namespace

supervisor_state::supervisor_state(framework::actor_base<messages::supervisor_actor>* self,
                                   std::shared_ptr<const operator_setup> setup)
  : self_(self), setup_(std::move(setup)), peers_(self, setup_),
    configuration_(self, peers_, problems_, announcements_) {}

// -- start -------------------------------------------------------------------

void supervisor_state::start() {
  started_us_ = self_->shared().wall_time_us();
  peers_.spawn();
  gate_.begin(peers_->metrics);
  self_->tell(peers_->metrics, messages::add_metric_source{messages::supervisor_actor(self_)});
  note_impossible_modules();
  read_first_configuration();
}

void supervisor_state::note_impossible_modules() {
  // The log has all of them.
  constexpr std::size_t lines_max = 10;
  const auto& all = setup_->impossible_modules;
  for (std::size_t i = 0; i < std::min(all.size(), lines_max); ++i)
    problems_.note(fmt::format("module directory {} of {} that cannot be used", i + 1, all.size()), all[i], {},
                   started_us_);
}

void supervisor_state::read_first_configuration() {
  self_->ask(
    peers_->config, messages::read_configuration{},
    [this](const messages::configuration_read& x) {
      if (!x.configuration) return give_up(x.configuration.error().message);
      if (!setup_->is_shell_operator) configuration_intake::report_first(**x.configuration);
      pauses_.take(**x.configuration);
      configuration_.on_first_configuration(*x.configuration, [this] {
        gate_.pass([this] { warm_up_.end([this] { begin_hooks(); }); },
                   [this](std::function<void()> done) { warm_up_.begin(std::move(done)); });
      });
    },
    [this](const std::string& reason) { give_up("the config watcher has ended: " + reason); });
}

void supervisor_state::begin_hooks() {
  // SIGTERM may have come meanwhile.
  if (phase_ == phase::stopping) return;
  offer_conversions(self_, peers_, *setup_, [this] { load_hooks(); });
}

void supervisor_state::load_hooks() {
  self_->ask(
    peers_->global_hooks, messages::load_global_hooks{},
    [this](const messages::global_hooks_loaded& x) {
      global_hooks_ = x.known;
      self_->tell(peers_->values, messages::know_hooks{{}, {}, x.hooks->occasions(), x.hooks->bindings()});
      begin_main_queue(*x.hooks);
    },
    [this](const std::string& reason) { give_up("the global hooks have ended: " + reason); });
}

void supervisor_state::begin_main_queue(const core::bindings::hook_registry& hooks) {
  // SIGTERM may have come while the hooks were loaded.
  if (phase_ == phase::stopping) return;
  phase_ = phase::working;
  sys::log::log_info("operator_started", {{"global_hooks", static_cast<std::int64_t>(hooks.hooks().size())},
                                          {"modules", static_cast<std::int64_t>(setup_->modules.size())}});
  main_queue_.emplace(
    self_, setup_, peers_, hooks,
    main_queue_reports{
      .on_flags = [this](const messages::flags_read& x) { configuration_.on_flags(x); },
      .note_removal = [this](const auto& x, const std::string& line) { note_removed_release(x, line); },
      .on_removed = [this](const auto& release) { under_way_.end(release, self_->shared().steady_time_us()); },
      .on_discovered = [this](const core::modules::discovered_modules& found) { on_discovered(found); },
      .on_paused = [this](const std::set<std::string>& releases) { pauses_.recall(releases); },
      .on_run_end =
        [this, &shared = self_->shared()](const std::string& module, const std::string& failure) {
          if (failure.empty()) under_way_.note_run(module, shared.wall_time_us(), shared.steady_time_us());
          announcements_.note([&](auto& news) { news.note_run(module, failure); });
        }});
  pauses_.begin();
  main_queue_->begin(hooks, global_hooks_);
}

void supervisor_state::give_up(const std::string& reason) {
  sys::log::log_error("operator_cannot_start", {{"error", reason}});
  setup_->on_cannot_start(reason);
  // A stop that has begun before has its own exit code.
  if (std::exchange(phase_, phase::stopping) != phase::stopping) stop_all(1, setup_->stop_grace);
}

// -- incoming facts --------------------------------------------------------------

void supervisor_state::on_config_changed(const messages::config_changed& x) {
  // Taken before the values are applied: a user may pause a module because of its values.
  pauses_.take(*x.configuration);
  note_edit(x);
  // Noted before the content is checked, because flags of releases without a module count as used.
  if (main_queue_ && main_queue_->work().plan().last_discovery())
    configuration_.note_releases(core::modules::releases_without_module(*main_queue_->work().plan().last_discovery()));
  configuration_.on_configuration(x.configuration, [this, by = writers_text(x)](core::main_queue::change_facts change) {
    change.by = by;
    if (phase_ == phase::working) main_queue_->graces().edited(change);
    // A new flag may confirm held removals, although no value changes.
    if (phase_ == phase::working && change.wishes && main_queue_->work().may_hold_removals())
      return main_queue_->want(core::main_queue::reload_follows{"ConfigMapChanged", by});
    want(change);
  });
}

void supervisor_state::note_edit(const messages::config_changed& x) {
  const auto now_us = self_->shared().steady_time_us();
  if (!edits_.note(x.changed, x.writers, now_us)) return;
  if (const auto edits = edits_.now(now_us))
    sys::log::log_warning("config_map_restless",
                          {{"reason", core::config::describe(*edits, setup_->config_map)},
                           {"hint", core::config::next_step(*edits, setup_->config_map, setup_->namespace_name)}});
}

void supervisor_state::on_values_changed(const messages::values_changed& x) {
  if (phase_ == phase::working && x.places)
    return main_queue_->want(core::main_queue::reload_follows{"EnabledScriptDecidable"});
  if (phase_ == phase::working && x.wishes && main_queue_->work().may_hold_removals())
    return main_queue_->want(core::main_queue::reload_follows{"GlobalValuesChanged", hook_text(x)});
  want({.global = x.global, .modules = x.modules, .by = hook_text(x)});
}

void supervisor_state::on_resources_absent(const messages::resources_absent& x) {
  sys::log::log_warning("resources_absent", {{"step", 15}, {"module", x.module}, {"object", x.object}});
  self_->tell(peers_->metrics,
              messages::count_metric{std::string(core::metrics::own_metric("modules_absent_resources_total")),
                                     {{"module", x.module}, {"resource", x.object}}});
  want_run(x.module, "AbsentHelmResourcesDetected");
}

void supervisor_state::on_watch_state(const messages::watch_state_changed& x) {
  problems_.note_watch(x.informer, loss_of(x));
  const bool is_unserved = std::holds_alternative<messages::watch_unserved>(x.state);
  problems_.note_unserved(x.informer, is_unserved ? std::optional(x.what) : std::nullopt);
  if (std::holds_alternative<messages::watch_unused>(x.state)) peers_.forget_informer(x);
}

void supervisor_state::on_module_state(const messages::module_state_changed& x) {
  problems_.note(x.subject, x.problem, x.where, self_->shared().wall_time_us());
  announcements_.note([&](auto& news) { news.note_problem(x.subject, x.problem, x.where); });
}

void supervisor_state::on_discovered(const core::modules::discovered_modules& found) {
  const std::set<std::string> enabled(found.enabled.begin(), found.enabled.end());
  const auto held = core::modules::held_removals(found, setup_->discovery_places());
  announcements_.note([&](auto& news) { news.note_discovery(enabled, held); });
}

void supervisor_state::want(const core::main_queue::change_facts& x) {
  // Earlier changes need no separate reload, because the first reload sees them.
  if (phase_ == phase::working) main_queue_->want(core::main_queue::consequence_of(x));
}

void supervisor_state::want_run(const std::string& module, const std::string& event) {
  if (phase_ == phase::working) main_queue_->want_run(module, event);
}

// -- the known state -----------------------------------------------------------

std::string supervisor_state::activity() const {
  if (gate_.is_waiting())
    return gate_.is_warm() ? std::string() : "this standby asks its hooks for their configurations";
  return activity_of(main_queue_);
}

void supervisor_state::note_removal(const std::string& release, const std::string& line) {
  const auto& shared = self_->shared();
  const auto dated = line.empty() ? line : framework::time_text(shared.wall_time_us()) + " " + line;
  removals_.note(release, dated, shared.steady_time_us());
}

void supervisor_state::note_removed_release(const core::modules::removed_release& x, const std::string& line) {
  under_way_.begin(x, framework::time_text(x.removed_us) + " " + line, self_->shared().steady_time_us());
  announcements_.note([&](auto& news) { news.note_removed_release(x.release, line); });
  const auto note = [this, release = x.release](const messages::resources_described& found) {
    under_way_.note_objects(release, names_of_objects(found, release));
  };
  // The objects that go are known while the release is still there.
  self_->ask(peers_->releases, messages::describe_resources{}, note, [](const std::string&) {});
}

messages::operator_description supervisor_state::describe() const {
  messages::operator_description x;
  x.first_reload_begun = main_queue_.has_value();
  x.global_hooks = global_hooks_;
  x.running = activity();
  x.leadership = gate_.view();
  x.is_warm_standby = gate_.is_warm();
  x.problems = problems_.lines();
  x.removals = removals_.lines(self_->shared().steady_time_us());
  const auto now_us = self_->shared().steady_time_us();
  x.lasting = lasting_runs_.lines(now_us);
  x.slow = lasting_runs_.problems(now_us);
  for (const auto& [module, line] : pauses_.lines()) x.problems.push_back(line);
  x.paused = pauses_.remarks();
  if (!main_queue_) return x;
  const auto& work = main_queue_->work();
  x.first_reload_done = work.is_first_reload_done();
  x.reload_tasks = work.reload_tasks();
  if (const auto& found = work.plan().last_discovery()) {
    x.enabled_modules = found->enabled;
    auto problems = core::modules::discovery_problems(*found, setup_->discovery_places());
    x.problems.insert(x.problems.end(), problems.begin(), problems.end());
  }
  return x;
}

messages::status_described supervisor_state::describe_status() const {
  messages::status_described x;
  x.facts = {.now_us = self_->shared().wall_time_us(),
             .version = setup_->version,
             .platform = setup_->helm.platform.name,
             .namespace_name = setup_->namespace_name,
             .started_us = started_us_,
             .global_hooks = global_hooks_,
             .activity = activity(),
             .lead = gate_.facts(),
             .modules = module_facts_of(*setup_, pauses_.all(), main_queue_),
             .problems = problems_.problems(),
             .remarks = remarks_on_files(*setup_),
             .slow_after = setup_->slow_after};
  for (auto& line : problems_.unserved_lines()) x.facts.remarks.push_back(std::move(line));
  add_removals(x.facts, removals_, self_->shared().steady_time_us());
  for (auto& module : x.facts.modules) module.drifted_objects = drift_.count(module.name);
  add_pauses(x.facts, pauses_.lines());
  if (main_queue_) {
    x.facts.ready_us = main_queue_->first_done_us();
    add_discovery(x.facts, *setup_, main_queue_->work().plan());
  }
  if (const auto edits = edits_.now(self_->shared().steady_time_us()))
    x.facts.loops.push_back({core::config::describe(*edits, setup_->config_map),
                             core::config::next_step(*edits, setup_->config_map, setup_->namespace_name)});
  for (const auto& [run, lasts] : lasting_runs_.runs()) x.lasting.push_back(lasts);
  peers_.name_in(x);
  if (!peers_->global_hooks) return x;
  x.owners.emplace_back(std::string(), peers_->global_hooks);
  for (const auto& module : setup_->modules)
    x.owners.emplace_back(module.source.name, peers_->modules.at(module.source.name));
  return x;
}

messages::actors_found supervisor_state::find() const {
  auto found = peers_.all();
  for (const auto& [run, x] : lasting_runs_.runs()) found.lasting.push_back(x);
  if (!main_queue_) return found;
  if (const auto& discovery = main_queue_->work().plan().last_discovery()) {
    found.is_discovery_done = true;
    found.enabled_modules = discovery->enabled;
  }
  return found;
}

messages::metrics_measured supervisor_state::measure() const {
  std::vector<std::string> known;
  for (const auto& module : setup_->modules) known.push_back(module.source.name);
  const auto enabled = describe().enabled_modules;
  auto metrics = core::metrics::module_metrics(known, enabled);
  for (const auto& module : enabled) metrics.push_back(core::metrics::drift_metric(module, drift_.count(module)));
  metrics.push_back({std::string(core::metrics::own_metric("config_values_errors_total")),
                     {},
                     static_cast<double>(configuration_.invalid_periods())});
  return {std::move(metrics)};
}

// -- stop --------------------------------------------------------------------

void supervisor_state::stop(const messages::stop_operator& x, std::chrono::milliseconds grace) {
  if (std::exchange(phase_, phase::stopping) == phase::stopping) return;
  sys::log::log_info("operator_stopping", {{"reason", x.reason}});
  stop_all(x.exit_code, std::min(grace, setup_->stop_grace));
}

void supervisor_state::stop_all(int exit_code, std::chrono::milliseconds grace) {
  end_work(self_, peers_, grace, [this, exit_code](bool clean) {
    gate_.await_last_writes(peers_->kube, [this, exit_code, clean] {
      peers_.stop();
      // The last step: with the Lease, another operator may begin to work.
      gate_.give_away([this, exit_code, clean] {
        sys::log::log_info("operator_stopped", {{"clean", clean}});
        setup_->on_stopped(exit_code);
        self_->quit();
      });
    });
  });
}

messages::supervisor_actor::behavior_type supervisor_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::start_operator&) { start(); },
    [this](const messages::stop_operator& x) { stop(x, setup_->stop_grace); },
    [this](const messages::leadership_changed& x) { gate_.take(x); },
    [this](const messages::execute_task& x) { return main_queue_->execute(x); },
    [this](const messages::open_watch& x) {
      return messages::watch_opened{{}, peers_.informer(x.spec)};
    },
    [this](const messages::find_queue& x) {
      return messages::queue_found{{}, peers_.queue(x.name)};
    },
    [this](const messages::find_hook_owner& x) { return peers_.hook_owner(x.module); },
    [this](const messages::find_actors&) { return find(); },
    [this](const messages::config_changed& x) { on_config_changed(x); },
    [this](const messages::note_flag_sources& x) { self_->tell(peers_->helm, x); },
    [this](const messages::values_changed& x) { on_values_changed(x); },
    [this](const messages::resources_absent& x) { on_resources_absent(x); },
    [this](const messages::drift_found& x) { drift_.note(x, self_->shared().wall_time_us()); },
    [this](const messages::api_server_returned& x) {
      peers_.bring_tries_forward(core::tasks::repair::outage_over{x.outage});
      // An outage counts as a change of kinds, because the API server may have been upgraded.
      self_->tell(peers_->kinds, messages::api_server_returned{{}, x.outage});
    },
    [this](const messages::run_wanted& x) { want_run(x.module, x.event); },
    [this](const messages::global_hook_put_off& x) {
      if (phase_ == phase::working) main_queue_->put_off(x.hook);
    },
    [this](const messages::global_hook_ready& x) {
      if (phase_ == phase::working) main_queue_->take_up(x.hook);
    },
    [this](const messages::release_changed_by_others& x) {
      if (phase_ == phase::working) main_queue_->want_release(x.release, x.event);
    },
    [this](const messages::look_at_held_reload&) { main_queue_->look_at_held_reload(); },
    [this](const messages::reload_pause_over& x) {
      if (phase_ == phase::working) main_queue_->pause_over(x.number);
    },
    [this](const messages::removal_grace_over&) {
      pauses_.grace_over();
      if (phase_ == phase::working) main_queue_->graces().grace_over();
    },
    [this](const messages::module_state_changed& x) { on_module_state(x); },
    [this](const messages::note_removed_objects& x) {
      note_removal(x.release, x.line);
      if (x.line.empty()) return;
      announcements_.note([&](auto& news) { news.note_removed_objects(x.release, x.line); });
    },
    [this](const messages::watch_state_changed& x) { on_watch_state(x); },
    [this](const messages::order_work& x) { return orders_.order(x); },
    [this](const messages::lasting_run_changed& x) { lasting_runs_.note(x.run, x.lasts); },
    [this](const messages::describe_operator&) { return describe(); },
    [this](const messages::describe_status&) { return describe_status(); },
    [this](const messages::measure_metrics&) { return measure(); });
}

messages::supervisor_actor supervisor(caf::actor_system& system, const framework::context_ptr& shared,
                                      std::shared_ptr<const operator_setup> setup) {
  return framework::spawn<supervisor_state>(system, framework::placement::shared, shared, "supervisor",
                                            std::move(setup));
}

} // namespace actors::supervision
