// Configurations that hooks print with `--config`, and the errors for wrong configurations.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using test::check;

namespace {

/// A module with this hook does not run and the log says why; everything else goes on.
void check_refused(const std::string& config, const std::vector<std::string>& expected) {
  std::string then = "[{log: converge_finished}";
  for (const auto& text : expected) then += ", {log: [module_cannot_run, module=web, hooks/hook.sh, " + text + "]}";
  check({.config = config, .steps = {{.then = then + "]"}}});
}

} // namespace

TEST_CASE("a missing kind, a wrong type and an unknown member are named all three") {
  check_refused(R"(
configVersion: v1
onStartup: first
kubernetes: [{name: a}, {kind: ConfigMap, keepFullObjects: false}]
)",
                {"'onStartup: '", "'kubernetes[0].kind: is required'", "'kubernetes[1].keepFullObjects: '"});
}

TEST_CASE("a text that is no crontab is refused") {
  check_refused("{configVersion: v1, schedule: [{crontab: '* * * *'}, {crontab: '61 * * * *'}, {name: none}]}",
                {"'schedule[0].crontab: '", "'schedule[1].crontab: '", "'schedule[2].crontab: is required'"});
}

TEST_CASE("a jqFilter that does not compile is refused") {
  check_refused("{configVersion: v1, kubernetes: [{kind: Pod, jqFilter: '.a |'}]}", {"'kubernetes[0].jqFilter: '"});
}

TEST_CASE("invalid selectors are refused") {
  check_refused(R"(
configVersion: v1
kubernetes:
- {kind: Pod, labelSelector: {matchExpressions: [{key: x, operator: Like, values: [a]}]}}
- {kind: Pod, fieldSelector: {matchExpressions: [{field: metadata.name, operator: '>', value: a}]}}
- {kind: Pod, nameSelector: {matchNames: [a]},
   fieldSelector: {matchExpressions: [{field: metadata.name, operator: '=', value: a}]}}
- {kind: Pod, namespace: {nameSelector: [default]}}
- {kind: Pod, executeHookOnEvent: [Changed]}
)",
                {"'kubernetes[0].labelSelector'", "'kubernetes[1].fieldSelector'", "'kubernetes[2].fieldSelector: '",
                 "'kubernetes[3].namespace.nameSelector: '", "'event ''Changed'' is unsupported'"});
}

TEST_CASE("includeSnapshotsFrom names one kubernetes binding each") {
  check_refused(R"(
configVersion: v1
schedule: [{crontab: '@daily', includeSnapshotsFrom: [nobody]}]
kubernetes: [{name: twice, kind: Pod}, {name: twice, kind: Pod, includeSnapshotsFrom: [twice]}]
)",
                {R"("'nobody' binding name not found")", R"("there are 2 'twice' binding names")"});
}

TEST_CASE("an unknown version is refused") {
  check_refused("{configVersion: v2, onStartup: 1}",
                {R"("config version: 'configVersion' value 'v2' is unsupported")"});
}

TEST_CASE("an empty list of conversions is refused") {
  check_refused("{configVersion: v1, kubernetesCustomResourceConversion: []}",
                {"'kubernetesCustomResourceConversion'"});
}

TEST_CASE("a hook that binds to nothing is named, and its module runs") {
  check({.config = "{configVersion: v1}",
         .steps = {{.then = "[{log: converge_finished}, {log: [hook_config_suspicious, hooks/hook.sh]}]"}}});
}

TEST_CASE("a configuration that is no YAML is refused") {
  check_refused("onStartup: [", {"hook configuration"});
}

TEST_CASE("points in the life of a cluster are for global hooks") {
  check_refused("{configVersion: v1, beforeAll: 1}", {"'beforeAll: is for global hooks only'"});
}

TEST_CASE("v0: an unknown event and an unknown member are refused") {
  check_refused("{onKubernetesEvent: [{kind: Pod, event: [added]}], watch: 1}",
                {R"("event 'added' is unsupported")", "'watch: '"});
}

TEST_CASE("a limit of runs has an interval and a burst") {
  check_refused("{configVersion: v1, onStartup: 1, settings: {executionMinInterval: 3s, timeout: long}}",
                {"'settings.executionBurst: '", "'settings.timeout: '"});
}

TEST_CASE("empty names and queues mean the default, empty expressions and names mean all") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: '', queue: '', kind: ConfigMap, namespace: $here, nameSelector: {matchNames: []}}
- {name: s, kind: Secret, labelSelector: {matchExpressions: []}, fieldSelector: {matchExpressions: [
   {field: metadata.namespace, operator: '=', value: $ns}]}, namespace: {nameSelector: {matchNames: []}}}
)",
         .steps = {{.act = "[{put: a}, {put: x, kind: Secret}]", .runs = R"(
- - {binding: kubernetes, type: Synchronization, objects: [{object: a}]}
  - {binding: s, type: Synchronization, objects: [{object: x}]}
)"}}});
}

TEST_CASE("a configuration may be JSON") {
  check({.config = R"({"configVersion": "v1", "onStartup": 1, "beforeHelm": 2})",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]"}}});
}

TEST_CASE("one hook that does not configure keeps the others of its module from running") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .other = "{configVersion: v1, beforeHelm: 1, nothing: 1}",
         .steps = {{.then = "[{log: converge_finished}, {log: [module_cannot_run, hooks/other.sh, nothing]}]"}}});
}
