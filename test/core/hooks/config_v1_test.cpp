#include "base/contains.hpp"
#include "core/hooks/config.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace base;
using namespace core::bindings;
using namespace core::hooks;
using namespace std::chrono_literals;

namespace {

hook_definition parsed(const std::string& text, hook_owner owner = hook_owner::global) {
  auto hook = parse_hook_config(text, owner);
  REQUIRE_MESSAGE(hook, hook.error().message);
  return *hook;
}

std::string problem(const std::string& text, hook_owner owner = hook_owner::global) {
  auto hook = parse_hook_config(text, owner);
  REQUIRE_FALSE(hook);
  return hook.error().message;
}

using names = std::vector<std::string>;

} // namespace

TEST_CASE("a kubernetes binding that names only its kind watches all objects of that kind") {
  auto hook = parsed("configVersion: v1\nkubernetes:\n- kind: Pod\n");
  REQUIRE(hook.kubernetes.size() == 1);
  const auto& x = hook.kubernetes[0];
  CHECK(x.name == "kubernetes");
  CHECK(x.kind == "Pod");
  CHECK(x.queue == "main");
  CHECK((x.on_added && x.on_modified && x.on_deleted));
  CHECK(x.on_synchronization);
  CHECK(x.wait_for_synchronization);
  CHECK(x.keep_full_objects);
  CHECK_FALSE(x.allow_failure);
  CHECK((x.object_names.empty() && x.namespaces.names.empty() && !x.namespaces.labels && x.fields.empty()));
  CHECK(query_text(x.labels).empty());
}

TEST_CASE("every field of a kubernetes binding is read") {
  auto hook = parsed(R"(
configVersion: v1
kubernetes:
- name: pods
  apiVersion: apps/v1
  kind: Deployment
  executeHookOnEvent: [Added, Deleted]
  executeHookOnSynchronization: false
  waitForSynchronization: false
  keepFullObjectsInMemory: false
  jqFilter: .metadata.labels
  nameSelector: {matchNames: [a, b]}
  labelSelector:
    matchLabels: {app: web}
    matchExpressions:
    - {key: tier, operator: In, values: [front, back]}
    - {key: example.com/old, operator: DoesNotExist}
  fieldSelector:
    matchExpressions:
    - {field: status.phase, operator: NotEquals, value: Running}
  namespace:
    nameSelector: {matchNames: [default]}
    labelSelector: {matchExpressions: [{key: team, operator: Exists}]}
  queue: pods
  group: g
  allowFailure: yes
  resynchronizationPeriod: 1m
)");
  const auto& x = hook.kubernetes.at(0);
  CHECK(x.name == "pods");
  CHECK(x.api_version == "apps/v1");
  CHECK((x.wants(watch_event::added) && !x.wants(watch_event::modified) && x.wants(watch_event::deleted)));
  CHECK_FALSE(x.on_synchronization);
  CHECK_FALSE(x.wait_for_synchronization);
  CHECK_FALSE(x.keep_full_objects);
  CHECK(x.jq_filter == ".metadata.labels");
  CHECK(x.object_names == names{"a", "b"});
  CHECK(query_text(x.labels) == "app=web,tier in (front,back),!example.com/old");
  CHECK(query_text(x.fields) == "status.phase!=Running");
  CHECK(x.namespaces.names == names{"default"});
  REQUIRE(x.namespaces.labels);
  CHECK(query_text(*x.namespaces.labels) == "team");
  CHECK(x.queue == "pods");
  CHECK(x.group == "g");
  CHECK(x.allow_failure);
}

TEST_CASE("not waiting for a Synchronization needs a queue other than main") {
  auto hook = parsed("configVersion: v1\nkubernetes:\n"
                     "- {kind: Pod, waitForSynchronization: false}\n"
                     "- {kind: Pod, waitForSynchronization: false, queue: main}\n"
                     "- {kind: Pod, waitForSynchronization: false, queue: other}\n");
  CHECK(hook.kubernetes[0].wait_for_synchronization);
  CHECK(hook.kubernetes[1].wait_for_synchronization);
  CHECK_FALSE(hook.kubernetes[2].wait_for_synchronization);
}

