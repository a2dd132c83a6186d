#include "kube/watch/own_refusals.hpp"

#include <doctest/doctest.h>

#include <string>

using kube::watch::outage_time;
using kube::watch::own_refusals;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr auto own = "/api/v1/namespaces/op/configmaps?fieldSelector=metadata.name%3Dop&limit=500";
constexpr auto of_hook = "/api/v1/namespaces/op/configmaps?limit=500";

kube::api::http_response answer(int status, const std::string& target = "/version") {
  return {.status = status, .body = "{}", .retry_after = {}, .target = target, .method = "GET"};
}

/// The API server has let the operator in at 10 s.
own_refusals let_in() {
  own_refusals x(0, "op");
  x.heard(answer(200, own), 10 * second);
  return x;
}

} // namespace

TEST_SUITE("kube/own_refusals") {
  TEST_CASE("a refused login lasts from the last answer before it to the next answer") {
    auto x = let_in();
    x.heard(answer(401), 20 * second);
    const auto lasting = x.during(12 * second, 13 * second);
    REQUIRE(lasting);
    CHECK(lasting->status == 401);
    CHECK(lasting->time == outage_time{10 * second, {}});
    x.heard(answer(404, "/api/v1/namespaces/a/pods/b"), 30 * second);
    CHECK(x.during(12 * second, 40 * second)->time == outage_time{10 * second, 30 * second});
    CHECK_FALSE(x.during(30 * second, 40 * second));
  }

  TEST_CASE("rights are gone if the list of the own ConfigMap is refused that was allowed before") {
    struct row {
      const char* what;
      int status;
      std::string target;
      bool counts;
    };
    for (const auto& r :
         {row{"the own list", 403, own, true}, row{"another page of it", 403, std::string(own) + "&continue=x", true},
          row{"a list of a hook", 403, of_hook, false}, row{"Pods", 403, "/api/v1/namespaces/op/pods", false},
          row{"another ConfigMap", 403, "/api/v1/namespaces/op/configmaps?fieldSelector=metadata.name%3Da", false},
          row{"a busy server", 429, own, false}, row{"a login at core", 401, of_hook, true},
          row{"a login at a group", 401, "/apis/metrics.k8s.io/v1beta1/pods", false}}) {
      CAPTURE(r.what);
      auto x = let_in();
      x.heard(answer(r.status, r.target), 20 * second);
      const auto found = x.during(15 * second, 16 * second);
      CHECK(found.has_value() == r.counts);
      if (found) CHECK(found->status == r.status);
    }
  }

  TEST_CASE("answers about other things do not give the rights back") {
    auto x = let_in();
    x.heard(answer(403, own), 20 * second);
    x.heard(answer(200), 30 * second);
    CHECK(x.during(35 * second, 36 * second)->time == outage_time{10 * second, {}});
    CHECK_FALSE(x.is_settled_since(25 * second));
    x.heard(answer(200, own), 40 * second);
    CHECK_FALSE(x.during(40 * second, 41 * second));
    CHECK(x.is_settled_since(40 * second));
  }

  TEST_CASE("a right that was never there has not gone") {
    own_refusals x(0, "op");
    x.heard(answer(403, own), 20 * second);
    CHECK_FALSE(x.during(1 * second, 30 * second));
    CHECK(x.is_settled_since(20 * second));
    CHECK_EQ(x.probe().target, "/version");
  }

  TEST_CASE("the probe is the list that was allowed, of a single object and without its content") {
    const auto probe = let_in().probe();
    CHECK_EQ(probe.target,
             "/api/v1/namespaces/op/configmaps?fieldSelector=metadata.name%3Dop&limit=1&resourceVersion=0");
    CHECK_NE(probe.accept.find("as=PartialObjectMetadataList"), std::string::npos);
    CHECK_FALSE(probe.fresh_connection);
  }

  TEST_CASE("without a namespace of the operator logins count alone") {
    own_refusals x(0, "");
    x.heard(answer(200, own), 10 * second);
    x.heard(answer(403, own), 20 * second);
    CHECK_FALSE(x.during(15 * second, 30 * second));
    x.heard(answer(401), 40 * second);
    CHECK(x.during(35 * second, 36 * second));
  }
}
