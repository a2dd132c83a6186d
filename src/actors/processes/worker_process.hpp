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

/// A program that stays and answers questions (`ask_program`), several at a time. It is started for the first
/// question and ends when no question has come for a while. A part of the HOOK RUNNER.
///
/// A question whose time is over is cancelled. If the program does not answer that either, it gets no new
/// question: another program is started for new questions, and the old program ends with the last question
/// that it still works on. If a program ends by itself, its open questions fail, and the next question starts
/// another program.
/// Why so: docs/decisions/a-helm-that-stays.md
class worker_process {
public:
  using on_answered = std::function<void(messages::program_answered)>;

  /// @param numbers gives a number to each question and each process, no number twice in the runner
  worker_process(framework::actor_base<messages::hook_runner_actor>* self,
                 std::shared_ptr<const program_options> options, lasting_runs& lasting,
                 std::function<std::uint64_t()> numbers)
    : self_(self), options_(std::move(options)), lasting_(lasting), numbers_(std::move(numbers)) {}

  /// `done` is called exactly once, perhaps before this returns.
  void ask(const messages::ask_program& what, on_answered done);

  /// The following functions ignore numbers of other processes.
  void on_output(std::uint64_t process);
  void end(const messages::process_ended& x);
  void limit_time(const messages::time_limit_reached& x);

  /// Refuses new questions, and cancels questions under way. A question with `may_finish_on_stop` is
  /// cancelled when half of the grace period is over: the runner reports the times of the grace period by
  /// `limit_time` for the number 0.
  void stop();

  [[nodiscard]] bool empty() const noexcept { return processes_.empty() && questions_.empty(); }

private:
  struct process {
    sys::process::process_id id = 0;
    std::shared_ptr<output_inbox> output;
    kernel_number pid = std::make_shared<std::atomic<int>>(0);
    text::error_tail errors;         ///< the program's last output
    std::set<std::uint64_t> open;    ///< questions that it has not answered
    std::int64_t last_answer_us = 0; ///< time of the last answer, or of the start
    bool has_greeted = false;        ///< its greeting has named the protocol
    bool was_killed = false;         ///< by the operator
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
  /// Takes the question off its process.
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
  std::optional<std::uint64_t> current_; ///< the process that gets new questions; empty: none is started
  bool stopping_ = false;
};

} // namespace actors::processes
