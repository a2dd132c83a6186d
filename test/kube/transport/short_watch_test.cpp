#include "kube/transport/short_watch.hpp"

#include "kube/api/request.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/transport/short_watch");

using kube::transport::short_target;

TEST_CASE("a short watch is the same watch with less time") {
  const kube::api::resource pods{.version = "v1", .kind = "Pod", .plural = "pods"};
  const auto watch = kube::api::watch_request(
    pods, {.selectors = {.labels = "a=b"}, .resource_version = "7", .duration = std::chrono::seconds(437)});
  CHECK_EQ(short_target(watch.target),
           "/api/v1/pods?watch=true&labelSelector=a%3Db&resourceVersion=7&allowWatchBookmarks=true&timeoutSeconds=20");
  CHECK_EQ(short_target("/x?timeoutSeconds=300&watch=true"), "/x?timeoutSeconds=20&watch=true");
}

TEST_CASE("a watch that is short already, or has no time, stays as it is") {
  for (const auto* target : {"/api/v1/pods?watch=true&timeoutSeconds=5", "/x?timeoutSeconds=20",
                             "/x?timeoutSeconds=", "/api/v1/pods", "/timeoutSeconds=300"})
    CHECK_EQ(short_target(target), target);
}

TEST_SUITE_END();
