#include "actors/supervision/kubernetes_event_writes.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/kube_client.hpp"
#include "kube/api/response.hpp"
#include "kube/watch/reachability.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <utility>

namespace actors::supervision {

namespace {

/// The pause before the next try of a failed request if there was no outage of the API server.
constexpr std::chrono::seconds retry_interval{5};

std::vector<cluster::records::event_subject> subjects_of(const event_places& x) {
  std::vector<cluster::records::event_subject> subjects{{"v1", "ConfigMap", x.namespace_name, x.config_map}};
  if (!x.deployment.empty()) subjects.push_back({"apps/v1", "Deployment", x.namespace_name, x.deployment});
  return subjects;
}

std::string uid_of(const text::json& object) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? std::string() : metadata->string_at("uid").value_or("");
}

} // namespace

kubernetes_event_writes::kubernetes_event_writes(framework::actor_base<messages::supervisor_actor>* self,
                                                 const peer_registry& peers, const event_places& places)
  : self_(self), peers_(peers), subjects_(subjects_of(places)), is_there_(subjects_.size(), false),
    // Names of Events of an earlier process must not come again.
    first_number_(static_cast<std::uint64_t>(self->shared().wall_time_us())) {}

void kubernetes_event_writes::write(std::vector<core::status::kubernetes_event> events) {
  for (auto& event : events) {
    if (waiting_.size() < waiting_max)
      waiting_.push_back(std::move(event));
    else
      series_.leave_out();
  }
  if (!std::exchange(is_busy_, true)) read_subjects(0);
}

void kubernetes_event_writes::read_subjects(std::size_t index) {
  if (index == subjects_.size()) return write_next();
  auto& subject = subjects_[index];
  call(cluster::records::read_subject_request(subject),
       [this, index, &subject](const base::result<text::json>& object) {
         if (!object && kube::watch::may_be_outage(object.error())) return go_on_later();
         subject.uid = object ? uid_of(*object) : std::string();
         // An Event about a ConfigMap that is absent is written all the same.
         is_there_[index] = object || index == 0;
         if (!object && object.error().code == base::error_code::forbidden) report_refusal(object.error());
         read_subjects(index + 1);
       });
}

void kubernetes_event_writes::write_next() {
  if (auto left = std::exchange(interrupted_, std::nullopt)) return write_event(*left);
  while (!waiting_.empty()) {
    const auto event = std::move(waiting_.front());
    waiting_.pop_front();
    const auto* told = series_.tell(event, self_->shared().steady_time_us(), self_->shared().wall_time_us());
    if (told != nullptr) return write_event({*told, 0, false});
  }
  is_busy_ = false;
}

void kubernetes_event_writes::write_event(const writing& x) {
  if (x.next == subjects_.size()) return write_next();
  if (!is_there_[x.next]) return write_event({x.event, x.next + 1, x.is_anew});
  const auto& told = x.event;
  const cluster::records::event_content content{.reason = name(told.what.kind),
                                                .message = told.text,
                                                .is_warning = is_warning(told.what.kind),
                                                .count = told.count,
                                                .first_time = framework::time_text(told.first_us),
                                                .last_time = framework::time_text(told.last_us),
                                                .number = first_number_ + told.number};
  const auto& about = subjects_[x.next];
  const bool is_new = told.count == 1 || x.is_anew;
  call(is_new ? create_event_request(about, content) : count_event_request(about, content),
       [this, x](const base::result<text::json>& answer) { wrote(x, answer); });
}

void kubernetes_event_writes::wrote(writing x, const base::result<text::json>& answer) {
  using base::error_code;
  const auto code = answer ? std::optional<error_code>() : answer.error().code;
  // The API server keeps Events for an hour by default.
  if (code == error_code::not_found && !x.is_anew && x.event.count > 1) {
    x.is_anew = true;
    return write_event(x);
  }
  if (!answer && kube::watch::may_be_outage(answer.error())) {
    interrupted_ = std::move(x);
    return go_on_later();
  }
  tries_ = 0;
  if (code == error_code::forbidden) report_refusal(answer.error());
  // An Event that exists was created by a request before, and the answer to it was lost.
  else if (code && code != error_code::already_exists)
    sys::log::log_debug("kubernetes_event_refused",
                        {{"reason", name(x.event.what.kind)}, {"error", answer.error().message}});
  write_event({std::move(x.event), x.next + 1, false});
}

void kubernetes_event_writes::go_on_later() {
  if (++tries_ >= tries_max) return give_up();
  self_->ask(
    peers_->kube, messages::await_api_server{{}, retry_interval},
    [this](const messages::api_server_awaited&) { read_subjects(0); }, [](const std::string&) {});
}

void kubernetes_event_writes::give_up() {
  if (std::exchange(interrupted_, std::nullopt)) series_.leave_out();
  for (; !waiting_.empty(); waiting_.pop_front()) series_.leave_out();
  tries_ = 0;
  is_busy_ = false;
}

void kubernetes_event_writes::report_refusal(const base::error& reason) {
  // Logged once: each further Event would repeat it.
  if (std::exchange(is_refused_, true)) return;
  sys::log::log_warning("kubernetes_events_refused",
                        {{"error", reason.message}, {"hint", "or switch them off: --kubernetes-events off"}});
}

void kubernetes_event_writes::call(kube::api::http_request request,
                                   std::function<void(const base::result<text::json>&)> then) {
  self_->ask(
    peers_->kube, messages::call_api{{}, std::move(request)},
    [then](const messages::api_answered& answer) { then(kube::api::object_of(answer.response)); },
    // The operator stops.
    [](const std::string&) {});
}

} // namespace actors::supervision
