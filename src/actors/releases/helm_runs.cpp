#include "actors/releases/helm_runs.hpp"

#include "actors/messages/program_failure.hpp"
#include "actors/releases/taken_objects_report.hpp"
#include "base/excerpt.hpp"
#include "base/overload.hpp"
#include "core/releases/helm_error.hpp"
#include "core/releases/helm_version.hpp"
#include "core/releases/worker_protocol.hpp"
#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"
#include "sys/log/log.hpp"
#include "text/plain/secret_text.hpp"

#include <utility>
#include <variant>

namespace actors::releases {

namespace {

/// `helm version` asks no cluster, so a longer run hangs.
constexpr std::chrono::seconds version_timeout{30};
/// Added to Helm's own timeout, so that only a hanging Helm reaches this limit.
constexpr std::chrono::seconds timeout_margin{60};

/// Limits of the warnings that are kept for people; the log has all.
constexpr std::size_t warnings_max = 8;
constexpr std::size_t warning_bytes_max = 300;

/// The release that an upgrade changes; empty: the task is no upgrade.
std::string upgraded_by(const core::releases::helm_task& task) {
  const auto* upgrade = std::get_if<core::releases::helm_upgrade>(&task);
  return upgrade == nullptr ? std::string() : upgrade->release;
}

helm_runs::outcome without_runner(const std::string& reason) {
  return {base::fail(base::error_code::unavailable, "the hook runner has ended: " + reason), {}, {}};
}

} // namespace

helm_runs::helm_runs(framework::actor_base<messages::helm_actor>* self, helm_source source,
                     messages::supervisor_actor supervisor, messages::hook_runner_actor runner)
  : self_(self), source_(std::move(source)), supervisor_(std::move(supervisor)), runner_(std::move(runner)) {}

void helm_runs::prepare(on_ready then) {
  if (ready_) {
    const auto made = make_home();
    return then(made ? base::result<core::releases::helm_program>(*ready_)
                     : base::fail("a directory for helm", made.error()));
  }
  waiting_.push_back(std::move(then));
  // The first caller asks, and all callers get its answer.
  if (waiting_.size() == 1) find_version();
}

void helm_runs::ready(const base::result<core::releases::helm_program>& x) {
  // A failure is not kept: a user may install a usable Helm meanwhile.
  if (x) ready_ = *x;
  for (const auto& then : std::exchange(waiting_, {})) then(x);
}

void helm_runs::find_version() {
  const auto& setup = source_.setup;
  if (setup.binary.empty())
    return ready(base::fail(base::error_code::not_found, "helm was not found: set $HELM_BIN to the helm binary ("
                                                           + core::releases::text(core::releases::helm_version_min)
                                                           + " or newer), or put helm into $PATH"));
  if (const auto made = make_home(); !made) return ready(base::fail("a directory for helm", made.error()));
  // The Helm worker is built together with this program and greets with the version of its protocol, so `helm
  // version` is not needed.
  if (setup.stays) return ready(core::releases::helm_program{setup, {}, directory_->path()});
  run_command(
    core::releases::version_command(setup), "helm version", [this](const outcome& x) { on_version(x); }, {},
    [] { return core::releases::quoted_values(); });
}

void helm_runs::on_version(const outcome& x) {
  const auto place = "'" + source_.setup.binary + "' ($HELM_BIN or $PATH)";
  const auto refuse = [&](const messages::program_failure& why) {
    sys::log::log_error("helm_unusable", {{"binary", source_.setup.binary}, {"error", why.log_text()}});
    ready(base::fail(place, why.reported("helm_unusable")));
  };
  if (!x.result) return refuse(messages::program_failure::with(x.result.error(), x.words));
  const auto version = core::releases::parse_helm_version(x.output);
  if (!version)
    return refuse(messages::program_failure::with(version.error(), "it prints: " + base::excerpt(x.output, 200)));
  ready(core::releases::helm_program{source_.setup, *version, directory_->path()});
}

base::result<void> helm_runs::make_home() {
  if (directory_) return restore_home();
  auto made = source_.tmp.make("helm-");
  if (!made) return tl::unexpected(made.error());
  // A file instead of options and variables: with a wrongly converted option Helm might install into another
  // cluster.
  const auto kubeconfig = core::releases::helm_kubeconfig_path(made->path());
  if (auto written = sys::files::write_file_private(kubeconfig, source_.setup.kubeconfig); !written) return written;
  directory_ = std::move(*made);
  return {};
}

/// Restores a directory that a program that cleans /tmp has removed. It keeps its path, because other runs of
/// Helm may be using it.
base::result<void> helm_runs::restore_home() {
  const auto kubeconfig = core::releases::helm_kubeconfig_path(directory_->path());
  if (sys::files::path_exists(kubeconfig)) return {};
  return source_.tmp.restore()
    .and_then([&] { return sys::files::make_directories(directory_->path()); })
    .and_then([&] { return sys::files::write_file_private(kubeconfig, source_.setup.kubeconfig); })
    .map([&] {
      sys::log::log_warning("helm_dir_restored", {{"directory", directory_->path()}});
    });
}

void helm_runs::run(core::releases::helm_task task, on_end then, run_rule rule) {
  prepare([this, task = std::move(task), then = std::move(then),
           rule](const base::result<core::releases::helm_program>& program) {
    if (!program) return then({tl::unexpected(program.error()), {}, {}});
    if (program->setup.stays)
      ask_worker(task, then, rule);
    else
      run_by_command(task, then, rule);
  });
}

// -- a Helm for each task --------------------------------------------------------

/// The values that Helm may quote in its messages about the task. Copies no values.
helm_runs::hidden_values helm_runs::hidden_in(const core::releases::helm_task& task) const {
  const auto of_chart = [this](const std::string& release, const core::releases::helm_chart& chart) -> hidden_values {
    return [values = chart.values, names = std::vector{release, source_.setup.namespace_name}] {
      return core::releases::quoted_values(*values, names);
    };
  };
  return std::visit(base::overload{
                      [](const core::releases::helm_uninstall&) -> hidden_values {
                        return [] { return core::releases::quoted_values(); };
                      },
                      [&](const auto& x) { return of_chart(x.release, x.chart); },
                    },
                    task);
}

void helm_runs::run_by_command(const core::releases::helm_task& task, const on_end& then, run_rule rule) {
  using namespace core::releases;
  const auto subject = subject_of(task);
  const auto hidden = hidden_in(task);
  const auto with_values = [&](const auto& x, const auto& command_for) {
    const auto file = write_file(x.release + "-values.json", *x.chart.values);
    if (!file) return then({tl::unexpected(file.error()), {}, {}});
    run_command(
      command_for(*ready_, x, *file), subject,
      // The file has secrets, so it is removed before the outcome is handled.
      [file = *file, then](const outcome& end) {
        remove_file(file);
        then(end);
      },
      rule, hidden);
  };
  std::visit(
    base::overload{
      [&](const helm_uninstall& x) { run_command(uninstall_command(*ready_, x), subject, then, rule, hidden); },
      [&](const helm_upgrade& x) { with_values(x, upgrade_command); },
      [&](const helm_template& x) { with_values(x, template_command); },
    },
    task);
}

void helm_runs::run_command(core::releases::helm_command command, std::string subject, on_end then, run_rule rule,
                            hidden_values hidden) {
  messages::run_program message;
  message.command.argv = std::move(command.argv);
  message.command.working_directory = directory_->path();
  message.environment = std::move(command.environment);
  message.timeout = ready_ ? ready_->setup.timeout + timeout_margin : version_timeout;
  if (rule.time_limit) message.timeout = *rule.time_limit;
  message.memory_max = source_.setup.memory_max;
  message.collect_stdout = true;
  message.may_finish_on_stop = rule.may_finish_on_stop;
  message.subject = subject;
  self_->ask(
    runner_, std::move(message),
    [subject, then, hidden = std::move(hidden)](const messages::program_finished& x) {
      outcome end{x.result, x.standard_output, x.duration};
      if (!x.result) {
        end.result = base::fail(subject, x.result.error());
        end.words = core::releases::helm_error_text(x.error_text, hidden());
      }
      then(end);
    },
    [then](const std::string& reason) { then(without_runner(reason)); });
}

// -- the Helm worker -------------------------------------------------------------

void helm_runs::ask_worker(const core::releases::helm_task& task, const on_end& then, run_rule rule) {
  if (!worker_) {
    auto command = core::releases::worker_command(*ready_);
    worker_ = std::make_shared<const messages::standing_command>(messages::standing_command{
      std::move(command.argv), std::move(command.environment), directory_->path(), ready_->setup.memory_max});
  }
  using core::releases::helm_error_text;
  const auto subject = core::releases::subject_of(task);
  messages::ask_program message;
  message.command = worker_;
  message.question = core::releases::worker_question(ready_->setup, task);
  message.timeout = rule.time_limit.value_or(ready_->setup.timeout + timeout_margin);
  message.may_finish_on_stop = rule.may_finish_on_stop;
  message.subject = subject;
  const auto release = std::visit([](const auto& x) { return x.release; }, task);
  self_->ask(
    runner_, std::move(message),
    [this, release, subject, upgraded = upgraded_by(task), then,
     hidden = hidden_in(task)](const messages::program_answered& x) {
      if (!x.result)
        return then({base::fail(subject, x.result.error()), {}, x.duration, helm_error_text(x.error_text, hidden())});
      auto answer = core::releases::read_worker_answer(x.answer);
      if (!answer) return then({base::fail(subject, answer.error()), {}, x.duration});
      // A warning may quote a value of the chart.
      if (!answer->warnings.empty())
        for (const auto values = hidden(); auto& warning : answer->warnings) warning = values.without_values(warning);
      if (!upgraded.empty()) note_warnings(upgraded, answer->warnings);
      for (const auto& warning : answer->warnings)
        sys::log::log_info("helm_warning", {{"subject", subject}, {"warning", warning}});
      report_taken_objects(self_, supervisor_, release, subject, answer->objects);
      if (!answer->error)
        return then({{},
                     std::move(answer->manifest),
                     x.duration,
                     {},
                     std::move(answer->left),
                     std::move(answer->looked_up),
                     std::move(answer->lacking)});
      const auto words = "Error: " + *answer->error;
      then({base::fail(subject, base::error{base::error_code::process_failed, "has failed"}),
            {},
            x.duration,
            helm_error_text(words, hidden())});
    },
    [then](const std::string& reason) { then(without_runner(reason)); });
}

base::result<std::string> helm_runs::write_file(const std::string& name, std::string_view content) {
  auto file = new_path(name);
  if (auto written = sys::files::write_file_private(file, content); !written) return tl::unexpected(written.error());
  return file;
}

void helm_runs::remove_file(const std::string& path) {
  static_cast<void>(sys::files::remove_tree(path));
}

void helm_runs::note_warnings(const std::string& release, const std::vector<std::string>& all) {
  warnings_.erase(release);
  if (all.empty()) return;
  auto& kept = warnings_[release];
  for (const auto& warning : all)
    if (kept.size() < warnings_max) kept.push_back(base::excerpt(text::without_secrets(warning), warning_bytes_max));
}

} // namespace actors::releases
