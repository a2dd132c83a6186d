#include "base/contains.hpp"
#include "kube/discovery/discovery.hpp"

#include "simulation/fake_api_documents.hpp"
#include "simulation/fake_resources.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/discovery");

namespace {

kube::api::http_response ok(const std::string& body) {
  return {.status = 200, .body = body, .retry_after = std::nullopt};
}

std::string found(const kube::api::lookup_result& x) {
  if (const auto* resource = std::get_if<kube::api::resource>(&x))
    return resource->api_version() + "/" + resource->plural;
  if (const auto* undecided = std::get_if<kube::api::kind_undecided>(&x)) return "undecided: " + undecided->reason;
  if (const auto* other = std::get_if<kube::api::kind_in_other_version>(&x)) return "only " + other->served_as;
  const auto& absent = std::get<kube::api::kind_absent>(x);
  return absent.served_as.empty() ? "absent" : "absent, but " + absent.served_as;
}

std::vector<std::string> targets(const std::vector<kube::api::http_request>& requests) {
  std::vector<std::string> out;
  for (const auto& request : requests) out.push_back(request.target);
  return out;
}

} // namespace

TEST_CASE("two aggregated documents are all that is asked for") {
  kube::discovery::api_discovery discovery;
  CHECK_EQ(targets(discovery.start()), std::vector<std::string>{"/api", "/apis"});
  const auto resources = simulation::built_in_resources();
  CHECK(discovery.answer("/apis", ok(simulation::group_discovery(resources).dump())).empty());
  CHECK_FALSE(discovery.finished());
  CHECK(discovery.answer("/api", ok(simulation::core_discovery(resources).dump())).empty());
  REQUIRE(discovery.finished());
  const auto table = discovery.take();
  REQUIRE(table);
  CHECK_EQ(found(table->find("", "cm")), "v1/configmaps");
  CHECK_EQ(found(table->find("v1", "CONFIGMAP")), "v1/configmaps");
  CHECK_EQ(found(table->find("", "deploy")), "apps/v1/deployments");
  CHECK_EQ(found(table->find("apps/v1beta1", "Deployment")), "only apps/v1");
  const auto versions = table->api_versions();
  CHECK(base::contains(versions, "apps/v1/Deployment"));
  CHECK(base::contains(versions, "v1"));
}

TEST_CASE("a server without aggregated documents is asked group by group, the preferred version first") {
  kube::discovery::api_discovery discovery;
  (void)discovery.start();
  CHECK_EQ(targets(discovery.answer("/api", ok(R"({"kind":"APIVersions","versions":["v1"]})"))),
           std::vector<std::string>{"/api/v1"});
  const auto more = discovery.answer(
    "/apis", ok(R"({"kind":"APIGroupList","groups":[{"name":"x.io","versions":[{"version":"v1"},{"version":"v2"}],)"
                R"("preferredVersion":{"version":"v2"}}]})"));
  CHECK_EQ(targets(more), std::vector<std::string>{"/apis/x.io/v2", "/apis/x.io/v1"});
  const auto widgets = [](const std::string& version) {
    return ok(R"({"kind":"APIResourceList","groupVersion":"x.io/)" + version
              + R"(","resources":[{"name":"widgets","kind":"Widget","namespaced":true,)"
                R"("verbs":["list"],"shortNames":["wd"]},{"name":"widgets/status","kind":"Widget"}]})");
  };
  (void)discovery.answer(
    "/api/v1", ok(R"({"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"pods","kind":"Pod"}]})"));
  (void)discovery.answer("/apis/x.io/v1", widgets("v1"));
  (void)discovery.answer("/apis/x.io/v2", widgets("v2"));
  REQUIRE(discovery.finished());
  const auto table = discovery.take();
  REQUIRE(table);
  CHECK_EQ(found(table->find("", "wd")), "x.io/v2/widgets");
  CHECK_EQ(found(table->find("x.io/v1", "widget")), "x.io/v1/widgets");
  CHECK_EQ(table->all().size(), 3);
}

TEST_CASE("of a group that cannot be found out nothing is said to be absent") {
  kube::discovery::api_discovery discovery;
  (void)discovery.start();
  (void)discovery.answer("/api", ok(simulation::core_discovery(simulation::built_in_resources()).dump()));
  SUBCASE("because its own document fails") {
    (void)discovery.answer("/apis",
                           ok(R"({"kind":"APIGroupList","groups":[{"name":"x.io","versions":[{"version":"v1"}]}]})"));
    (void)discovery.answer("/apis/x.io/v1", base::fail(base::error_code::unavailable, "down"));
  }
  SUBCASE("because its own document is not found") {
    (void)discovery.answer("/apis",
                           ok(R"({"kind":"APIGroupList","groups":[{"name":"x.io","versions":[{"version":"v1"}]}]})"));
    (void)discovery.answer("/apis/x.io/v1", simulation::proxy_page(404));
  }
  SUBCASE("because its own document is that of another group") {
    (void)discovery.answer("/apis",
                           ok(R"({"kind":"APIGroupList","groups":[{"name":"x.io","versions":[{"version":"v1"}]}]})"));
    (void)discovery.answer("/apis/x.io/v1",
                           ok(R"({"kind":"APIResourceList","groupVersion":"y.io/v1","resources":[]})"));
  }
  SUBCASE("because its own document says of no group what it lists") {
    (void)discovery.answer("/apis",
                           ok(R"({"kind":"APIGroupList","groups":[{"name":"x.io","versions":[{"version":"v1"}]}]})"));
    (void)discovery.answer("/apis/x.io/v1", ok(R"({"kind":"APIResourceList","resources":[]})"));
  }
  SUBCASE("because the API server says that it is stale") {
    (void)discovery.answer("/apis", ok(R"({"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"x.io"},)"
                                       R"("versions":[{"version":"v1","freshness":"Stale"}]}]})"));
  }
  REQUIRE(discovery.finished());
  const auto table = discovery.take();
  REQUIRE(table);
  CHECK(found(table->find("", "Widget")).starts_with("undecided: x.io/v1: "));
  CHECK(found(table->find("x.io/v1", "Widget")).starts_with("undecided: "));
  CHECK_EQ(found(table->find("apps/v1", "Widget")), "absent");
}

