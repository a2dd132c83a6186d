#include "core/status/removal_story.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;

TEST_SUITE("core/removal_story") {
  TEST_CASE("a removal without a script or known values has its reason, and many objects are counted") {
    auto x = test::quiet_platform();
    core::modules::removed_release removed{
      .release = "web", .reason = "the flag webEnabled is false", .way_back = "set it"};
    for (int i = 0; i < 9; ++i) removed.objects.push_back("a/ConfigMap/" + std::to_string(i));
    x.removals = {removed};
    const auto all = removals_of(x);
    REQUIRE_EQ(all.size(), 1);
    CHECK_EQ(all[0].cause,
             "release 'web' was removed: the flag webEnabled is false. With it went a/ConfigMap/0, "
             "a/ConfigMap/1, a/ConfigMap/2, a/ConfigMap/3, a/ConfigMap/4, a/ConfigMap/5 and 3 more objects");
    CHECK_EQ(all[0].next_step, "set it");
    CHECK(removals_of(test::quiet_platform()).empty());
  }

  TEST_CASE("an object that a finalizer holds has not gone with its release") {
    auto x = test::quiet_platform();
    x.removals = {{.release = "web", .reason = "r", .objects = {"shop/ConfigMap/a", "ClusterRole/b"}}};
    const auto wanted = sights_of_removals(x.removals);
    REQUIRE_EQ(wanted.size(), 2);
    CHECK_EQ(wanted[0].namespace_name, "shop");
    CHECK_EQ(wanted[1].kind, "ClusterRole");
    CHECK_EQ(wanted[1].namespace_name, "");
    x.seen[wanted[0]] = {*text::parse_json(
      R"({"metadata":{"deletionTimestamp":"2026-01-02T03:04:05Z","finalizers":["example.com/hold"]}})")};
    x.seen[wanted[1]] = {*text::parse_json(R"({"metadata":{"finalizers":["example.com/hold"]}})")};
    CHECK_EQ(removals_of(x).at(0).cause,
             "release 'web' was removed: r. With it went shop/ConfigMap/a and ClusterRole/b. Still there, and being "
             "deleted, is shop/ConfigMap/a (held by the finalizer example.com/hold)");
    x.removals[0].made_again_us = test::seconds_ago(1);
    CHECK(sights_of_removals(x.removals).empty());
    CHECK_EQ(removals_of(x).at(0).cause.find("Still there"), std::string::npos);
  }

  TEST_CASE("a release that was made again has no step any more, and no values of now") {
    auto x = test::quiet_platform();
    x.removals = {{.release = "web", .reason = "its enabled script says no", .made_again_us = test::seconds_ago(1)}};
    x.values_of_scripts["web"] = {"global.a"};
    x.values["global.a"] = {"a list", "set by x"};
    CHECK_EQ(removals_of(x).at(0).cause,
             "release 'web' was removed: its enabled script says no. It was made again at 2026-11-25 03:15:31");
    CHECK_EQ(removals_of(x).at(0).next_step, "");
  }
}
