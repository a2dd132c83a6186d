#include "actors/operator/module_discovery.hpp"

#include "actors/messages/observation.hpp"
#include "core/hooks/script_words.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/values/names.hpp"
#include "sys/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors {

module_discovery::module_discovery(base<supervisor_actor>* self, peers others, discovery_scope scope, on_done done)
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
    peers_.values, read_flags{},
    [me](const flags_read& x) {
      me->scope_.on_flags(x);
      // Not even releases without a module are removed: nobody knows which modules there should be.
      if (x.nothing_runs) return me->fail("nothing runs", {core::error_code::invalid_input, *x.nothing_runs});
      me->flags_ = x.enabled;
      me->held_back_ = x.unusable;
      me->facts_.config_map = x.config_map;
      me->facts_.switched_off = x.switched_off;
      me->facts_.misspelt = x.misspelt;
      me->decided_by_ = x.decided_by;
      for (const auto& [module, reason] : x.unusable) me->facts_.held_back.insert(module);
      for (const auto& module : me->scope_.modules)
        if (!x.enabled.contains(module.name)) me->facts_.undecided.insert(module.name);
      me->next_module();
    },
    [me](const std::string& reason) {
      me->fail("values", {core::error_code::unavailable, reason});
    });
}

void module_discovery::next_module() {
  while (next_ < scope_.modules.size()) {
    const auto& module = scope_.modules[next_++];
    const auto flag = flags_.find(module.name);
    if (flag == flags_.end() || !flag->second) {
      const bool is_undecided = flag == flags_.end();
      facts_.off_reasons[module.name] = reason_of_flag(module.name);
      if (!held_back_.contains(module.name))
        disabled_.emplace_back(module.name,
                               is_undecided ? "undecided: a source of its flag cannot be read" : "by its flag");
      continue;
    }
    // A module that cannot run stays as it is: its script would decide on values that are not valid.
    const bool is_script_there = !module.enabled_script.empty() && module.is_script_executable;
    const bool decided_by_flag = !is_script_there || facts_.held_back.contains(module.name);
    if (!decided_by_flag) return read_values_for(module);
    accept(module.name);
  }
  auto me = shared_from_this();
  with_releases([me] { me->finish(); });
}

void module_discovery::accept(const std::string& module) {
  facts_.enabled.insert(module);
  if (const auto by = decided_by_.find(module); by != decided_by_.end())
    facts_.wanted_by[module] = core::describe(by->second);
  accepted_.push_back(module);
}

std::string module_discovery::reason_of_flag(const std::string& module) const {
  const auto key = core::enabled_key(core::to_camel(module));
  const auto by = decided_by_.find(module);
  if (by == decided_by_.end()) return fmt::format("no source has a flag {}", key);
  return fmt::format("the flag {} is false in: {}", key, core::describe(by->second));
}

void module_discovery::reject(const std::string& module, const std::string& reason) {
  facts_.switched_off.insert(module);
  facts_.off_reasons[module] = "its enabled script says no" + (reason.empty() ? reason : ": " + reason);
  disabled_.emplace_back(module, "by its enabled script");
}

void module_discovery::doubt(const std::string& module, const std::string& reason) {
  auto me = shared_from_this();
  with_releases([me, module, reason] {
    if (would_be_deleted(me->facts_, module)) {
      me->facts_.doubted_no.emplace(module, reason);
      me->facts_.held_back.insert(module);
      // It counts as enabled for the scripts behind it: they would say no because of this "no".
      me->accept(module);
    } else {
      me->reject(module, reason);
    }
    me->next_module();
  });
}

void module_discovery::read_values_for(const discoverable_module& module) {
  auto me = shared_from_this();
  self_->ask(
    peers_.values, read_values{{}, module.name, accepted_},
    [me, module](const values_read& x) {
      if (!x.result) return me->fail("module '" + module.name + "': enabled script", x.result.error());
      me->run_script(module, x);
    },
    [me](const std::string& reason) {
      me->fail("values", {core::error_code::unavailable, reason});
    });
}

void module_discovery::run_script(const discoverable_module& module, const values_read& values) {
  auto me = shared_from_this();
  run_program message;
  message.command = core::enabled_command(module.enabled_script);
  core::run_texts texts;
  texts.module = module.name;
  texts.unique = std::to_string(self_->current_id());
  texts.config_values = values.config_values;
  texts.values = values.values;
  message.files = core::enabled_input_files(std::move(texts));
  message.read_back = {"MODULE_ENABLED_RESULT", "MODULE_ENABLED_REASON"};
  message.timeout = module.time_limit;
  message.subject = "enabled script of module '" + module.name + "'";
  self_->ask(
    peers_.runner, std::move(message), [me, module](const program_finished& x) { me->take_answer(module, x); },
    [me](const std::string& reason) {
      me->fail("enabled scripts", {core::error_code::unavailable, reason});
    });
}