TEST_CASE("an empty name or queue means the default") {
  auto hook = parsed("configVersion: v1\n"
                     "schedule: [{crontab: '* * * * *', name: '', queue: ''}]\n"
                     "kubernetes: [{kind: Pod, name: '', queue: '', waitForSynchronization: false}]\n");
  CHECK(hook.schedules[0].name == "schedule");
  CHECK(hook.schedules[0].queue == "main");
  CHECK(hook.kubernetes[0].name == "kubernetes");
  CHECK(hook.kubernetes[0].queue == "main");
  CHECK(hook.kubernetes[0].wait_for_synchronization);
}

TEST_CASE("an empty list of expressions selects everything") {
  auto hook = parsed("configVersion: v1\nkubernetes:\n- kind: Pod\n  labelSelector: {matchExpressions: []}\n"
                     "  fieldSelector: {matchExpressions: []}\n");
  CHECK(query_text(hook.kubernetes[0].labels).empty());
  CHECK(hook.kubernetes[0].fields.empty());
}

TEST_CASE("watchEvent is the old name of executeHookOnEvent, and an empty list means never") {
  auto hook = parsed("configVersion: v1\nkubernetes:\n"
                     "- {kind: Pod, watchEvent: [Modified]}\n"
                     "- {kind: Pod, watchEvent: [Modified], executeHookOnEvent: [Added]}\n"
                     "- {kind: Pod, executeHookOnEvent: []}\n");
  CHECK((hook.kubernetes[0].on_modified && !hook.kubernetes[0].on_added));
  CHECK((hook.kubernetes[1].on_added && !hook.kubernetes[1].on_modified));
  CHECK_FALSE((hook.kubernetes[2].on_added || hook.kubernetes[2].on_modified || hook.kubernetes[2].on_deleted));
}

TEST_CASE("schedules, orders and settings of a module hook are read") {
  auto hook = parsed(R"(
configVersion: v1
beforeHelm: 1
afterHelm: 2
beforeDeleteHelm: 3
afterDeleteHelm: 4
settings: {executionMinInterval: 3s, executionBurst: 2, timeout: 5m}
schedule:
- crontab: "*/5 * * * *"
- {name: nightly, crontab: "0 3 * * *", queue: night, allowFailure: true, group: g}
)",
                     hook_owner::module);
  REQUIRE(hook.lifecycle.size() == 4);
  CHECK(hook.lifecycle[2].point == lifecycle_point::before_delete_helm);
  CHECK(hook.settings.timeout == 5min);
  REQUIRE(hook.settings.rate);
  CHECK(hook.settings.rate->min_interval == 3s);
  CHECK(hook.settings.rate->burst == 2);
  REQUIRE(hook.schedules.size() == 2);
  CHECK(hook.schedules[0].name == "schedule");
  CHECK(hook.schedules[0].queue == "main");
  CHECK(hook.schedules[1].crontab == "0 3 * * *");
  CHECK(hook.schedules[1].allow_failure);
}

TEST_CASE("a group adds the snapshots of its kubernetes bindings to every binding of the group") {
  auto hook = parsed(R"(
configVersion: v1
schedule:
- {crontab: "* * * * *", group: g, includeSnapshotsFrom: [nodes, pods]}
- {crontab: "* * * * *"}
kubernetes:
- {name: pods, kind: Pod, group: g}
- {name: nodes, kind: Node}
- {name: secrets, kind: Secret, group: g, includeSnapshotsFrom: [nodes]}
)");
  CHECK(hook.schedules[0].snapshots_from == names{"nodes", "pods", "secrets"});
  CHECK(hook.schedules[1].snapshots_from.empty());
  CHECK(hook.kubernetes[0].snapshots_from == names{"pods", "secrets"});
  CHECK(hook.kubernetes[1].snapshots_from.empty());
  CHECK(hook.kubernetes[2].snapshots_from == names{"nodes", "pods", "secrets"});
}

