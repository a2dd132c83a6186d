#include "actors/processes/hook_run.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/webhooks.hpp"
#include "actors/processes/hook_program.hpp"
#include "core/bindings/binding.hpp"
#include "core/tasks/lasting_run.hpp"
#include "core/webhooks/review_deadline.hpp"
#include "sys/process/heap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace actors::processes {

using std::chrono::milliseconds;

namespace {

constexpr auto refused_metrics = "its metrics (METRICS_PATH) are refused";

/// The maximal number of failed object operations in a message.
constexpr std::size_t failures_shown_max = 20;

/// Joins a line for each failure. Of very many failures only the first are shown.
std::string joined(const std::vector<messages::object_failure>& failures,
                   std::string (*line)(const messages::object_failure&)) {
  std::string all;
  const auto shown = std::min(failures.size(), failures_shown_max);
  for (std::size_t i = 0; i < shown; ++i) all += (i > 0 ? "; " : "") + line(failures[i]);
  if (shown < failures.size()) all += fmt::format("; and {} more, which are in the log", failures.size() - shown);
  return all;
}

std::string reasons_of(const std::vector<messages::object_failure>& failures) {
  return joined(failures, [](const messages::object_failure& x) { return x.operation + ": " + x.reason; });
}

messages::program_failure failure_of(const std::vector<messages::object_failure>& failures) {
  const auto names = joined(failures, [](const messages::object_failure& x) { return x.operation; });
  messages::program_failure failure{{failures.front().code, object_patch_path + (": " + names)},
                                    object_patch_path + (": " + reasons_of(failures))};
  if (const auto advice = base::advice_on_rights(failure.logged); !advice.empty())
    failure.shown.message += " (" + advice + ")";
  return failure;
}

} // namespace

hook_run::hook_run(framework::actor_base<messages::hook_runner_actor>* self, running_programs& programs,
                   std::shared_ptr<const hook_run_peers> peers, std::shared_ptr<const hook_options> options,
                   messages::run_hook what, hook_doubts doubts, std::uint64_t number, hook_run_calls calls)
  : self_(self), programs_(programs), peers_(std::move(peers)), options_(std::move(options)), what_(std::move(what)),
    doubts_(std::move(doubts)), number_(number), calls_(std::move(calls)) {}

std::function<void(const std::string&)> hook_run::gone(const char* peer) {
  return [this, peer](const std::string& reason) {
    fail(base::error_code::unavailable, std::string(peer) + " has ended: " + reason);
  };
}

void hook_run::begin() {
  began_us_ = self_->shared().steady_time_us();
  what_.review ? make_context() : read_values();
}

void hook_run::make_context() {
  self_->ask(
    what_.review->owner, messages::make_review_context{{}, what_.review->number},
    [this](const messages::review_context_made& x) {
      if (!x.context) return fail(x.context.error().code, x.context.error().message);
      what_.context = *x.context;
      read_values();
    },
    gone("the owner of the hook"));
}

void hook_run::read_values() {
  self_->ask(
    peers_->values,
    // A review sets no values, so its end does not show which values the hook sets.
    messages::read_values{{}, what_.module, std::nullopt, what_.review ? std::string() : what_.hook->name},
    [this](const messages::values_read& x) {
      // Noted before the run can fail, because the VALUES STORE waits for the end of this run in any case.
      awaits_end_ = x.awaits_end;
      if (!x.result) return fail(x.result.error().code, "read values: " + x.result.error().message);
      await_room(x);
    },
    gone("the values store"));
}

void hook_run::cancel() {
  began_us_ = self_->shared().steady_time_us();
  fail(base::error_code::cancelled, "was not started because the operator stops");
}

void hook_run::give_up() {
  began_us_ = self_->shared().steady_time_us();
  fail(base::error_code::timeout, "was not started: earlier reviews have taken all the time (--webhook-parallel-runs)");
}

void hook_run::lack_room() {
  finished_.lacks_room = true;
  fail(base::error_code::unavailable,
       fmt::format("was not started: its input files have {} KiB and find no room in --tmp-dir beside those of other "
                   "reviews; give --tmp-dir more room (tmp.sizeLimit of the chart)",
                   input_bytes(program_) >> 10U));
}

