#include "actors/hooks/hook_loading.hpp"

#include "actors/messages/hook_runner.hpp"
#include "core/hooks/batch_config.hpp"
#include "sys/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace actors {

namespace {

/// As many names as a line can bear.
std::string list_of(const std::vector<std::string>& files) {
  constexpr std::size_t names_max = 10;
  const auto shown = std::min(files.size(), names_max);
  auto text = fmt::format("{}", fmt::join(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (files.size() > shown) text += fmt::format(" and {} more", files.size() - shown);
  return text;
}

bool is_batch_hook(const core::hook_ptr& hook) {
  return !hook->arguments.empty();
}

} // namespace

std::optional<std::string> report_skipped_files(const std::string& owner, const hook_source& source,
                                                const core::hook_registry& loaded) {
  const auto& found = source.found;
  if (!found.not_executable.empty())
    sys::log_warning("hooks_not_executable",
                     {{"owner", owner},
                      {"directory", source.directory},
                      {"files", list_of(found.not_executable)},
                      {"hint", "run `chmod +x` on those that are hooks, move the others to a directory called `lib`"}});
  const auto& hooks = loaded.hooks();
  // The sources of a program with several hooks may lie beside it.
  if (found.go_sources.empty() || std::any_of(hooks.begin(), hooks.end(), is_batch_hook)) return std::nullopt;
  const auto why = fmt::format("{} in {} cannot be run: Go hooks have to be built into a program of their own "
                               "(a batch hook of module-sdk), which lies in this directory",
                               list_of(found.go_sources), source.directory);
  sys::log_error("go_hooks_not_run", {{"owner", owner}, {"error", why}});
  return why;
}

core::result<core::hook_definition> hook_from_config(const hook_source& source, const core::hook_file& file,
                                                     const std::string& printed, const core::time_zone_source& zones) {
  auto hook = core::parse_hook_config(printed, source.owner, zones);
  if (!hook) return tl::unexpected(hook.error());
  hook->name = file.name;
  hook->path = source.directory + "/" + file.path;
  return hook;
}

namespace {

/// The runs with `--config`, shared by the answers that are under way.
class loading : public std::enable_shared_from_this<loading> {
public:
  loading(acting* self, hook_runner_actor runner, std::shared_ptr<const hook_source> source, on_hooks_loaded done)
    : self_(self), runner_(std::move(runner)), source_(std::move(source)), done_(std::move(done)) {}

  void run_next() {
    if (next_ == source_->found.hooks.size()) return finish();
    const auto& file = source_->found.hooks[next_++];
    ask(file, core::hook_config_command(place_of(file)), "--config", [this, &file](const program_finished& x) {
      if (const auto why = take(file, x)) return ask_for_batch(file, *why);
      run_next();
    });
  }

private:
  [[nodiscard]] core::script_place place_of(const core::hook_file& file) const {
    return {source_->directory + "/" + file.path, source_->directory, source_->found.venv, {}};
  }

  void ask(const core::hook_file& file, core::script_command command, const char* words,
           std::function<void(const program_finished&)> then) {
    run_program message;
    message.command = std::move(command);
    message.collect_stdout = true;
    message.timeout = config_time_limit;
    message.subject = "hook '" + file.name + "' " + words;
    self_->ask(
      runner_, std::move(message),
      [me = shared_from_this(), then = std::move(then)](const program_finished& x) { then(x); },
      [me = shared_from_this()](const std::string& reason) {
        me->done_(
          tl::unexpected(program_failure{{core::error_code::unavailable, "the hook runner has ended: " + reason}, {}}));
      });
  }

  /// @returns why the file has no configuration.
  std::optional<program_failure> take(const core::hook_file& file, const program_finished& x) {
    if (!x.result) return program_failure::with(x.result.error(), x.error_text);
    auto hook = hook_from_config(*source_, file, x.standard_output, self_->shared().time_zones);
    if (!hook)
      return program_failure::with({hook.error().code, "the configuration is not valid"}, hook.error().message);
    hooks_.push_back(std::move(*hook));
    return std::nullopt;
  }

  /// A script with an extension does its work, whatever its arguments are, so it is not asked by others.
  void ask_for_batch(const core::hook_file& file, const program_failure& why) {
    const bool may_be_batch = file.name.find('.', file.name.rfind('/') + 1) == std::string::npos;
    // One that takes too long once takes as long again.
    if (!may_be_batch || why.shown.code == core::error_code::timeout) {
      refuse(file, "--config: ", why);
      return run_next();
    }
    ask(file, core::batch_config_command(place_of(file)), "hook config", [this, &file, why](const program_finished& x) {
      take_batch(file, x, why);
      run_next();
    });
  }

  void take_batch(const core::hook_file& file, const program_finished& x, const program_failure& why) {
    const auto hooks = x.result && core::is_batch_config(x.standard_output)
                         ? core::parse_batch_config(x.standard_output, source_->owner, self_->shared().time_zones)
                         : core::result<std::vector<core::hook_definition>>();
    if (!hooks)
      return refuse(
        file, "hook config: ",
        program_failure::with({hooks.error().code, "the configurations are not valid"}, hooks.error().message));
    // It is no program with several hooks.
    if (hooks->empty()) return refuse(file, "--config: ", why);
    if (core::has_settings_check(x.standard_output))
      sys::log_warning(
        "settings_check_not_run",
        {{"hook", file.name},
         {"hint", "only Deckhouse runs the check of settings; put the rules into the module's schema, or "
                  "into a hook that fails"}});
    for (auto hook : *hooks) {
      hook.name = file.name + ":" + hook.name + ":" + hook.arguments.back();
      hook.path = source_->directory + "/" + file.path;
      hooks_.push_back(std::move(hook));
    }
  }

  void refuse(const core::hook_file& file, const char* asked, const program_failure& why) {
    const auto name = "hook '" + file.name + "' " + asked;
    shown_.push_back(name + why.shown.message);
    logged_.push_back(name + why.log_text());
  }

  void finish() {
    if (shown_.empty()) return done_(std::make_shared<const core::hook_registry>(std::move(hooks_)));
    done_(tl::unexpected(program_failure{{core::error_code::invalid_input, fmt::format("{}", fmt::join(shown_, "; "))},
                                         fmt::format("{}", fmt::join(logged_, "; "))}));
  }

  acting* self_;
  hook_runner_actor runner_;
  std::shared_ptr<const hook_source> source_;
  on_hooks_loaded done_;
  std::vector<core::hook_definition> hooks_;
  std::vector<std::string> shown_; ///< a text for each hook that has not configured
  std::vector<std::string> logged_;
  std::size_t next_ = 0;
};

} // namespace

void load_hooks(acting* self, const hook_runner_actor& runner, std::shared_ptr<const hook_source> source,
                on_hooks_loaded done) {
  if (!source->unreadable.empty())
    return done(tl::unexpected(program_failure{{core::error_code::io, source->unreadable}, {}}));
  std::make_shared<loading>(self, runner, std::move(source), std::move(done))->run_next();
}

} // namespace actors
