// The part of the WEBHOOK SERVER that takes requests and reads their bodies.
#include "actors/webhooks/webhook_server.hpp"

#include "core/webhooks/review_deadline.hpp"
#include "core/webhooks/review_fault.hpp"
#include "kube/objects/object_scan.hpp"
#include "sys/http/client_reply.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace actors::webhooks {

namespace {

using core::webhooks::review_fault;

constexpr auto json_type = "application/json";
constexpr auto too_many = "too many reviews are on their way";
constexpr auto waited_too_long = "its body has waited behind other long bodies until its time was over";

base::result<std::chrono::milliseconds> time_of(const sys::http::server_request& x) {
  const auto timeout = x.query.find("timeout");
  return core::webhooks::time_for_answer(timeout == x.query.end() ? "" : timeout->second);
}

void answer_bad(const messages::http_asked& x, const base::error& why) {
  x.reply(sys::http::text_reply(400, why.message + "\n"));
}

void answer_unknown(const messages::http_asked& x) {
  x.reply(sys::http::text_reply(404, "no hook has a webhook at this path\n"));
}

} // namespace

bool is_health_question(const sys::http::server_request& x) {
  return (x.method == "GET" || x.method == "HEAD") && x.path == "/healthz";
}

void webhook_server_state::answer(const messages::http_asked& x) {
  if (bodies_.read_again(x)) return;
  const auto& request = *x.request;
  if (is_health_question(request)) return x.reply(sys::http::text_reply(200, "ok\n"));
  if (request.method != "POST") return x.reply(sys::http::text_reply(405, "only POST is allowed\n"));
  if (!request.content_type.starts_with(json_type))
    return x.reply(sys::http::text_reply(415, "only application/json is allowed\n"));
  if (conversions_.book().definition_at(request.path).empty()) {
    if (book_.find(request.path) == nullptr) return answer_unknown(x);
    if (request.body.size() > options_.review_bytes_max)
      return x.reply(sys::http::text_reply(
        413, fmt::format("the body has {} bytes, {} are allowed\n", request.body.size(), options_.review_bytes_max)));
  }
  bodies_.take(x);
}

/// Hooks may have changed while the body has waited, so the hook is looked up again.
void webhook_server_state::read(const messages::http_asked& x, std::int64_t arrived_us) {
  const auto time = time_of(*x.request);
  if (!time) return answer_bad(x, time.error());
  const arrived_review review{
    x, arrived_us, *time, arrived_us + std::chrono::microseconds(*time).count() <= self_->shared().steady_time_us()};
  if (const auto definition = conversions_.book().definition_at(x.request->path); !definition.empty())
    return take_conversion(review, definition);
  const auto* of = book_.find(x.request->path);
  if (of == nullptr) return answer_unknown(x);
  take_review(review, *of);
}

void webhook_server_state::take_conversion(const arrived_review& x, const std::string& definition) {
  const auto& request = *x.asked.request;
  const auto& reply = x.asked.reply;
  if (x.is_late)
    return conversions_.refuse(definition, {.api_version = "apiextensions.k8s.io/v1"}, reply,
                               {waited_too_long, review_fault::late});
  auto review = core::webhooks::read_conversion_review(request.body);
  if (!review) return answer_bad(x.asked, review.error());
  // Checked as a whole, because hooks get the objects as they came. Looked at second, as in `take_review`.
  if (const auto checked = kube::objects::scan_object(request.body); !checked)
    return answer_bad(x.asked, checked.error());
  if (drain_ == drain_step::refuses)
    return conversions_.refuse(definition, *review, reply, {"the operator stops", review_fault::stopping});
  const auto client = sys::http::client_of(reply);
  review->client = {client.address, client.is_vouched};
  const auto place = place_for(review->client, request);
  if (!place) return conversions_.refuse(definition, *review, reply, {too_many, review_fault::crowded});
  const auto number = ++last_review_;
  self_->remind(left_of(x), messages::review_late{{}, number});
  auto mark = core::webhooks::seen_reviews::mark_of(request.path, review->uid, client.address, request.body);
  conversions_.begin(number, definition, std::move(*review), {reply, client.room, place, std::move(mark), x.arrived_us},
                     x.time);
}

std::chrono::microseconds webhook_server_state::left_of(const arrived_review& x) const {
  return std::chrono::microseconds(x.arrived_us - self_->shared().steady_time_us()) + x.time;
}

core::webhooks::review_places::place webhook_server_state::place_for(const core::webhooks::review_client& client,
                                                                     const sys::http::server_request& request) {
  auto place = places_->take(client, request.body.size());
  if (!place && options_.refused) options_.refused->note(sys::http::refused_room::review, places_->busiest());
  return place;
}

void webhook_server_state::take_review(const arrived_review& x, const core::webhooks::webhook_book::entry& of) {
  const auto& request = *x.asked.request;
  const auto client = sys::http::client_of(x.asked.reply);
  review_under_way next{of, {}, x.asked.reply, x.arrived_us, client.room};
  if (x.is_late) {
    next.review = std::make_shared<const core::webhooks::admission_review>(
      core::webhooks::admission_review{.api_version = "admission.k8s.io/v1"});
    return refuse(next, review_fault::late, waited_too_long);
  }
  auto review = core::webhooks::read_review(request.body);
  if (!review) return answer_bad(x.asked, review.error());
  review->client.address = client.address;
  review->client.is_vouched = client.is_vouched;
  // Checked as a whole, because hooks get the request as it came. `read_review` comes first: it refuses a
  // text with more than 10 000 levels, for which `scan_object` would take much memory.
  if (const auto checked = kube::objects::scan_object(request.body); !checked)
    return answer_bad(x.asked, checked.error());
  next.review = std::make_shared<const core::webhooks::admission_review>(std::move(*review));
  if (drain_ == drain_step::refuses) return refuse(next, review_fault::stopping, "the operator stops");
  if (of.is_off)
    return refuse(next, review_fault::off, "it is switched off: its module does not run, or has no such webhook");
  if (!of.is_open)
    return refuse(next, review_fault::waits, "it is not asked yet, or not any more: its module is not running");
  next.mark = core::webhooks::seen_reviews::mark_of(request.path, next.review->uid, client.address, request.body);
  next.place = place_for(next.review->client, request);
  if (!next.place) return refuse(next, review_fault::crowded, too_many);
  ask_owner(std::move(next), x);
}

} // namespace actors::webhooks