void hook_run::await_room(const messages::values_read& values) {
  finished_.values_revision = values.revision;
  program_ = hook_program(what_, std::move(what_.context), values, number_);
  if (!what_.review) return run_process();
  switch (calls_.want_room(input_bytes(program_))) {
    case room_answer::granted: return run_process();
    case room_answer::later: return;
    case room_answer::never: return lack_room();
  }
}

void hook_run::run_process() {
  auto program = std::move(program_);
  program.timeout = timeout();
  if (what_.review) {
    const auto left = time_of_review();
    if (left.count() <= 0) return give_up();
    const auto of_review = core::webhooks::time_for_process(left);
    program.timeout = std::min(program.timeout.value_or(of_review), of_review);
    program.kill_grace = core::webhooks::time_after_sigterm(left);
    program.read_back.emplace_back(answer_variable(*what_.review));
  }
  programs_.start(std::move(program), [this](messages::program_finished x) { parse_output(std::move(x)); });
}

void hook_run::parse_output(messages::program_finished process) {
  exit_code_ = process.exit_code;
  finished_.usage = process.usage;
  finished_.lacks_room = process.lacks_room;
  if (!process.result) return fail(process.result.error().code, process.result.error().message, process.error_text);
  doubt_ = doubt_on(process);
  texts_.config_values_patch = std::move(process.outputs[config_patch_path]);
  texts_.values_patch = std::move(process.outputs[values_patch_path]);
  texts_.metrics = std::move(process.outputs[metrics_path]);
  texts_.kubernetes_patch = std::move(process.outputs[object_patch_path]);
  auto output = core::hooks::parse_hook_output(texts_);
  if (!output)
    return fail(base::error_code::invalid_input, "its output is not valid (" + output.error().files + ")",
                output.error().text);
  if (what_.review) {
    auto taken = take_answer(process.outputs, std::move(*output));
    if (!taken) return fail(taken.error().code, taken.error().message);
    output = std::move(*taken);
  }
  if (const auto deletions = core::hooks::words_of_deletions(output->operations); !doubt_.empty() && !deletions.empty())
    return fail_in_doubt("it deletes no object (" + deletions + ")");
  // The flag in the ConfigMap confirms a deletion in a restored cluster.
  if (precedes_deletion() && !doubt_.empty() && !is_cluster_in_doubt_)
    return fail_in_doubt("the module is not deleted (a backup may be missing)");
  const auto read = texts_.metrics.size() + texts_.kubernetes_patch.size();
  // The VALUES STORE parses the patches itself, to be sure that it commits the text that it has checked.
  if (output->config_values_operations == 0) texts_.config_values_patch.clear();
  if (output->values_operations == 0) texts_.values_patch.clear();
  texts_.metrics = {};
  texts_.kubernetes_patch = {};
  metrics_ = std::make_shared<const core::hooks::metric_batch>(std::move(output->metrics));
  operations_ = std::make_shared<const std::vector<core::hooks::object_operation>>(std::move(output->operations));
  // Returns the memory of outputs, which may have been large, to the system.
  sys::process::end_large_work(read);
  find_outage();
}

void hook_run::find_outage() {
  // An API server that asks for a review is not away, and a review is not repeated.
  if (what_.review) return check_patches();
  // A run without orders needs no such look, unless the VALUES STORE learns from its end that the hook sets
  // no values.
  if (!has_patches() && operations_->empty() && !awaits_end_ && !precedes_deletion()) return check_patches();
  self_->ask(
    peers_->kube, messages::find_outage{{}, began_us_, self_->shared().steady_time_us()},
    [this](const messages::outage_found& x) {
      outage_ = x.when;
      weigh_outage();
    },
    gone("the Kubernetes client"));
}

void hook_run::weigh_outage() {
  if (!outage_.empty() && (awaits_end_ || !operations_->empty() || precedes_deletion())) return fail_in_outage();
  check_patches();
}

