#include "actors/supervision/module_discovery.hpp"

#include "actors/messages/observation.hpp"
#include "base/contains.hpp"
#include "core/config/misspelt_keys.hpp"
#include "core/modules/certainly_off.hpp"
#include "core/modules/own_releases.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/pause_label.hpp"
#include "core/releases/script_grounds.hpp"
#include "core/values/names.hpp"
#include "trace/read/why.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace actors::supervision {

module_discovery::module_discovery(framework::actor_base<messages::supervisor_actor>* self, peers others,
                                   discovery_scope scope, on_done done)
  : self_(self), peers_(std::move(others)), scope_(std::move(scope)), done_(std::move(done)) {
  facts_.active = scope_.active;
  facts_.purges_without_modules = scope_.purges_without_modules;
  facts_.unconfirmed_before = scope_.unconfirmed;
  facts_.global_hooks = scope_.global_hooks;
  facts_.wanted_before = scope_.wanted_before;
  facts_.named_before = scope_.named_before;
  facts_.given_up_before = scope_.given_up;
  facts_.has_modules = scope_.has_modules;
  facts_.has_empty_directory = scope_.has_empty_directory;
  for (const auto& module : scope_.modules) {
    facts_.modules.push_back(module.name);
    if (!module.is_script_executable) facts_.unasked.emplace(module.name, module.enabled_script);
  }
}

void module_discovery::begin() {
  auto me = shared_from_this();
  self_->ask(
    peers_.values, messages::read_flags{},
    [me](const messages::flags_read& x) {
      me->scope_.on_flags(x);
      // While `global` cannot be used, the wanted modules are unknown, so no release is removed, not even a
      // release without a module.
      if (x.nothing_runs) return me->fail("nothing runs", {base::error_code::invalid_input, *x.nothing_runs});
      me->flags_ = x.enabled;
      me->held_back_ = x.unusable;
      me->facts_.config_map = x.config_map;
      me->facts_.switched_off = x.switched_off;
      me->facts_.vanished = x.vanished;
      const auto& kept = me->scope_.kept_without_config_map;
      auto& unconfirmed = me->facts_.unconfirmed_before;
      // Removals that were held for lack of a ConfigMap are confirmed only by an empty ConfigMap.
      if (!x.is_config_map_empty) unconfirmed.insert(unconfirmed.end(), kept.begin(), kept.end());
      // If there are several releases, each is held until a flag confirms its removal.
      if (x.is_config_map_empty && kept.size() == 1) me->facts_.switched_off.insert(kept.front());
      me->facts_.misspelt = x.misspelt;
      me->facts_.sections_of_users = x.sections_of_users;
      me->facts_.left_out = x.left_out;
      me->decided_by_ = x.decided_by;
      me->flag_setters_ = x.flag_setters;
      for (const auto& [module, reason] : x.unusable) me->facts_.held_back.insert(module);
      for (const auto& module : me->scope_.modules)
        if (!x.enabled.contains(module.name)) me->facts_.undecided.insert(module.name);
      for (const auto& [name, source] : x.wanted_without_module) {
        me->facts_.wanted_without_module.emplace(name, core::values::describe(source));
        if (source == core::values::flag_source::config_map) me->config_flags_of_none_.insert(name);
      }
      me->before_scripts_ = me->facts_;
      me->doubted_off_ = x.doubted_off;
      if (me->doubted_off_.empty()) return me->next_module();
      // Only the list of releases shows whether a doubted flag would remove a release.
      me->with_releases([me] { me->next_module(); });
    },
    [me](const std::string& reason) {
      me->fail("values", {base::error_code::unavailable, reason});
    });
}

void module_discovery::begin_pass() {
  const auto released = std::move(facts_.released);
  auto unconfirmed = facts_.unconfirmed_before;
  // Scripts decide again in this pass. Their replies are kept, so a script runs again only if its list of
  // modules has changed.
  facts_ = before_scripts_;
  facts_.released = released;
  facts_.unconfirmed_before = std::move(unconfirmed);
  next_ = 0;
  seen_.clear();
  disabled_.clear();
  lacking_.clear();
  next_module();
}

