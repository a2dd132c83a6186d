#pragma once

// The header that includes CAF (0.17.6), but for its scheduler. All else in this layer uses what stands here.

#include "actors/framework/actor_failure.hpp"
#include "actors/framework/thread_order.hpp"
#include "core/base/origin.hpp"
#include "core/base/time_zone.hpp"
#include "core/trace/trace_event.hpp"

#include <caf/all.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

/// Announces a message struct to CAF. Messages never leave the process, so they need no serialisation.
#define ACTORS_MESSAGE(type) CAF_ALLOW_UNSAFE_MESSAGE_TYPE(type)

namespace actors {

/// What all actors of one operator share. Thread-safe.
struct context {
  /// Source of message ids.
  std::atomic<std::uint64_t> last_id{0};
  /// Wall clock, microseconds since the epoch; virtual in tests.
  std::function<std::int64_t()> wall_time_us = [] { return std::int64_t{0}; };
  /// The time zones of crontabs.
  core::time_zone_source time_zones = core::only_utc;
  /// Takes what was handled; empty: nothing is recorded. Must not block.
  std::function<void(core::trace_event)> record;
  /// Random numbers for jitter, from a seed.
  std::function<std::uint64_t()> random = [] { return std::uint64_t{0}; };
  /// Called on the thread of an actor that a bug has ended: its handler has thrown, or CAF has ended it.
  std::function<void(const std::string& actor, const std::string& reason)> on_actor_failed = end_process_for;
};
using context_ptr = std::shared_ptr<context>;

namespace detail {

template <class>
struct signature;
template <class Reply, class Message>
struct signature<Reply(Message)> {
  using type = typename caf::replies_to<Message>::template with<Reply>;
};
template <class Message>
struct signature<void(Message)> {
  using type = caf::reacts_to<Message>;
};

template <class>
struct handler_of;
template <class Object, class Result, class Message>
struct handler_of<Result (Object::*)(Message) const> {
  using result = Result;
  using message = std::decay_t<Message>;
};
template <class Object, class Result, class Message>
struct handler_of<Result (Object::*)(Message)> : handler_of<Result (Object::*)(Message) const> {};

template <class T, class = void>
struct has_origin : std::false_type {};
template <class T>
struct has_origin<T, std::void_t<decltype(std::declval<T&>().origin)>> : std::true_type {};

/// The bare name of a message type: `append_task`.
template <class T>
std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  const auto begin = text.find("T = ") + 4;
  text = text.substr(begin, text.find_first_of(";]", begin) - begin);
  const auto scope = text.rfind("::");
  return scope == text.npos ? text : text.substr(scope + 2);
}

template <class T>
std::string summary_of(const T& message) {
  if constexpr (requires { summary(message); })
    return summary(message);
  else
    return {};
}

template <class T>
int step_of(const T& message) {
  if constexpr (requires { lifecycle_step(message); })
    return lifecycle_step(message);
  else
    return 0;
}

} // namespace detail

/// A typed actor's handle: `handle<reply(question), void(fact)>`.
template <class... Signatures>
using handle = caf::typed_actor<typename detail::signature<Signatures>::type...>;

/// Refers to an actor without keeping it alive.
template <class Handle>
class weak_handle {
public:
  explicit weak_handle(const Handle& to) : to_(caf::actor_cast<caf::weak_actor_ptr>(to)) {}

  /// The actor; invalid if it has ended because nobody referred to it any more.
  [[nodiscard]] Handle lock() const { return caf::actor_cast<Handle>(to_.lock()); }

private:
  caf::weak_actor_ptr to_;
};

/// An answer that comes later. Copies share it; the answer is given once.
template <class Reply>
class promise {
public:
  promise() = default;
  promise(caf::typed_response_promise<Reply> inner, std::uint64_t request)
    : inner_(std::move(inner)), request_(request) {}

private:
  template <class>
  friend class base;
  caf::typed_response_promise<Reply> inner_;
  std::uint64_t request_ = 0; ///< id of the message that is answered
};