/// The exit code was 0, but stderr may name a failure, or objects may be missing in the cluster. Then the
/// values are committed, and marked as doubtful.
std::string hook_run::doubt_on(const messages::program_finished& process) {
  if (!process.doubt.empty()) return process.doubt;
  if (!doubts_.config.empty()) return "--config: " + doubts_.config;
  auto words = what_.review ? std::string() : doubts_.cluster;
  is_cluster_in_doubt_ = !words.empty();
  return words;
}

base::result<core::hooks::output> hook_run::take_answer(const std::map<std::string, std::string>& files,
                                                        core::hooks::output output) {
  auto answer = read_review_answer(*what_.review, files, output);
  if (!answer) return tl::unexpected(answer.error());
  finished_.answer = std::move(answer->admission);
  finished_.converted = std::move(answer->conversion);
  if (!output.operations.empty()) fate_ = fate_of_operations(*what_.review);
  finished_.are_operations_refused = fate_ == operations_fate::refused;
  if (finished_.are_operations_refused) output.operations.clear();
  return output;
}

bool hook_run::leaves_objects_alone() const {
  return operations_->empty() || fate_ == operations_fate::left_out;
}

/// True if the release and the objects of the module are deleted when this run ends well.
bool hook_run::precedes_deletion() const {
  return what_.binding_type == core::bindings::name(core::bindings::lifecycle_point::before_delete_helm);
}

core::hooks::run_effect hook_run::effect() const {
  return precedes_deletion() ? core::hooks::run_effect::deletion : core::hooks::run_effect::changes;
}

bool hook_run::has_patches() const {
  return !texts_.config_values_patch.empty() || !texts_.values_patch.empty();
}

void hook_run::check_patches() {
  // All outputs are checked before any output is applied. Otherwise a mistake in a later file would leave
  // half of a run's changes, and the next try would begin with them.
  if (!has_patches()) return check_metrics();
  self_->ask(
    peers_->values,
    messages::check_hook_output{
      {}, what_.module, what_.hook->name, texts_.config_values_patch, texts_.values_patch, doubt_, !outage_.empty()},
    [this](const messages::output_checked& x) {
      if (x.is_taking_in_doubt)
        return fail_in_doubt("its config values patch, which takes something away, is not written",
                             x.result.error().message);
      if (!x.result) return refuse_patches(x.result.error(), x.faults_of_files);
      reservation_ = x.ticket;
      if (x.is_change) return fail_in_outage();
      check_metrics();
    },
    gone("the values store"));
}

/// Refuses the patches. If a values file was invalid before the run, the message names this file and does not
/// blame the hook.
void hook_run::refuse_patches(const base::error& why, const std::string& faults) {
  if (faults.empty()) return fail(why.code, "its patches of values are refused", why.message);
  const bool is_all = why.message.ends_with(": " + faults);
  fail(why.code, "it is not to blame: a values file breaks its schema, so no patch of values can be taken: " + faults,
       is_all ? std::string() : why.message);
}

void hook_run::check_metrics() {
  if (metrics_->empty()) return change_objects();
  self_->ask(
    peers_->metrics, messages::check_hook_metrics{{}, what_.module, what_.hook->name, metrics_},
    [this](const messages::hook_metrics_checked& x) {
      if (!x.result) return fail(x.result.error().code, refused_metrics, x.result.error().message);
      change_objects();
    },
    gone("the metrics"));
}

std::optional<std::chrono::milliseconds> hook_run::timeout() const {
  if (const auto& own = what_.hook->settings.timeout)
    return std::chrono::duration_cast<std::chrono::milliseconds>(*own);
  return options_->timeout;
}

/// The time until the deadline of the review. @pre the run is for a review
milliseconds hook_run::time_of_review() const {
  return std::chrono::duration_cast<milliseconds>(
    std::chrono::microseconds(what_.review->deadline_us - self_->shared().steady_time_us()));
}

