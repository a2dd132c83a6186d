#include "actors/processes/worker_process.hpp"

#include "actors/processes/stop_graces.hpp"
#include "sys/log/log.hpp"
#include "text/json/json.hpp"

#include <charconv>
#include <csignal>
#include <utility>

namespace actors::processes {

namespace {

/// The bytes of output that may wait for the runner before the program is paused.
constexpr std::size_t waiting_bytes_enough = 1 << 20;
/// The maximal size of an answer. The largest answer is a rendered chart, and a record with a manifest of
/// more than 16 MiB is refused (core/releases/unpacked_record.cpp).
constexpr std::size_t answer_bytes_max = 64 << 20;
/// After this time without a question the program is killed, to free its memory.
constexpr std::chrono::seconds idle_max{30};
constexpr std::string_view id_member = R"({"id":)";
constexpr std::int64_t protocol = 2;
constexpr std::string_view stage_member = R"(,"stage":)";
constexpr std::string_view left_member = R"(,"left":true)";

std::string frame(std::uint64_t number, std::string_view question) {
  const std::string_view separator = question == "{}" ? "" : ",";
  return std::string(id_member).append(std::to_string(number)).append(separator).append(question.substr(1)) + "\n";
}

/// The id at the beginning of an answer; empty: the line is not an answer.
std::optional<std::uint64_t> id_of(std::string_view line) {
  if (!line.starts_with(id_member)) return std::nullopt;
  line.remove_prefix(id_member.size());
  std::uint64_t id = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), id);
  return read.ec == std::errc() ? std::optional(id) : std::nullopt;
}

/// The members after the id.
std::string_view after_id(std::string_view line) {
  const auto id_end = line.find_first_not_of("0123456789", id_member.size());
  return id_end == line.npos ? std::string_view() : line.substr(id_end);
}

/// The stage that a line reports, before the answer to the same question; empty: the line is an answer.
std::optional<std::string> stage_of(std::string_view line) {
  if (!after_id(line).starts_with(stage_member)) return std::nullopt;
  const auto report = text::parse_json(line);
  return report ? report->string_at("stage") : std::nullopt;
}

} // namespace

// -- questions -----------------------------------------------------------------

void worker_process::ask(const messages::ask_program& what, on_answered done) {
  if (stopping_)
    return done(
      {{}, base::fail(base::error_code::cancelled, "was not started because the operator stops"), {}, {}, {}});
  // The program is started for the first question, and again if it has ended or gets no new questions.
  if (!current_) current_ = start(what);
  const auto number = numbers_();
  const auto to = *current_;
  auto& asked = processes_.at(to);
  asked.open.insert(number);
  questions_.emplace(
    number, question{std::move(done), to, what.timeout, what.may_finish_on_stop, {}, self_->shared().steady_time_us()});
  lasting_.begin(number, what.subject, asked.pid);
  self_->remind(what.timeout, messages::time_limit_reached{{}, number, false});
  options_->processes->write(asked.id, frame(number, what.question));
}

void worker_process::conclude(std::uint64_t number, messages::program_answered answer) {
  auto ended = questions_.extract(number);
  lasting_.end(number);
  auto& x = ended.mapped();
  answer.duration = std::chrono::microseconds(self_->shared().steady_time_us() - x.began_us);
  if (const auto at = processes_.find(x.process); at != processes_.end()) {
    at->second.open.erase(number);
    at->second.last_answer_us = self_->shared().steady_time_us();
    // A process that gets no new questions is killed after its last answer.
    const bool is_left = current_ != x.process || stopping_;
    if (at->second.open.empty() && is_left) kill(at->second);
    if (at->second.open.empty() && !is_left)
      self_->remind(idle_max, messages::time_limit_reached{{}, x.process, false});
  }
  x.done(std::move(answer));
}

// -- the process ---------------------------------------------------------------

std::uint64_t worker_process::start(const messages::ask_program& what) {
  const auto number = numbers_();
  sys::process::process_spec spec;
  spec.argv = what.command->argv;
  spec.working_directory = what.command->working_directory;
  spec.environment = what.command->environment;
  spec.has_input = true;
  spec.memory_max = what.command->memory_max;
  spec.line_bytes_max = answer_bytes_max;
  process made;
  made.output = std::make_shared<output_inbox>(output_inbox::bounds{.enough = waiting_bytes_enough});
  made.memory_max = what.command->memory_max;
  made.last_answer_us = self_->shared().steady_time_us();
  // The callbacks only post messages, so the process is noted below before the first of them is handled.
  made.id = options_->processes->start(std::move(spec), report_to_runner(self_, number, made.output, made.pid));
  processes_.emplace(number, std::move(made));
  return number;
}

void worker_process::on_output(std::uint64_t number) {
  const auto at = processes_.find(number);
  if (at == processes_.end()) return;
  auto taken = at->second.output->take();
  for (auto& line : taken.items) on_line(number, std::move(line));
  if (taken.was == framework::inbox_fill::enough) options_->processes->resume(at->second.id);
}

