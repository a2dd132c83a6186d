#pragma once

// The only header of this layer that includes CAF (0.17.6), except for CAF's scheduler (sparing_workers.hpp).
// All other files of this layer use the names of this header and of actor.hpp.

#include "actors/framework/actor_failure.hpp"
#include "actors/framework/context.hpp"
#include "actors/framework/thread_order.hpp"
#include "actors/framework/traced_message.hpp"
#include "base/origin.hpp"
#include "trace/packed_event.hpp"

#include <caf/all.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Announces a message struct to CAF. Messages never leave the process, so they need no serialisation.
#define ACTORS_MESSAGE(type) CAF_ALLOW_UNSAFE_MESSAGE_TYPE(type)

namespace actors::framework {

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

/// True if an actor with this handle accepts the message.
template <class Receiver, class Message>
inline constexpr bool takes = caf::response_type<typename Receiver::signatures, Message>::valid;

} // namespace detail

/// A typed actor's handle: `handle<reply(question), void(fact)>`.
template <class... Signatures>
using handle = caf::typed_actor<typename detail::signature<Signatures>::type...>;

/// Refers to an actor without keeping it alive.
template <class Handle>
class weak_handle {
public:
  explicit weak_handle(const Handle& to) : to_(caf::actor_cast<caf::weak_actor_ptr>(to)) {}

  /// The actor; invalid if it has ended, because there are no references to it any more.
  [[nodiscard]] Handle lock() const { return caf::actor_cast<Handle>(to_.lock()); }

private:
  caf::weak_actor_ptr to_;
};

class acting;

/// An answer that is given later, once. Copies share the answer.
template <class Reply>
class promise {
public:
  using reply = Reply;

  promise() = default;
  promise(caf::typed_response_promise<Reply> inner, std::uint64_t request)
    : inner_(std::move(inner)), request_(request) {}

private:
  friend class acting;
  caf::typed_response_promise<Reply> inner_;
  std::uint64_t request_ = 0; ///< id of the answered message
  std::shared_ptr<bool> is_given_ = std::make_shared<bool>(false);
};

/// An actor of any interface, for its parts. A part sends messages and questions in the name of the actor;
/// each carries the id of the message that caused it.
class acting {
public:
  /// The actor's name in traces and logs: `queue main`, `module ingress`.
  [[nodiscard]] const std::string& label() const noexcept { return *label_; }
  [[nodiscard]] context& shared() noexcept { return *shared_; }
  [[nodiscard]] const context_ptr& shared_ptr() const noexcept { return shared_; }
  /// The id of the current message.
  [[nodiscard]] std::uint64_t current_id() const noexcept { return current_; }

  /// Sends a message that has no answer.
  template <class Receiver, class Message>
  void tell(const Receiver& receiver, Message message) {
    static_assert(detail::takes<Receiver, Message>, "the receiver does not take this message");
    stamp(message);
    put(receiver, caf::make_message_id(), std::move(message));
  }

  /// Sends a message to this actor after `delay`. A reminder cannot be cancelled, so it should carry a number
  /// that shows whether it is still valid.
  /// @param me a handle of this actor.
  template <class Own, class Message>
  void remind(const Own& me, std::chrono::nanoseconds delay, Message message) {
    static_assert(detail::takes<Own, Message>, "this actor does not take this message");
    stamp(message);
    auto& clock = self_->system().clock();
    clock.schedule_message(clock.now() + delay, caf::actor_cast<caf::strong_actor_ptr>(me),
                           caf::make_mailbox_element(self_->ctrl(), caf::make_message_id(), {}, std::move(message)));
  }

  /// Asks another actor. `on_reply` runs as a handler of this actor; `on_gone` is called instead if the other
  /// actor has ended first. There is no time limit, because every actor answers every request, and only the
  /// other actor knows how long its work may take.
  template <class Receiver, class Message, class OnReply, class OnGone>
  void ask(const Receiver& receiver, Message message, OnReply on_reply, OnGone on_gone) {
    static_assert(detail::takes<Receiver, Message>, "the receiver does not take this message");
    using reply = caf::response_type_t<typename Receiver::signatures, Message>;
    stamp(message);
    const auto id = self_->new_request_id(caf::message_priority::normal);
    if (receiver)
      put(receiver, id, std::move(message));
    else
      put(self_, id.response_id(), caf::make_error(caf::sec::invalid_argument));
    using answered = typename detail::handler_of<decltype(&OnReply::operator())>::message;
    caf::response_handle<caf::scheduled_actor, reply, false>(id.response_id(), self_)
      .then([this, people = people_, handler = traced(std::move(on_reply))](
              const answered& x) mutable { for_people(people, [&] { handler(x); }); },
            [this, people = people_, on_gone = std::move(on_gone)](caf::error& e) mutable {
              for_people(people, [&] { on_gone(caf::to_string(e)); });
            });
  }