/// What every actor is made of: sending with causes, requests, reminders, tracing.
template <class Handle>
class base : public Handle::base {
public:
  using super = typename Handle::base;
  using handle_type = Handle;

  base(caf::actor_config& config, context_ptr shared, std::string label)
    : super(config), shared_(std::move(shared)), label_(std::make_shared<const std::string>(std::move(label))) {
    this->set_default_handler(caf::drop);
    this->set_exception_handler([this](std::exception_ptr& thrown) -> caf::error {
      shared_->on_actor_failed(*label_, text_of(thrown));
      return caf::exit_reason::unhandled_exception;
    });
  }
  ~base() override { ACTORS_TSAN_ACQUIRE(this); }

  /// The name in traces and logs: `queue main`, `module ingress`.
  [[nodiscard]] const std::string& label() const noexcept { return *label_; }
  [[nodiscard]] context& shared() noexcept { return *shared_; }
  [[nodiscard]] const context_ptr& shared_ptr() const noexcept { return shared_; }
  /// Id of the message that is being handled.
  [[nodiscard]] std::uint64_t current_id() const noexcept { return current_; }

  /// Sends a message that wants no answer.
  template <class Receiver, class Message>
  void tell(const Receiver& receiver, Message message) {
    stamp(message);
    this->send(receiver, std::move(message));
  }

  /// Reminds this actor after `delay`. A reminder cannot be taken back: put a number into it that tells whether it is
  /// still meant.
  template <class Message>
  void remind(std::chrono::nanoseconds delay, Message message) {
    stamp(message);
    this->delayed_send(this, delay, std::move(message));
  }

  /// Asks; `on_reply` runs as a handler of this actor, `on_gone` if the other actor ended first. There is no time limit
  /// here: every actor answers every request, and how long a thing may take is the knowledge of the one that does it.
  template <class Receiver, class Message, class OnReply, class OnGone>
  void ask(const Receiver& receiver, Message message, OnReply on_reply, OnGone on_gone) {
    stamp(message);
    this->request(receiver, caf::infinite, std::move(message))
      .then(traced(std::move(on_reply)),
            [on_gone = std::move(on_gone)](caf::error& e) mutable { on_gone(caf::to_string(e)); });
  }

  /// Makes the answer to the message that is being handled a later one.
  template <class Reply>
  [[nodiscard]] promise<Reply> later() {
    return promise<Reply>{this->template make_response_promise<Reply>(), current_};
  }

  /// Gives a later answer. Its cause is the request, whatever has made the answer possible: that may be work for others.
  template <class Reply>
  void answer(promise<Reply>& to, Reply reply) {
    because(to.request_, [&] { stamp(reply); });
    to.inner_.deliver(std::move(reply));
  }

  /// Does something whose cause is not the message that is being handled, but an earlier one.
  template <class Work>
  void because(std::uint64_t cause, Work work) {
    const auto before = std::exchange(current_, cause);
    work();
    current_ = before;
  }

  /// Wraps a handler: what it sends is caused by the message it handles, and the message is recorded.
  template <class Function>
  auto traced(Function function) {
    using traits = detail::handler_of<decltype(&Function::operator())>;
    using message_type = typename traits::message;
    using result_type = typename traits::result;
    return [this, function = std::move(function)](const message_type& message) mutable -> handled<result_type> {
      const auto before = current_;
      enter(message);
      if constexpr (std::is_void_v<result_type>) {
        function(message);
        current_ = before;
      } else if constexpr (is_promise<result_type>::value) {
        auto result = function(message);
        current_ = before;
        return result.inner_;
      } else {
        auto result = function(message);
        stamp(result);
        current_ = before;
        return result;
      }
    };
  }

  /// Records a span: something with a duration that the actor has watched, caused by the current message.
  void record_span(std::string type, std::string summary, int step, std::chrono::microseconds duration) {
    if (!shared_->record) return;
    core::trace_event event;
    event.id = ++shared_->last_id;
    event.cause = current_;
    event.time_us = shared_->wall_time_us() - duration.count();
    event.sender = *label_;
    event.receiver = *label_;
    event.type = std::move(type);
    event.summary = std::move(summary);
    event.step = step;
    event.duration_us = duration.count();
    shared_->record(std::move(event));
  }

