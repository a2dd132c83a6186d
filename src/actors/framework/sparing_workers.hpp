#pragma once

// Divides the work among the shared threads: a policy for CAF's scheduler.

#include "actors/framework/actor.hpp"

#include <caf/policy/unprofiled.hpp>
#include <caf/scheduler/coordinator.hpp>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>

namespace actors::framework {

/// A single first-in-first-out queue for all threads, like CAF's `work_sharing` except for one point: a
/// thread that creates a job does not wake another thread for the job, because the creating thread itself
/// soon comes back to the queue. An event goes through four actors, and waking a thread for each actor costs
/// more than all their work. Another thread is woken when several jobs wait, when a long job yields, and for
/// every job from outside.
/// Why so: docs/decisions/workers-wake-each-other-sparingly.md
class sparing_workers : public caf::policy::unprofiled {
public:
  struct coordinator_data {
    explicit coordinator_data(caf::scheduler::abstract_coordinator*) {}

    std::mutex mutex;
    std::condition_variable has_work;
    std::deque<caf::resumable*> jobs;
  };

  struct worker_data {
    explicit worker_data(caf::scheduler::abstract_coordinator*) {}
  };

  template <class Coordinator>
  void central_enqueue(Coordinator* self, caf::resumable* job) {
    push(self, job);
    d(self).has_work.notify_one();
  }

  template <class Worker>
  void external_enqueue(Worker* self, caf::resumable* job) {
    central_enqueue(self->parent(), job);
  }

  template <class Worker>
  void internal_enqueue(Worker* self, caf::resumable* job) {
    if (push(self->parent(), job) > jobs_of_one_thread) d(self->parent()).has_work.notify_one();
  }

  template <class Worker>
  void resume_job_later(Worker* self, caf::resumable* job) {
    central_enqueue(self->parent(), job);
  }

  template <class Worker>
  caf::resumable* dequeue(Worker* self) {
    auto& shared = d(self->parent());
    std::unique_lock lock(shared.mutex);
    shared.has_work.wait(lock, [&] { return !shared.jobs.empty(); });
    auto* job = shared.jobs.front();
    shared.jobs.pop_front();
    return job;
  }

  template <class Worker, class Function>
  void foreach_resumable(Worker*, Function) {}

  template <class Coordinator, class Function>
  void foreach_central_resumable(Coordinator* self, Function function) {
    auto& shared = d(self);
    const std::lock_guard lock(shared.mutex);
    for (auto* job : shared.jobs) function(job);
    shared.jobs.clear();
  }

private:
  /// The number of jobs that may wait for the thread that created them. A further job wakes another thread.
  static constexpr std::size_t jobs_of_one_thread = 4;

  /// @returns the number of waiting jobs
  template <class Coordinator>
  static std::size_t push(Coordinator* self, caf::resumable* job) {
    auto& shared = d(self);
    const std::lock_guard lock(shared.mutex);
    shared.jobs.push_back(job);
    return shared.jobs.size();
  }
};

/// A factory for `caf::actor_system_config::module_factories`. CAF's options `scheduler.max-threads` and
/// `scheduler.max-throughput` set the number of threads and the messages per turn.
inline caf::actor_system::module* sparing_scheduler(caf::actor_system& system) {
  return new caf::scheduler::coordinator<sparing_workers>(system);
}

} // namespace actors::framework
