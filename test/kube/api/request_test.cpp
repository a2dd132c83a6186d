#include "kube/api/request.hpp"

#include "kube/access/cluster.hpp"

#include <doctest/doctest.h>

#include <utility>

TEST_SUITE_BEGIN("kube/request");

namespace {

using namespace std::chrono_literals;

const kube::api::resource pods{.version = "v1", .kind = "Pod", .plural = "pods"};
const kube::api::resource nodes{.version = "v1", .kind = "Node", .plural = "nodes", .namespaced = false};
const kube::api::resource deployments{.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};

} // namespace

TEST_CASE("a request whose path leads elsewhere is not sent") {
  for (const auto* bad : {".", "..", "a/b", "a%b"}) {
    CAPTURE(bad);
    for (const auto& request :
         {kube::api::get_request(pods, {.namespace_ = "a", .name = bad}),
          kube::api::get_request(pods, {.namespace_ = bad, .name = "a"}),
          kube::api::remove_request(nodes, {.name = bad}), kube::api::list_request(pods, {.namespace_ = bad}),
          kube::api::patch_request(pods, {"a", "b", bad}, {.body = "{}"})}) {
      const auto checked = kube::api::check_request(request);
      REQUIRE_FALSE(checked);
      CHECK(checked.error().code == base::error_code::invalid_input);
      CHECK_MESSAGE(checked.error().message.find(request.target.substr(0, request.target.find('?')) + " is not sent: ")
                      != std::string::npos,
                    checked.error().message);
    }
  }
}

TEST_CASE("nothing changes or deletes all objects of a kind") {
  CHECK_FALSE(kube::api::check_request(kube::api::remove_request(pods, {.namespace_ = "a"})));
  CHECK_FALSE(kube::api::check_request(kube::api::remove_request(nodes, {})));
  CHECK_FALSE(kube::api::check_request(kube::api::update_request(deployments, {.namespace_ = "a"}, "{}")));
  CHECK_FALSE(kube::api::check_request(kube::api::patch_request(pods, {.namespace_ = "a"}, {.body = "{}"})));
}

TEST_CASE("other requests are sent") {
  for (const auto& request :
       {kube::api::get_request(pods, {.namespace_ = "a", .name = "system:b..c"}), kube::api::list_request(pods),
        kube::api::remove_request(nodes, {.name = "n"}), kube::api::create_request(pods, {.namespace_ = "a"}, "{}"),
        kube::api::patch_request(pods, {"a", "b", "status"}, {.body = "{}"}),
        kube::api::patch_request({.version = "v1", .plural = "namespaces", .namespaced = false}, {.name = "a"},
                                 {.body = "{}"}),
        kube::api::http_request{.target = "/apis"}, kube::api::http_request{.target = "/version?timeout=1%2F2"},
        kube::api::http_request{.target = "/"}})
    CHECK_MESSAGE(kube::api::check_request(request), request.target);
}

TEST_CASE("the host of a cluster is what stands between scheme and path") {
  kube::access::cluster x;
  for (const auto* address : {"https://10.0.0.1:6443", "https://10.0.0.1:6443/k8s/c1", "10.0.0.1:6443"}) {
    x.address = address;
    CHECK_EQ(kube::access::host_of(x), "10.0.0.1:6443");
  }
}

TEST_CASE("a list carries selectors, page and position, and nothing that is empty") {
  CHECK_EQ(kube::api::list_request(pods).target, "/api/v1/pods");
  const auto request =
    kube::api::list_request(pods, {.namespace_ = "n",
                                   .selectors = {.labels = "a in (b,c)", .fields = "metadata.name=x"},
                                   .limit = 500,
                                   .continue_token = "t=="});
  CHECK_EQ(request.method, "GET");
  CHECK_EQ(request.target, "/api/v1/namespaces/n/pods?labelSelector=a%20in%20%28b%2Cc%29"
                           "&fieldSelector=metadata.name%3Dx&limit=500&continue=t%3D%3D");
  CHECK_FALSE(request.streaming);
  CHECK_EQ(kube::api::list_request(pods, {.content = kube::api::object_content::metadata}).accept,
           "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json");
}

TEST_CASE("a watch streams, asks for bookmarks, and outlives the server's own time limit") {
  const auto request = kube::api::watch_request(pods, {.resource_version = "7", .duration = 300s});
  CHECK_EQ(request.target, "/api/v1/pods?watch=true&resourceVersion=7&allowWatchBookmarks=true&timeoutSeconds=300");
  CHECK(request.streaming);
  CHECK_EQ(request.timeout, 0ms);
  CHECK_GT(request.idle_timeout, 300s);
}

TEST_CASE("writes have the method, path and content type that the API wants") {
  const kube::api::object_location where{.namespace_ = "n", .name = "x"};
  const auto create = kube::api::create_request(pods, where, "{}");
  CHECK_EQ(create.method + " " + create.target, "POST /api/v1/namespaces/n/pods");
  CHECK_EQ(create.content_type, "application/json");
  const auto token = kube::api::create_request(pods, {.namespace_ = "n", .name = "x", .subresource = "eviction"}, "{}");
  CHECK_EQ(token.target, "/api/v1/namespaces/n/pods/x/eviction");
  const auto update = kube::api::update_request(pods, where, "{}");
  CHECK_EQ(update.method + " " + update.target, "PUT /api/v1/namespaces/n/pods/x");
  const auto merge = kube::api::patch_request(pods, where, {.body = "{}"});
  CHECK_EQ(merge.method + " " + merge.target, "PATCH /api/v1/namespaces/n/pods/x?fieldManager=addon-operator");
  CHECK_EQ(merge.content_type, "application/merge-patch+json");
  const auto json = kube::api::patch_request(pods, where, {.kind = kube::api::patch_kind::json, .body = "[]"});
  CHECK_EQ(json.content_type, "application/json-patch+json");
  const auto apply =
    kube::api::patch_request(pods, where, {.kind = kube::api::patch_kind::apply, .body = "{}", .force = true});
  CHECK_EQ(apply.content_type, "application/apply-patch+yaml");
  CHECK(apply.target.ends_with("?fieldManager=addon-operator&force=true"));
}

TEST_CASE("a delete names the policy, and the incarnation if one is given") {
  const kube::api::object_location where{.namespace_ = "n", .name = "x"};
  CHECK_EQ(kube::api::remove_request(pods, where, {.policy = kube::api::propagation::foreground}).target,
           "/api/v1/namespaces/n/pods/x?propagationPolicy=Foreground");
  const auto request = kube::api::remove_request(pods, where, {.policy = kube::api::propagation::orphan, .uid = "u1"});
  CHECK_EQ(request.method, "DELETE");
  CHECK_EQ(request.body, R"({"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"u1"},)"
                         R"("propagationPolicy":"Orphan"})");
}

TEST_CASE("an object is removed only in the version that was seen, if one is named") {
  const auto request = kube::api::remove_request(pods, {"d8", "a", {}}, {.uid = "u1", .resource_version = "7"});
  CHECK_EQ(request.body,
           R"({"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"resourceVersion":"7","uid":"u1"},)"
           R"("propagationPolicy":"Background"})");
}

TEST_SUITE_END();