void module_discovery::take_answer(const discoverable_module& module, const program_finished& x) {
  count_usage(module, x.usage);
  auto context = "module '" + module.name + "': enabled script";
  // A script that could not be started is named by its failure.
  if (x.result || !x.result.error().message.starts_with(module.enabled_script)) context += " " + module.enabled_script;
  if (!x.result) return fail_script(module, context, program_failure::with(x.result.error(), x.error_text));
  const auto text = [&x](const char* variable) {
    const auto i = x.outputs.find(variable);
    return i == x.outputs.end() ? std::string{} : i->second;
  };
  const auto answer = core::parse_enabled_result(text("MODULE_ENABLED_RESULT"), text("MODULE_ENABLED_REASON"));
  if (!answer)
    return fail_script(module, context,
                       program_failure::with({answer.error().code, "its answer is not valid"}, answer.error().message));
  const auto doubted = warn_of_words(module, *answer, x);
  core::trace_event event;
  event.type = core::trace_span::enabled_script;
  event.summary = module.name + (answer->enabled ? ": enabled" : ": disabled");
  event.step = 4;
  event.facts = {{"module", module.name}, {"enabled", answer->enabled ? "true" : "false"}};
  if (!answer->reason.empty()) event.facts.emplace_back("reason", answer->reason);
  if (!doubted.empty()) event.facts.emplace_back("doubt", doubted);
  self_->record_span(std::move(event), x.duration);
  sys::log_info("enabled_script_finished", {{"step", 4},
                                            {"module", module.name},
                                            {"enabled", answer->enabled},
                                            {"reason", answer->reason},
                                            {"seconds", std::chrono::duration<double>(x.duration).count()}});
  if (!doubted.empty()) return doubt(module.name, doubted);
  answer->enabled ? accept(module.name) : reject(module.name, answer->reason);
  next_module();
}

std::string module_discovery::warn_of_words(const discoverable_module& module, const core::enabled_answer& answer,
                                            const program_finished& x) const {
  const auto words = core::script_words(x.error_text);
  if (words.empty()) return {};
  sys::log_warning("enabled_script_warned", {{"step", 4},
                                             {"module", module.name},
                                             {"script", module.enabled_script},
                                             {"enabled", answer.enabled},
                                             {"reason", answer.reason},
                                             {"stderr", words}});
  return answer.enabled ? std::string() : core::doubt_of_no(words, module.enabled_script);
}

/// What the script has written is for the log alone.
void module_discovery::fail_script(const discoverable_module& module, const std::string& context,
                                   const program_failure& why) {
  sys::log_warning("enabled_script_failed", {{"step", 4}, {"module", module.name}, {"error", why.log_text()}});
  fail(context, why.reported("enabled_script_failed"));
}

/// The time and memory that an `enabled` script uses are counted as if it were a hook of that name.
void module_discovery::count_usage(const discoverable_module& module, const sys::process_usage& usage) {
  const metric_labels labels{{"module", module.name},
                             {"hook", "enabled"},
                             {"binding", "enabled"},
                             {"queue", "main"},
                             {"activation", scope_.activation}};
  const auto observe = [&](std::string_view name, std::chrono::microseconds time) {
    self_->tell(peers_.metrics, observe_metric{std::string(name), labels, std::chrono::duration<double>(time).count()});
  };
  observe(core::own_metric("module_hook_run_user_cpu_seconds"), usage.user);
  observe(core::own_metric("module_hook_run_sys_cpu_seconds"), usage.system);
  self_->tell(peers_.metrics, set_metric{std::string(core::own_metric("module_hook_run_max_rss_bytes")), labels,
                                         static_cast<double>(usage.max_rss_bytes)});
}

void module_discovery::with_releases(std::function<void()> then) {
  if (!scope_.has_releases || are_releases_listed_) return then();
  auto me = shared_from_this();
  self_->ask(
    peers_.helm, list_releases{},
    [me, then = std::move(then)](const releases_listed& x) {
      if (!x.releases) return me->fail("releases", x.releases.error());
      me->facts_.released = *x.releases;
      me->are_releases_listed_ = true;
      then();
    },
    [me](const std::string& reason) {
      me->fail("releases", {core::error_code::unavailable, reason});
    });
}

void module_discovery::record() {
  if (!self_->is_recording()) return;
  core::trace_event event;
  event.type = core::trace_span::discovery;
  event.summary = std::to_string(facts_.enabled.size()) + " of " + std::to_string(facts_.modules.size()) + " modules";
  event.step = 4;
  event.facts = disabled_;
  for (const auto& [module, reason] : held_back_) event.facts.emplace_back(module, "cannot run: " + reason);
  for (const auto& [module, reason] : facts_.doubted_no) event.facts.emplace_back(module, "kept as it is: " + reason);
  self_->record_span(std::move(event), std::chrono::microseconds(0));
}

void module_discovery::finish() {
  record();
  done_(core::decide_modules(facts_));
}

void module_discovery::fail(const std::string& context, const core::error& reason) {
  done_(core::fail(context, reason));
}

} // namespace actors
