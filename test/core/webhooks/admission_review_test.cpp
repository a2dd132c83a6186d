#include "core/webhooks/admission_review.hpp"

#include <doctest/doctest.h>

namespace {

const std::string body = R"({"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request":)"
                         R"({"uid": "u1", "operation": "CREATE", "kind": {"kind": "ConfigMap"}, "name": "web",)"
                         R"( "namespace": "default", "dryRun": true, "userInfo": {"username": "alice"},)"
                         R"( "object": {"a": "}\"]"}} })";

core::bindings::webhook_binding webhook() {
  core::bindings::webhook_binding x;
  x.name = "a.b.c";
  return x;
}

} // namespace

TEST_CASE("a review is read without a change of its request") {
  const auto x = core::webhooks::read_review(body);
  REQUIRE(x);
  CHECK(x->uid == "u1");
  CHECK(x->subject == "CREATE ConfigMap default/web");
  CHECK(x->is_dry_run);
  CHECK(x->user == "alice");
  CHECK(x->request->ends_with(R"("object": {"a": "}\"]"}})"));
}

TEST_CASE("a hook sees binding, review and type") {
  const auto x = core::webhooks::read_review(body);
  REQUIRE(x);
  const auto text = core::webhooks::review_context_text(webhook(), *x, {}, 1 << 20);
  REQUIRE(text);
  CHECK(text->text()
        == R"([{"binding":"a.b.c","review":{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":)"
             + *x->request + R"(},"type":"Validating"}])");
  CHECK_FALSE(core::webhooks::review_context_text(webhook(), *x, {}, 10));
}

TEST_CASE("unknown objects are no empty snapshot") {
  const auto x = core::webhooks::read_review(body);
  REQUIRE(x);
  auto with = webhook();
  with.snapshots_from = {"pods"};
  const auto none = core::webhooks::review_context_text(with, *x, {}, 1 << 20);
  REQUIRE_FALSE(none);
  CHECK(none.error().message == "objects of binding 'pods' are not known");
  const auto unlisted =
    core::webhooks::review_context_text(with, *x, {{"pods", core::bindings::unlisted{"no right"}}}, 1 << 20);
  REQUIRE_FALSE(unlisted);
  CHECK(unlisted.error().message == "objects of binding 'pods' are not known: no right");
  const auto known = core::webhooks::review_context_text(
    with, *x, {{"pods", std::make_shared<const core::bindings::object_list>()}}, 1 << 20);
  REQUIRE(known);
  CHECK(known->text().ends_with(R"("snapshots":{"pods":[]},"type":"Validating"}])"));
}

TEST_CASE("names for people are short") {
  const auto read = [](const std::string& more) {
    return core::webhooks::read_review(R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{)"
                                       R"("operation":"CREATE",)"
                                       + more + "}}");
  };
  const std::string long_text(254, 'x');
  CHECK(read(R"("uid":"u","name":")" + long_text.substr(1) + '"')->subject == "CREATE object " + long_text.substr(1));
  CHECK(read(R"("uid":"u","name":")" + long_text + '"')->subject == "CREATE object");
  CHECK(read(R"("uid":"u","kind":{"kind":")" + long_text + "\"}")->subject == "CREATE object");
  CHECK(read(R"("uid":"u","kind":[[]])")->subject == "CREATE object");
  CHECK(read(R"("uid":")" + long_text + '"').error().message
        == "no AdmissionReview: request.uid: expected a short string");
}

TEST_CASE("what is no review is named") {
  CHECK_FALSE(core::webhooks::read_review(""));
  CHECK_FALSE(core::webhooks::read_review(R"({"kind": "AdmissionReview")"));
  CHECK_FALSE(core::webhooks::read_review(R"({"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v2"})"));
  CHECK_FALSE(
    core::webhooks::read_review(R"({"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {}})"));
}

TEST_CASE("a review names the user behind its request") {
  const auto user_of = [](const std::string& info) {
    const auto x = core::webhooks::read_review(R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1",)"
                                               R"("request":{"uid":"u","userInfo":)"
                                               + info + "}}");
    REQUIRE(x);
    return x->client.user;
  };
  CHECK(user_of(R"({"username":"system:serviceaccount:web:a","groups":["x"]})") == "system:serviceaccount:web:a");
  CHECK(user_of(R"({"username":")" + std::string(1024, 'x') + "\"}").size() == 1024);
  CHECK(user_of(R"({"username":")" + std::string(1025, 'x') + "\"}").empty());
  CHECK(user_of(R"({"username":7})").empty());
  CHECK(user_of("[]").empty());
}

TEST_CASE("of a repeated key the last value counts, as for hooks") {
  auto twice = body;
  twice.replace(twice.find(R"("name")"), 0, R"("operation": "DELETE", )");
  const auto x = core::webhooks::read_review(twice);
  REQUIRE(x);
  CHECK(x->operation == "DELETE");
}