void module_discovery::next_module() {
  // A loop instead of recursion, because there may be very many modules without a script.
  while (next_ < scope_.modules.size()) {
    const auto& module = scope_.modules[next_++];
    if (const auto kept = graced_.find(module.name); kept != graced_.end()) {
      doubt(module.name, grace_of(module.name, kept->second));
      continue;
    }
    const auto flag = flags_.find(module.name);
    if (flag == flags_.end() || !flag->second) {
      const auto doubted = doubted_off_.find(module.name);
      // A module with hooks only has no release that shows whether it was enabled before.
      if (doubted != doubted_off_.end() && (would_be_deleted(facts_, module.name) || module.has_hooks_only)) {
        doubt(module.name, core::modules::doubt_of_flag(module.name, doubted->second));
        continue;
      }
      const bool is_undecided = flag == flags_.end();
      facts_.off_reasons[module.name] = reason_of_flag(module.name);
      if (held_.contains(module.name)) seen_.push_back(module.name);
      if (!held_back_.contains(module.name))
        disabled_.push_back(trace::fact::named(
          module.name, is_undecided ? "undecided: a source of its flag cannot be read" : "by its flag"));
      continue;
    }
    // The script of a module that cannot run is not run, because its values are not valid. The module stays
    // as it is.
    const bool is_asked = module.decides_by_script() && !facts_.held_back.contains(module.name);
    if (!is_asked) {
      accept(module.name);
      continue;
    }
    const auto known = replies_.find(module.name);
    if (known == replies_.end() || known->second.question.enabled_before != seen_) return ask_script_of(module);
    decide(module, known->second);
  }
  auto me = shared_from_this();
  with_releases([me] { me->end_pass(); });
}

void module_discovery::accept(const std::string& module) {
  facts_.enabled.insert(module);
  const auto flag = flags_.find(module);
  const bool is_on = flag != flags_.end() && flag->second;
  if (const auto by = decided_by_.find(module); is_on && by != decided_by_.end())
    facts_.wanted_by[module] = core::values::describe(by->second);
  seen_.push_back(module);
}

std::string module_discovery::reason_of_flag(const std::string& module) const {
  const auto key = core::values::enabled_key(core::values::to_camel(module));
  const auto by = decided_by_.find(module);
  if (by == decided_by_.end()) return fmt::format("no source has a flag {}", key);
  return fmt::format("the flag {} is false in: {}", key, core::values::describe(by->second));
}

void module_discovery::reject(const std::string& module, const script_reply& reply) {
  // Like a flag, the "no" of a script confirms the removal of the release.
  facts_.switched_off.insert(module);
  facts_.refused_by_script.insert(module);
  facts_.off_reasons[module] = "its enabled script says no" + (reply.reason.empty() ? "" : ": " + reply.reason);
  if (!reply.doubt.empty()) facts_.off_doubts[module] = reply.doubt;
  disabled_.push_back(trace::fact::named(module, "by its enabled script"));
  // A held release keeps its objects, so scripts of later modules still see its module.
  if (held_.contains(module)) seen_.push_back(module);
}

void module_discovery::doubt(const std::string& module, core::modules::script_doubt doubt) {
  facts_.doubted_no.emplace(module, std::move(doubt));
  facts_.held_back.insert(module);
  // The scripts of later modules see this module as enabled. Otherwise the script of a module that needs this
  // module would say no only because of a "no" that is still in doubt.
  accept(module);
}

void module_discovery::weigh_no(const discoverable_module& module, const script_reply& reply) {
  // The doubt counts if the "no" would remove a release. A module with hooks only has no release that shows
  // whether it was enabled before, so the doubt counts, too.
  if (!reply.doubt.empty() && (would_be_deleted(facts_, module.name) || module.has_hooks_only))
    return doubt(module.name, {reply.doubt + " (details are in the log: enabled_script_warned)", "Repair the script"});
  if (!would_be_deleted(facts_, module.name)) return reject(module.name, reply);
  if (const auto unseen = unseen_.find(module.name); unseen != unseen_.end()) return doubt(module.name, unseen->second);
  const auto missing = places_missing_for(module, reply);
  if (missing.empty() && is_doubted_without_grounds(module, reply))
    return doubt(module.name,
                 {std::string("its enabled script says no, ")
                    + (reply.is_no_to_former ? "also to the values with which it last said yes"
                                             : "and neither the script nor its values have changed since it said yes")
                    + ": the answer comes from a source outside of the script and its values",
                  "Bring that source back (a variable of the environment, a file, an object, a right)"});
  if (missing.empty()) return reject(module.name, reply);
  doubt(module.name, {"its enabled script said no, and values of the last revision came from what is missing now: "
                        + missing + ". The script is asked again as soon as it is there",
                      "Bring it back"});
}