TEST_CASE("single faults of v1 are refused") {
  struct fault {
    const char* text;
    const char* part;
  };
  const std::vector<fault> faults{
    {"", "hook configuration is empty"},
    {"just text", "expected an object, got a string"},
    {"configVersion: v2\nonStartup: 1", "config version: 'configVersion' value 'v2' is unsupported: expected v1"},
    {"configVersion: 1\nonStartup: 1", "'configVersion' must be a string, got 1"},
    {"configVersion: v1\nbeforeAll: -1", "beforeAll: expected 0 or more, got -1"},
    {"configVersion: v1\nonStartup: 1.5", "onStartup: expected an integer, got 1.5"},
    {"configVersion: v1\nkubernetes: []", "kubernetes: must have at least one item"},
    {"configVersion: v1\nschedule: []", "schedule: must have at least one item"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, mode: Event}]", "kubernetes[0].mode: unknown field"},
    {"configVersion: v1\nkubernetes: {kind: Pod}", "kubernetes: expected a list"},
    {"configVersion: v1\nonStartup: 1\nsettings: {executionBurst: 1}", "executionMinInterval is invalid: "},
    {"configVersion: v1\nonStartup: 1\nsettings: {executionMinInterval: 1s}", "settings.executionBurst: "},
    {"configVersion: v1\nonStartup: 1\nsettings: {timeout: 0s}", "settings.timeout: expected more than 0"},
    {"configVersion: v1\nkubernetes: [{kind: Pod}, {kind: Pod, includeSnapshotsFrom: []}]", "at least one item"},
    {"configVersion: v1\nkubernetes: [{kind: Pod}, {kind: Pod, includeSnapshotsFrom: [kubernetes]}]",
     "there are 2 'kubernetes' binding names: give each of these kubernetes bindings a name of its own"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, executeHookOnEvent: [1, Add]}]",
     "executeHookOnEvent[0]: expected a string, got 1; kubernetes[0].executeHookOnEvent[1]: event 'Add' is unsupp"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, namespace: {nameSelector: [default]}}]",
     "kubernetes[0].namespace.nameSelector: expected an object, got a list"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, labelSelector: {matchLabels: {a: 'b c'}}}]", "is no label value"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, labelSelector: {matchLabels: {'': web}}}]",
     "labelSelector.matchLabels: the key of a label must not be empty"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, labelSelector: {matchExpressions: [{key: a, operator: In}]}}]",
     "values: must have at least one item"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, namespace: {nameSelector: {matchNames: [a, ..]}}}]",
     "kubernetes[0].namespace.nameSelector.matchNames[1]: must not be '..'"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, nameSelector: {matchNames: [a, '']}}]",
     "kubernetes[0].nameSelector.matchNames[1]: is empty, and no object has an empty name: a variable of the hook may "
     "have no value"},
    {R"({"onKubernetesEvent": [{"kind": "pod", "namespaceSelector": {"matchNames": ["a/b"]}}]})",
     "onKubernetesEvent[0].namespaceSelector.matchNames[0]: must not have '/' in it"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, nameSelector: {matchNames: [a]}, fieldSelector: "
     "{matchExpressions: [{field: metadata.name, operator: '=', value: b}]}}]",
     "'metadata.name' cannot be used together with nameSelector.matchNames"},
    {"configVersion: v1\nkubernetesCustomResourceConversion: []", "kubernetesCustomResourceConversion: "},
    {"configVersion: v1\n\tonStartup: 1", "hook configuration"},
  };
  for (const auto& x : faults) {
    CAPTURE(x.text);
    auto text = problem(x.text);
    CHECK_MESSAGE(contains(text, x.part), text);
  }
}

TEST_CASE("names and namespaces of a binding make a bounded number of watches") {
  const auto config = [](std::size_t objects, std::size_t namespaces) {
    const auto list = [](std::size_t count) {
      std::string text = "a0";
      for (std::size_t i = 1; i < count; ++i) text += ", a" + std::to_string(i);
      return text;
    };
    return "configVersion: v1\nkubernetes: [{kind: Pod, nameSelector: {matchNames: [" + list(objects)
           + "]}, namespace: {nameSelector: {matchNames: [" + list(namespaces) + "]}}}]";
  };
  CHECK(parsed(config(50, 20)).kubernetes.size() == 1);
  CHECK(
    contains(problem(config(51, 20)), "kubernetes[0].nameSelector: 51 names in 20 namespaces would be 1020 watches"));
}
