#include "support/watch_driver.hpp"

#include <algorithm>
#include <optional>

namespace test {

namespace {

std::string text_of(const kube::objects::object_change& change) {
  static constexpr const char* names[] = {"added ", "modified ", "deleted "};
  return names[static_cast<int>(change.kind)] + std::string(change.object->name().name());
}

} // namespace

watch_driver::watch_driver(api_under_test& api, kube::watch::watch_machine_options options)
  : api_(api), machine_(options), target_(options.target.resource) {
  start();
}

watch_driver::~watch_driver() {
  api_.transport().cancel(watch_id_);
}

bool watch_driver::run_until(const std::string& entry) {
  return api_.wait_until([&] {
    while (take_events()) {
    }
    return !log_.empty() && log_.back() == entry;
  });
}

bool watch_driver::take_events() {
  std::optional<std::pair<unsigned, event>> next;
  {
    std::lock_guard lock(inbox_->mutex);
    if (inbox_->events.empty()) return false;
    next = std::move(inbox_->events.front());
    inbox_->events.pop_front();
  }
  auto& [watch, x] = *next;
  if (auto* answered = std::get_if<kube::watch::watch_input::list_answered>(&x))
    step(*answered);
  else if (const auto* found = std::get_if<discovery_answer>(&x))
    take(*found);
  else if (watch != watch_number_)
    return true;
  else if (auto* line = std::get_if<queued_line>(&x))
    step(kube::watch::watch_input::line{line->text});
  else
    step(std::get<kube::watch::watch_input::watch_ended>(x));
  return true;
}

void watch_driver::step(const kube::watch::watch_machine_input& input) {
  for (const auto& effect : machine_.step(input)) perform(effect);
}

void watch_driver::perform(const kube::watch::watch_machine_effect& effect) {
  namespace effects = kube::watch::watch_effect;
  if (const auto* list = std::get_if<effects::send_list>(&effect))
    send(list->request);
  else if (std::holds_alternative<effects::look_up_kind>(effect))
    discover(discovery_.start());
  else if (const auto* watch = std::get_if<effects::open_watch>(&effect))
    open(watch->request);
  else if (const auto* change = std::get_if<effects::changed>(&effect))
    log_.push_back(text_of(change->change));
  else if (const auto* failure = std::get_if<effects::failed>(&effect))
    log_.push_back(std::string("failed ") + base::name(failure->reason.code));
  else if (std::holds_alternative<effects::listed>(effect))
    log_.push_back("listed");
  else if (std::holds_alternative<effects::kind_gone>(effect))
    log_.push_back("kind_gone");
  else if (std::holds_alternative<effects::close_watch>(effect))
    close();
  else if (std::holds_alternative<effects::wait_for>(effect))
    step(kube::watch::watch_input::waited{});
}

void watch_driver::close() {
  api_.transport().cancel(watch_id_);
  ++watch_number_;
}

void watch_driver::send(const kube::api::http_request& request) {
  auto& api = api_;
  api_.transport().start(request, {.on_line = {}, .on_done = [box = inbox_, &api](auto answer) {
                                     put(box, api, 0, kube::watch::watch_input::list_answered{std::move(answer)});
                                   }});
}

void watch_driver::discover(const std::vector<kube::api::http_request>& requests) {
  auto& api = api_;
  for (const auto& request : requests)
    api_.transport().start(request,
                           {.on_line = {}, .on_done = [box = inbox_, &api, target = request.target](auto answer) {
                              put(box, api, 0, discovery_answer{target, std::move(answer)});
                            }});
}

void watch_driver::take(const discovery_answer& x) {
  discover(discovery_.answer(x.target, x.response));
  if (!discovery_.finished()) return;
  const auto table = discovery_.take();
  step(kube::watch::watch_input::kind_looked_up{
    table ? table->find(target_.api_version(), target_.kind)
          : kube::api::lookup_result(kube::api::kind_undecided{.reason = table.error().message})});
}

void watch_driver::open(const kube::api::http_request& request) {
  auto& api = api_;
  const auto number = ++watch_number_;
  watch_id_ = api_.transport().start(
    request,
    {.on_line = [box = inbox_, &api,
                 number](std::string_view line) { put(box, api, number, queued_line{std::string(line)}); },
     .on_done = [box = inbox_, &api,
                 number](auto end) { put(box, api, number, kube::watch::watch_input::watch_ended{std::move(end)}); }});
}

void watch_driver::put(const std::shared_ptr<inbox>& box, api_under_test& api, unsigned watch, event x) {
  {
    std::lock_guard lock(box->mutex);
    box->events.emplace_back(watch, std::move(x));
  }
  api.notify();
}

} // namespace test