void worker_process::on_line(std::uint64_t number, output_line line) {
  auto& x = processes_.at(number);
  if (line.from == sys::process::stream::out && !x.has_greeted) return greet(x, line.text);
  if (line.from == sys::process::stream::out) return on_answer(number, std::move(line.text));
  x.errors.add(line.text);
  sys::log::log_info("program_output", {{"subject", "helm worker"}, {"stream", "stderr"}, {"line", line.text}});
}

void worker_process::greet(process& x, const std::string& line) {
  const auto greeting = text::parse_json(line);
  const auto* said = greeting ? greeting->find("protocol") : nullptr;
  x.has_greeted = said != nullptr && said->as_int() == protocol;
  // If the program does not greet with the right protocol, it is killed, and its questions fail with this
  // reason.
  if (x.has_greeted) return;
  x.errors.add("it does not speak protocol " + std::to_string(protocol) + ": " + line.substr(0, 200));
  kill(x);
}

void worker_process::on_answer(std::uint64_t number, std::string line) {
  const auto id = id_of(line);
  const auto at = id ? questions_.find(*id) : questions_.end();
  // The question may have ended before by its time limit.
  if (at == questions_.end() || at->second.process != number) return;
  if (const auto stage = stage_of(line)) return lasting_.note_stage(*id, *stage);
  const auto by_us = at->second.by_us;
  // The work on the question goes on and takes a processor. Only the end of the process ends it.
  if (after_id(line).starts_with(left_member)) leave(number);
  messages::program_answered answer;
  answer.answer = std::move(line);
  // The answer to a cancelled question only reports the cancellation. The real failure is the time limit or
  // the stop.
  if (by_us.time_limit || by_us.stopped) answer.result = sys::process::end_of_program({.exit_code = 1}, by_us);
  conclude(*id, std::move(answer));
}

void worker_process::end(const messages::process_ended& x) {
  const auto at = processes_.find(x.run);
  if (at == processes_.end()) return;
  on_output(x.run);
  // The next question starts a new process.
  if (current_ == x.run) current_.reset();
  const auto ended = std::move(processes_.extract(at).mapped());
  for (const auto number : ended.open) {
    messages::program_answered answer;
    answer.result = sys::process::end_of_program(*x.exit, questions_.at(number).by_us);
    if (answer.result) answer.result = base::fail(base::error_code::process_failed, "ended without an answer");
    answer.error_text = ended.errors.text();
    if (!ended.was_killed)
      answer.result = with_want_of_memory(std::move(answer.result), *x.exit, ended.memory_max, answer.error_text);
    conclude(number, std::move(answer));
  }
}

void worker_process::kill(process& x) {
  x.was_killed = true;
  options_->processes->signal_group(x.id, SIGKILL);
}

// -- time ----------------------------------------------------------------------

void worker_process::limit_time(const messages::time_limit_reached& x) {
  if (x.run == 0) {
    for (auto& [number, process] : processes_)
      if (x.kill) kill(process);
    for (auto& [number, question] : questions_)
      if (!x.kill && !std::exchange(question.by_us.stopped, true)) cancel(number);
    return;
  }
  // A process and a question never have the same number, so the number alone tells them apart.
  if (processes_.contains(x.run)) return look_at_idle(x.run);
  const auto at = questions_.find(x.run);
  if (at == questions_.end()) return;
  if (!x.kill) {
    at->second.by_us.time_limit = at->second.timeout;
    cancel(x.run);
    return self_->remind(cancel_grace, messages::time_limit_reached{{}, x.run, true});
  }
  leave(at->second.process);
  conclude(x.run, {{}, sys::process::end_of_program({.exit_code = 1}, at->second.by_us), {}, {}, {}});
}

void worker_process::cancel(std::uint64_t number) {
  const auto at = processes_.find(questions_.at(number).process);
  if (at != processes_.end()) options_->processes->write(at->second.id, frame(number, R"({"do":"cancel"})"));
}

/// Excludes the process from new questions, because it does not end a cancelled one. `conclude` kills the
/// process after its last open question.
void worker_process::leave(std::uint64_t process) {
  if (current_ == process) current_.reset();
}

void worker_process::look_at_idle(std::uint64_t number) {
  auto& x = processes_.at(number);
  const auto idle = std::chrono::microseconds(self_->shared().steady_time_us() - x.last_answer_us);
  if (!x.open.empty() || idle < idle_max) return; // the reminder after a later answer checks again
  leave(number);
  kill(x);
}

void worker_process::stop() {
  if (std::exchange(stopping_, true)) return;
  for (auto& [number, process] : processes_)
    // A process without questions can be killed at once.
    if (process.open.empty()) kill(process);
  for (auto& [number, question] : questions_)
    if (!question.may_finish_on_stop && !std::exchange(question.by_us.stopped, true)) cancel(number);
}

} // namespace actors::processes
