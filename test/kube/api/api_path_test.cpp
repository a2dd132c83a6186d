#include "kube/api/api_path.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

TEST_SUITE_BEGIN("kube/api_path");

namespace {

const kube::api::resource pods{.version = "v1", .kind = "Pod", .plural = "pods"};
const kube::api::resource nodes{.version = "v1", .kind = "Node", .plural = "nodes", .namespaced = false};
const kube::api::resource deployments{.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};

} // namespace

TEST_CASE("paths name group, version, namespace, object and subresource") {
  CHECK_EQ(kube::api::api_path(pods), "/api/v1/pods");
  CHECK_EQ(kube::api::api_path(pods, {.namespace_ = "a", .name = "b", .subresource = "status"}),
           "/api/v1/namespaces/a/pods/b/status");
  CHECK_EQ(kube::api::api_path(deployments, {.namespace_ = "a"}), "/apis/apps/v1/namespaces/a/deployments");
  CHECK_EQ(kube::api::api_path(nodes, {.namespace_ = "ignored", .name = "n"}), "/api/v1/nodes/n");
  CHECK_EQ(kube::api::api_path(nodes, {.name = "system:a/b"}), "/api/v1/nodes/system%3Aa%2Fb");
}

TEST_CASE("the template of a path has no names of objects and namespaces in it") {
  const std::pair<const char*, const char*> rows[] = {
    {"/version", "/version"},
    {"/apis", "/apis"},
    {"/apis/apps/v1", "/apis/apps/v1"},
    {"/api/v1/pods?limit=500", "/api/v1/pods"},
    {"/api/v1/namespaces", "/api/v1/namespaces"},
    {"/api/v1/namespaces/a", "/api/v1/namespaces/{name}"},
    {"/api/v1/namespaces/a/status", "/api/v1/namespaces/{name}/status"},
    {"/api/v1/namespaces/a/pods?watch=true", "/api/v1/namespaces/{namespace}/pods"},
    {"/api/v1/namespaces/a/pods/b", "/api/v1/namespaces/{namespace}/pods/{name}"},
    {"/api/v1/namespaces/a/pods/b/status", "/api/v1/namespaces/{namespace}/pods/{name}/status"},
    {"/apis/apps/v1/namespaces/a/deployments/b", "/apis/apps/v1/namespaces/{namespace}/deployments/{name}"},
    {"/apis/x.io/v1/crontabs/b", "/apis/x.io/v1/crontabs/{name}"},
  };
  for (const auto& [target, expected] : rows) CHECK_EQ(kube::api::path_template(target), expected);
}

TEST_CASE("escaping and its reverse are exact for all bytes") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  CHECK_EQ(kube::api::unescape_uri_component(kube::api::escape_uri_component(all)), all);
  CHECK_EQ(kube::api::escape_uri_component("a b,c=ü~"), "a%20b%2Cc%3D%C3%BC~");
  CHECK_EQ(kube::api::unescape_uri_component("100%"), "100%");
}

TEST_CASE("a path that is none of objects is its own template") {
  for (const auto* path : {"/version", "/readyz/etcd/a/b", "/openapi/v3/namespaces/a/b"})
    CHECK_EQ(kube::api::path_template(path), path);
  CHECK_EQ(kube::api::path_template("/"), "/");
}

TEST_SUITE_END();
