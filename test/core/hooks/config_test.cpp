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

TEST_CASE("YAML and JSON say the same") {
  for (const char* text : {"configVersion: v1\nonStartup: 10\n", R"({"configVersion":"v1","onStartup":10})"}) {
    auto hook = parsed(text);
    CHECK(hook.version == hook_version::v1);
    REQUIRE(hook.lifecycle.size() == 1);
    CHECK(hook.lifecycle[0].point == lifecycle_point::on_startup);
    CHECK(hook.lifecycle[0].order == 10);
  }
}

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

TEST_CASE("all that is wrong with a document is said at once, each with its path") {
  auto text = problem(R"(
configVersion: v1
onStartup: first
beforeHelm: 1
surprise: 1
schedule:
- {crontab: "* * *", color: red}
- crontab: TZ=Mars/Phobos * * * * *
kubernetes:
- {name: x, executeHookOnEvent: [Added, Created], apiVersion: a/b/c}
- {kind: Pod, labelSelector: {matchExpressions: [{key: a, operator: Near}]}, includeSnapshotsFrom: [x, z]}
- {kind: 5, resynchronizationPeriod: 60, jqFilter: ".a |"}
- {kind: Pod, jqFilter: "surely_undefined"}
)");
  for (const char* part : {
         "onStartup: expected an integer, got \"first\"",
         "beforeHelm: is for module hooks only",
         "surprise: unknown field",
         "schedule[0].crontab: crontab is invalid: '* * *': expected 5 or 6 fields, got 3",
         "schedule[0].color: unknown field",
         "schedule[1].crontab: crontab is invalid: 'TZ=Mars/Phobos * * * * *': time zone 'Mars/Phobos' is unknown",
         "kubernetes[0].kind: is required",
         "kubernetes[0].executeHookOnEvent[1]: event 'Created' is unsupported: expected Added, Modified or Deleted",
         "kubernetes[0].apiVersion: expected VERSION or GROUP/VERSION, got 'a/b/c'",
         "kubernetes[1].labelSelector.matchExpressions[0].operator: expected In, NotIn, Exists or DoesNotExist",
         "kubernetes[1].includeSnapshotsFrom: 'z' binding name not found",
         "kubernetes[2].kind: expected a string, got 5",
         "kubernetes[2].resynchronizationPeriod: expected a string, got 60",
         "kubernetes[2].jqFilter: ",
         "kubernetes[3].jqFilter: ",
       })
    CHECK_MESSAGE(contains(text, part), part << " is not in: " << text);
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
    {"configVersion: v1\nkubernetes: [{kind: Pod, labelSelector: {matchExpressions: [{key: a, operator: In}]}}]",
     "values: must have at least one item"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, namespace: {nameSelector: {matchNames: [a, ..]}}}]",
     "kubernetes[0].namespace.nameSelector.matchNames[1]: must not be '..'"},
    {R"({"onKubernetesEvent": [{"kind": "pod", "namespaceSelector": {"matchNames": ["a/b"]}}]})",
     "onKubernetesEvent[0].namespaceSelector.matchNames[0]: must not have '/' in it"},
    {"configVersion: v1\nkubernetes: [{kind: Pod, nameSelector: {matchNames: [a]}, fieldSelector: "
     "{matchExpressions: [{field: metadata.name, operator: '=', value: b}]}}]",
     "'metadata.name' cannot be used together with nameSelector.matchNames"},
    {"configVersion: v1\nkubernetesValidating: [{name: a.b.c}]", "kubernetesValidating: webhook bindings are not"},
    {"configVersion: v1\nkubernetesMutating: [{name: a.b.c}]", "kubernetesMutating: webhook bindings are not"},
    {"configVersion: v1\nkubernetesCustomResourceConversion: []",
     "webhook bindings are not supported yet: take it out"},
    {"configVersion: v1\n\tonStartup: 1", "hook configuration"},
  };
  for (const auto& x : faults) {
    CAPTURE(x.text);
    auto text = problem(x.text);
    CHECK_MESSAGE(contains(text, x.part), text);
  }
}

TEST_CASE("a hook without bindings is read, with a remark") {
  for (const auto* text : {"configVersion: v1", "configVersion: v1\nsettings: {timeout: 5s}", "{}"}) {
    CAPTURE(text);
    CHECK_EQ(parsed(text).remarks, std::vector<std::string>{"it has no bindings, so it never runs"});
  }
  CHECK(parsed("configVersion: v1\nonStartup: 1").remarks.empty());
}

TEST_CASE("of a key that stands in a configuration again the last one counts, with a remark") {
  const auto hook = parsed("configVersion: v1\nonStartup: 1\nbeforeAll: 1\nonStartup: 2\n");
  REQUIRE_EQ(hook.lifecycle.size(), 2);
  CHECK_EQ(hook.lifecycle[0].order, 2);
  CHECK_EQ(hook.remarks,
           std::vector<std::string>{"'onStartup' stands there again at line 4 (first at line 2): the last one counts"});
  const auto in_json = parsed(R"({"configVersion": "v1", "onStartup": 1, "onStartup": 2})");
  CHECK_EQ(in_json.lifecycle.at(0).order, 2);
  CHECK_EQ(in_json.remarks.size(), 1);
}

