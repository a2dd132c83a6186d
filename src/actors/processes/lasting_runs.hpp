#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace actors::processes {

/// Reports runs of programs that last to the SUPERVISOR: after some seconds for people who ask what runs now,
/// and after `slow_after` as a warning. Short runs, which are nearly all, cost a reminder and no message. A
/// part of the HOOK RUNNER.
class lasting_runs {
public:
  lasting_runs(framework::actor_base<messages::hook_runner_actor>* self, messages::supervisor_actor supervisor,
               std::chrono::milliseconds slow_after)
    : self_(self), supervisor_(std::move(supervisor)), slow_after_(slow_after) {}

  /// A run has begun.
  /// @param run a number that no other run of the runner has
  void begin(std::uint64_t run, std::string subject);
  /// The run has ended.
  void end(std::uint64_t run);
  /// The time of a reminder has come.
  void look(const messages::lasting_run_due& x);

private:
  struct known {
    core::tasks::lasting_run run;
    bool reported = false;
  };

  framework::actor_base<messages::hook_runner_actor>* self_;
  messages::supervisor_actor supervisor_;
  std::chrono::milliseconds slow_after_;
  std::map<std::uint64_t, known> runs_;
};

} // namespace actors::processes
