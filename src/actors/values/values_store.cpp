#include "actors/values/values_store.hpp"

#include "base/contains.hpp"
#include "core/store/commit_refusals.hpp"
#include "core/store/value_changes.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string_view>
#include <utility>

namespace actors::values {

namespace {

/// While a hook's objects are changed, its run reserves its section. Once another change of the section
/// waits, the reservation ends after this time.
constexpr std::chrono::seconds reservation_limit{30};

/// The time limit for preparing a commit again because other clients keep changing its section.
constexpr std::chrono::seconds overtaken_limit{30};

/// A pseudo section that each change of the whole configuration includes. So configurations are applied in
/// the order of arrival, even if they have no changed section in common.
constexpr std::string_view whole_configuration = "";

std::string subject_of(const messages::commit_hook_output& x) {
  return "hook '" + x.hook + "'" + (x.module.empty() ? "" : " of module '" + x.module + "'");
}

/// The maximal number of values in the trace record of a commit, or of the start, which sets all values.
constexpr std::size_t changes_max = 100;
constexpr std::size_t changes_of_start_max = 2'000;

trace::trace_facts facts_of(const messages::commit_hook_output& x, const std::string& version) {
  trace::trace_facts facts{{"source", "hook"}, {"hook", x.hook}};
  if (!x.module.empty()) facts.push_back({"module", x.module});
  if (!x.values_patch.empty()) facts.push_back({"values_patch", "true"});
  if (!x.config_patch.empty()) facts.push_back({"config_patch", "true"});
  if (!version.empty()) facts.push_back({"version", version});
  return facts;
}

} // namespace

values_store_state::values_store_state(framework::actor_base<messages::values_store_actor>* self,
                                       const core::config::static_values& files, core::values::flag_order order,
                                       messages::config_watcher_actor config, messages::supervisor_actor supervisor)
  : self_(self), book_(std::move(order)), config_(std::move(config)), supervisor_(std::move(supervisor)),
    global_directory_(files.global_directory) {
  for (const auto& [key, section] : files.sections)
    if (key != core::values::global_key) modules_.push_back(core::values::to_kebab(key));
  book_.load(files);
}

// -- turns -------------------------------------------------------------------

void values_store_state::in_turn(core::values::turn_sections sections, std::uint64_t cause,
                                 std::function<void(ticket)> begin) {
  const auto turn = turns_.join(std::move(sections));
  // The work may begin later, but its cause is still the message that requested it.
  auto work = [this, cause, begin = std::move(begin)](ticket x) { self_->because(cause, [&] { begin(x); }); };
  if (turns_.has_turn(turn)) return work(turn);
  waiting_.emplace(turn, std::move(work));
  limit_reservations();
}

void values_store_state::end_turn(ticket turn) {
  // Extracted before the call, because the work itself may join or leave turns.
  for (const auto next : turns_.leave(turn)) waiting_.extract(next).mapped()(next);
}

void values_store_state::limit_reservations() {
  for (auto& [turn, reserved] : reservations_) {
    // A slow run may keep its reservation as long as no other change waits for it.
    if (reserved.is_limited || !turns_.holds_up_others(turn)) continue;
    reserved.is_limited = true;
    self_->remind(reservation_limit, messages::reservation_over{{}, turn});
  }
}

void values_store_state::release(std::uint64_t turn) {
  // A ticket without a reservation was committed or released before.
  if (reservations_.erase(turn) > 0) end_turn(turn);
}

// -- changing ----------------------------------------------------------------

framework::promise<messages::configuration_applied> values_store_state::apply(const messages::apply_configuration& x) {
  auto to = self_->later<messages::configuration_applied>();
  const auto change = order_.arrived(x.configuration);
  core::values::turn_sections sections(change.modules.begin(), change.modules.end());
  if (change.global) sections.emplace(core::values::global_key);
  sections.emplace(whole_configuration);
  in_turn(std::move(sections), x.origin.id, [this, x, to](ticket turn) {
    apply_now(x, to);
    end_turn(turn);
  });
  return to;
}

void values_store_state::apply_now(const messages::apply_configuration& x,
                                   framework::promise<messages::configuration_applied> to) {
  misspelt_flags_ = misspelt_flags_of(*x.configuration);
  edits_.take(x.configuration);
  is_config_map_empty_ = x.configuration->keys.empty();
  const bool is_state_new = std::exchange(config_map_, x.configuration->state) != x.configuration->state;
  const auto before =
    // The record of the start must contain all values, even the values of files, so it is compared with an
    // empty state.
    std::exchange(started_, true) ? book_.state() : std::make_shared<const core::store::values_state>();
  const auto change = book_.apply_configuration(order_.apply(*x.configuration), x.origin.id);
  const auto start = before->revision() == 0;
  record(change, (start ? "the start with " : "") + name_of(*x.configuration), before,
         edit_facts(*x.configuration, start ? "start" : "ConfigMap"));
  const auto written_flags = [](const core::store::values_state& state) -> const core::values::flag_layer& {
    return state.flags().layer(core::values::flag_source::config_map);
  };
  report_sources(*before);
  log_skipped_rules();
  messages::configuration_applied answer;
  // A flag that changes no effective value may still confirm removals that are held.
  answer.wishes_changed = is_state_new || written_flags(*before) != written_flags(*book_.state());
  answer.global_changed = change.global;
  answer.flags_changed.assign(change.flags.begin(), change.flags.end());
  answer.repaired.assign(change.repaired.begin(), change.repaired.end());
  answer.unblocked = change.unblocked;
  answer.modules_changed.assign(change.modules.begin(), change.modules.end());
  answer.problems = problem_lines();
  answer.config_map_invalid = book_.is_invalid(core::config::problem_source::config_map);
  self_->answer(to, std::move(answer));
  // Modules whose held release must be decided again run too. They are no part of the answer, because their
  // values have not changed.
  run_held("ConfigMap");
  ask_doubted("ConfigMap");
}

framework::promise<messages::output_checked> values_store_state::check(const messages::check_hook_output& x) {
  auto to = self_->later<messages::output_checked>();
  in_turn({core::values::values_owner{x.module}.key()}, x.origin.id,
          [this, x, to](ticket turn) { check_now(x, turn, to); });
  return to;
}

void values_store_state::check_now(const messages::check_hook_output& x, ticket turn,
                                   framework::promise<messages::output_checked> to) {
  auto prepared =
    book_.prepare_hook_commit(core::values::values_owner{x.module}, x.values_patch, x.config_patch, x.hook);
  if (!prepared) {
    // These faults show that a values file is invalid, so that the failure does not blame the hook.
    auto faults = book_.faults_of_files(core::values::values_owner{x.module});
    self_->answer(to, messages::output_checked{{}, tl::unexpected(prepared.error()), 0, std::move(faults)});
    return end_turn(turn);
  }
  if (const auto why = refusal_of_lost(*prepared, x.module)) {
    self_->answer(to, messages::output_checked{{}, tl::unexpected(*why), 0, {}});
    return end_turn(turn);
  }
  if (const auto why = core::store::refusal_in_doubt(*prepared, x.doubt)) {
    self_->answer(to, messages::output_checked{{}, tl::unexpected(*why), 0, {}, true});
    return end_turn(turn);
  }
  const bool is_change = x.is_in_outage && book_.changes(*prepared);
  reservations_.emplace(turn, reservation{std::move(*prepared)});
  self_->answer(to, messages::output_checked{.origin = {}, .result = {}, .ticket = turn, .is_change = is_change});
  limit_reservations();
}

std::optional<base::error> values_store_state::refusal_of_lost(const core::store::prepared_commit& x,
                                                               const std::string& module) const {
  const auto keys = edits_.standing(core::values::values_owner{module}.key()).hook_keys;
  if (auto why = core::store::refusal_of_new(x, keys, self_->shared().steady_time_us())) return why;
  return core::store::refusal_of_lost(x, keys);
}

framework::promise<messages::output_committed> values_store_state::commit(const messages::commit_hook_output& x) {
  auto to = self_->later<messages::output_committed>();
  // With a reservation the earlier check of the patches is still valid. If the reservation has expired, the
  // section may have changed since, and the patches are checked again.
  if (auto reserved = reservations_.extract(x.ticket); !reserved.empty()) {
    write_or_commit({x, x.ticket, to, self_->shared().steady_time_us()}, std::move(reserved.mapped().prepared));
    return to;
  }
  in_turn({core::values::values_owner{x.module}.key()}, x.origin.id, [this, x, to](ticket turn) {
    prepare_commit({x, turn, to, self_->shared().steady_time_us()});
  });
  return to;
}

void values_store_state::prepare_commit(commit_in_hand x) {
  auto prepared = book_.prepare_hook_commit(core::values::values_owner{x.what.module}, x.what.values_patch,
                                            x.what.config_patch, x.what.hook);
  if (!prepared) return fail_commit(x, prepared.error());
  // The section may have changed since the check of the patches.
  if (const auto why = core::store::refusal_in_doubt(*prepared, x.what.doubt)) return fail_commit(x, *why);
  if (const auto why = refusal_of_lost(*prepared, x.what.module)) return fail_commit(x, *why);
  write_or_commit(std::move(x), std::move(*prepared));
}

void values_store_state::write_or_commit(commit_in_hand x, core::store::prepared_commit prepared) {
  if (prepared.write) return write_then_commit(std::move(x), std::move(prepared));
  finish_commit(std::move(x), std::move(prepared));
}

void values_store_state::write_then_commit(commit_in_hand x, core::store::prepared_commit prepared) {
  messages::write_section message{
    {}, prepared.write->key, prepared.write->yaml, prepared.write->before, subject_of(x.what)};
  self_->ask(
    config_, std::move(message),
    [this, x, prepared = std::move(prepared)](const messages::section_written& written) mutable {
      self_->because(x.what.origin.id, [&] {
        if (written.configuration) edits_.take(written.configuration);
        if (written.is_overtaken) return catch_up(std::move(x), written.configuration);
        if (!written.result)
          return fail_commit(x, base::fail("config values of " + subject_of(x.what), written.result.error()).value());
        // Noted before the commit, so that an older configuration that arrives later does not revert this
        // section.
        order_.found(prepared.write->key, written.configuration);
        x.version = written.version;
        finish_commit(std::move(x), std::move(prepared));
      });
    },
    [this, x](const std::string& reason) mutable {
      fail_commit(x, {base::error_code::unavailable, "the config watcher has ended: " + reason});
    });
}

void values_store_state::catch_up(commit_in_hand x, const std::shared_ptr<const core::config::configuration>& now) {
  const auto key = core::values::values_owner{x.what.module}.key();
  // Noted, so that an older configuration that arrives later does not revert this section.
  order_.found(key, now);
  const auto before = book_.state();
  const auto change = book_.apply_section(key, now->section(key), self_->current_id());
  const auto by = name_of(*now);
  record(change, by, before, {{"source", "ConfigMap"}, {"version", now->version}});
  if (change.global || !change.modules.empty()) {
    sys::log::log_info("config_map_changed",
                       {{"version", now->version}, {"changed", key}, {"found_by", subject_of(x.what)}});
    announce(change, by);
  }
  if (const auto reason = book_.refused(key))
    return fail_commit(x, {base::error_code::invalid_input,
                           "config values are not written over a section that has to be repaired: " + *reason});
  ++x.overtaken;
  const std::chrono::microseconds passed(self_->shared().steady_time_us() - x.began_us);
  if (passed < overtaken_limit) return prepare_commit(std::move(x));
  fail_commit(x, {base::error_code::conflict,
                  fmt::format("another client writes section '{}' of the ConfigMap all the time: {} edits in {} s "
                              "came before the patch",
                              key, x.overtaken, std::chrono::duration_cast<std::chrono::seconds>(passed).count())});
}

void values_store_state::finish_commit(commit_in_hand x, core::store::prepared_commit prepared) {
  const auto before = book_.state();
  const auto flags_named = core::values::flags_named(prepared.values_patch, prepared.config_patch);
  const auto change = book_.commit(std::move(prepared), x.what.origin.id);
  if (!change) return fail_commit(x, change.error());
  constexpr std::size_t commits_max = 1000;
  committed_us_.emplace(change->revision, self_->shared().wall_time_us());
  if (committed_us_.size() > commits_max) committed_us_.erase(committed_us_.begin());
  const core::values::value_hook hook{x.what.module, x.what.hook};
  if (!x.what.values_patch.empty()) hooks_.set_values(hook, x.what.occasion);
  // Noted before the announcement, because the module's run that it causes reads the doubts.
  if (!x.what.doubt.empty()) hooks_.doubted(hook, x.what.occasion, x.what.doubt);
  record(*change, subject_of(x.what) + (x.version.empty() ? "" : " (ConfigMap version " + x.version + ")"), before,
         facts_of(x.what, x.version));
  for (const auto& key : change->flags_without_module)
    sys::log::log_warning("values_flag_ignored",
                          {{"key", key}, {"hook", x.what.hook}, {"reason", "no module has this name"}});
  report_sources(*before);
  log_skipped_rules();
  const bool changed = change->global || !change->flags.empty() || !change->modules.empty();
  const auto flags_of_hooks = [](const state_ptr& state) {
    return state->flags().layer(core::values::flag_source::hook_patch);
  };
  if (x.what.module.empty())
    for (const auto& key : flags_named) flag_setters_[core::values::to_kebab(key)] = x.what.hook;
  std::optional<core::values::doubted_run> doubt;
  if (!x.what.doubt.empty()) doubt = {.hook = x.what.hook, .words = x.what.doubt};
  const bool are_doubts_new =
    flag_doubts_.take(flags_of_hooks(before), flags_of_hooks(book_.state()), flags_named, doubt);
  const bool are_wishes_new = are_doubts_new || flags_of_hooks(before) != flags_of_hooks(book_.state());
  if ((changed || are_wishes_new) && x.what.announce_changes) announce(*change, x.what.hook, are_wishes_new);
  ask_doubted(x.what.hook);
  const bool is_changed = changed || are_doubts_new;
  // Other changes are announced, and their paths are not needed.
  auto values = is_changed && !x.what.announce_changes ? words_of_changes(*change, before) : std::string();
  self_->answer(x.to, messages::output_committed{{}, {}, is_changed, change->revision, std::move(values)});
  end_turn(x.turn);
}

std::string values_store_state::words_of_changes(const core::store::values_change& change, const state_ptr& before) {
  std::string words;
  // A bug in the comparison must not fail the commit.
  self_->report("changed values", [&] { words = core::store::names_of_changes(*before, *book_.state()); });
  if (!words.empty()) return words;
  // No value has changed: a flag is decided now and keeps its value, or only the doubt about a flag is new.
  return change.flags.empty() ? "the doubt about a flag" : core::values::enabled_key(*change.flags.begin());
}

void values_store_state::fail_commit(commit_in_hand& x, base::error reason) {
  self_->answer(x.to,
                messages::output_committed{{}, tl::unexpected(std::move(reason)), false, book_.state()->revision()});
  end_turn(x.turn);
}

void values_store_state::record(const core::store::values_change& change, const std::string& by,
                                const state_ptr& before, trace::trace_facts facts) {
  const bool is_start = before->revision() == 0;
  if (!self_->is_recording() || (change.empty() && !is_start)) return;
  trace::event event;
  event.type = trace::trace_span::values_commit;
  event.summary = fmt::format("revision {} by {}", change.revision, by);
  event.facts = std::move(facts);
  event.facts.push_back({"revision", std::to_string(change.revision)});
  // A bug in the record must not fail the commit.
  self_->report(event.type.text(), [&] {
    event.changes = core::store::value_changes(*before, *book_.state(), is_start ? changes_of_start_max : changes_max);
  });
  self_->record_span(std::move(event), std::chrono::microseconds{0});
}

void values_store_state::report_sources(const core::store::values_state& before) {
  messages::note_flag_sources message;
  for (const auto& [key, source] : core::values::enabled_flags::moved(before.flags(), book_.state()->flags()))
    message.by_module.emplace(core::values::to_kebab(key), source);
  if (!message.by_module.empty()) self_->tell(supervisor_, std::move(message));
}

void values_store_state::log_skipped_rules() {
  for (const auto& [section, rules] : book_.take_skipped_rules())
    for (const auto& rule : rules)
      sys::log::log_debug("values_rule_skipped",
                          {{"section", section}, {"rule", rule}, {"reason", "it reads an absent field, so it holds"}});
}

void values_store_state::announce(const core::store::values_change& change, const std::string& by, bool wishes) {
  messages::values_changed message;
  message.global = change.global || !change.flags.empty();
  message.modules.assign(change.modules.begin(), change.modules.end());
  message.by = by;
  message.wishes = wishes;
  self_->tell(supervisor_, std::move(message));
}

void values_store_state::discovered(const messages::modules_discovered& x) {
  enabled_modules_ = x.named;
  settled_.discovered(x.named, x.given_up);
  missing_modules_.clear();
  for (const auto& [name, source] : wanted_without_module())
    if (!base::contains(enabled_modules_, name)) missing_modules_.emplace(name, core::values::describe(source));
}

void values_store_state::drop(const messages::drop_module_values& x) {
  in_turn({core::values::values_owner{x.module}.key()}, x.origin.id, [this, x](ticket turn) {
    const auto before = book_.state();
    // A module that is enabled again starts afresh: earlier runs of its hooks do not count.
    hooks_.forget_runs(x.module);
    record(book_.drop_module_patches(x.module, x.origin.id), "the deletion of module '" + x.module + "'", before,
           {{"source", "deletion"}, {"module", x.module}});
    end_turn(turn);
  });
}

messages::values_store_actor::behavior_type values_store_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::apply_configuration& x) { return apply(x); },
    [this](const messages::read_values& x) { return read(x); },
    [this](const messages::read_helm_values& x) { return read_for_helm(x); },
    [this](const messages::note_held_release& x) { note_held(x); },
    [this](const messages::note_doubted_modules& x) { note_doubted(x); },
    [this](const messages::note_script_grounds& x) { script_grounds_[x.module] = x.grounds; },
    [this](const messages::know_hooks& x) { hooks_.know(x.module, x.occasions, x.bindings); },
    [this](const messages::note_hook_end& x) { note_end(x); },
    [this](const messages::check_hook_output& x) { return check(x); },
    [this](const messages::commit_hook_output& x) { return commit(x); },
    [this](const messages::release_reservation& x) { release(x.ticket); },
    [this](const messages::read_flags&) { return flags(); },
    [this](const messages::modules_discovered& x) { discovered(x); },
    [this](const messages::drop_module_values& x) { drop(x); },
    [this](const messages::describe_values& x) { return describe(x); },
    [this](const messages::reservation_over& x) { release(x.ticket); });
}

messages::values_store_actor values_store(caf::actor_system& system, const framework::context_ptr& shared,
                                          const core::config::static_values& files,
                                          const core::values::flag_order& order,
                                          const messages::config_watcher_actor& config,
                                          const messages::supervisor_actor& supervisor) {
  return framework::spawn<values_store_state>(system, framework::placement::shared, shared, "values store", files,
                                              order, config, supervisor);
}

} // namespace actors::values