bool module_discovery::is_doubted_without_grounds(const discoverable_module& module, const script_reply& reply) {
  const auto* release = core::modules::own_release(facts_, module.name);
  const bool is_same =
    release != nullptr
    && (reply.is_no_to_former || core::releases::has_grounds(release->script_grounds, reply.grounds));
  if (!is_same || believed_.contains(module.name)) return false;
  groundless_.insert(module.name);
  return true;
}

std::string module_discovery::places_missing_for(const discoverable_module& module, const script_reply& reply) {
  const auto* release = core::modules::own_release(facts_, module.name);
  if (release == nullptr || reply.standing == nullptr) return {};
  core::releases::refused_module refused{module.name, module.directory, release->value_labels};
  auto missing = core::releases::places_missing_for_script(refused, *reply.standing);
  if (!missing.empty()) lacking_.push_back(std::move(refused));
  return missing;
}

void module_discovery::ask(const discoverable_module& module, std::vector<std::string> enabled_before,
                           std::function<void(script_reply)> then) {
  auto me = shared_from_this();
  const script_peers peers{peers_.values, peers_.runner, peers_.metrics, peers_.kube};
  std::make_shared<enabled_script>(self_, peers, module, script_request{std::move(enabled_before), scope_.activation},
                                   [me, then](base::result<std::optional<script_reply>> reply) {
                                     if (!reply) return me->done_(tl::unexpected(reply.error()), {});
                                     then(std::move(**reply));
                                   })
    ->ask();
}

void module_discovery::ask_script_of(const discoverable_module& module) {
  auto me = shared_from_this();
  ask(module, seen_, [me, module](script_reply reply) {
    const auto& known = me->replies_.insert_or_assign(module.name, std::move(reply)).first->second;
    if (known.question.answer == core::modules::script_answer::yes) {
      me->accept(module.name);
      return me->next_module();
    }
    // Only a "no" can remove a release, so only a "no" needs the list of releases.
    me->with_releases([me, module] {
      me->ask_with_former(module, [me, module] {
        me->decide(module, me->replies_.at(module.name));
        me->next_module();
      });
    });
  });
}

void module_discovery::decide(const discoverable_module& module, const script_reply& reply) {
  reply.question.answer == core::modules::script_answer::yes ? accept(module.name) : weigh_no(module, reply);
}

void module_discovery::with_releases(std::function<void()> then) {
  // Listed once for each discovery, so that all its decisions see the same releases.
  if (!scope_.has_releases || are_releases_listed_) return then();
  auto me = shared_from_this();
  self_->ask(
    peers_.helm, messages::list_releases{},
    [me, then = std::move(then)](const messages::releases_listed& x) {
      if (!x.releases) return me->fail("releases", x.releases.error());
      me->facts_.released = *x.releases;
      me->note_missing_places();
      me->are_releases_listed_ = true;
      then();
    },
    [me](const std::string& reason) {
      me->fail("releases", {base::error_code::unavailable, reason});
    });
}

std::string module_discovery::config_flag_of_none() const {
  const auto is_released = [&](const std::string& name) {
    return std::any_of(facts_.released.begin(), facts_.released.end(), [&](const auto& x) { return x.name == name; });
  };
  for (const auto& name : config_flags_of_none_)
    if (!is_released(name)) return core::values::enabled_key(core::values::to_camel(name));
  return {};
}

void module_discovery::note_missing_places() {
  using core::values::flag_source;
  using core::values::value_source;
  const auto flag_of_none = config_flag_of_none();
  for (const auto& release : facts_.released) {
    const auto at = std::find_if(scope_.modules.begin(), scope_.modules.end(),
                                 [&](const auto& module) { return module.name == release.name; });
    if (at == scope_.modules.end()) continue;
    const auto label = release.value_labels.find(std::string(core::releases::module_values_from_label));
    const auto had = core::values::read_value_sources(label == release.value_labels.end() ? "" : label->second);
    const auto is_missing = [&](flag_source flag, value_source file) {
      return (release.want == flag || had.contains(file)) && !at->files.contains(file);
    };
    if (is_missing(flag_source::common_values, value_source::common_file)
        || is_missing(flag_source::module_values, value_source::module_file))
      before_scripts_.place_missing.insert(release.name);
    const bool is_wanted_by_file =
      release.want == flag_source::common_values || release.want == flag_source::module_values;
    if (is_wanted_by_file && !at->misspelt_flag.empty())
      before_scripts_.misspelt.emplace(release.name, at->misspelt_flag);
    if (release.want == flag_source::config_map && !flag_of_none.empty())
      before_scripts_.misspelt.emplace(
        release.name, core::config::describe({core::values::enabled_key(core::values::to_camel(release.name)),
                                              flag_of_none, core::config::slip_kind::flag_of_none}));
  }
  facts_.place_missing = before_scripts_.place_missing;
  note_changed_order();
  facts_.misspelt = before_scripts_.misspelt;
}

