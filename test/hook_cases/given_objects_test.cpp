#include "hook_cases/given_objects.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The names of the objects that a binding with these members picks, with a space behind each.
std::string picked(const std::string& members, const hook_cases::given_objects& from = test::some_objects()) {
  const auto hook = test::hook_with("{configVersion: v1, kubernetes: [{" + members + "}]}");
  const auto seen = from.seen_by(hook.kubernetes.front());
  if (!seen) return "error: " + seen.error().message;
  std::string names;
  for (const auto& x : *seen) names.append(x.name()).append(" ");
  return names;
}

} // namespace

TEST_CASE("a binding picks objects as an API server would") {
  CHECK(picked("kind: Pod") == "job web ");
  CHECK(picked("apiVersion: v1, kind: pods") == "job web ");
  CHECK(picked("kind: ns") == "blue red ");
  CHECK(picked("apiVersion: apps/v1, kind: Pod") == "");
  CHECK(picked("kind: Secret") == "");
  CHECK(picked("kind: Pod, nameSelector: {matchNames: [web]}") == "web ");
  CHECK(picked("kind: Pod, labelSelector: {matchLabels: {app: web}}") == "web ");
  CHECK(picked("kind: Pod, labelSelector: {matchExpressions: [{key: app, operator: DoesNotExist}]}") == "job ");
  CHECK(picked("kind: Pod, namespace: {nameSelector: {matchNames: [blue]}}") == "job ");
  CHECK(picked("kind: Pod, namespace: {labelSelector: {matchLabels: {team: r}}}") == "web ");
  CHECK(picked("kind: Pod, fieldSelector: {matchExpressions: [{field: status.phase, operator: Equals, value: Failed}]}")
        == "job ");
}

TEST_CASE("a namespace whose labels are asked for must be given") {
  const auto one = test::objects_in("[{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: green}}]");
  CHECK(picked("kind: Pod, namespace: {labelSelector: {matchLabels: {team: r}}}", one)
        == "error: binding 'kubernetes' selects namespaces by labels: give the Namespace green among the objects");
}

TEST_CASE("a kind that nothing defines is found in the group of its object, and a definition brings its names") {
  constexpr auto widget = "{apiVersion: example.com/v1, kind: Widget, metadata: {name: a, namespace: red}}";
  const auto undefined = test::objects_in(std::string("[") + widget + "]");
  CHECK(picked("kind: Widget", undefined) == "a ");
  CHECK(picked("apiVersion: example.com/v1, kind: Widget", undefined) == "a ");
  CHECK(picked("apiVersion: other.com/v1, kind: Widget", undefined) == "");
  CHECK(picked("kind: wd", undefined) == "");
  const auto defined = test::objects_in(std::string("[") + widget + R"(, {apiVersion: apiextensions.k8s.io/v1,
    kind: CustomResourceDefinition, metadata: {name: widgets.example.com}, spec: {group: example.com,
    names: {kind: Widget, plural: widgets, shortNames: [wd]}}}])");
  CHECK(picked("kind: wd", defined) == "a ");
}

TEST_CASE("the filter's result is part of the view, and its failure names the object") {
  const auto hook = test::hook_with("{configVersion: v1, kubernetes: [{kind: Pod, jqFilter: .status.phase}]}");
  const auto seen = test::some_objects().seen_by(hook.kubernetes.front());
  REQUIRE(seen);
  CHECK(seen->front().filter_result.text() == "\"Failed\"");
  CHECK(picked("kind: Pod, jqFilter: .status.phase.x").find("Pod red/web") != std::string::npos);
}

TEST_CASE("a single object is seen under its name, and can be left out") {
  const auto hook = test::hook_with("{configVersion: v1, kubernetes: [{kind: Pod}]}");
  const auto& binding = hook.kubernetes.front();
  const auto objects = test::some_objects();
  const auto web = objects.seen_by(binding, "red/web");
  REQUIRE(web);
  CHECK(web->has_value());
  const auto space = objects.seen_by(binding, "red");
  REQUIRE(space);
  CHECK_FALSE(space->has_value());
  const auto rest = objects.without("red/web").seen_by(binding);
  REQUIRE(rest);
  CHECK(rest->size() == 1);
}

TEST_CASE("a list stands for its items, and wrong objects are named") {
  CHECK(picked("kind: Pod", test::objects_in(R"([{apiVersion: v1, kind: List, items: [
    {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: b}}]}])"))
        == "a ");
  const auto error_of = [](const std::string& list) {
    const auto made = hook_cases::given_objects::of(test::yaml(list).as_array());
    return made ? std::string() : made.error().message;
  };
  CHECK(error_of("[{kind: Pod, metadata: {name: a}}]").starts_with("an object needs apiVersion, kind and"));
  CHECK(error_of(R"([{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: b}},
    {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: b}}])")
        == "Pod b/a is given twice");
}
