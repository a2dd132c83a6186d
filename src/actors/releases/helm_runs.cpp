#include "actors/releases/helm_runs.hpp"

#include "actors/messages/program_failure.hpp"
#include "core/base/excerpt.hpp"
#include "core/releases/helm_error.hpp"
#include "core/releases/helm_version.hpp"
#include "sys/files.hpp"
#include "sys/log.hpp"

#include <utility>

namespace actors {

namespace {

constexpr std::chrono::seconds version_timeout{30};
/// Helm ends by itself at its own timeout; this is for one that hangs.
constexpr std::chrono::seconds timeout_margin{60};

} // namespace

helm_runs::helm_runs(base<helm_actor>* self, helm_source source, hook_runner_actor runner)
  : self_(self), source_(std::move(source)), runner_(std::move(runner)) {}

void helm_runs::prepare(on_ready then) {
  if (ready_) {
    const auto made = make_home();
    return then(made ? core::result<core::helm_program>(*ready_) : core::fail("a directory for helm", made.error()));
  }
  waiting_.push_back(std::move(then));
  if (waiting_.size() == 1) find_version();
}

void helm_runs::ready(const core::result<core::helm_program>& x) {
  if (x) ready_ = *x;
  for (const auto& then : std::exchange(waiting_, {})) then(x);
}

void helm_runs::find_version() {
  const auto& setup = source_.setup;
  if (setup.binary.empty())
    return ready(core::fail(core::error_code::not_found, "helm was not found: set $HELM_BIN to the helm binary ("
                                                           + core::text(core::helm_version_min)
                                                           + " or newer), or put helm into $PATH"));
  if (const auto made = make_home(); !made) return ready(core::fail("a directory for helm", made.error()));
  run(core::version_command(setup), "helm version", [this](const outcome& x) { take_version(x); });
}

void helm_runs::take_version(const outcome& x) {
  const auto place = "'" + source_.setup.binary + "' ($HELM_BIN or $PATH)";
  const auto refuse = [&](const program_failure& why) {
    sys::log_error("helm_unusable", {{"binary", source_.setup.binary}, {"error", why.log_text()}});
    ready(core::fail(place, why.reported("helm_unusable")));
  };
  if (!x.result) return refuse(program_failure::with(x.result.error(), x.words));
  const auto version = core::parse_helm_version(x.output);
  if (!version) return refuse(program_failure::with(version.error(), "it prints: " + core::excerpt(x.output, 200)));
  ready(core::helm_program{source_.setup, *version, directory_->path()});
}

core::result<void> helm_runs::make_home() {
  if (directory_) return restore_home();
  auto made = source_.tmp.make("helm-");
  if (!made) return tl::unexpected(made.error());
  const auto kubeconfig = core::helm_kubeconfig_path(made->path());
  if (auto written = sys::write_file_private(kubeconfig, source_.setup.kubeconfig); !written) return written;
  directory_ = std::move(*made);
  return {};
}

/// Under the same path, because other helms may work in it.
core::result<void> helm_runs::restore_home() {
  const auto kubeconfig = core::helm_kubeconfig_path(directory_->path());
  if (sys::path_exists(kubeconfig)) return {};
  return source_.tmp.restore()
    .and_then([&] { return sys::make_directories(directory_->path()); })
    .and_then([&] { return sys::write_file_private(kubeconfig, source_.setup.kubeconfig); })
    .map([&] {
      sys::log_warning("helm_dir_restored", {{"directory", directory_->path()}});
    });
}

void helm_runs::run(core::helm_command command, std::string subject, on_end then, run_rule rule) {
  run_program message;
  message.command.argv = std::move(command.argv);
  message.command.working_directory = directory_->path();
  message.environment = std::move(command.environment);
  message.timeout = ready_ ? ready_->setup.timeout + timeout_margin : version_timeout;
  if (rule.time_limit) message.timeout = *rule.time_limit;
  message.collect_stdout = true;
  message.may_finish_on_stop = rule.may_finish_on_stop;
  message.subject = subject;
  self_->ask(
    runner_, std::move(message),
    [subject, then](const program_finished& x) {
      outcome end{x.result, x.standard_output, x.duration};
      if (!x.result) {
        end.result = core::fail(subject, x.result.error());
        end.words = core::helm_error_text(x.error_text);
      }
      then(end);
    },
    [then](const std::string& reason) {
      then({core::fail(core::error_code::unavailable, "the hook runner has ended: " + reason), {}, {}});
    });
}

core::result<std::string> helm_runs::write_file(const std::string& name, std::string_view content) {
  auto file = directory_->file(std::to_string(++last_file_) + "-" + name);
  if (auto written = sys::write_file_private(file, content); !written) return tl::unexpected(written.error());
  return file;
}

void helm_runs::remove_file(const std::string& path) {
  static_cast<void>(sys::remove_tree(path));
}

} // namespace actors
