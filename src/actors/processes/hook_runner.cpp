#include "actors/processes/hook_runner.hpp"

#include "actors/messages/webhooks.hpp"
#include "actors/processes/hook_files.hpp"
#include "actors/processes/hook_report.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/webhooks/review_deadline.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <set>
#include <string>
#include <utility>

namespace actors::processes {

namespace {

/// The stop of the operator is no result of a program.
bool is_stopped(const base::result<void>& x) {
  return !x && x.error().code == base::error_code::cancelled;
}

} // namespace

hook_runner_state::hook_runner_state(framework::actor_base<messages::hook_runner_actor>* self,
                                     hook_runner_options options, hook_run_peers peers)
  : self_(self), options_(std::make_shared<const hook_options>(std::move(options.hooks))),
    peers_(std::make_shared<const hook_run_peers>(std::move(peers))),
    program_options_(std::make_shared<const program_options>(std::move(options.programs))),
    lasting_(self, peers_->supervisor, program_options_->slow_after), programs_(self, program_options_, lasting_),
    standing_(self, program_options_, lasting_, [this] { return programs_.next_number(); }),
    reviews_(options.parallel_reviews), room_(options.review_files_max),
    activation_(core::metrics::activation_startup) {}

framework::promise<messages::hook_finished> hook_runner_state::run(const messages::run_hook& x) {
  auto to = self_->later<messages::hook_finished>();
  const auto number = ++last_hook_run_;
  auto run = std::make_unique<hook_run>(
    self_, programs_, peers_, options_, x, hook_doubts{config_doubt_of(x.place.path), cluster_doubt_}, number,
    hook_run_calls{
      [this, number](std::size_t bytes) { return want_room(number, bytes); },
      [this, number](messages::hook_finished finished, const std::optional<messages::program_failure>& failure) {
        conclude(number, std::move(finished), failure);
      }});
  auto& added = hook_runs_.emplace(number, answered_run{std::move(run), to}).first->second;
  if (!x.review || reviews_.enter(number, x.review->client)) begin(*added.run);
  return to;
}

void hook_runner_state::begin(hook_run& x) const {
  // Ended through `conclude` like any other run, so that it is logged and answered.
  if (programs_.stopping()) return x.cancel();
  const auto& review = x.what().review;
  if (review && review->deadline_us <= self_->shared().steady_time_us()) return x.give_up();
  x.begin();
}

void hook_runner_state::end_review(std::uint64_t number) {
  for (const auto next : room_.leave(number)) hook_runs_.at(next).run->go_on();
  for (const auto next : reviews_.leave(number)) begin(*hook_runs_.at(next).run);
}

room_answer hook_runner_state::want_room(std::uint64_t number, std::size_t bytes) {
  if (bytes > room_.all()) return room_answer::never;
  const auto& review = *hook_runs_.at(number).run->what().review;
  if (room_.enter(number, review.client, bytes)) return room_answer::granted;
  // A reminder for each run that waits, because its client has to read the reason. Bound: `parallel_reviews`.
  const auto left = std::chrono::microseconds(review.deadline_us - self_->shared().steady_time_us());
  self_->remind(core::webhooks::time_for_process(std::chrono::duration_cast<std::chrono::milliseconds>(left)),
                messages::review_room_due{{}, number});
  return room_answer::later;
}

void hook_runner_state::end_room_wait(std::uint64_t number) {
  if (room_.waits(number)) hook_runs_.at(number).run->lack_room();
}

/// An API server expects no effects of a webhook that declares no effects, above all not in a dry run.
void hook_runner_state::note_effects(const hook_run& x) {
  if (x.fate() != operations_fate::undeclared || !warned_of_effects_.insert(x.what().binding).second) return;
  sys::log::log_warning("review_has_effects",
                        {{"module", x.what().module},
                         {"hook", x.what().hook->name},
                         {"binding", x.what().binding},
                         {"hint", "a review may be repeated, or its request be refused by another webhook: change no "
                                  "objects in it, or set sideEffects: NoneOnDryRun"}});
}

void hook_runner_state::conclude(std::uint64_t number, messages::hook_finished finished,
                                 const std::optional<messages::program_failure>& failure) {
  auto node = hook_runs_.extract(number);
  auto& ended = node.mapped();
  const hook_report report{ended.run->what(), finished, failure, ended.run->exit_code(), activation_};
  log_end(report);
  count_hook_run(self_, peers_->metrics, report);
  trace_hook_run(self_, report);
  note_end(report);
  note_rounds(*ended.run);
  note_effects(*ended.run);
  self_->answer(ended.to, std::move(finished));
  if (ended.run->what().review) end_review(number);
  answer_if_stopped();
}

void hook_runner_state::log_end(const hook_report& x) {
  if (!x.what.review || x.how.result) return log_hook_run(x);
  const auto now_us = self_->shared().steady_time_us();
  const auto reason = base::name(x.how.result.error().code);
  if (failures_.note({"hook_failed", x.what.module, x.what.hook->name, reason}, now_us)) return log_hook_run(x);
  await_left_out();
}

void hook_runner_state::await_left_out() {
  const auto due_us = failures_.due_us();
  if (!due_us || std::exchange(awaits_left_out_, true)) return;
  // A single reminder at a time, so that the count comes although no further review fails.
  self_->remind(
    std::chrono::ceil<std::chrono::milliseconds>(std::chrono::microseconds(*due_us - self_->shared().steady_time_us())),
    messages::failures_due{});
}

void hook_runner_state::log_left_out() {
  awaits_left_out_ = false;
  for (const auto& x : failures_.take(self_->shared().steady_time_us()))
    sys::log::log_warning("review_failures_left_out", {{"event", x.of.event},
                                                       {"module", x.of.module},
                                                       {"hook", x.of.hook},
                                                       {"reason", x.of.reason},
                                                       {"failures", static_cast<std::int64_t>(x.failures)}});
  await_left_out();
}

void hook_runner_state::note_rounds(const hook_run& x) {
  for (const auto& round : x.rounds())
    if (const auto found = rounds_.note(round, self_->shared().steady_time_us()))
      sys::log::log_warning("hooks_wake_each_other",
                            {{"reason", core::hooks::describe(*found)}, {"hint", core::hooks::next_step(*found)}});
}

messages::hook_runs_described hook_runner_state::describe() const {
  messages::hook_runs_described x{{}, last_runs_};
  for (const auto& found : rounds_.now(self_->shared().steady_time_us())) {
    const auto values = core::hooks::values_of(found);
    x.loops.push_back(
      {core::hooks::describe(found) + (values.empty() ? "" : ": " + values), core::hooks::next_step(found)});
  }
  return x;
}

void hook_runner_state::note_end_of_script(const std::string& module, const messages::program_finished& x) {
  if (is_stopped(x.result)) return;
  last_runs_[{module, core::status::script_name}] = {
    self_->shared().wall_time_us(), x.duration, !x.result,
    x.result ? std::string() : messages::program_failure::with(x.result.error(), x.error_text).decisive()};
}

std::string hook_runner_state::config_doubt_of(const std::string& file) const {
  const auto at = config_doubts_.find(file);
  return at == config_doubts_.end() ? std::string() : at->second;
}

namespace {

/// The objects that have woken a run: the first few.
std::string words_on(const std::set<std::string>& woken_by) {
  constexpr std::size_t named_max = 2;
  std::string words;
  std::size_t named = 0;
  for (const auto& name : woken_by) {
    if (named++ == named_max) return words + ", …";
    words += (words.empty() ? "" : ", ") + name;
  }
  return words;
}

} // namespace

void hook_runner_state::note_end(const hook_report& x) {
  const bool has_failed = !x.how.result;
  if (is_stopped(x.how.result)) return;
  const auto now_us = self_->shared().wall_time_us();
  auto& last = last_runs_[{x.what.module, x.what.hook->name}];
  const auto succeeded_us = has_failed ? last.succeeded_us : std::optional(now_us);
  last = {now_us,
          x.how.duration,
          has_failed,
          x.failure ? x.failure->decisive() : std::string(),
          words_on(x.what.woken_by),
          succeeded_us};
}

framework::promise<messages::program_finished> hook_runner_state::run(const messages::run_program& x) {
  auto to = self_->later<messages::program_finished>();
  programs_.start(x,
                  [this, to, module = x.decides_about, script = x.script](messages::program_finished finished) mutable {
                    if (!module.empty())
                      note_end_of_script(module, finished);
                    else if (!script.empty() && finished.result)
                      config_doubts_[script] = finished.doubt;
                    self_->answer(to, std::move(finished));
                    answer_if_stopped();
                  });
  return to;
}

framework::promise<messages::program_answered> hook_runner_state::ask(const messages::ask_program& x) {
  auto to = self_->later<messages::program_answered>();
  standing_.ask(x, [this, to](messages::program_answered answered) mutable { self_->answer(to, std::move(answered)); });
  return to;
}

void hook_runner_state::on_output(const messages::process_wrote& x) {
  programs_.on_output(x.run);
  standing_.on_output(x.run);
}

void hook_runner_state::end(const messages::process_ended& x) {
  programs_.end(x);
  standing_.end(x);
  answer_if_stopped();
}

void hook_runner_state::limit_time(const messages::time_limit_reached& x) {
  programs_.limit_time(x);
  standing_.limit_time(x);
  if (x.run != 0 || !x.kill) return;
  grace_is_over_ = true;
  answer_if_stopped();
}

framework::promise<messages::stopped_running> hook_runner_state::stop(const messages::stop_running& x) {
  auto to = self_->later<messages::stopped_running>();
  stop_answers_.push_back(to);
  programs_.stop(x.grace);
  standing_.stop();
  answer_if_stopped();
  return to;
}

void hook_runner_state::answer_if_stopped() {
  // Outputs of finished processes are still applied, until the grace period is over.
  if (!programs_.empty() || !standing_.empty() || (!hook_runs_.empty() && !grace_is_over_)) return;
  for (auto& to : std::exchange(stop_answers_, {})) self_->answer(to, messages::stopped_running{});
}

messages::hook_runner_actor::behavior_type hook_runner_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::run_hook& x) { return run(x); },
    [this](const messages::run_program& x) { return run(x); },
    [](const messages::find_hook_files& x) {
      return messages::hook_files_found{{}, read_hook_files(x.directory, core::hooks::hook_owner::module)};
    },
    [this](const messages::ask_program& x) { return ask(x); },
    [this](const messages::process_wrote& x) { on_output(x); }, [this](const messages::process_ended& x) { end(x); },
    [this](const messages::time_limit_reached& x) { limit_time(x); },
    [this](const messages::lasting_run_due& x) { lasting_.look(x); },
    [this](const messages::operations_advanced& x) { lasting_.note_stage(x.work, x.state); },
    [this](const messages::review_room_due& x) { end_room_wait(x.run); },
    [this](const messages::failures_due&) { log_left_out(); },
    [this](const messages::cluster_doubted& x) { cluster_doubt_ = x.reason; },
    [this](const messages::end_startup&) { activation_.clear(); },
    [this](const messages::describe_hook_runs&) { return describe(); },
    [this](const messages::stop_running& x) { return stop(x); });
}

messages::hook_runner_actor hook_runner(caf::actor_system& system, framework::placement where,
                                        const framework::context_ptr& shared, hook_runner_options options,
                                        hook_run_peers peers) {
  const auto name = options.name;
  return framework::spawn<hook_runner_state>(system, where, shared, name, std::move(options), std::move(peers));
}

} // namespace actors::processes