TEST_CASE("each setting that is wrong is said once") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {"{executionMinInterval: 5, executionBurst: 1}", "settings.executionMinInterval: executionMinInterval is invalid: "
                                                     "expected a duration, for example '30s' or '1h30m', "
                                                     "got 5"},
    {"{executionBurst: 1}", "settings.executionMinInterval: executionMinInterval is invalid: it is missing"},
    {"{executionMinInterval: 1s, executionBurst: 0}", "settings.executionBurst: expected 1 or more, got 0"},
    {"{executionMinInterval: 1s, executionBurst: a}", "settings.executionBurst: expected an integer, got \"a\""},
    {"{executionMinInterval: 1s}", "settings.executionBurst: is required with executionMinInterval"},
    {"{timeout: 5}", "settings.timeout: expected a duration, for example '30s' or '1h30m', got 5"},
  };
  for (const auto& [settings, expected] : cases)
    CHECK(problem(std::string("configVersion: v1\nonStartup: 1\nsettings: ") + settings)
          == std::string("hook configuration: ") + expected);
}

TEST_CASE("a module hook cannot bind to the points of global hooks") {
  CHECK(contains(problem("configVersion: v1\nbeforeAll: 1", hook_owner::module), "is for global hooks only"));
}

TEST_CASE("a document without configVersion is read as v0") {
  auto hook = parsed(R"({
    "onStartup": 5,
    "afterAll": 7,
    "schedule": [{"crontab": "* 2 */3 * * *", "name": "incremental", "allowFailure": true}],
    "onKubernetesEvent": [{
      "name": "labels of pods", "kind": "pod", "event": ["update"],
      "selector": {"matchLabels": {"my": "label"},
                   "matchExpressions": [{"key": "tier", "operation": "In", "values": ["cache"]}]},
      "namespaceSelector": {"matchNames": ["default"]},
      "objectName": "web", "jqFilter": ".metadata.labels", "allowFailure": true, "disableDebug": true
    }]})");
  CHECK(hook.version == hook_version::v0);
  CHECK(hook.lifecycle.size() == 2);
  REQUIRE(hook.schedules.size() == 1);
  CHECK(hook.schedules[0].name == "incremental");
  REQUIRE(hook.kubernetes.size() == 1);
  const auto& x = hook.kubernetes[0];
  CHECK(x.name == "labels of pods");
  CHECK((x.on_modified && !x.on_added && !x.on_deleted));
  CHECK(query_text(x.labels) == "my=label,tier in (cache)");
  CHECK(x.namespaces.names == names{"default"});
  CHECK(x.object_names == names{"web"});
  CHECK(x.allow_failure);
  CHECK_FALSE(x.on_synchronization);
}

TEST_CASE("v0: any namespace wins over names, and unnamed bindings are called after their type") {
  auto hook = parsed(R"({"schedule": [{"crontab": "@daily"}], "onKubernetesEvent":
    [{"kind": "pod", "namespaceSelector": {"any": true, "matchNames": ["a"]}}]})");
  CHECK(hook.schedules[0].name == "schedule");
  CHECK(hook.kubernetes[0].name == "onKubernetesEvent");
  CHECK(hook.kubernetes[0].namespaces.names.empty());
  CHECK((hook.kubernetes[0].on_added && hook.kubernetes[0].on_modified && hook.kubernetes[0].on_deleted));
}

TEST_CASE("v0: empty lists are no fault, and an empty name is none") {
  auto hook = parsed(R"({"schedule": [], "onKubernetesEvent": [{"kind": "pod", "name": ""}]})");
  CHECK(hook.schedules.empty());
  CHECK(hook.kubernetes.at(0).name == "onKubernetesEvent");
}

TEST_CASE("faults of v0 are refused") {
  CHECK(contains(problem(R"({"kubernetes": [{"kind": "Pod"}]})"), "kubernetes: unknown field"));
  CHECK(contains(problem(R"({"onKubernetesEvent": [{"kind": "pod", "event": ["create"]}]})"),
                 "onKubernetesEvent[0].event[0]: event 'create' is unsupported: expected add, update or delete"));
  CHECK(contains(problem(R"({"onKubernetesEvent": [{"kind": "pod", "jqFilter": ".a |"}]})"),
                 "onKubernetesEvent[0].jqFilter: "));
  CHECK(contains(problem(R"({"onKubernetesEvent": [{}]})"), "onKubernetesEvent[0].kind: is required"));
}

TEST_CASE("a hook has 500 bindings of a kind at most") {
  const auto config = [](int count) {
    std::string text = "configVersion: v1\nkubernetes:\n";
    for (int i = 0; i < count; ++i) text += "- {kind: Pod, group: all}\n";
    return core::hooks::parse_hook_config(text, core::hooks::hook_owner::module);
  };
  CHECK(config(500).has_value());
  const auto refused = config(501);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.find("kubernetes: has 501 items, 500 are allowed") != std::string::npos);
}
