#include "actors/operator/enabled_script.hpp"

#include "actors/messages/observation.hpp"
#include "core/hooks/script_words.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/text/checksum.hpp"
#include "sys/log.hpp"

#include <utility>

namespace actors {

namespace {

std::string checksum_of(const values_read& x) {
  core::md5_sum sum;
  for (const auto& text : {x.config_values, x.values}) {
    for (const auto part : text->parts()) sum.add(part);
    sum.add("\n"); // what moves from the one file to the other is a difference
  }
  return sum.hex();
}

core::script_answer answer_of(const core::enabled_answer& x, const std::string& doubt) {
  if (x.enabled) return core::script_answer::yes;
  return doubt.empty() ? core::script_answer::no : core::script_answer::doubtful_no;
}

} // namespace

discoverable_module discoverable(const module_setup& x, const operator_setup& setup) {
  return {x.source.name, x.enabled_script, x.is_script_executable, setup.hook_timeout};
}

enabled_script::enabled_script(base<supervisor_actor>* self, script_peers peers, discoverable_module module,
                               script_request request, on_reply then)
  : self_(self), peers_(std::move(peers)), module_(std::move(module)), request_(std::move(request)),
    then_(std::move(then)) {}

void enabled_script::ask() {
  auto me = shared_from_this();
  self_->ask(
    peers_.values, read_values{{}, module_.name, request_.enabled_before},
    [me](const values_read& x) {
      // Values that cannot be used decide nothing anew: their repair is the reason for a reload.
      if (!x.result && me->request_.is_answered) return me->then_(std::nullopt);
      if (!x.result) return me->fail("module '" + me->module_.name + "': enabled script", x.result.error());
      auto inputs = checksum_of(x);
      if (me->request_.is_answered && me->request_.is_answered(inputs)) return me->then_(std::nullopt);
      me->run(x, std::move(inputs));
    },
    [me](const std::string& reason) {
      me->fail("values", {core::error_code::unavailable, reason});
    });
}

void enabled_script::run(const values_read& values, std::string inputs) {
  inputs_ = std::move(inputs);
  run_program message;
  message.command = core::enabled_command(module_.enabled_script);
  core::run_texts texts;
  texts.module = module_.name;
  texts.unique = std::to_string(self_->current_id());
  texts.config_values = values.config_values;
  texts.values = values.values;
  message.files = core::enabled_input_files(std::move(texts));
  message.read_back = {"MODULE_ENABLED_RESULT", "MODULE_ENABLED_REASON"};
  message.timeout = module_.time_limit;
  message.subject = "enabled script of module '" + module_.name + "'";
  auto me = shared_from_this();
  self_->ask(
    peers_.runner, std::move(message), [me](const program_finished& x) { me->take_answer(x); },
    [me](const std::string& reason) {
      me->fail("enabled scripts", {core::error_code::unavailable, reason});
    });
}

void enabled_script::take_answer(const program_finished& x) {
  count_usage(x.usage);
  auto context = "module '" + module_.name + "': enabled script";
  // A script that could not be started is named by its failure.
  if (x.result || !x.result.error().message.starts_with(module_.enabled_script))
    context += " " + module_.enabled_script;
  if (!x.result) return fail_script(context, program_failure::with(x.result.error(), x.error_text));
  const auto text = [&x](const char* variable) {
    const auto i = x.outputs.find(variable);
    return i == x.outputs.end() ? std::string{} : i->second;
  };
  const auto answer = core::parse_enabled_result(text("MODULE_ENABLED_RESULT"), text("MODULE_ENABLED_REASON"));
  if (!answer)
    return fail_script(context,
                       program_failure::with({answer.error().code, "its answer is not valid"}, answer.error().message));
  const auto doubt = warn_of_words(*answer, x);
  record(*answer, doubt, x.duration);
  then_(script_reply{{std::move(request_.enabled_before), inputs_, answer_of(*answer, doubt)}, doubt, answer->reason});
}

void enabled_script::record(const core::enabled_answer& answer, const std::string& doubt,
                            std::chrono::microseconds duration) {
  core::trace_event event;
  event.type = core::trace_span::enabled_script;
  event.summary = module_.name + (answer.enabled ? ": enabled" : ": disabled");
  event.step = 4;
  event.facts = {{"module", module_.name}, {"enabled", answer.enabled ? "true" : "false"}};
  if (!answer.reason.empty()) event.facts.emplace_back("reason", answer.reason);
  if (!doubt.empty()) event.facts.emplace_back("doubt", doubt);
  self_->record_span(std::move(event), duration);
  sys::log_info("enabled_script_finished", {{"step", 4},
                                            {"module", module_.name},
                                            {"enabled", answer.enabled},
                                            {"reason", answer.reason},
                                            {"seconds", std::chrono::duration<double>(duration).count()}});
}

std::string enabled_script::warn_of_words(const core::enabled_answer& answer, const program_finished& x) const {
  const auto words = core::script_words(x.error_text);
  if (words.empty()) return {};
  sys::log_warning("enabled_script_warned", {{"step", 4},
                                             {"module", module_.name},
                                             {"script", module_.enabled_script},
                                             {"enabled", answer.enabled},
                                             {"reason", answer.reason},
                                             {"stderr", words}});
  return answer.enabled ? std::string() : core::doubt_of_no(words, module_.enabled_script);
}

/// The time and memory that an `enabled` script uses are counted as if it were a hook of that name.
void enabled_script::count_usage(const sys::process_usage& usage) {
  const metric_labels labels{{"module", module_.name},
                             {"hook", "enabled"},
                             {"binding", "enabled"},
                             {"queue", "main"},
                             {"activation", request_.activation}};
  const auto observe = [&](std::string_view name, std::chrono::microseconds time) {
    self_->tell(peers_.metrics, observe_metric{std::string(name), labels, std::chrono::duration<double>(time).count()});
  };
  observe(core::own_metric("module_hook_run_user_cpu_seconds"), usage.user);
  observe(core::own_metric("module_hook_run_sys_cpu_seconds"), usage.system);
  self_->tell(peers_.metrics, set_metric{std::string(core::own_metric("module_hook_run_max_rss_bytes")), labels,
                                         static_cast<double>(usage.max_rss_bytes)});
}

/// Reports a failure. The words of the script are for the log alone.
void enabled_script::fail_script(const std::string& context, const program_failure& why) {
  sys::log_warning("enabled_script_failed", {{"step", 4}, {"module", module_.name}, {"error", why.log_text()}});
  fail(context, why.reported("enabled_script_failed"));
}

void enabled_script::fail(const std::string& context, const core::error& reason) {
  then_(core::fail(context, reason));
}

} // namespace actors
