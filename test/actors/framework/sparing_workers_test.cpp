#include "actors/framework/sparing_workers.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

using namespace actors::framework;

struct do_work;
using worker_actor = handle<void(do_work)>;

/// Lets an actor do work.
struct do_work {
  std::function<void(actor_base<worker_actor>* self)> work;
};
ACTORS_MESSAGE(do_work)

namespace {

struct worker_state {
  using handle_type = worker_actor;

  explicit worker_state(actor_base<handle_type>* self) : self_(self) {}
  handle_type::behavior_type make_behavior() {
    return behavior(self_, [self = self_](const do_work& x) { x.work(self); });
  }

private:
  actor_base<handle_type>* self_;
};

class configuration : public caf::actor_system_config {
public:
  configuration() {
    module_factories.emplace_back(sparing_scheduler);
    set("scheduler.max-threads", std::size_t{2});
  }
};

/// Counts down; a waiting thread is woken at zero.
class countdown {
public:
  explicit countdown(int from) : left_(from) {}
  void count() {
    const std::lock_guard lock(mutex_);
    if (--left_ <= 0) is_zero_.notify_all();
  }
  /// @returns false if it does not reach zero, because work was lost; the test must still end.
  [[nodiscard]] bool await() {
    std::unique_lock lock(mutex_);
    return is_zero_.wait_for(lock, std::chrono::minutes(1), [this] { return left_ <= 0; });
  }

private:
  std::mutex mutex_;
  std::condition_variable is_zero_;
  int left_;
};

struct threads_fixture {
  configuration config;
  caf::actor_system system{config};
  context_ptr shared = std::make_shared<context>();

  worker_actor spawn_worker() { return spawn<worker_state>(system, placement::shared, shared, "worker"); }
  std::vector<worker_actor> spawn_workers(std::size_t count) {
    std::vector<worker_actor> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(spawn_worker());
    return all;
  }
  /// Sends work from outside of the actors.
  void tell(const worker_actor& to, std::function<void(actor_base<worker_actor>*)> work) {
    post(shared, to, do_work{std::move(work)});
  }
};

} // namespace

TEST_CASE_FIXTURE(threads_fixture, "work that actors make for each other is done, however long the chain is") {
  const auto workers = spawn_workers(3);
  countdown left(10'000);
  std::function<void(actor_base<worker_actor>*, std::size_t)> pass = [&](auto* self, std::size_t number) {
    left.count();
    if (number == 10'000) return;
    self->tell(workers[number % 3], do_work{[&, number](auto* next) { pass(next, number + 1); }});
  };
  tell(workers[0], [&](auto* self) { pass(self, 1); });
  CHECK(left.await());
}

TEST_CASE_FIXTURE(threads_fixture, "when an actor makes work for many, another thread helps") {
  const auto workers = spawn_workers(12);
  // Repeated, because the other thread may be awake by chance.
  for (int n = 0; n < 100; ++n) {
    countdown helped(1);
    countdown done(static_cast<int>(workers.size()));
    tell(workers[0], [&](auto* self) {
      for (std::size_t i = 1; i < workers.size(); ++i)
        self->tell(workers[i], do_work{[&](auto*) {
                     helped.count();
                     done.count();
                   }});
      if (helped.await()) done.count(); // this thread cannot help itself
    });
    REQUIRE(done.await());
  }
}

TEST_CASE_FIXTURE(threads_fixture, "work from outside wakes a thread while another one is busy") {
  const auto workers = spawn_workers(2);
  countdown begun(1);
  countdown released(1);
  countdown done(2);
  tell(workers[0], [&](auto*) {
    begun.count();
    if (released.await()) done.count();
  });
  REQUIRE(begun.await());
  tell(workers[1], [&](auto*) {
    released.count();
    done.count();
  });
  CHECK(done.await());
}

TEST_CASE_FIXTURE(threads_fixture, "many threads at once lose no work") {
  const auto workers = spawn_workers(20);
  countdown left(20 * 200);
  std::vector<std::thread> senders;
  for (int t = 0; t < 4; ++t)
    senders.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        for (const auto& to : workers) tell(to, [&](auto*) { left.count(); });
    });
  for (auto& x : senders) x.join();
  CHECK(left.await());
}
