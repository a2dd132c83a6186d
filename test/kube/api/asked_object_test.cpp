#include "kube/api/asked_object.hpp"

#include "kube/api/response.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

TEST_SUITE_BEGIN("kube/asked_object");

namespace {

using base::error_code;

constexpr auto path_of_pod = "/api/v1/namespaces/default/pods/p";

kube::api::http_response answer(int status, std::string body = "", std::string target = path_of_pod) {
  return {.status = status, .body = std::move(body), .retry_after = std::nullopt, .target = std::move(target)};
}

} // namespace

TEST_CASE("an object counts only if it is the object of the request") {
  struct row {
    std::string target;
    std::string body;
    bool counts;
    std::string method = "GET";
    std::string accept = "application/json";
  };
  const std::string metadata = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
  const std::string partial =
    R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"p","namespace":"default"}})";
  const std::string status = R"({"kind":"Status","apiVersion":"v1","status":"Success"})";
  const auto object = [](const std::string& kind, const std::string& version, const std::string& name,
                         const std::string& space) {
    return R"({"kind":")" + kind + R"(","apiVersion":")" + version + R"(","metadata":{"name":")" + name
           + R"(","namespace":")" + space + R"("}})";
  };
  const std::string people = "/apis/example.com/v1/people/p";
  const std::vector<row> rows{
    {path_of_pod, object("Pod", "v1", "p", "default"), true},
    {path_of_pod, object("Pod", "v1", "p", "default"), true, "PATCH"},
    {path_of_pod, object("Pod", "v1", "p", "default"), true, "GET", metadata},
    {path_of_pod, R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"}})", true},
    {path_of_pod, object("Pod", "v1", "q", "default"), false},
    {path_of_pod, object("Pod", "v1", "p", "other"), false},
    {path_of_pod, object("Secret", "v1", "p", "default"), false},
    {path_of_pod, object("Pod", "v2", "p", "default"), false},
    {path_of_pod, R"({"kind":"Pod","apiVersion":"v1"})", false},
    {path_of_pod, R"({"kind":"PodList","apiVersion":"v1","metadata":{},"items":[]})", false},
    {path_of_pod, status, false},
    {path_of_pod, status, false, "PUT"},
    {path_of_pod, status, true, "DELETE"},
    {path_of_pod, object("Secret", "v1", "p", "default"), false, "DELETE"},
    {path_of_pod, partial, false},
    {path_of_pod, partial, true, "GET", metadata},
    {std::string(path_of_pod) + "/binding", status, true, "PUT"},
    {"/api/v1/namespaces/default/pods", object("Pod", "v1", "new", "default"), true, "POST"},
    {"/apis/networking.k8s.io/v1/namespaces/default/networkpolicies/p?a=b",
     object("NetworkPolicy", "networking.k8s.io/v1", "p", "default"), true},
    {"/api/v1/namespaces/p", object("Namespace", "v1", "p", ""), true},
    {"/apis/apps/v1/namespaces/default/deployments/p", object("Deployment", "apps/v1", "p", "default"), true},
    {"/apis/apps/v1/namespaces/default/deployments/p", object("ReplicaSet", "apps/v1", "p", "default"), false},
    {people, object("Person", "example.com/v1", "p", ""), true},
    {people, object("Person", "example.com/v2", "p", ""), false}};
  for (const auto& x : rows) {
    CAPTURE(x.target);
    CAPTURE(x.method);
    CAPTURE(x.body);
    auto got = answer(200, x.body, x.target);
    got.method = x.method;
    got.accept = x.accept;
    const auto found = kube::api::object_of(got);
    CHECK_EQ(found.has_value(), x.counts);
    if (!found) CHECK_EQ(found.error().code, error_code::unavailable);
  }
}

TEST_SUITE_END();
