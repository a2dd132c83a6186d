#pragma once

#include "actors/framework/actor.hpp"

#include <caf/local_actor.hpp>
#include <caf/scheduler/test_coordinator.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simulation {

/// An answer to `ask_later`; it may not have come yet.
template <class Reply>
class pending {
public:
  [[nodiscard]] bool has_come() const { return slot_->has_value(); }
  /// Throws if the answer has not come.
  [[nodiscard]] const Reply& get() const {
    if (!slot_->has_value()) throw std::logic_error("no answer has come");
    return **slot_;
  }

private:
  friend class virtual_actors;
  std::shared_ptr<std::optional<Reply>> slot_ = std::make_shared<std::optional<Reply>>();
};

/// Actors on a single thread and on virtual time. They act only in `run`, `advance` and `ask`, and the same
/// seed gives the same order. (CAF's test coordinator)
class virtual_actors {
public:
  /// Virtual time begins here: 2026-01-01T00:00:00Z.
  static constexpr std::int64_t start_us = 1'767'225'600'000'000;

  /// @param seed 0: actors take turns in the order in which they became ready; other: in an order drawn from
  /// the seed.
  explicit virtual_actors(std::uint64_t seed = 0)
    : system_(prepare(config_)), coordinator_(dynamic_cast<caf::scheduler::test_coordinator&>(system_.scheduler())),
      random_(seed), shuffles_(seed != 0) {
    // A leaked actor must not hang the end of a run.
    system_.await_actors_before_shutdown(false);
    began_ = coordinator_.clock().now();
    shared_->wall_time_us = [this] { return now_us(); };
    // The steady clock begins at another number than the wall clock, so code that mixes the clocks fails.
    shared_->steady_time_us = [this] {
      const auto passed = coordinator_.clock().now() - began_;
      return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::hours(1) + passed).count();
    };
    shared_->random = [this] { return random_(); };
  }
  ~virtual_actors() {
    // The outside world is a part of the derived class, which is destroyed first. Only the actors end here.
    outside_.clear();
    wait_ = nullptr;
    for (const auto& stop : stops_) stop();
    coordinator_.clock().cancel_all();
    // `run` has already reported an endless run.
    try {
      run_messages();
    } catch (const std::logic_error&) {
    }
    shared_->record = nullptr;
  }
  virtual_actors(const virtual_actors&) = delete;
  virtual_actors& operator=(const virtual_actors&) = delete;

  [[nodiscard]] caf::actor_system& system() { return system_; }
  [[nodiscard]] const actors::framework::context_ptr& shared() const { return shared_; }
  /// The virtual wall clock, microseconds since the epoch.
  [[nodiscard]] std::int64_t now_us() const {
    const auto passed = coordinator_.clock().now() - began_;
    return start_us + std::chrono::duration_cast<std::chrono::microseconds>(passed + set_by_).count();
  }

  /// Advances both clocks without running an actor, as if the present work took this time.
  void take_time(std::chrono::nanoseconds duration) { began_ -= duration; }
  /// Sets the virtual wall clock only; the steady clock goes on.
  void set_clock(std::chrono::nanoseconds by) { set_by_ += by; }

  /// Calls `action` after this virtual time.
  void after(std::chrono::nanoseconds delay, std::function<void()> action) {
    system_.spawn([delay, action = std::move(action)](caf::event_based_actor* self) -> caf::behavior {
      self->delayed_send(self, delay, caf::atom("now"));
      return {[self, action](caf::atom_value) {
        action();
        self->quit();
      }};
    });
  }

  /// Collects all handled messages in `trace` from now on.
  void collect_trace() {
    shared_->record = [this](trace::packed_event event) { trace_.push_back(trace::unpacked(event)); };
  }
  [[nodiscard]] const std::vector<trace::event>& trace() const { return trace_; }
  /// The collected events of a type, in order.
  [[nodiscard]] std::vector<trace::event> trace_of(trace::event_type type) const {
    std::vector<trace::event> found;
    std::copy_if(trace_.begin(), trace_.end(), std::back_inserter(found),
                 [&](const auto& x) { return x.type == type; });
    return found;
  }

  /// Adds a part of the outside world (fake processes, a fake API server).
  /// @param deliver hands over ready messages; returns false if there were none
  void add_outside(std::function<bool()> deliver) { outside_.push_back(std::move(deliver)); }

  /// Ends this actor when this object is destroyed: spawned actors that hold each other would never end by
  /// themselves.
  template <class Handle>
  Handle own(Handle x) {
    stops_.push_back([x] { actors::framework::stop_now(x); });
    return x;
  }

  /// Runs until no work is left at this point of time. If work repeats itself for ever at this point, throws
  /// `std::logic_error` with its messages, so that a test fails and does not hang.
  void run() {
    do {
      std::size_t rounds = 0;
      for (bool busy = true; busy && !interrupted_;) {
        busy = run_round();
        if (++rounds == rounds_max) fail_without_end();
      }
    } while (!interrupted_ && wait_ && wait_());
  }

  /// Sets a wait for the outside world, such as a real program: virtual time does not pass while it waits.
  /// @param wait called when no work is left; returns true if it has waited
  void wait_by(std::function<bool()> wait) { wait_ = std::move(wait); }

  /// Handles this number of messages and then stops, as if the process had been killed.
  void interrupt_after(std::uint64_t messages) { left_ = messages; }
  /// Handles no further message, as `interrupt_after(0)`.
  void interrupt() { interrupted_ = true; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  /// Handles messages again, so that interrupted actors can be taken down.
  void resume_after_interrupt() {
    left_.reset();
    interrupted_ = false;
  }

  /// The time until the next timer; empty: there is no timer.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> time_to_next() const {
    const auto& clock = coordinator_.clock();
    if (clock.schedule().empty()) return std::nullopt;
    return std::max<std::chrono::nanoseconds>(clock.schedule().begin()->first - clock.now(), {});
  }

  /// The number of reminders that each actor waits for, by the name of the actor.
  [[nodiscard]] std::map<std::string, std::size_t> timers() const {
    using clock = caf::detail::simple_actor_clock;
    std::map<std::string, std::size_t> found;
    for (const auto& [due, event] : coordinator_.clock().schedule()) {
      const auto* message =
        event->subtype == clock::actor_msg_type ? static_cast<const clock::actor_msg*>(event.get()) : nullptr;
      const auto* actor = message == nullptr ? nullptr : dynamic_cast<caf::local_actor*>(message->receiver->get());
      ++found[actor == nullptr ? "" : actor->name()];
    }
    return found;
  }

  /// Lets time pass. Each reminder on the way comes at exactly its time.
  void advance(std::chrono::nanoseconds duration) {
    auto& clock = coordinator_.clock();
    const auto end = clock.now() + duration;
    run();
    std::size_t moments = 0; ///< at a single point of time
    while (!interrupted_ && !clock.schedule().empty() && clock.schedule().begin()->first <= end) {
      const auto before = clock.now();
      clock.trigger_timeout();
      run();
      moments = clock.now() == before ? moments + 1 : 0;
      if (moments == rounds_max) fail_without_end();
    }
    if (clock.now() < end) clock.current_time = end;
  }

  /// Sends a message from outside the actors, without running anything.
  template <class Handle, class Message>
  void tell(const Handle& receiver, Message message) {
    actors::framework::post(shared_, receiver, std::move(message));
  }

  /// Asks without running anything.
  template <class Reply, class Handle, class Message>
  [[nodiscard]] pending<Reply> ask_later(const Handle& receiver, Message message) {
    pending<Reply> answer;
    if constexpr (actors::framework::detail::has_origin<Message>::value)
      message.origin = base::origin{++shared_->last_id, 0, nullptr};
    system_.spawn([receiver, message = std::move(message), slot = answer.slot_](caf::event_based_actor* self) {
      self->request(receiver, caf::infinite, message).then([slot](const Reply& x) { *slot = x; }, [](caf::error&) {});
    });
    return answer;
  }

  /// Asks and runs; throws if no answer comes without time passing.
  template <class Reply, class Handle, class Message>
  Reply ask(const Handle& receiver, Message message) {
    auto answer = ask_later<Reply>(receiver, std::move(message));
    run();
    return answer.get();
  }

