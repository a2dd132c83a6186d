#include "actors/telemetry/trace_exporter.hpp"

#include "base/backoff.hpp"
#include "base/excerpt.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <utility>

namespace actors::telemetry {

namespace {

using namespace std::chrono_literals;

/// The path of the OTLP specification for traces.
constexpr const char* target = "/v1/traces";
/// The wait after the first span, so that a request collects many spans; with `batch_spans` spans it is sent
/// earlier.
constexpr auto batch_delay = 1s;
constexpr std::size_t batch_spans = 512;
/// The limit of spans that wait for the end of a request. Above it, all waiting spans are dropped.
constexpr std::size_t waiting_bytes_max = 4 << 20;
/// A collector answers within a moment, and a request without an answer keeps all later spans waiting.
constexpr auto request_timeout = 10s;
constexpr auto retry_delay_min = 1'000ms;
constexpr auto retry_delay_max = 30'000ms;

/// The retryable status codes of the OTLP specification (OTLP/HTTP Response, "Retryable Response Codes").
bool may_be_tried_again(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

} // namespace

trace_exporter_state::trace_exporter_state(framework::actor_base<messages::trace_exporter_actor>* self,
                                           trace_export_options options)
  : self_(self), options_(std::move(options)), spans_(options_.resource) {}

void trace_exporter_state::add(const messages::export_events& x) {
  for (const auto& event : *x.events) {
    spans_.add(event);
    if (spans_.bytes() <= waiting_bytes_max) continue;
    dropped_ += spans_.size();
    spans_.drop();
  }
  // While a request runs or waits for its next try, spans are only collected.
  if (body_ || spans_.size() == 0) return;
  if (spans_.size() >= batch_spans)
    post();
  else
    await_batch();
}

void trace_exporter_state::await_batch() {
  if (std::exchange(is_waiting_, true)) return;
  self_->remind(batch_delay, messages::send_export{});
}

void trace_exporter_state::send() {
  is_waiting_ = false;
  if (!is_posted_) post();
}

void trace_exporter_state::post() {
  if (!body_ && spans_.size() > 0) {
    posted_ = spans_.size();
    body_ = std::make_shared<const std::string>(spans_.take());
  }
  if (!body_) return end_if_done();
  is_posted_ = true;
  kube::api::http_request request;
  request.method = "POST";
  request.target = target;
  request.body = *body_;
  request.content_type = "application/json";
  request.timeout = request_timeout;
  // A weak handle, because the transport must not keep the actor alive.
  auto done = [to = framework::weak_handle(messages::trace_exporter_actor(self_))](
                base::result<kube::api::http_response> response) {
    if (const auto me = to.lock()) caf::anon_send(me, messages::export_answered{std::move(response)});
  };
  options_.collector->start(std::move(request), {.on_line = {}, .on_done = std::move(done)});
}

void trace_exporter_state::on_answered(const messages::export_answered& x) {
  is_posted_ = false;
  if (!x.response) return try_later(x.response.error().message, retry_delay_min);
  const auto status = x.response->status;
  const auto reason = "status " + std::to_string(status) + ": " + base::excerpt(x.response->body, 200);
  if (may_be_tried_again(status)) return try_later(reason, x.response->retry_after.value_or(0s));
  // OTLP forbids to retry any other status.
  if (status >= 200 && status < 300)
    succeed();
  else
    give_up(reason, "is this an endpoint for OTLP over HTTP? The port is 4318 as a rule, not 4317");
}

void trace_exporter_state::succeed() {
  body_ = nullptr;
  failures_ = 0;
  if (std::exchange(is_failing_, false)) sys::log::log_info("trace_export_well", {{"endpoint", options_.address}});
  if (dropped_ > 0) sys::log::log_warning("trace_export_dropped", {{"spans", std::exchange(dropped_, 0)}});
  if (on_end_ || spans_.size() >= batch_spans) return post();
  if (spans_.size() > 0) await_batch();
}

void trace_exporter_state::give_up(const std::string& reason, const char* hint) {
  body_ = nullptr;
  dropped_ += posted_;
  if (!std::exchange(is_failing_, true))
    sys::log::log_warning("trace_export_failing", {{"endpoint", options_.address}, {"error", reason}, {"hint", hint}});
  if (on_end_) return end_if_done();
  if (spans_.size() > 0) await_batch();
}

void trace_exporter_state::try_later(const std::string& reason, std::chrono::milliseconds asked) {
  // The operator ends, so it does not wait for another try.
  if (on_end_) return give_up(reason, "the operator has ended");
  if (!std::exchange(is_failing_, true))
    sys::log::log_warning("trace_export_failing",
                          {{"endpoint", options_.address},
                           {"error", reason},
                           {"hint", "it is tried again; spans that do not find room are dropped and counted"}});
  const auto doubled = base::backoff{retry_delay_min, retry_delay_max}.after(++failures_);
  const auto delay = std::clamp(asked, doubled, retry_delay_max);
  is_waiting_ = true;
  self_->remind(delay, messages::send_export{});
}

void trace_exporter_state::end(const messages::end_export& x) {
  on_end_ = x.on_end;
  if (!is_posted_) post();
}

void trace_exporter_state::end_if_done() {
  if (on_end_) std::exchange(on_end_, nullptr)();
}

messages::trace_exporter_actor::behavior_type trace_exporter_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::export_events& x) { add(x); }, [this](const messages::send_export&) { send(); },
    [this](const messages::export_answered& x) { on_answered(x); }, [this](const messages::end_export& x) { end(x); });
}

messages::trace_exporter_actor trace_exporter(caf::actor_system& system, const framework::context_ptr& shared,
                                              trace_export_options options) {
  return framework::spawn<trace_exporter_state>(system, framework::placement::shared, shared, "trace_exporter",
                                                std::move(options));
}

} // namespace actors::telemetry
