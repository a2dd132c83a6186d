#include "kube/api/request_places.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using kube::api::flow_of;
using kube::api::request_end;
using kube::api::request_places;
using numbers = std::vector<std::uint64_t>;

namespace {

constexpr kube::api::place_limits few{.of_others = 4, .of_own = 2, .of_flow = 3, .of_hung_flow = 1};

/// Enters requests `first` to `last`. @returns the requests that have begun.
numbers enter(request_places& places, std::uint64_t first, std::uint64_t last, const std::string& flow) {
  numbers begun;
  for (auto x = first; x <= last; ++x)
    if (places.enter(x, flow)) begun.push_back(x);
  return begun;
}

const std::string own(kube::api::own_flow);

} // namespace

TEST_CASE("a flow is a group, or a resource of the core group") {
  struct row {
    std::string target, flow;
  };
  for (const auto& x : {
         row{"/api/v1/pods?limit=500", "core/pods"},
         row{"/api/v1/namespaces/web/secrets/a", "core/secrets"},
         row{"/api/v1/namespaces/ops/secrets/a", own},
         row{"/api/v1/namespaces/ops/configmaps?watch=true", own},
         row{"/api/v1/namespaces/ops", "core/namespaces"},
         row{"/apis/apps/v1/namespaces/ops/deployments", "apps"},
         row{"/apis/metrics.k8s.io/v1beta1/nodes", "metrics.k8s.io"},
         row{"/apis/metrics.k8s.io/v1beta1", "metrics.k8s.io"},
         row{"/apis/metrics.k8s.io", "metrics.k8s.io"},
         row{"/apis", ""},
         row{"/api", ""},
         row{"/api/v1", ""},
         row{"/version", ""},
       })
    CHECK_MESSAGE(flow_of(x.target, "ops") == x.flow, x.target);
  CHECK_MESSAGE(flow_of("/api/v1/secrets", "") == "core/secrets", "no namespace is the operator's own");
}

TEST_CASE("a flow takes no more than its share, and others go on beside it") {
  request_places places(few);
  CHECK(enter(places, 1, 9, "hung") == numbers{1, 2, 3});
  CHECK(enter(places, 10, 11, "apps") == numbers{10});
  CHECK(enter(places, 20, 22, own) == numbers{20, 21});
}

TEST_CASE("the operator's own objects have places that nobody else takes") {
  request_places places(few);
  enter(places, 1, 3, "a");
  CHECK(enter(places, 4, 6, "b") == numbers{4});
  CHECK(enter(places, 7, 7, own) == numbers{7});
  CHECK_MESSAGE(places.leave(7, request_end::answered).empty(), "its place stays free for its own flow");
  CHECK(enter(places, 8, 8, own) == numbers{8});
}

TEST_CASE("waiting flows take turns, and each keeps its order") {
  request_places places(few);
  enter(places, 1, 6, "a");
  enter(places, 11, 13, "b");
  enter(places, 21, 22, "c");
  CHECK(places.leave(1, request_end::answered) == numbers{4});
  CHECK(places.leave(2, request_end::answered) == numbers{12});
  CHECK(places.leave(3, request_end::answered) == numbers{21});
  CHECK(places.leave(11, request_end::answered) == numbers{5});
  CHECK(places.leave(12, request_end::answered) == numbers{13});
}

TEST_CASE("after a time-out a flow has few places until it answers") {
  request_places places(few);
  enter(places, 1, 9, "hung");
  CHECK(places.leave(1, request_end::timed_out).empty());
  CHECK(places.leave(2, request_end::timed_out).empty());
  CHECK_MESSAGE(places.leave(3, request_end::timed_out) == numbers{4}, "a single request tries");
  CHECK(enter(places, 11, 13, "apps") == numbers{11, 12, 13});
  CHECK_MESSAGE(places.leave(4, request_end::failed) == numbers{5}, "another failure proves nothing");
  CHECK(places.leave(11, request_end::answered).empty());
  CHECK(places.leave(5, request_end::answered) == numbers{6, 7});
}

TEST_CASE("a flow that has hung is remembered while nothing of it waits") {
  request_places places(few);
  enter(places, 1, 1, "hung");
  CHECK(places.leave(1, request_end::timed_out).empty());
  CHECK(enter(places, 2, 4, "hung") == numbers{2});
}

TEST_CASE("a request that has not begun, or is not known, ends without effect") {
  request_places places(few);
  enter(places, 1, 4, "a");
  CHECK(places.leave(4, request_end::answered).empty());
  CHECK(places.leave(99, request_end::answered).empty());
  CHECK(places.leave(1, request_end::answered) == numbers{4});
}

TEST_CASE("each list of a hung flow is held back once, and again when the flow hangs anew") {
  request_places places(few);
  CHECK_FALSE(places.holds_back("example.com", "a"));
  const auto hang = [&places](std::uint64_t request) {
    REQUIRE(places.enter(request, "example.com"));
    static_cast<void>(places.leave(request, request_end::timed_out));
  };
  hang(1);
  for (const auto* list : {"a", "b"}) {
    CHECK(places.holds_back("example.com", list));
    CHECK_FALSE(places.holds_back("example.com", list));
  }
  CHECK_FALSE(places.holds_back("apps", "a"));
  REQUIRE(places.enter(2, "example.com"));
  static_cast<void>(places.leave(2, request_end::answered));
  CHECK_FALSE(places.holds_back("example.com", "c"));
  hang(3);
  CHECK(places.holds_back("example.com", "a"));
}

TEST_CASE("lists of the operator's own objects are never held back") {
  request_places places(few);
  REQUIRE(places.enter(1, own));
  static_cast<void>(places.leave(1, request_end::timed_out));
  CHECK_FALSE(places.holds_back(own, "a"));
}
