#include "actors/releases/helm_runs.hpp"

#include "core/releases/helm_error.hpp"
#include "core/releases/helm_version.hpp"
#include "sys/files.hpp"

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
  if (ready_) return then(*ready_);
  waiting_.push_back(std::move(then));
  if (waiting_.size() == 1) find_version();
}

void helm_runs::ready(const core::result<core::helm_setup>& x) {
  if (x) ready_ = *x;
  for (const auto& then : std::exchange(waiting_, {})) then(x);
}

void helm_runs::find_version() {
  const auto& setup = source_.setup;
  if (setup.binary.empty())
    return ready(core::fail(core::error_code::not_found, "helm was not found: set $HELM_BIN to the helm binary ("
                                                           + core::text(core::helm_version_min)
                                                           + " or newer), or put helm into $PATH"));
  if (!directory_) {
    auto made = sys::temp_dir::create(source_.tmp_dir, "helm-");
    if (!made) return ready(core::fail("a directory for helm", made.error()));
    directory_ = std::move(*made);
  }
  auto command = core::version_command(setup.binary, source_.environment);
  run(std::move(command), "helm version", [this](const outcome& x) {
    if (!x.result) return ready(core::fail("'" + source_.setup.binary + "' ($HELM_BIN or $PATH)", x.result.error()));
    const auto version = core::parse_helm_version(x.output);
    if (!version) return ready(core::fail("'" + source_.setup.binary + "' ($HELM_BIN or $PATH)", version.error()));
    core::helm_setup made;
    made.helm = source_.setup.binary;
    made.version = *version;
    made.namespace_name = source_.namespace_name;
    made.kube_config = source_.setup.kubeconfig;
    made.kube_context = source_.setup.kube_context;
    made.home = directory_->path();
    made.environment = source_.environment;
    made.history_max = static_cast<unsigned>(source_.setup.history_max);
    made.timeout = source_.setup.timeout;
    ready(made);
  });
}

void helm_runs::run(core::helm_command command, std::string subject, on_end then) {
  run_program message;
  message.command.argv = std::move(command.argv);
  message.command.working_directory = directory_->path();
  message.environment = std::move(command.environment);
  message.timeout = ready_ ? ready_->timeout + timeout_margin : version_timeout;
  message.collect_stdout = true;
  message.may_finish_on_stop = true;
  message.subject = subject;
  self_->ask(
    runner_, std::move(message),
    [subject, then](const program_finished& x) {
      outcome end{x.result, x.standard_output, x.duration};
      if (const auto text = core::helm_error_text(x.error_text); !x.result && x.exit_code && !text.empty())
        end.result = core::fail(x.result.error().code, subject + ": " + text);
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