void hook_run::change_objects() {
  if (leaves_objects_alone()) return commit_patches();
  messages::execute_object_operations wanted{{}, operations_, subject_of(what_), options_->default_namespace};
  if (const auto time = timeout()) wanted.idle_max = *time;
  // Else an API server that does not answer would keep the place of a review.
  if (what_.review) wanted.idle_max = std::min(wanted.idle_max, std::max(time_of_review(), milliseconds(1)));
  const auto work =
    programs_.begin_work(fmt::format("changing objects ({} operations) for {}", operations_->size(),
                                     core::tasks::subject_with_binding(subject_of(what_), what_.binding)));
  wanted.observer = messages::hook_runner_actor(self_);
  wanted.work = work;
  self_->ask(
    peers_->kube, std::move(wanted),
    [this, work](const messages::object_operations_done& x) {
      programs_.end_work(work);
      // Objects are changed before values, so that values and metrics are unchanged if the API server refuses
      // an operation.
      if (!x.failures.empty()) return finish(failure_of(x.failures));
      rounds_ = core::hooks::rounds_in(*operations_, what_.woken_by, options_->default_namespace, subject_of(what_));
      commit_patches();
    },
    gone("the Kubernetes client"));
}

void hook_run::commit_patches() {
  if (!has_patches()) return apply_metrics();
  self_->ask(
    peers_->values,
    messages::commit_hook_output{{},
                                 std::exchange(reservation_, 0),
                                 what_.module,
                                 what_.hook->name,
                                 texts_.config_values_patch,
                                 texts_.values_patch,
                                 what_.announce_changes,
                                 what_.binding,
                                 doubt_},
    [this](const messages::output_committed& x) {
      if (!x.result)
        return fail(x.result.error().code,
                    operations_->empty() ? "its patches of values are not applied"
                                         : "the objects of this run are changed, its patches of values are not applied",
                    x.result.error().message);
      finished_.values_changed = x.changed;
      finished_.changed_values = x.values;
      finished_.values_revision = x.revision;
      apply_metrics();
    },
    gone("the values store"));
}

void hook_run::apply_metrics() {
  // Metrics are applied last, so that they are unchanged if an earlier output is refused.
  if (metrics_->empty()) return succeed();
  self_->ask(
    peers_->metrics, messages::apply_hook_metrics{{}, what_.module, what_.hook->name, metrics_},
    [this](const messages::hook_metrics_applied& x) {
      if (!x.result) return fail(x.result.error().code, refused_metrics, x.result.error().message);
      succeed();
    },
    gone("the metrics"));
}

void hook_run::fail(base::error_code code, std::string what, const std::string& words) {
  finish(messages::program_failure::with({code, std::move(what)}, words));
}

/// Fails a run in doubt that asks for a change that cannot be undone.
/// Why so: docs/decisions/runs-in-doubt-remove-no-data.md
void hook_run::fail_in_doubt(const std::string& what, const std::string& words) {
  // The run counts as failed and not as doubtful, so the values of earlier runs stay.
  const auto doubt = std::exchange(doubt_, {});
  fail(base::error_code::process_failed,
       is_cluster_in_doubt_ ? core::hooks::words_of_cluster_doubt(doubt, what)
                            : core::hooks::words_of_doubt(doubt, what, effect()),
       words);
}

/// Fails a run that would change something and may have asked an API server that was away. The queue repeats
/// the run, at the latest when the outage is over.
/// Why so: docs/decisions/runs-in-doubt-remove-no-data.md
void hook_run::fail_in_outage() {
  doubt_.clear();
  finished_.is_in_outage = true;
  fail(base::error_code::unavailable, core::hooks::words_of_outage(outage_, effect()));
}

void hook_run::succeed() {
  finish(std::nullopt);
}

void hook_run::finish(const std::optional<messages::program_failure>& failure) {
  // A commit has set the reservation to 0. If the run ends without a commit, the reservation is released, so
  // that other changes go on.
  if (reservation_ != 0) self_->tell(peers_->values, messages::release_reservation{{}, reservation_});
  if (!what_.review && (awaits_end_ || (!failure && !doubt_.empty())))
    self_->tell(peers_->values,
                messages::note_hook_end{
                  {}, what_.module, what_.hook->name, !failure, what_.binding, failure ? std::string() : doubt_});
  if (failure) finished_.result = tl::unexpected(failure->reported("hook_failed"));
  finished_.duration = std::chrono::microseconds(self_->shared().steady_time_us() - began_us_);
  // `done` destroys this object.
  const auto done = std::move(calls_.done);
  auto finished = std::move(finished_);
  done(std::move(finished), failure);
}

} // namespace actors::processes
