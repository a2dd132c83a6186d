#include "actors/hooks/loading.hpp"

#include "actors/messages/hook_runner.hpp"
#include "core/hooks/batch_config.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace actors::hooks {

namespace {

/// The first names of a list, so that a log line stays readable.
std::string list_of(const std::vector<std::string>& files) {
  constexpr std::size_t names_max = 10;
  const auto shown = std::min(files.size(), names_max);
  auto text = fmt::format("{}", fmt::join(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (files.size() > shown) text += fmt::format(" and {} more", files.size() - shown);
  return text;
}

bool is_batch_hook(const core::bindings::hook_ptr& hook) {
  return !hook->arguments.empty();
}

} // namespace

std::string report_broken_links(const std::string& owner, const hook_source& source) {
  const auto& links = source.found.broken_links;
  if (links.empty()) return {};
  sys::log::log_error(
    "hook_links_broken",
    {{"owner", owner},
     {"directory", source.directory},
     {"links", list_of(links)},
     {"hint", "they lead nowhere, or to files that are not executable: repair or remove them, and restart"}});
  return fmt::format("links in {} that lead to no executable file: {}: repair or remove them, and restart the operator",
                     source.directory, list_of(links));
}

std::optional<std::string> report_skipped_files(const std::string& owner, const hook_source& source,
                                                const core::bindings::hook_registry& loaded) {
  const auto& found = source.found;
  if (!found.not_executable.empty())
    sys::log::log_warning(
      "hooks_not_executable",
      {{"owner", owner},
       {"directory", source.directory},
       {"files", list_of(found.not_executable)},
       {"hint", "run `chmod +x` on the hooks among them, and move all further files to a directory called `lib`"}});
  const auto& hooks = loaded.hooks();
  // Go sources are no problem beside a program with several hooks, because they may be its sources.
  if (found.go_sources.empty() || std::any_of(hooks.begin(), hooks.end(), is_batch_hook)) return std::nullopt;
  const auto why = fmt::format("{} in {} cannot be run: Go hooks have to be built into a program of their own "
                               "(a batch hook of module-sdk), which lies in this directory",
                               list_of(found.go_sources), source.directory);
  sys::log::log_error("go_hooks_not_run", {{"owner", owner}, {"error", why}});
  return why;
}

base::result<core::bindings::hook_definition> hook_from_config(const hook_source& source,
                                                               const core::hooks::hook_file& file,
                                                               const std::string& printed,
                                                               const base::time_zone_source& zones) {
  auto hook = core::hooks::parse_hook_config(printed, source.owner, zones);
  if (!hook) return tl::unexpected(hook.error());
  hook->name = file.name;
  hook->path = source.directory + "/" + file.path;
  return hook;
}

namespace {

/// The number of runs with `--config` at a time. Interpreters start slowly, and a module waits for all its
/// hooks; more runs at a time would only share the processors.
constexpr std::size_t asked_at_once = 4;

hooks_loaded nothing_loaded(base::error why) {
  return {.hooks = std::make_shared<const core::bindings::hook_registry>(),
          .refused = {},
          .failure = messages::program_failure{std::move(why), {}}};
}

/// Logs the parts of a program's configurations that have no effect here.
void warn_of_ignored_parts(const std::string& program, const std::string& batch_config) {
  if (core::hooks::has_settings_check(batch_config))
    sys::log::log_warning(
      "settings_check_not_run",
      {{"hook", program},
       {"hint", "only Deckhouse runs the check of settings; put the rules into the module's schema, or "
                "into a hook that fails"}});
  if (const auto hooks = core::hooks::hooks_with_early_schedules(batch_config); !hooks.empty())
    sys::log::log_warning(
      "early_schedules_not_set",
      {{"hook", program},
       {"names", list_of(hooks)},
       {"hint", "enableSchedulesOnStartup has no effect on programs with several hooks: their schedules begin "
                "when the first converge is done; take the setting out"}});
}

/// The result of running a file with `--config`.
struct answer_of_file {
  std::vector<core::bindings::hook_definition> hooks;
  /// If there is no valid configuration: the public text, and the text for the log.
  std::optional<std::pair<std::string, std::string>> refusal;
  bool may_come_later = false; ///< there is no answer, because the run has failed
  bool is_in_doubt = false;    ///< stderr names a failure, or a program lists no hooks: bindings may be missing
};

/// The runs with `--config`. Shared by pending answers.
class loading : public std::enable_shared_from_this<loading> {
public:
  loading(framework::acting* self, messages::hook_runner_actor runner, std::shared_ptr<const hook_source> source,
          on_hooks_loaded done)
    : self_(self), runner_(std::move(runner)), source_(std::move(source)), done_(std::move(done)),
      answers_(source_->found.hooks.size()) {}

  void begin() {
    if (answers_.empty()) return finish();
    for (std::size_t i = 0; i < std::min(asked_at_once, answers_.size()); ++i) ask_next();
  }

private:
  void ask_next() {
    if (next_ == answers_.size()) return;
    const auto at = next_++;
    ask(at, core::hooks::hook_config_command(place_of(at)), "--config",
        [this, at](const messages::program_finished& x) {
          if (const auto why = on_answer(at, x)) return ask_for_batch(at, *why);
          conclude();
        });
  }

  /// Ends the work on a file: it has answered and will not run again.
  void conclude() {
    if (++concluded_ == answers_.size()) return finish();
    ask_next();
  }

  [[nodiscard]] const core::hooks::hook_file& file_at(std::size_t at) const { return source_->found.hooks[at]; }
  [[nodiscard]] core::hooks::script_place place_of(std::size_t at) const {
    return {source_->directory + "/" + file_at(at).path, source_->directory, source_->found.venv, {}};
  }

  void ask(std::size_t at, core::hooks::script_command command, const char* words,
           std::function<void(const messages::program_finished&)> then) {
    messages::run_program message;
    message.command = std::move(command);
    message.collect_stdout = true;
    message.timeout = config_time_limit;
    message.subject = "hook '" + file_at(at).name + "' " + words;
    // The runs of a hook are in doubt while its configuration is.
    message.script = place_of(at).path;
    self_->ask(
      runner_, std::move(message),
      [me = shared_from_this(), then = std::move(then)](const messages::program_finished& x) { then(x); },
      [me = shared_from_this()](const std::string& reason) {
        // Several runs may end this way, but the caller gets one answer only.
        if (const auto done = std::exchange(me->done_, {}))
          done(nothing_loaded({base::error_code::unavailable, "the hook runner has ended: " + reason}));
      });
  }

  /// @returns the reason if the file has no valid configuration.
  std::optional<messages::program_failure> on_answer(std::size_t at, const messages::program_finished& x) {
    if (!x.result) return messages::program_failure::with(x.result.error(), x.error_text);
    answers_[at].is_in_doubt = !x.doubt.empty();
    warn_of_doubt(at, x.doubt);
    auto hook = hook_from_config(*source_, file_at(at), x.standard_output, self_->shared().time_zones);
    if (!hook)
      // The message may quote the hook's output, so it only goes to the log.
      return messages::program_failure::with({hook.error().code, "the configuration is not valid"},
                                             hook.error().message);
    answers_[at].hooks.push_back(std::move(*hook));
    return std::nullopt;
  }

  void warn_of_doubt(std::size_t at, const std::string& doubt) const {
    if (doubt.empty()) return;
    sys::log::log_warning(
      "hook_config_suspicious",
      {{"hook", file_at(at).name},
       {"file", place_of(at).path},
       {"error", "stderr of --config names a failure (" + doubt
                   + "), so bindings may be missing: until it prints no failure, each run of the hook is in doubt"}});
  }

  /// A script may ignore its arguments and do its work, so a file with an extension is not run with `hook
  /// config`.
  void ask_for_batch(std::size_t at, const messages::program_failure& why) {
    const auto& name = file_at(at).name;
    const bool may_be_batch = name.find('.', name.rfind('/') + 1) == std::string::npos;
    // A file that has reached the time limit would reach it again.
    if (!may_be_batch || why.shown.code == base::error_code::timeout) {
      refuse(at, "--config: ", why);
      return conclude();
    }
    ask(at, core::hooks::batch_config_command(place_of(at)), "hook config",
        [this, at, why](const messages::program_finished& x) {
          take_batch(at, x, why);
          conclude();
        });
  }

  void take_batch(std::size_t at, const messages::program_finished& x, const messages::program_failure& why) {
    const auto& file = file_at(at);
    if (!x.result || !core::hooks::is_batch_config(x.standard_output)) return refuse(at, "--config: ", why);
    auto answer = core::hooks::parse_batch_config(x.standard_output, source_->owner, self_->shared().time_zones);
    const auto faults = answer ? answer->faults : answer.error().message;
    if (!faults.empty())
      refuse(
        at, "hook config: ",
        messages::program_failure::with({base::error_code::invalid_input, "the configurations are not valid"}, faults));
    if (!answer) return;
    answers_[at].is_in_doubt = !x.doubt.empty() || answer->hooks.empty();
    if (answer->hooks.empty() && faults.empty())
      sys::log::log_warning("hook_config_suspicious", {{"hook", file.name},
                                                       {"file", source_->directory + "/" + file.path},
                                                       {"error", "the program lists no hooks, so none of it runs"}});
    warn_of_ignored_parts(file.name, x.standard_output);
    for (auto& hook : answer->hooks) {
      hook.name = file.name + ":" + hook.name + ":" + hook.arguments.back();
      hook.path = source_->directory + "/" + file.path;
      answers_[at].hooks.push_back(std::move(hook));
    }
  }

  void refuse(std::size_t at, const char* asked, const messages::program_failure& why) {
    const auto name = "hook '" + file_at(at).name + "' " + asked;
    answers_[at].refusal = {name + why.shown.message, name + why.log_text()};
    answers_[at].may_come_later = why.shown.code != base::error_code::invalid_input;
  }

  /// Sorts the answers by file, because files answer in any order, but hooks run in the order of their files.
  void finish() {
    const auto done = std::exchange(done_, {});
    if (!done) return;
    hooks_loaded loaded;
    std::vector<core::bindings::hook_definition> hooks;
    std::vector<std::string> shown;
    std::vector<std::string> logged;
    for (std::size_t at = 0; at < answers_.size(); ++at) {
      auto& answer = answers_[at];
      std::move(answer.hooks.begin(), answer.hooks.end(), std::back_inserter(hooks));
      if (!answer.refusal && !answer.is_in_doubt) loaded.asked.emplace(file_at(at).name, file_at(at).digest);
      if (!answer.refusal) continue;
      loaded.refused.push_back(file_at(at));
      loaded.may_answer_later = loaded.may_answer_later || answer.may_come_later;
      shown.push_back(std::move(answer.refusal->first));
      logged.push_back(std::move(answer.refusal->second));
    }
    for (const auto& hook : hooks) report_remarks(hook);
    loaded.hooks = std::make_shared<const core::bindings::hook_registry>(std::move(hooks));
    if (!shown.empty())
      loaded.failure =
        messages::program_failure{{base::error_code::invalid_input, fmt::format("{}", fmt::join(shown, "; "))},
                                  fmt::format("{}", fmt::join(logged, "; "))};
    done(loaded);
  }

  static void report_remarks(const core::bindings::hook_definition& hook) {
    for (const auto& remark : hook.remarks)
      sys::log::log_warning("hook_config_suspicious", {{"hook", hook.name}, {"file", hook.path}, {"error", remark}});
  }

  framework::acting* self_;
  messages::hook_runner_actor runner_;
  std::shared_ptr<const hook_source> source_;
  on_hooks_loaded done_;                ///< empty after the call
  std::vector<answer_of_file> answers_; ///< in the order of the files
  std::size_t next_ = 0;                ///< the next file to run
  std::size_t concluded_ = 0;
};

} // namespace

void load_hooks(framework::acting* self, const messages::hook_runner_actor& runner,
                std::shared_ptr<const hook_source> source, on_hooks_loaded done) {
  if (!source->unreadable.empty()) return done(nothing_loaded({base::error_code::io, source->unreadable}));
  std::make_shared<loading>(self, runner, std::move(source), std::move(done))->begin();
}

} // namespace actors::hooks
