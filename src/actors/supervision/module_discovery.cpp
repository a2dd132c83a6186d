#include "actors/supervision/module_discovery.hpp"

#include "actors/messages/observation.hpp"
#include "core/values/names.hpp"
#include "trace/read/why.hpp"

#include <fmt/format.h>

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
      // Not even releases without a module are removed: the set of modules is unknown.
      if (x.nothing_runs) return me->fail("nothing runs", {base::error_code::invalid_input, *x.nothing_runs});
      me->flags_ = x.enabled;
      me->held_back_ = x.unusable;
      me->facts_.config_map = x.config_map;
      me->facts_.switched_off = x.switched_off;
      const auto& kept = me->scope_.kept_without_config_map;
      auto& unconfirmed = me->facts_.unconfirmed_before;
      // Only an empty ConfigMap confirms the removals that were held without a ConfigMap.
      if (!x.is_config_map_empty) unconfirmed.insert(unconfirmed.end(), kept.begin(), kept.end());
      if (x.is_config_map_empty && kept.size() == 1) me->facts_.switched_off.insert(kept.front());
      me->facts_.misspelt = x.misspelt;
      me->decided_by_ = x.decided_by;
      for (const auto& [module, reason] : x.unusable) me->facts_.held_back.insert(module);
      for (const auto& module : me->scope_.modules)
        if (!x.enabled.contains(module.name)) me->facts_.undecided.insert(module.name);
      me->next_module();
    },
    [me](const std::string& reason) {
      me->fail("values", {base::error_code::unavailable, reason});
    });
}

void module_discovery::next_module() {
  // A loop, because a call for each module without a script would make a stack as deep as the platform has
  // modules.
  while (next_ < scope_.modules.size()) {
    const auto& module = scope_.modules[next_++];
    const auto flag = flags_.find(module.name);
    if (flag == flags_.end() || !flag->second) {
      const bool is_undecided = flag == flags_.end();
      facts_.off_reasons[module.name] = reason_of_flag(module.name);
      if (!held_back_.contains(module.name))
        disabled_.push_back(trace::fact::named(
          module.name, is_undecided ? "undecided: a source of its flag cannot be read" : "by its flag"));
      continue;
    }
    // A module that cannot run stays as it is: its script would decide on values that are not valid.
    const bool is_asked = module.decides_by_script() && !facts_.held_back.contains(module.name);
    if (is_asked) return ask_script_of(module);
    accept(module.name);
  }
  auto me = shared_from_this();
  with_releases([me] { me->finish(); });
}

void module_discovery::accept(const std::string& module) {
  facts_.enabled.insert(module);
  if (const auto by = decided_by_.find(module); by != decided_by_.end())
    facts_.wanted_by[module] = core::values::describe(by->second);
  accepted_.push_back(module);
}

std::string module_discovery::reason_of_flag(const std::string& module) const {
  const auto key = core::values::enabled_key(core::values::to_camel(module));
  const auto by = decided_by_.find(module);
  if (by == decided_by_.end()) return fmt::format("no source has a flag {}", key);
  return fmt::format("the flag {} is false in: {}", key, core::values::describe(by->second));
}

void module_discovery::reject(const std::string& module, const std::string& reason) {
  // The "no" of a script is a wish, like a flag: it confirms the removal of the release.
  facts_.switched_off.insert(module);
  facts_.refused_by_script.insert(module);
  facts_.off_reasons[module] = "its enabled script says no" + (reason.empty() ? reason : ": " + reason);
  disabled_.push_back(trace::fact::named(module, "by its enabled script"));
}

void module_discovery::doubt(const std::string& module, core::modules::script_doubt doubt) {
  facts_.doubted_no.emplace(module, std::move(doubt));
  facts_.held_back.insert(module);
  // It counts as enabled for the scripts behind it: they would say no because of this "no".
  accept(module);
}

void module_discovery::weigh_no(const discoverable_module& module, const script_reply& reply) {
  if (!would_be_deleted(facts_, module.name)) return reject(module.name, reply.reason);
  if (!reply.doubt.empty())
    return doubt(module.name, {reply.doubt + " (details are in the log: enabled_script_warned)", "Repair the script"});
  const auto missing = places_missing_for(module, reply);
  if (missing.empty()) return reject(module.name, reply.reason);
  doubt(module.name, {"its enabled script said no, and values of the last revision came from what is missing now: "
                        + missing + ". The script is asked again as soon as it is there",
                      "Bring it back"});
}

std::string module_discovery::places_missing_for(const discoverable_module& module, const script_reply& reply) {
  const auto* release = core::modules::own_release(facts_, module.name);
  if (release == nullptr || reply.standing == nullptr) return {};
  core::releases::refused_module refused{module.name, module.directory, release->value_labels};
  auto missing = core::releases::places_missing_for_script(refused, *reply.standing);
  if (!missing.empty()) lacking_.push_back(std::move(refused));
  return missing;
}

void module_discovery::ask_script_of(const discoverable_module& module) {
  auto me = shared_from_this();
  const script_peers peers{peers_.values, peers_.runner, peers_.metrics};
  std::make_shared<enabled_script>(self_, peers, module, script_request{accepted_, scope_.activation},
                                   [me, module](base::result<std::optional<script_reply>> reply) {
                                     if (!reply) return me->done_(tl::unexpected(reply.error()), {});
                                     me->take_answer(module, std::move(**reply));
                                   })
    ->ask();
}

void module_discovery::take_answer(const discoverable_module& module, script_reply reply) {
  const bool is_yes = reply.question.answer == core::modules::script_answer::yes;
  // Kept, so that the script is asked again only if its values differ.
  asked_.emplace(module.name, reply.question);
  if (is_yes) {
    accept(module.name);
    return next_module();
  }
  auto me = shared_from_this();
  with_releases([me, module, reply = std::move(reply)] {
    me->weigh_no(module, reply);
    me->next_module();
  });
}

void module_discovery::with_releases(std::function<void()> then) {
  // Listed once for each discovery: all its decisions see the same releases.
  if (!scope_.has_releases || are_releases_listed_) return then();
  auto me = shared_from_this();
  self_->ask(
    peers_.helm, messages::list_releases{},
    [me, then = std::move(then)](const messages::releases_listed& x) {
      if (!x.releases) return me->fail("releases", x.releases.error());
      me->facts_.released = *x.releases;
      me->are_releases_listed_ = true;
      then();
    },
    [me](const std::string& reason) {
      me->fail("releases", {base::error_code::unavailable, reason});
    });
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
  // No trace of this life has the source that had switched a module on before the operator started.
  for (const auto& release : facts_.released)
    if (!release.wanted_by.empty() && !facts_.enabled.contains(release.name) && !scope_.active.contains(release.name))
      event.facts.push_back(trace::fact::named(trace::read::wanted_before_fact(release.name), release.wanted_by));
  self_->record_span(std::move(event), std::chrono::microseconds(0));
}

void module_discovery::finish() {
  record();
  done_(core::modules::decide_modules(facts_), {std::move(asked_), std::move(lacking_)});
}

void module_discovery::fail(const std::string& context, const base::error& reason) {
  done_(base::fail(context, reason), {});
}

} // namespace actors::supervision
