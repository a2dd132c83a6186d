#include "actors/api/transfers.hpp"

#include "actors/messages/observation.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "kube/api/api_path.hpp"
#include "kube/watch/broken_paths.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors::api {

namespace {

kube::api::request_end end_of(const base::result<kube::api::http_response>& response) {
  using kube::api::request_end;
  const auto is_late = [](const auto& x) {
    // An API server gives 504 if the server of a group, or a webhook, does not answer in time.
    return x ? x->status == 504 : x.error().code == base::error_code::timeout;
  };
  if (is_late(response)) return request_end::timed_out;
  return response ? request_end::answered : request_end::failed;
}

/// The target of a list without the size of its pages, which may differ between two tries; empty: the request
/// is no list, or asks for a further page.
std::string list_of(const kube::api::http_request& x) {
  const auto object = kube::api::object_of_path(x.target);
  if (x.method != "GET" || x.streaming || !object || !object->name.empty()) return {};
  if (x.target.find("continue=") != x.target.npos) return {};
  auto list = x.target;
  if (const auto limit = list.find("limit="); limit != list.npos)
    list.erase(limit, std::min(list.find('&', limit), list.size()) - limit);
  return list;
}

} // namespace

void transfers::send(kube::api::http_request request, const char* component, kube::api::on_response done) {
  const auto number = ++last_number_;
  const auto flow = kube::api::flow_of(request.target, setup_.own_namespace);
  waiting_request x{std::move(request), std::move(done), component, self_->current_id()};
  if (const auto list = list_of(x.request); !list.empty() && places_.holds_back(flow, list))
    return refuse(number, std::move(x),
                  {base::error_code::throttled,
                   "'" + flow + "' has not answered an earlier request in its time, so this one waits"});
  if (places_.enter(number, flow))
    start(number, std::move(x));
  else
    waiting_.emplace(number, std::move(x));
}

void transfers::send_now(kube::api::http_request request, const char* component, kube::api::on_response done) {
  start(++last_number_, {std::move(request), std::move(done), component, self_->current_id()});
}

bool transfers::may_begin(const kube::api::http_request& x) const {
  return may_write_ || x.method == "GET";
}

void transfers::start(std::uint64_t number, waiting_request x) {
  if (!may_begin(x.request))
    return refuse(number, std::move(x), {base::error_code::cancelled, "not sent, because the operator stops"});
  // The end of a connection with several requests on it would be the end of them all.
  if (setup_.is_broken(x.request.target)) x.request.fresh_connection = true;
  in_flight_.emplace(number, transfer{std::move(x.done), x.request.method, x.request.target, x.component,
                                      self_->shared().steady_time_us()});
  auto on_done = [shared = self_->shared_ptr(), to = messages::kube_client_actor(self_), number, cause = x.cause,
                  method = x.request.method, target = x.request.target,
                  accept = x.request.accept](base::result<kube::api::http_response> response) {
    if (response) {
      response->target = target;
      response->method = method;
      response->accept = accept;
    }
    framework::post(shared, to, messages::transfer_done{{}, number, std::move(response)}, cause);
  };
  setup_.transport->start(std::move(x.request), {nullptr, std::move(on_done)});
}

void transfers::refuse(std::uint64_t number, waiting_request x, base::error why) {
  in_flight_.emplace(number, transfer{std::move(x.done), x.request.method, x.request.target, x.component,
                                      self_->shared().steady_time_us(), false});
  framework::post(self_->shared_ptr(), messages::kube_client_actor(self_),
                  messages::transfer_done{{}, number, tl::unexpected(std::move(why))}, x.cause);
}

void transfers::end_writes(std::function<void()> then) {
  may_write_ = false;
  on_writes_ended_ = std::move(then);
  note_end_of_writes();
}

std::size_t transfers::writes() const {
  return static_cast<std::size_t>(std::count_if(
    in_flight_.begin(), in_flight_.end(), [](const auto& x) { return x.second.is_sent && x.second.method != "GET"; }));
}

void transfers::note_end_of_writes() {
  if (on_writes_ended_ && writes() == 0) std::exchange(on_writes_ended_, {})();
}

void transfers::done(const messages::transfer_done& x) {
  auto node = in_flight_.extract(x.number);
  if (node.empty()) return;
  const auto& ended = node.mapped();
  report(ended, x);
  const auto now_us = self_->shared().steady_time_us();
  if (end_of(x.response) == kube::api::request_end::answered)
    answer_times_.note(std::chrono::microseconds(now_us - ended.begun_us), now_us);
  // Waiting requests begin before the callbacks, because they may send further requests.
  for (const auto number : places_.leave(x.number, end_of(x.response)))
    start(number, std::move(waiting_.extract(number).mapped()));
  setup_.heard(ended.target, x.response);
  end(ended, x.response);
  note_end_of_writes();
}

kube::watch::answer_times::median transfers::answer_time() const {
  return answer_times_.of_last(self_->shared().steady_time_us());
}

void transfers::end(const transfer& ended, const base::result<kube::api::http_response>& response) {
  const bool is_of_path =
    !response && response.error().code == base::error_code::unavailable && setup_.is_broken(ended.target);
  if (!is_of_path) return ended.done(response);
  ended.done(tl::unexpected(kube::watch::error_of_path(response.error(), kube::api::path_template(ended.target))));
}

void transfers::report(const transfer& ended, const messages::transfer_done& x) {
  const auto duration = std::chrono::microseconds(self_->shared().steady_time_us() - ended.begun_us);
  if (self_->is_recording()) {
    trace::event event;
    event.type = trace::trace_span::http_request;
    event.summary = ended.method + " " + ended.target + " " + messages::summary(x);
    event.facts = {{"for", ended.component}, {"method", ended.method}, {"path", ended.target}};
    if (x.response) event.facts.push_back({"status", std::to_string(x.response->status)});
    self_->record_span(std::move(event), duration);
  }
  // client-go counts a request without a response under this value.
  const auto code = x.response ? std::to_string(x.response->status) : std::string("<error>");
  messages::count_metric result{
    std::string(core::metrics::own_metric("kubernetes_client_request_result_total")),
    {{"code", code}, {"method", ended.method}, {"host", setup_.host}, {"component", ended.component}}};
  messages::observe_metric latency{
    std::string(core::metrics::own_metric("kubernetes_client_request_latency_seconds")),
    {{"verb", ended.method}, {"url", kube::api::path_template(ended.target)}, {"component", ended.component}},
    std::chrono::duration<double>(duration).count()};
  self_->tell(setup_.metrics, messages::update_metrics{{std::move(result), std::move(latency)}});
}

} // namespace actors::api