  /// Lets the current message be answered later.
  template <class Reply>
  [[nodiscard]] promise<Reply> later() {
    promise<Reply> to{self_->make_response_promise<Reply>(), current_};
    if (people_)
      people_->refuse = [to] {
        if (!std::exchange(*to.is_given_, true)) promise<Reply>(to).inner_.deliver(report_error());
      };
    return to;
  }

  /// Gives a later answer. Its cause is the request, even if the answer became possible by work for another
  /// request.
  template <class Reply>
  void answer(promise<Reply>& to, Reply reply) {
    because(to.request_, [&] { stamp(reply); });
    if (!std::exchange(*to.is_given_, true)) to.inner_.deliver(std::move(reply));
  }

  /// Runs work with an earlier message as its cause, instead of the current message.
  template <class Work>
  void because(std::uint64_t cause, Work work) {
    const auto before = std::exchange(current_, cause);
    work();
    current_ = before;
  }

  /// Wraps a handler. The handled message is recorded, and is the cause of all messages that the handler
  /// sends.
  template <class Function>
  auto traced(Function function) {
    using traits = detail::handler_of<decltype(&Function::operator())>;
    using message_type = typename traits::message;
    using result_type = typename traits::result;
    return [this,
            function = std::move(function)](const message_type& message) mutable -> handled<message_type, result_type> {
      if constexpr (detail::is_for_people<message_type>())
        return answer_people<result_type>(function, message);
      else
        return handle<result_type>(function, message);
    };
  }

  /// Runs work for a report. An exception in this work is a bug; it is logged, and the actor goes on.
  /// @param what the report that cannot be made, for the log
  template <class Work>
  void report(std::string_view what, Work work) {
    try {
      work();
    } catch (...) {
      shared_->on_report_failed(*label_, std::string(what), text_of(std::current_exception()));
    }
  }

  /// True if events are recorded. Facts that take time need to be collected only in this case.
  [[nodiscard]] bool is_recording() const noexcept { return static_cast<bool>(shared_->record); }

  /// Records a span: work with a duration, caused by the current message.
  /// @param event the type of the span, its summary, its step, and its subject
  void record_span(trace::event event, std::chrono::microseconds duration) {
    if (!is_recording()) return;
    event.id = ++shared_->last_id;
    event.cause = current_;
    event.time_us = shared_->wall_time_us() - duration.count();
    event.sender = *label_;
    event.receiver = *label_;
    event.duration_us = duration.count();
    shared_->record(trace::pack(this_threads_memory().packer, event));
  }

  /// Records further causes of the work that the current message requests.
  /// @param task type of the task, for the reader of the trace
  void record_reasons(std::string task, std::vector<std::uint64_t> causes) {
    if (!is_recording() || causes.empty()) return;
    trace::event event;
    event.type = trace::trace_span::reasons;
    event.also = std::move(causes);
    event.facts = {{"task", std::move(task)}};
    record_span(std::move(event), std::chrono::microseconds(0));
  }

protected:
  acting(caf::scheduled_actor* self, context_ptr shared, std::string label)
    : self_(self), shared_(std::move(shared)), label_(base::kept_label(std::move(label))) {}
  ~acting() = default;
  acting(const acting&) = delete;
  acting& operator=(const acting&) = delete;

private:
  template <class>
  struct is_promise : std::false_type {};
  template <class Reply>
  struct is_promise<promise<Reply>> : std::true_type {};

  template <class Message, class Result>
  struct handled_type {
    using type = std::conditional_t<detail::is_for_people<Message>(), caf::result<Result>, Result>;
  };
  template <class Message, class Reply>
  struct handled_type<Message, promise<Reply>> {
    using type = caf::typed_response_promise<Reply>;
  };
  template <class Message, class Result>
  using handled = typename handled_type<Message, Result>::type;