private:
  /// Limit of rounds at a single point of time: a hundred times as many as any test needs.
  static constexpr std::size_t rounds_max = 20'000;

  static caf::actor_system_config& prepare(caf::actor_system_config& config) {
    config.set("scheduler.policy", caf::atom("testing"));
    return config;
  }

  /// @returns false if there was no work
  bool run_round() {
    bool busy = run_messages();
    for (const auto& deliver : outside_) busy = (!interrupted_ && deliver()) || busy;
    return busy;
  }

  /// Throws, with the messages that repeat themselves. The work that is left stays undone.
  [[noreturn]] void fail_without_end() {
    std::set<std::string> going_round;
    const auto before = std::exchange(shared_->record, [&](trace::packed_event event) {
      const auto x = trace::unpacked(event);
      going_round.insert(x.type.text() + " to " + x.receiver + (x.summary.empty() ? "" : " (" + x.summary + ")"));
    });
    auto& clock = coordinator_.clock();
    for (int i = 0; i < 10; ++i) {
      if (!run_round() && !clock.schedule().empty()) clock.trigger_timeout();
    }
    shared_->record = before;
    interrupt();
    outside_.clear();
    std::string text = "at one point of time something is done without end:";
    for (const auto& line : going_round) text += "\n  " + line;
    throw std::logic_error(text);
  }

  bool run_messages() {
    constexpr std::size_t messages_max = 1'000'000;
    std::size_t n = 0;
    auto& jobs = coordinator_.jobs;
    for (; !jobs.empty() && n < messages_max; ++n) {
      if (left_ && (*left_)-- == 0) {
        interrupted_ = true;
        return false;
      }
      if (shuffles_) std::swap(jobs.front(), jobs[random_() % jobs.size()]);
      coordinator_.try_run_once();
    }
    if (n == messages_max) throw std::logic_error("actors send messages to each other without end");
    return n > 0;
  }

  caf::actor_system_config config_;
  caf::actor_system system_;
  caf::scheduler::test_coordinator& coordinator_;
  actors::framework::context_ptr shared_ = std::make_shared<actors::framework::context>();
  std::mt19937_64 random_;
  bool shuffles_;
  std::optional<std::uint64_t> left_; ///< messages before everything stops
  bool interrupted_ = false;
  caf::actor_clock::time_point began_;
  std::chrono::nanoseconds set_by_{0};
  std::vector<trace::event> trace_;
  std::vector<std::function<bool()>> outside_;
  std::function<bool()> wait_;
  std::vector<std::function<void()>> stops_;
};

} // namespace simulation
