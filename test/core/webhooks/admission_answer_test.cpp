#include "core/webhooks/admission_answer.hpp"

#include <doctest/doctest.h>

namespace {

using core::bindings::webhook_kind;

std::string fault(const std::string& text, webhook_kind kind = webhook_kind::validating,
                  const std::string& operation = "CREATE") {
  const auto answer = core::webhooks::parse_admission_answer(text, kind, operation);
  return answer ? "" : answer.error().message;
}

core::webhooks::admission_review review() {
  core::webhooks::admission_review x;
  x.api_version = "admission.k8s.io/v1";
  x.uid = "7";
  return x;
}

constexpr auto empty_patch = "W10="; // []

} // namespace

TEST_CASE("an answer has all keys of the predecessor") {
  const auto x = core::webhooks::parse_admission_answer(
    R"({"allowed": true, "message": "m", "warnings": ["w"], "patch": "W10=", "other": 1})", webhook_kind::mutating,
    "CREATE");
  REQUIRE(x);
  CHECK(x->allowed);
  CHECK(x->message == "m");
  CHECK(x->warnings == std::vector<std::string>{"w"});
  CHECK(core::webhooks::response_text(review(), *x)
        == R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":true,)"
           R"("patch":"W10=","patchType":"JSONPatch","uid":"7","warnings":["w"]}})");
}

TEST_CASE("a refusal has the code 403 and the hook's message") {
  const auto x = core::webhooks::parse_admission_answer(R"({"message": "no"})", webhook_kind::validating, "CREATE");
  REQUIRE(x);
  CHECK(core::webhooks::response_text(review(), *x)
        == R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":false,)"
           R"("status":{"code":403,"message":"no"},"uid":"7"}})");
}

TEST_CASE("what is no answer is named") {
  CHECK(fault(" \n") == R"(there is no answer: write for example {"allowed": true})");
  CHECK(fault("[]") == R"(expected an object, for example {"allowed": true})");
  CHECK(fault(R"({"allowed": tru)") != "");
  CHECK(fault(R"({"allowed": "yes"})") == "allowed: expected true or false");
  CHECK(fault(R"({"warnings": [1]})") == "warnings: expected a list of strings");
  const std::string patched = std::string(R"({"allowed": true, "patch": ")") + empty_patch + R"("})";
  CHECK(fault(patched) == "patch: only hooks of kubernetesMutating may change an object");
  CHECK(fault(patched, webhook_kind::mutating, "DELETE") == "patch: the API server takes no patch for a DELETE");
  CHECK(fault(R"({"patch": "?"})", webhook_kind::mutating) == "patch: it is not base64");
  CHECK(fault(R"({"patch": "e30="})", webhook_kind::mutating)
        == "patch: it is no JSON Patch (RFC 6902), which is a list");
}

TEST_CASE("very many warnings are cut") {
  std::string text = R"({"allowed": true, "warnings": [)";
  for (int i = 0; i < 3; ++i) text += (i > 0 ? ",\"" : "\"") + std::string(4000, 'x') + "\"";
  const auto x = core::webhooks::parse_admission_answer(text + "]}", webhook_kind::validating, "CREATE");
  REQUIRE(x);
  REQUIRE(x->warnings.size() == 3);
  CHECK(x->warnings[2] == "1 more warnings of the hook are left out: all together may have 8 KiB");
}
