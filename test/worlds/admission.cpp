#include "worlds/admission.hpp"

#include "worlds/operator_life.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
constexpr std::int64_t timeout_ms = 10'000;

std::string body_of(const std::string& uid) {
  return R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":")" + uid
         + R"(","operation":"UPDATE","kind":{"group":"","version":"v1","kind":"ConfigMap"},"namespace":"apps",)"
           R"("name":"subject","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"subject"}}}})";
}

} // namespace

void admission::ask(const std::string& module) {
  begin({"review-" + std::to_string(++last_uid_), module, false, [] {}});
}

bool admission::has_review(const kube::api::http_request& request) const {
  if (request.method == "GET" || !request.target.starts_with("/api/v1/namespaces/addon-operator/configmaps"))
    return false;
  // A write that waits for a review has one of the few places.
  if (has_trouble(plan_, trouble_kind::group_hangs)) return false;
  const bool is_ordered_by_hook = (request.target + request.body).find("-made") != std::string::npos
                                  || (request.target + request.body).find("-ordered") != std::string::npos;
  return is_ordered_by_hook
         && std::any_of(plan_.modules.begin(), plan_.modules.end(), [](const auto& x) { return x.reviews; });
}

void admission::admit(const kube::api::http_request&, std::function<void()> then) {
  const auto webhook =
    std::find_if(plan_.modules.begin(), plan_.modules.end(), [](const auto& x) { return x.reviews; });
  begin({"write-" + std::to_string(++last_uid_), webhook->name, true, std::move(then)});
}

void admission::begin(question x) {
  // The API server goes on once: after the answer, or after the time limit.
  auto goes_on = [is_done = std::make_shared<bool>(false), then = std::move(x.then)] {
    if (!std::exchange(*is_done, true)) then();
  };
  agenda_.at(now_us_ + timeout_ms * ms, goes_on);
  x.then = std::move(goes_on);
  if (troubles_.at({trouble_kind::review_untrusted}, x.module) != nullptr) {
    note("the API server does not know the certificate of the webhook");
    agenda_.at(now_us_ + ms, x.then);
    return;
  }
  if (troubles_.at({trouble_kind::review_ends}, x.module) != nullptr) {
    // It sends the same review again on another connection, and the answer to the first reaches nobody.
    auto lost = x;
    lost.then = [] {};
    send(lost);
    agenda_.at(now_us_ + chance_.between(1, 3000) * ms, [this, x] { send(x); });
    return;
  }
  send(x);
}

void admission::send(const question& x) {
  if (!life_) return x.then(); // connection refused
  const sent_review review{++last_number_, x.uid, x.module, x.is_own_write, now_us_ + timeout_ms * ms, here_.lives};
  tell(&observer::review_sent, review);
  sys::http::server_request request{.method = "POST", .path = "/hooks/reviews-" + x.module + "-example-io"};
  request.query = {{"timeout", std::to_string(timeout_ms / 1000) + "s"}};
  request.content_type = "application/json";
  request.body = body_of(x.uid);
  life_->review(std::move(request), [this, review, then = x.then](const sys::http::server_response& answer) {
    // A dead operator sends nothing.
    if (!life_ || here_.lives != review.life) return;
    tell(&observer::review_answered, review, answer);
    agenda_.at(now_us_ + ms, then);
  });
}

} // namespace worlds