  const char* name() const override { return label_->c_str(); }

  bool cleanup(caf::error&& reason, caf::execution_unit* host) override {
    // An actor ends because it quits, is stopped, or is not referred to any more: these are reasons of this category.
    if (reason && reason.category() != caf::atom("exit")) shared_->on_actor_failed(*label_, caf::to_string(reason));
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

private:
  template <class>
  struct is_promise : std::false_type {};
  template <class Reply>
  struct is_promise<promise<Reply>> : std::true_type {};

  template <class Result>
  struct handled_type {
    using type = Result;
  };
  template <class Reply>
  struct handled_type<promise<Reply>> {
    using type = caf::typed_response_promise<Reply>;
  };
  template <class Result>
  using handled = typename handled_type<Result>::type;

  template <class Message>
  void stamp(Message& message) {
    if constexpr (detail::has_origin<Message>::value)
      message.origin = core::origin{++shared_->last_id, current_, label_};
  }

  template <class Message>
  void enter(const Message& message) {
    if constexpr (detail::has_origin<Message>::value) {
      current_ = message.origin.id != 0 ? message.origin.id : ++shared_->last_id;
      if (!shared_->record) return;
      core::trace_event event;
      event.id = current_;
      event.cause = message.origin.cause;
      event.time_us = shared_->wall_time_us();
      if (message.origin.sender) event.sender = *message.origin.sender;
      event.receiver = *label_;
      event.type = std::string(detail::type_name<Message>());
      event.summary = detail::summary_of(message);
      event.step = detail::step_of(message);
      shared_->record(std::move(event));
    }
  }

  context_ptr shared_;
  std::shared_ptr<const std::string> label_;
  std::uint64_t current_ = 0;
};

/// The table of contents of an actor: its handlers, one lambda for each message, each calling one member function.
template <class Handle, class... Functions>
typename Handle::behavior_type behavior(base<Handle>* self, Functions... functions) {
  return {self->traced(std::move(functions))...};
}

namespace detail {

/// An actor that holds a `State`. The state is made with the actor and destroyed when the actor ends.
/// (CAF's own `stateful_actor` would initialise an aggregate's first member from the self pointer in C++20.)
template <class State>
class holder final : public base<typename State::handle_type> {
public:
  using super = base<typename State::handle_type>;
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

/// Where an actor runs: on the shared threads, or (because it blocks) on its own. Chosen by the spawner, so that tests
/// run everything on one thread.
enum class placement { shared, own_thread };

/// Spawns an actor that holds a `State`: `State(base<handle>* self, arguments…)`, `handle_type`, `make_behavior()`.
template <class State, class... Arguments>
typename State::handle_type spawn(caf::actor_system& system, placement where, const context_ptr& shared,
                                  std::string label, Arguments&&... arguments) {
  using holder = detail::holder<State>;
  if (where == placement::own_thread)
    return system.spawn<holder, caf::detached>(shared, std::move(label), std::forward<Arguments>(arguments)...);
  return system.spawn<holder>(shared, std::move(label), std::forward<Arguments>(arguments)...);
}

/// Sends from outside the actors: from a reactor's thread, from `main`.
/// @param cause id of the message that asked for what now happens, 0 for the world outside.
template <class Receiver, class Message>
void post(const context_ptr& shared, const Receiver& receiver, Message message, std::uint64_t cause = 0) {
  if constexpr (detail::has_origin<Message>::value) message.origin = core::origin{++shared->last_id, cause, nullptr};
  caf::anon_send(receiver, std::move(message));
}

/// Ends an actor now: what waits in its mailbox is not handled any more.
template <class Receiver>
void stop_now(const Receiver& receiver) {
  auto* target = caf::actor_cast<caf::abstract_actor*>(receiver);
  target->enqueue(nullptr, caf::make_message_id(caf::message_priority::high),
                  caf::make_message(caf::exit_msg{receiver.address(), caf::exit_reason::user_shutdown}), nullptr);
}

} // namespace actors