/// Notes the modules that an enabled module needs by its `module.yaml`: the flag of such a module is more
/// likely lost than removed on purpose.
void module_discovery::note_needed() {
  for (const auto& module : scope_.modules) {
    if (!facts_.enabled.contains(module.name)) continue;
    for (const auto& need : module.needs)
      facts_.misspelt.emplace(need, fmt::format("module '{}' needs module '{}': module.yaml", module.name, need));
  }
}

void module_discovery::record() {
  if (!self_->is_recording()) return;
  trace::event event;
  event.type = trace::trace_span::discovery;
  event.summary = std::to_string(facts_.enabled.size()) + " of " + std::to_string(facts_.modules.size()) + " modules";
  event.step = 4;
  event.facts = disabled_;
  for (const auto& [module, reason] : held_back_)
    event.facts.push_back(trace::fact::named(module, "cannot run: " + reason));
  for (const auto& [module, doubt] : facts_.doubted_no)
    event.facts.push_back(trace::fact::named(module, "kept as it is: " + doubt.reason));
  // Recorded, because traces of this process do not have the source that switched a module on in an earlier
  // process.
  for (const auto& release : facts_.released)
    if (!release.wanted_by.empty() && !facts_.enabled.contains(release.name) && !scope_.active.contains(release.name))
      event.facts.push_back(trace::fact::named(trace::read::wanted_before_fact(release.name), release.wanted_by));
  self_->record_span(std::move(event), std::chrono::microseconds(0));
}

/// Decides whether another pass is needed: held releases, and modules that come later, are known only at the
/// end of a pass. Bound: each further pass adds a name to `held_`, `believed_`, `unseen_` or `graced_`, and
/// no name is removed.
void module_discovery::end_pass() {
  note_needed();
  doubt_several_noes();
  const auto found = core::modules::decide_modules(facts_);
  if (see_held(found) || believe_groundless()) return begin_pass();
  look_at_objects(found);
}

bool module_discovery::believe_groundless() {
  if (groundless_.size() != 1 || !believed_.empty()) return false;
  const auto& name = *groundless_.begin();
  // After a start even a single "no" is doubted, because the operator may have been started without a
  // variable or a file.
  if (!facts_.active.contains(name) || scope_.doubted.contains(name)) return false;
  believed_ = groundless_;
  return true;
}

bool module_discovery::see_held(const core::modules::discovered_modules& found) {
  auto& unconfirmed = facts_.unconfirmed_before;
  unconfirmed.insert(unconfirmed.end(), found.unconfirmed.begin(), found.unconfirmed.end());
  const auto before = held_.size();
  for (const auto& name : found.named)
    if (!facts_.enabled.contains(name)) held_.insert(name);
  return held_.size() > before;
}

void module_discovery::finish(core::modules::discovered_modules found) {
  // Asked last, because a removal that is held for another reason is named with that reason.
  if (keep_for_grace(found)) return begin_pass();
  date_graces(found);
  record();
  scripts_asked asked;
  for (const auto& [module, reply] : replies_) {
    asked.answers.emplace(module, reply.question);
    if (reply.question.answer == core::modules::script_answer::yes)
      asked.yes.emplace(module, script_yes{reply.grounds, reply.given});
  }
  asked.lacking = lacking_;
  asked.wished = wished_;
  asked.switched_off = switched_off(found);
  for (const auto& release : facts_.released)
    if (release.value_labels.contains(std::string(core::releases::pause_label))) asked.paused.insert(release.name);
  done_(std::move(found), std::move(asked));
}

std::set<std::string> module_discovery::switched_off(const core::modules::discovered_modules& found) const {
  auto all = facts_.switched_off;
  std::erase_if(all, [&](const std::string& name) {
    if (!core::modules::is_certainly_off(found, name)) return true;
    // A module with hooks only has no record with the grounds of its last "yes", so its "no" at a start may
    // come from a lost variable or file.
    return facts_.refused_by_script.contains(name) && !core::modules::would_be_deleted(facts_, name);
  });
  return all;
}

void module_discovery::fail(const std::string& context, const base::error& reason) {
  done_(base::fail(context, reason), {});
}

} // namespace actors::supervision