TEST_CASE("without the root documents discovery as a whole has failed") {
  kube::discovery::api_discovery discovery;
  (void)discovery.start();
  SUBCASE("no answer") {
    (void)discovery.answer("/api", base::fail(base::error_code::unavailable, "refused"));
  }
  SUBCASE("not an API server") {
    (void)discovery.answer("/api", ok("{}"));
  }
  SUBCASE("not JSON") {
    (void)discovery.answer("/api", ok("<html>"));
  }
  SUBCASE("a page that is not found") {
    (void)discovery.answer("/api", simulation::proxy_page(404));
  }
  SUBCASE("the document of another path") {
    (void)discovery.answer("/api", ok(simulation::group_discovery(simulation::built_in_resources()).dump()));
  }
  SUBCASE("the old document of another path") {
    (void)discovery.answer("/api",
                           ok(R"({"kind":"APIGroupList","groups":[{"name":"","versions":[{"version":"v1"}]}]})"));
  }
  SUBCASE("no group at all") {
    (void)discovery.answer("/api", ok(R"({"kind":"APIVersions","versions":[]})"));
  }
  SUBCASE("no resources in the core group") {
    (void)discovery.answer("/api", ok(R"({"kind":"APIGroupDiscoveryList","items":[{"versions":[{"version":"v1"}]}]})"));
  }
  (void)discovery.answer("/apis", ok(simulation::group_discovery(simulation::built_in_resources()).dump()));
  REQUIRE(discovery.finished());
  const auto table = discovery.take();
  REQUIRE_FALSE(table);
  CHECK(table.error().message.starts_with("discovery"));
}

TEST_CASE("if the document of all groups is too long each group is asked for, and only the long one is unknown") {
  const base::result<kube::api::http_response> too_long =
    base::fail(base::error_code::invalid_input, "it has more than 16777216 bytes, and is given up");
  kube::discovery::api_discovery discovery;
  (void)discovery.start();
  (void)discovery.answer("/api", ok(simulation::core_discovery(simulation::built_in_resources()).dump()));
  const auto again = discovery.answer("/apis", too_long);
  REQUIRE_EQ(targets(again), std::vector<std::string>{"/apis"});
  CHECK_EQ(again.front().accept, "application/json");
  CHECK_FALSE(discovery.finished());
  SUBCASE("and the groups are there") {
    const auto more =
      discovery.answer("/apis", ok(R"({"kind":"APIGroupList","groups":[{"name":"apps","versions":[{"version":"v1"}]},)"
                                   R"({"name":"huge.io","versions":[{"version":"v1"}]}]})"));
    CHECK_EQ(targets(more), std::vector<std::string>{"/apis/apps/v1", "/apis/huge.io/v1"});
    (void)discovery.answer("/apis/apps/v1", ok(R"({"kind":"APIResourceList","groupVersion":"apps/v1",)"
                                               R"("resources":[{"name":"deployments","kind":"Deployment"}]})"));
    (void)discovery.answer("/apis/huge.io/v1", too_long);
    REQUIRE(discovery.finished());
    const auto table = discovery.take();
    REQUIRE(table);
    CHECK_EQ(found(table->find("", "Secret")), "v1/secrets");
    CHECK_EQ(found(table->find("apps/v1", "Deployment")), "apps/v1/deployments");
    CHECK_EQ(found(table->find("huge.io/v1", "Thing")),
             "undecided: huge.io/v1: it has more than 16777216 bytes, and is given up");
  }
  SUBCASE("and the plain one is too long, too") {
    CHECK(discovery.answer("/apis", too_long).empty());
    REQUIRE(discovery.finished());
    CHECK_FALSE(discovery.take());
  }
}

TEST_CASE("an empty list of groups is no answer of an API server") {
  for (const auto* body :
       {R"({"kind":"APIGroupList","groups":[]})", R"({"kind":"APIGroupDiscoveryList","items":[]})"}) {
    CAPTURE(body);
    kube::discovery::api_discovery discovery;
    (void)discovery.start();
    (void)discovery.answer("/api", ok(simulation::core_discovery(simulation::built_in_resources()).dump()));
    (void)discovery.answer("/apis", ok(body));
    REQUIRE(discovery.finished());
    CHECK_FALSE(discovery.take());
  }
}

TEST_CASE("kinds that a stale document still names are found, and marked") {
  kube::discovery::api_discovery discovery;
  (void)discovery.start();
  (void)discovery.answer("/api", ok(simulation::core_discovery(simulation::built_in_resources()).dump()));
  (void)discovery.answer(
    "/apis", ok(R"({"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"x.io"},"versions":[{"version":"v1",)"
                R"("freshness":"Stale","resources":[{"resource":"widgets","responseKind":{"kind":"Widget"}}]}]}]})"));
  const auto table = discovery.take();
  REQUIRE(table);
  const auto widget = table->find("", "Widget");
  REQUIRE(std::holds_alternative<kube::api::resource>(widget));
  CHECK(std::get<kube::api::resource>(widget).is_stale);
  CHECK_FALSE(std::get<kube::api::resource>(table->find("", "Pod")).is_stale);
}

TEST_SUITE_END();
