#include "actors/webhooks/review_spans.hpp"

#include "core/bindings/webhook_binding.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <variant>

namespace {

core::webhooks::webhook_book::entry entry() {
  core::bindings::webhook_binding x;
  x.kind = core::bindings::webhook_kind::mutating;
  x.name = "a.x.io";
  return {"web", {"hooks/a.sh", std::make_shared<const core::bindings::webhook_binding>(x)}};
}

} // namespace

TEST_CASE("the span of a review has its request, its webhook and its end, and nothing of the object's content") {
  const auto review = core::webhooks::read_review(
    R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u1","operation":"CREATE",)"
    R"("kind":{"kind":"Secret"},"namespace":"default","name":"b","dryRun":true,"userInfo":{"username":"alice"},)"
    R"("object":{"data":{"password":"hunter2"}}}})");
  REQUIRE(review);
  const auto span = actors::webhooks::span_of(entry(), *review, {"refused", "no limits"});
  CHECK(span.type == trace::trace_span::review);
  CHECK(span.summary == "a.x.io: CREATE Secret default/b: refused");
  CHECK(span.fact("for") == "mutating");
  CHECK(span.fact("module") == "web");
  CHECK(span.fact("hook") == "hooks/a.sh");
  CHECK(span.fact("operation") == "CREATE (dry run)");
  CHECK(span.fact("object") == "Secret default/b");
  CHECK(span.fact("uid") == "u1");
  CHECK(span.fact("by") == "alice");
  CHECK(span.fact("outcome") == "refused");
  CHECK(span.fact("reason") == "no limits");
  for (const auto& x : span.facts) CHECK(x.text.find("hunter2") == std::string::npos);
}

TEST_CASE("the span of a conversion has the number of its objects") {
  core::webhooks::conversion_review review;
  review.uid = "u2";
  review.desired = "x.io/v2";
  const auto span = actors::webhooks::span_of("tabs.x.io", review, 2, {"converted"});
  CHECK(span.fact("for") == "conversion");
  CHECK(span.fact("binding") == "tabs.x.io");
  CHECK(span.fact("object") == "2 objects");
  CHECK(span.fact("version") == "x.io/v2");
  CHECK(span.fact("reason").empty());
  CHECK(actors::webhooks::span_of("tabs.x.io", review, 1, {"failed", "no"}).summary
        == "tabs.x.io: 1 object to x.io/v2: failed");
}

TEST_CASE("a review is counted by its outcome, and without a decision by its reason, too") {
  const auto counted = [](const actors::webhooks::review_end& end) {
    actors::messages::update_metrics all;
    actors::webhooks::count_end(all, {{"hook", "a.sh"}}, end);
    std::string text;
    for (const auto& update : all.updates) {
      const auto& x = std::get<actors::messages::count_metric>(update);
      text += x.name + " " + x.labels.front().second + " " + x.labels.back().second + "; ";
    }
    return text;
  };
  CHECK(counted({"allowed"}) == "webhook_reviews_total a.sh allowed; ");
  CHECK(counted({"failed", "no", core::webhooks::review_fault::late})
        == "webhook_reviews_total a.sh failed; webhook_review_failures_total a.sh late; ");
}

TEST_CASE("converted objects are counted by the source of their results") {
  actors::messages::update_metrics all;
  actors::webhooks::count_objects(all, {{"binding", "tabs.x.io"}}, {.hook = 3, .kept = 2});
  std::string text;
  for (const auto& update : all.updates) {
    const auto& x = std::get<actors::messages::count_metric>(update);
    text += x.name + " " + x.labels.back().second + " " + std::to_string(static_cast<int>(x.value)) + "; ";
  }
  CHECK(text == "webhook_converted_objects_total hook 3; webhook_converted_objects_total kept 2; ");
}
