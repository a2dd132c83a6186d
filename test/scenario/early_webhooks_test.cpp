// Webhooks answer before their module is ready, as soon as their own snapshots are known.
#include "reviews_fixture.hpp"

#include <string>
#include <string_view>

using test::reviews_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr auto allowed = R"({"allowed":true})";
constexpr auto allowed_answer =
  R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":true,"uid":"u1"}})";

} // namespace

TEST_CASE_FIXTURE(reviews_fixture, "a hook answers while its module waits for objects that the webhook does not show") {
  module("010-web");
  std::string other;
  SUBCASE("that are not listed yet") {
    api().hold({"GET", "/api/v1/secrets"});
  }
  SUBCASE("that the operator may not list") {
    api().fail_next({{"GET", "/api/v1/secrets"}, simulation::refusal(403, "Forbidden"), 1000});
  }
  SUBCASE("of a kind that is not served") {
    other = "kubernetes: [{kind: Tab, apiVersion: x.io/v1}]\n";
  }
  hook("web/b.sh", v1(other.empty() ? "kubernetes: [{kind: Secret, apiVersion: v1}]\n" : other));
  hook("web/a.sh",
       v1("kubernetes:\n- {name: maps, kind: ConfigMap, apiVersion: v1, executeHookOnEvent: []}\n"
          + webhook("Validating", "a.web.x.com", "  includeSnapshotsFrom: [maps]\n")
          + "- name: b.web.x.com\n  rules: [{apiGroups: [\"\"], apiVersions: [\"*\"], resources: [pods], "
            "operations: [\"*\"]}]\n"),
       answers(allowed));
  start();
  CHECK(review("a-web-x-com") == allowed_answer);
  CHECK(review("b-web-x-com") == allowed_answer);
  api().clear_faults();
  api().release();
  run();
  CHECK(review("a-web-x-com") == allowed_answer);
}

TEST_CASE_FIXTURE(reviews_fixture, "of a hook that waits for objects only the webhooks with known snapshots answer") {
  module("010-web");
  api().hold({"GET", "/api/v1/secrets"});
  hook("web/a.sh",
       v1("kubernetes:\n- {name: all, kind: Secret, apiVersion: v1, executeHookOnEvent: []}\n"
          + webhook("Validating", "a.web.x.com", "  includeSnapshotsFrom: [all]\n")
          + "- name: b.web.x.com\n  rules: [{apiGroups: [\"\"], apiVersions: [\"*\"], resources: [pods], "
            "operations: [\"*\"]}]\n"),
       answers(allowed));
  start();
  CHECK_MESSAGE(has(review("a-web-x-com"), "it is not asked yet"), review("a-web-x-com"));
  CHECK(review("b-web-x-com") == allowed_answer);
  api().release();
  run();
  CHECK(review("a-web-x-com") == allowed_answer);
}

TEST_CASE_FIXTURE(reviews_fixture, "a hook answers while its module's chart fails and is tried again") {
  module("010-web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")), answers(allowed));
  hook("web/b.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.failure = "not yet"; });
  start();
  CHECK(review("a-web-x-com") == allowed_answer);
  advance(1min);
  CHECK(review("a-web-x-com") == allowed_answer);
}

TEST_CASE_FIXTURE(reviews_fixture, "a global hook answers while it waits for objects that the webhook does not show") {
  api().fail_next({{"GET", "/api/v1/secrets"}, simulation::refusal(403, "Forbidden"), 1000});
  hook("global/a.sh", v1("kubernetes: [{kind: Secret, apiVersion: v1}]\n" + webhook("Validating", "a.global.x.com")),
       answers(allowed));
  start();
  CHECK(review("a-global-x-com") == allowed_answer);
}
