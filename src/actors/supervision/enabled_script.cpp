#include "actors/supervision/enabled_script.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "core/hooks/script_stderr.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/releases/script_grounds.hpp"
#include "core/values/names.hpp"
#include "sys/files/files.hpp"
#include "sys/log/log.hpp"
#include "text/plain/checksum.hpp"

#include <utility>

namespace actors::supervision {

namespace {

/// The maximal length that is digested. A larger script is a binary: another binary differs in size, or at
/// the beginning.
constexpr std::size_t digested_max = std::size_t{1} << 20;

std::string checksum_of(const text::text_pieces& config_values, const text::text_pieces& values) {
  text::md5_sum sum;
  for (const auto* text : {&config_values, &values}) {
    static_cast<void>(text->read([&sum](const auto& parts) {
      for (const auto part : parts) sum.add(part);
      return base::result<void>();
    }));
    sum.add("\n"); // so that a text that moves from the first file to the second is a difference
  }
  return sum.hex();
}

/// A digest of the script's content; empty: it cannot be read.
std::string digest_of_script(const std::string& path) {
  const auto beginning = sys::files::read_beginning(path, digested_max);
  if (!beginning) return {};
  return text::md5_hex(*beginning + "\n" + std::to_string(sys::files::size_of_file(path).value_or(0)));
}

core::modules::script_answer answer_of(const core::hooks::enabled_answer& x, const std::string& doubt) {
  if (x.enabled) return core::modules::script_answer::yes;
  return doubt.empty() ? core::modules::script_answer::no : core::modules::script_answer::doubtful_no;
}

} // namespace

discoverable_module discoverable(const module_setup& x, const operator_setup& setup) {
  const auto section = setup.values.sections.find(core::values::to_camel(x.source.name));
  core::values::value_sources files;
  std::string misspelt_flag;
  if (section != setup.values.sections.end()) {
    files = section->second.sources;
    misspelt_flag = section->second.misspelt_flag;
  }
  // A file that has the flag without a value counts as missing.
  if (section != setup.values.sections.end())
    for (const auto file : section->second.blank_flags) files.erase(file);
  std::string content;
  // A digest for each discovery: the files of a module with a script are small.
  if (section != setup.values.sections.end() && !x.enabled_script.empty())
    for (const auto& layer : section->second.layers) content += layer.dump();
  return {.name = x.source.name,
          .directory = x.source.directory,
          .enabled_script = x.enabled_script,
          .is_script_executable = x.is_script_executable,
          .time_limit = setup.hook_timeout,
          .has_hooks_only = !x.has_chart,
          .files = std::move(files),
          .needs = x.needs,
          .files_digest = content.empty() ? std::string() : text::md5_hex(content),
          .misspelt_flag = std::move(misspelt_flag)};
}

enabled_script::enabled_script(framework::actor_base<messages::supervisor_actor>* self, script_peers peers,
                               discoverable_module module, script_request request, on_reply then)
  : self_(self), peers_(std::move(peers)), module_(std::move(module)), request_(std::move(request)),
    then_(std::move(then)) {}

void enabled_script::ask() {
  if (request_.former) return run(*request_.former);
  auto me = shared_from_this();
  self_->ask(
    peers_.values, messages::read_values{{}, module_.name, request_.enabled_before},
    [me](const messages::values_read& x) { me->take(x); },
    [me](const std::string& reason) {
      me->fail("values", {base::error_code::unavailable, reason});
    });
}

void enabled_script::take(const messages::values_read& x) {
  // If values are invalid, the last answer stays; their repair causes a reload.
  if (!x.result && request_.is_answered) return then_(std::nullopt);
  if (!x.result) return fail("module '" + module_.name + "': enabled script", x.result.error());
  auto inputs = checksum_of(*x.config_values, *x.values);
  if (request_.is_answered && request_.is_answered(inputs)) return then_(std::nullopt);
  standing_ = x.standing;
  unpatched_ = x.unpatched ? checksum_of(*x.config_values, *x.unpatched) : inputs;
  run({x.config_values, x.values, std::move(inputs)});
}

void enabled_script::run(script_values values) {
  given_ = std::move(values);
  began_us_ = self_->shared().steady_time_us();
  // Read before the run, because a change during the run was not a ground of the answer.
  script_digest_ = digest_of_script(module_.enabled_script);
  messages::run_program message;
  message.command = core::hooks::enabled_command(module_.enabled_script);
  core::hooks::run_texts texts;
  texts.module = module_.name;
  // Makes file names unique, because a script may run twice at the same time.
  texts.unique = std::to_string(self_->current_id());
  texts.config_values = given_.config_values;
  texts.values = given_.values;
  message.files = core::hooks::enabled_input_files(std::move(texts));
  message.read_back = {"MODULE_ENABLED_RESULT", "MODULE_ENABLED_REASON"};
  message.timeout = module_.time_limit;
  message.script = module_.enabled_script;
  message.decides_about = module_.name;
  message.subject = "enabled script of module '" + module_.name + "'";
  auto me = shared_from_this();
  self_->ask(
    peers_.runner, std::move(message), [me](const messages::program_finished& x) { me->on_answer(x); },
    [me](const std::string& reason) {
      me->fail("enabled scripts", {base::error_code::unavailable, reason});
    });
}

void enabled_script::on_answer(const messages::program_finished& x) {
  count_usage(x.usage);
  auto context = "module '" + module_.name + "': enabled script";
  // The failure to start a script already begins with its name.
  if (x.result || !x.result.error().message.starts_with(module_.enabled_script))
    context += " " + module_.enabled_script;
  if (!x.result) return fail_script(context, messages::program_failure::with(x.result.error(), x.error_text));
  const auto text = [&x](const char* variable) {
    const auto i = x.outputs.find(variable);
    return i == x.outputs.end() ? std::string{} : i->second;
  };
  const auto answer = core::hooks::parse_enabled_result(text("MODULE_ENABLED_RESULT"), text("MODULE_ENABLED_REASON"));
  if (!answer)
    return fail_script(context, messages::program_failure::with({answer.error().code, "its answer is not valid"},
                                                                answer.error().message));
  const auto doubt = warn_of_words(*answer, x);
  // Only a "no" can remove a release.
  if (answer->enabled) return reply(*answer, doubt, x.duration);
  weigh_outage(context, *answer, doubt, x.duration);
}

void enabled_script::weigh_outage(const std::string& context, const core::hooks::enabled_answer& answer,
                                  const std::string& doubt, std::chrono::microseconds duration) {
  auto me = shared_from_this();
  self_->ask(
    peers_.kube, messages::find_outage{{}, began_us_, self_->shared().steady_time_us()},
    [me, context, answer, doubt, duration](const messages::outage_found& x) {
      if (x.when.empty()) return me->reply(answer, doubt, duration);
      const base::error why{base::error_code::unavailable,
                            "said no, but the API server " + x.when + ", and the script may have asked it as well: "
                              + "the answer does not count, and the script is run again"};
      me->fail_script(context, messages::program_failure::with(why, {}));
    },
    [me](const std::string& reason) {
      me->fail("the Kubernetes client", {base::error_code::unavailable, reason});
    });
}

void enabled_script::reply(const core::hooks::enabled_answer& answer, const std::string& doubt,
                           std::chrono::microseconds duration) {
  record(answer, doubt, duration);
  then_(script_reply{.question = {std::move(request_.enabled_before), given_.inputs, answer_of(answer, doubt)},
                     .doubt = doubt,
                     .reason = answer.reason,
                     .standing = standing_,
                     .grounds = grounds_of(answer.enabled),
                     .given = given_});
}

/// The grounds of a "yes" do not include values of the module's own hooks, because these are missing at the
/// next start. The grounds of a "no" include them.
std::string enabled_script::grounds_of(bool is_yes) const {
  if (script_digest_.empty()) return {};
  return core::releases::grounds_of(script_digest_ + module_.files_digest, is_yes ? unpatched_ : given_.inputs);
}

void enabled_script::record(const core::hooks::enabled_answer& answer, const std::string& doubt,
                            std::chrono::microseconds duration) {
  trace::event event;
  event.type = trace::trace_span::enabled_script;
  event.summary = module_.name + (answer.enabled ? ": enabled" : ": disabled");
  event.step = 4;
  event.facts = {{"module", module_.name}, {"enabled", answer.enabled ? "true" : "false"}};
  if (!answer.reason.empty()) event.facts.push_back({"reason", answer.reason});
  if (!doubt.empty()) event.facts.push_back({"doubt", doubt});
  self_->record_span(std::move(event), duration);
  sys::log::log_info("enabled_script_finished", {{"step", 4},
                                                 {"module", module_.name},
                                                 {"enabled", answer.enabled},
                                                 {"reason", answer.reason},
                                                 {"seconds", std::chrono::duration<double>(duration).count()}});
}

std::string enabled_script::warn_of_words(const core::hooks::enabled_answer& answer,
                                          const messages::program_finished& x) const {
  auto words = core::hooks::script_words(x.error_text);
  // The text has only the last lines of stderr, and a long trace may follow the line that names the failure.
  if (words.empty() && !x.doubt.empty()) words = "(in an earlier line) " + x.doubt;
  if (words.empty()) return {};
  sys::log::log_warning("enabled_script_warned", {{"step", 4},
                                                  {"module", module_.name},
                                                  {"script", module_.enabled_script},
                                                  {"enabled", answer.enabled},
                                                  {"reason", answer.reason},
                                                  {"stderr", words}});
  // A "yes" is never doubted, because only a "no" can remove a release.
  return answer.enabled ? std::string() : core::hooks::doubt_of_no(words, module_.enabled_script, x.doubt);
}

/// Counts the time and memory of an `enabled` script as if it were a hook of that name.
void enabled_script::count_usage(const sys::process::process_usage& usage) {
  const core::metrics::metric_labels labels{{"module", module_.name},
                                            {"hook", "enabled"},
                                            {"binding", "enabled"},
                                            {"queue", "main"},
                                            {"activation", request_.activation}};
  const auto observe = [&](std::string_view name, std::chrono::microseconds time) {
    self_->tell(peers_.metrics,
                messages::observe_metric{std::string(name), labels, std::chrono::duration<double>(time).count()});
  };
  observe(core::metrics::own_metric("module_hook_run_user_cpu_seconds"), usage.user);
  observe(core::metrics::own_metric("module_hook_run_sys_cpu_seconds"), usage.system);
  self_->tell(peers_.metrics,
              messages::set_metric{std::string(core::metrics::own_metric("module_hook_run_max_rss_bytes")), labels,
                                   static_cast<double>(usage.max_rss_bytes)});
}

/// Reports a failure. Only the log gets the output of the script.
void enabled_script::fail_script(const std::string& context, const messages::program_failure& why) {
  sys::log::log_warning("enabled_script_failed", {{"step", 4}, {"module", module_.name}, {"error", why.log_text()}});
  fail(context, why.reported("enabled_script_failed"));
}

void enabled_script::fail(const std::string& context, const base::error& reason) {
  then_(base::fail(context, reason));
}

} // namespace actors::supervision