  template <class Result, class Function, class Message>
  auto handle(Function& function, const Message& message) {
    const auto before = current_;
    enter(message);
    if constexpr (std::is_void_v<Result>) {
      function(message);
      current_ = before;
    } else if constexpr (is_promise<Result>::value) {
      auto result = function(message);
      current_ = before;
      return result.inner_;
    } else {
      auto result = function(message);
      stamp(result);
      current_ = before;
      return result;
    }
  }

  /// The current question for a report.
  struct people_question {
    std::string_view what;
    std::function<void()>
      refuse; ///< answers the promise with the error `report_failure`; null: no later answer was promised yet
  };

  static caf::error report_error() { return caf::make_error(caf::sec::runtime_error, std::string(report_failure)); }

  /// Runs work for an answer. If the answer is a report, an exception refuses the question at once, so that
  /// its sender does not wait.
  template <class Work>
  void for_people(const std::shared_ptr<people_question>& question, Work work) {
    if (!question) return work();
    const auto before = current_;
    people_ = question;
    try {
      work();
    } catch (...) {
      shared_->on_report_failed(*label_, std::string(question->what), text_of(std::current_exception()));
      if (question->refuse) question->refuse();
      current_ = before;
    }
    people_ = nullptr;
  }

  template <class Result, class Function, class Message>
  handled<Message, Result> answer_people(Function& function, const Message& message) {
    std::optional<handled<Message, Result>> given;
    const auto question = std::make_shared<people_question>(people_question{detail::type_name<Message>(), {}});
    for_people(question, [&] { given.emplace(handle<Result>(function, message)); });
    if (given) return std::move(*given);
    if constexpr (is_promise<Result>::value) {
      handled<Message, Result> none{};
      if (!question->refuse) {
        none = self_->make_response_promise<typename Result::reply>();
        none.deliver(report_error());
      }
      return none;
    } else {
      return report_error();
    }
  }

  template <class Message>
  void stamp(Message& message) {
    if constexpr (detail::has_origin<Message>::value)
      message.origin = base::origin{++shared_->last_id, current_, label_};
  }

  template <class Message>
  void enter(const Message& message) {
    if constexpr (detail::has_origin<Message>::value) {
      if (detail::is_untraced(message)) {
        current_ = message.origin.cause;
        return;
      }
      current_ = message.origin.id != 0 ? message.origin.id : ++shared_->last_id;
      if (shared_->record) record_entry(message);
    }
  }

  template <class Message>
  void record_entry(const Message& message) {
    report(detail::type_name<Message>(), [&] { record_message(message); });
  }

  template <class Message>
  void record_message(const Message& message) {
    static constexpr auto type = detail::type_name<Message>();
    static_assert(detail::has_known_name<Message>(),
                  "the name of a message is the format of traces: see trace/format_names.hpp");
    auto& [packer, summary] = this_threads_memory();
    packer.begin({.id = current_,
                  .cause = message.origin.cause,
                  .time_us = shared_->wall_time_us(),
                  .sender = recorded(message.origin.sender),
                  .receiver = recorded(label_),
                  .type = {type, true},
                  .summary = detail::summary_of(message, summary),
                  .step = detail::step_of(message)},
                 detail::causes_of(message));
    detail::add_facts_of(message, packer);
    shared_->record(packer.end());
  }

  static trace::event_text recorded(const base::actor_name& x) {
    return x ? trace::event_text{*x, base::is_kept(x)} : trace::event_text{};
  }

  /// Memory for recording an event without an allocation. Used only within a call, so all actors on a thread
  /// share it. Bounded by the packer, and by the length of a summary.
  struct recording_memory {
    trace::event_packer packer;
    std::string summary;
  };
  static recording_memory& this_threads_memory() {
    thread_local recording_memory memory;
    return memory;
  }

  template <class Receiver, class Message>
  void put(const Receiver& receiver, caf::message_id id, Message message) {
    if (!receiver) return;
    receiver->enqueue(caf::make_mailbox_element(self_->ctrl(), id, {}, std::move(message)), self_->context());
  }

  caf::scheduled_actor* self_;
  context_ptr shared_;
  base::actor_name label_;
  std::uint64_t current_ = 0;
  std::shared_ptr<people_question> people_; ///< null: the current message is not a question for a report
};

} // namespace actors::framework
