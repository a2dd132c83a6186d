#pragma once

#include "actors/framework/acting.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace actors::framework {

/// The base of every actor.
template <class Handle>
class actor_base : public Handle::base, public acting {
public:
  using super = typename Handle::base;
  using handle_type = Handle;

  actor_base(caf::actor_config& config, context_ptr shared, std::string label)
    : super(config), acting(this, std::move(shared), std::move(label)) {
    this->set_default_handler(caf::drop);
    this->set_exception_handler([this](std::exception_ptr& thrown) -> caf::error {
      this->shared().on_actor_failed(this->label(), text_of(thrown));
      return caf::exit_reason::unhandled_exception;
    });
  }
  ~actor_base() override { ACTORS_TSAN_ACQUIRE(this); }

  /// See `acting::remind`.
  template <class Message>
  void remind(std::chrono::nanoseconds delay, Message message) {
    acting::remind(Handle(this), delay, std::move(message));
  }

  const char* name() const override { return label().c_str(); }

  bool cleanup(caf::error&& reason, caf::execution_unit* host) override {
    // Reasons of category "exit" are normal: the actor quits, is stopped, or has lost its last reference.
    if (reason && reason.category() != caf::atom("exit")) shared().on_actor_failed(label(), caf::to_string(reason));
    return super::cleanup(std::move(reason), host);
  }

  void launch(caf::execution_unit* unit, bool lazy, bool hide) override {
    ACTORS_TSAN_RELEASE(this);
    super::launch(unit, lazy, hide);
  }
  caf::resumable::resume_result resume(caf::execution_unit* unit, size_t throughput) override {
    caf::strong_actor_ptr keep{this->ctrl()};
    ACTORS_TSAN_ACQUIRE(this);
    auto result = super::resume(unit, throughput);
    ACTORS_TSAN_RELEASE(this);
    return result;
  }
  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override {
    ACTORS_TSAN_RELEASE(element.get());
    ACTORS_TSAN_RELEASE(this);
    super::enqueue(std::move(element), unit);
  }
  caf::invoke_message_result consume(caf::mailbox_element& element) override {
    ACTORS_TSAN_ACQUIRE(&element);
    auto result = super::consume(element);
    ACTORS_TSAN_RELEASE(this);
    return result;
  }
};

/// The handlers of an actor, as a table of contents: a lambda for each message, which calls a single member
/// function.
template <class Handle, class... Functions>
typename Handle::behavior_type behavior(actor_base<Handle>* self, Functions... functions) {
  return {self->traced(std::move(functions))...};
}

namespace detail {

/// An actor with a `State`, which is created with the actor and destroyed at its end. (Not CAF's
/// `stateful_actor`, which in C++20 initialises the first member of an aggregate from the self pointer.)
template <class State>
class holder final : public actor_base<typename State::handle_type> {
public:
  using super = actor_base<typename State::handle_type>;
  using behavior_type = typename State::handle_type::behavior_type;

  template <class... Arguments>
  holder(caf::actor_config& config, context_ptr shared, std::string label, Arguments&&... arguments)
    : super(config, std::move(shared), std::move(label)) {
    state_.emplace(static_cast<super*>(this), std::forward<Arguments>(arguments)...);
  }

  ~holder() override { ACTORS_TSAN_ACQUIRE(this); }

  void on_exit() override {
    state_.reset();
    super::on_exit();
    ACTORS_TSAN_RELEASE(this);
  }

protected:
  behavior_type make_behavior() override { return state_->make_behavior(); }

private:
  std::optional<State> state_;
};

} // namespace detail

/// Where an actor runs: on the shared threads, or, because it blocks, on its own thread. The spawner chooses,
/// so that tests can run all actors on a single thread.
enum class placement { shared, own_thread };

/// Spawns an actor that holds a `State`: `State(base<handle>* self, arguments…)`, `handle_type`,
/// `make_behavior()`.
template <class State, class... Arguments>
typename State::handle_type spawn(caf::actor_system& system, placement where, const context_ptr& shared,
                                  std::string label, Arguments&&... arguments) {
  using holder = detail::holder<State>;
  if (where == placement::own_thread)
    return system.spawn<holder, caf::detached>(shared, std::move(label), std::forward<Arguments>(arguments)...);
  return system.spawn<holder>(shared, std::move(label), std::forward<Arguments>(arguments)...);
}

/// Sends a message from outside of the actors: from a reactor's thread, or from `main`.
/// @param cause id of the message that requested this work; 0: a cause outside of the operator.
template <class Receiver, class Message>
void post(const context_ptr& shared, const Receiver& receiver, Message message, std::uint64_t cause = 0) {
  if constexpr (detail::has_origin<Message>::value) message.origin = base::origin{++shared->last_id, cause, nullptr};
  caf::anon_send(receiver, std::move(message));
}

/// Ends an actor at once; messages in its mailbox are lost.
template <class Receiver>
void stop_now(const Receiver& receiver) {
  auto* target = caf::actor_cast<caf::abstract_actor*>(receiver);
  target->enqueue(nullptr, caf::make_message_id(caf::message_priority::high),
                  caf::make_message(caf::exit_msg{receiver.address(), caf::exit_reason::user_shutdown}), nullptr);
}

} // namespace actors::framework
