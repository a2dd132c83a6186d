#include "core/releases/drift_report.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;
using namespace std::chrono_literals;

namespace {

const manifest_object web{"apps/v1", "Deployment", "default", "web"};

drifted_field replicas(std::optional<std::int64_t> since_us = std::nullopt) {
  return {{"spec.replicas", text::json(2), text::json(5)}, "kubectl", since_us};
}

text::json json(const std::string& words) {
  const auto x = text::parse_json(words);
  REQUIRE_MESSAGE(x, words);
  return *x;
}

text::json shown(const text::json& x) {
  return x;
}

compared_object scaled(int now) {
  return {web, json(R"({"kind": "Deployment", "spec": {"replicas": 2}})"),
          json(R"({"kind": "Deployment", "metadata": {"managedFields": [{"manager": "kubectl", "time":
               "2026-11-26T03:00:00Z", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]}, "spec": {"replicas": )"
               + std::to_string(now) + "}}")};
}

} // namespace

TEST_SUITE("core/drift_report") {
  TEST_CASE("the modes have names") {
    for (const auto x : {drift_mode::off, drift_mode::warn, drift_mode::repair}) CHECK(read_drift_mode(name(x)) == x);
    CHECK_FALSE(read_drift_mode("on"));
  }

  TEST_CASE("an object is described without the values of its fields") {
    CHECK_EQ(describe(sum_of(web, {replicas()})), "default/Deployment/web: spec.replicas, changed by kubectl");
    CHECK_EQ(describe(sum_of(web, {replicas(1'795'662'000'000'000)})),
             "default/Deployment/web: spec.replicas, changed by kubectl at 2026-11-26 03:00:00");
    auto many = sum_of(web, {replicas(), replicas(), replicas(), replicas(), replicas()});
    CHECK_EQ(describe(many),
             "default/Deployment/web: spec.replicas, spec.replicas, spec.replicas and 2 more, changed by kubectl");
  }

  TEST_CASE("a client that changes an object again and again is named") {
    auto x = sum_of(web, {replicas()});
    x.times = 4;
    x.wait = 20s;
    CHECK_EQ(describe(x), "default/Deployment/web: spec.replicas, changed by kubectl, for the 4. time; it is set back "
                          "after 20 s now: find out why kubectl changes it");
  }

  TEST_CASE("of many objects a few are named") {
    std::vector<drifted_object> all(7, sum_of(web, {replicas()}));
    const auto text = describe(all);
    CHECK(text.ends_with("; and 2 more objects"));
    CHECK(describe(std::vector<drifted_object>()).empty());
  }

  TEST_CASE("the report has the values of both sides, for people and for programs") {
    const std::vector<shown_drift> all{show_drift("next", {scaled(2)}, shown), show_drift("web", {scaled(5)}, shown)};
    CHECK(all[0].objects.empty());
    CHECK_EQ(text_of(all), "web: chart -> cluster\n  default/Deployment/web\n    spec.replicas: 2 -> 5  by kubectl at "
                           "2026-11-26 03:00:00\n");
    CHECK_EQ(json_of(all).dump(),
             R"({"modules":[{"name":"web","objects":[{"fields":[{"chart":2,"cluster":5,"manager":"kubectl",)"
             R"("path":"spec.replicas","since":"2026-11-26T03:00:00Z"}],"object":"default/Deployment/web"}]}]})");
    CHECK_EQ(text_of({all[0]}), "No drift: the objects are as their charts have them.\n");
    CHECK_EQ(json_of({all[0]}).dump(), R"({"modules":[]})");
  }

  TEST_CASE("an object that cannot be compared is named with the reason, an absent object is not") {
    auto x = scaled(5);
    x.live = base::fail(base::error_code::not_found, "gone");
    CHECK(show_drift("web", {x}, shown).objects.empty());
    x.live = base::fail(base::error_code::forbidden, "you may not");
    CHECK_EQ(text_of({show_drift("web", {x}, shown)}),
             "web: chart -> cluster\n  default/Deployment/web  not known: you may not\n");
    x.wanted = base::fail(base::error_code::unavailable, "no revision");
    CHECK_EQ(json_of({show_drift("web", {x}, shown)}).dump(),
             R"({"modules":[{"name":"web","objects":[{"fields":[],"notKnown":"no revision",)"
             R"("object":"default/Deployment/web"}]}]})");
  }
}
