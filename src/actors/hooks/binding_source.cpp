#include "actors/hooks/binding_source.hpp"

#include <utility>

namespace actors::hooks {

binding_source::binding_source(owner_self self, messages::supervisor_actor supervisor, source_request wanted,
                               std::function<void()> changed)
  : self_(self), supervisor_(std::move(supervisor)), wanted_(std::move(wanted)), changed_(std::move(changed)) {}

void binding_source::open() {
  self_->ask(
    supervisor_, messages::open_watch{{}, wanted_.watch},
    [self = self_, key = wanted_.key, weak = weak_from_this()](const messages::watch_opened& opened) {
      const auto me = weak.lock();
      if (me && std::holds_alternative<opening>(me->at_)) return me->subscribe_to(opened.informer);
      // The binding has ended meanwhile. Without this `unsubscribe` the informer would keep a watch that has
      // no subscription.
      self->tell(opened.informer, messages::unsubscribe{{}, key});
    },
    [](const std::string&) {});
}

void binding_source::subscribe_to(const messages::informer_actor& informer) {
  at_ = subscribed{informer, core::bindings::lists::listing{}};
  self_->tell(informer,
              messages::subscribe{{}, wanted_.key, self_.handle(), wanted_.view, wanted_.labels, wanted_.announce_all});
  // The list may be refused before the first `objects_listed`, and only `await_list` reports this.
  ask_why({});
}

void binding_source::ask_why(std::optional<core::bindings::lists::obstacle> known) {
  self_->ask(
    informer(), messages::await_list{{}, wanted_.key, known},
    [weak = weak_from_this()](const messages::list_awaited& answer) {
      const auto me = weak.lock();
      if (me && !answer.problem.empty()) me->on_problem({answer.problem, answer.by});
    },
    [](const std::string&) {});
}

void binding_source::on_problem(const core::bindings::lists::refused& problem) {
  auto* now = std::get_if<subscribed>(&at_);
  // The list may be known already, because it came before this answer.
  if (now == nullptr || core::bindings::is_known(now->list)) return;
  now->list = problem;
  // Asks again, because the obstacle may change: the kind may become unknown while its list is refused, and
  // known again.
  ask_why(problem.by);
  changed_();
}

void binding_source::on_listed(const messages::objects_listed& x) {
  auto* now = std::get_if<subscribed>(&at_);
  if (now == nullptr) return;
  if (x.unseen.empty())
    now->list = core::bindings::lists::known{};
  else
    now->list = core::bindings::lists::refused{x.unseen, core::bindings::lists::obstacle::filter};
  changed_();
}

void binding_source::leave(std::function<void(const messages::watch_left&)> left) {
  const auto informer_before = informer();
  if (!informer_before) {
    at_ = closed{};
    return left({});
  }
  at_ = leaving{};
  self_->ask(
    informer_before, messages::leave_watch{{}, wanted_.key},
    [weak = weak_from_this(), left](const messages::watch_left& answer) {
      if (const auto me = weak.lock(); me && me->is_leaving()) left(answer);
    },
    [weak = weak_from_this(), left](const std::string&) {
      if (const auto me = weak.lock(); me && me->is_leaving()) left({});
    });
}

void binding_source::close() {
  if (const auto from = informer()) self_->tell(from, messages::unsubscribe{{}, wanted_.key});
  at_ = closed{};
}

core::bindings::list_state binding_source::list() const {
  if (const auto* now = std::get_if<subscribed>(&at_)) return now->list;
  return core::bindings::lists::listing{};
}

messages::informer_actor binding_source::informer() const {
  if (const auto* now = std::get_if<subscribed>(&at_)) return now->informer;
  return {};
}

} // namespace actors::hooks
