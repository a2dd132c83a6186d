#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/processes/program_output.hpp"
#include "actors/processes/running_programs.hpp"
#include "sys/process/program_end.hpp"
#include "text/plain/error_tail.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace actors::processes {

/// A long-lived program that answers questions (`ask_program`), several at the same time. It is started for
/// the first question, and killed after a while without questions. A part of the HOOK RUNNER.
///
/// At its time limit a question is cancelled. If the program does not answer the cancellation either, or
/// answers that its work goes on (`"left":true`, the second member), new questions go to a new process, and
/// the old process is killed when its last open question has ended, at the latest by its time limit. If a
/// process ends by itself, its open questions fail, and the next question starts a new process.
/// Why so: docs/decisions/a-helm-that-stays.md
class worker_process {
public:
  using on_answered = std::function<void(messages::program_answered)>;

  /// @param numbers returns a number for a question or a process, unique in the runner
  worker_process(framework::actor_base<messages::hook_runner_actor>* self,
                 std::shared_ptr<const program_options> options, lasting_runs& lasting,
                 std::function<std::uint64_t()> numbers)
    : self_(self), options_(std::move(options)), lasting_(lasting), numbers_(std::move(numbers)) {}

  /// Asks a question. `done` is called exactly once, perhaps before this function returns.
  void ask(const messages::ask_program& what, on_answered done);

  /// The following functions ignore unknown numbers of processes.
  void on_output(std::uint64_t process);
  void end(const messages::process_ended& x);
  void limit_time(const messages::time_limit_reached& x);

  /// Refuses new questions, and cancels open questions. A question with `may_finish_on_stop` is cancelled
  /// after half of the grace period, when the runner calls `limit_time` for the number 0.
  void stop();

  [[nodiscard]] bool empty() const noexcept { return processes_.empty() && questions_.empty(); }

private:
  struct process {
    sys::process::process_id id = 0;
    std::shared_ptr<output_inbox> output;
    kernel_number pid = std::make_shared<std::atomic<int>>(0);
    text::error_tail errors;         ///< the end of the program's stderr
    std::set<std::uint64_t> open;    ///< open questions
    std::int64_t last_answer_us = 0; ///< the last answer, or the start
    bool has_greeted = false;        ///< its greeting has named the right protocol
    bool was_killed = false;         ///< the operator has killed it
    std::uint64_t memory_max = 0;
  };
  struct question {
    on_answered done;
    std::uint64_t process = 0;
    std::chrono::milliseconds timeout{0};
    bool may_finish_on_stop = false;
    sys::process::interruption by_us; ///< set: the question was cancelled
    std::int64_t began_us = 0;
  };

  [[nodiscard]] std::uint64_t start(const messages::ask_program& what);
  void on_line(std::uint64_t number, output_line line);
  void on_answer(std::uint64_t number, std::string line);
  void greet(process& x, const std::string& line);
  void cancel(std::uint64_t number);
  /// Ends a question with this answer.
  void conclude(std::uint64_t number, messages::program_answered answer);
  void leave(std::uint64_t process);
  void look_at_idle(std::uint64_t process);
  void kill(process& x);

  framework::actor_base<messages::hook_runner_actor>* self_;
  std::shared_ptr<const program_options> options_;
  lasting_runs& lasting_;
  std::function<std::uint64_t()> numbers_;
  std::map<std::uint64_t, process> processes_;
  std::map<std::uint64_t, question> questions_;
  std::optional<std::uint64_t> current_; ///< the process for new questions; empty: it must be started
  bool stopping_ = false;
};

} // namespace actors::processes
