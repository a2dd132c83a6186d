#include "cluster/records/recordless_releases.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace cluster::records;

namespace {

/// A list with an object that has these annotations.
text::json list_of(const std::string& annotations) {
  return text::parse_json(R"({"kind":"PartialObjectMetadataList","metadata":{"resourceVersion":"7"},)"
                          R"("items":[{"metadata":{"name":"a","annotations":)"
                          + annotations + "}}]}")
    .value();
}

const std::set<std::string> releases{"shop", "web"};

} // namespace

TEST_CASE("records of releases are asked for in both kinds, Secrets also without labels") {
  const auto requests = records_requests("operator");
  REQUIRE_EQ(requests.size(), 2);
  CHECK_EQ(requests.front().target.find("/api/v1/namespaces/operator/secrets?fieldSelector=type%3Dhelm.sh"), 0);
  CHECK_EQ(requests.back().target.find("/api/v1/namespaces/operator/configmaps?labelSelector=owner%3Dhelm"), 0);
}

TEST_CASE("objects with Helm's label are asked for in all namespaces, then in the namespace of the operator") {
  const auto requests = objects_of_helm_requests("operator");
  REQUIRE_EQ(requests.size(), 6);
  CHECK_EQ(requests.front().target.find("/api/v1/configmaps?"), 0);
  CHECK_EQ(requests.back().target.find("/apis/apps/v1/namespaces/operator/deployments?"), 0);
}

TEST_CASE("a record belongs to the release in its name") {
  const auto has = [](const std::string& name, const std::string& more = {}) {
    return has_record(text::parse_json(R"({"kind":"SecretList","metadata":{"resourceVersion":"7")" + more
                                       + R"(},"items":[{"metadata":{"name":")" + name + R"("}}]})")
                        .value(),
                      releases);
  };
  CHECK(has("sh.helm.release.v1.web.v3").value_or(false));
  CHECK_FALSE(has("sh.helm.release.v1.db.v3").value_or(true));
  CHECK_FALSE(has("sh.helm.release.v1.").value_or(true));
  CHECK_FALSE(has("web").value_or(true));
  CHECK_FALSE(has("sh.helm.release.v1.db.v3", R"(,"continue":"next")").has_value());
}

TEST_CASE("an answer that is no list of the API server shows no absence") {
  for (const auto* text : {"{}", R"({"kind":"SecretList","items":[]})",
                           R"({"kind":"Secret","metadata":{"resourceVersion":"1"},"items":[]})",
                           R"({"kind":"SecretList","metadata":{"resourceVersion":"1"}})"})
    CHECK_FALSE(has_record(text::parse_json(text).value(), releases).has_value());
}

TEST_CASE("objects name the releases of this namespace that are asked for") {
  const auto named = [](const std::string& annotations) {
    return releases_named_in(list_of(annotations), "operator", releases);
  };
  const std::string web = R"("meta.helm.sh/release-name":"web")";
  const std::string here = R"("meta.helm.sh/release-namespace":"operator")";
  CHECK_EQ(named("{" + web + "," + here + "}"), std::set<std::string>{"web"});
  CHECK(named("{" + web + R"(,"meta.helm.sh/release-namespace":"other"})").empty());
  CHECK(named(R"({"meta.helm.sh/release-name":"db",)" + here + "}").empty());
  CHECK(named("{" + web + "," + here + R"(,"helm.sh/resource-policy":"keep"})").empty());
  CHECK(named("{}").empty());
}
