#include "actors/hooks/hook_loading.hpp"

#include "actors/messages/hook_runner.hpp"
#include "sys/log.hpp"

#include <fmt/ranges.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace actors {

std::optional<std::string> report_skipped_files(const hook_source& source) {
  std::string all;
  for (const auto& finding : source.found.findings) {
    sys::log_error("hook_skipped", {{"error", finding.message}});
    all += (all.empty() ? "" : "; ") + finding.message;
  }
  if (all.empty()) return std::nullopt;
  return all;
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
    self_->ask(
      runner_, program_of(file),
      [me = shared_from_this(), &file](const program_finished& x) {
        me->take(file, x);
        me->run_next();
      },
      [me = shared_from_this()](const std::string& reason) {
        me->done_(
          tl::unexpected(program_failure{{core::error_code::unavailable, "the hook runner has ended: " + reason}, {}}));
      });
  }

private:
  [[nodiscard]] run_program program_of(const core::hook_file& file) const {
    run_program message;
    message.command =
      core::hook_config_command({source_->directory + "/" + file.path, source_->directory, source_->found.venv});
    message.collect_stdout = true;
    message.timeout = config_time_limit;
    message.subject = "hook '" + file.name + "' --config";
    return message;
  }

  void take(const core::hook_file& file, const program_finished& x) {
    if (!x.result) return refuse(file, program_failure::with(x.result.error(), x.error_text));
    auto hook = hook_from_config(*source_, file, x.standard_output, self_->shared().time_zones);
    if (!hook)
      return refuse(file,
                    program_failure::with({hook.error().code, "the configuration is not valid"}, hook.error().message));
    hooks_.push_back(std::move(*hook));
  }

  void refuse(const core::hook_file& file, const program_failure& why) {
    const auto name = "hook '" + file.name + "' --config: ";
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
  std::make_shared<loading>(self, runner, std::move(source), std::move(done))->run_next();
}

} // namespace actors
