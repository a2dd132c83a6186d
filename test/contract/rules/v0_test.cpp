// Hooks with a configuration without `configVersion`.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("a v0 hook sees events one by one, without a Synchronization") {
  check({.config = R"(
onKubernetesEvent: [{name: cm, kind: configmap, namespaceSelector: {matchNames: [$ns]}}]
)",
         .steps = {{.act = "[{put: a}]", .then = "[{log: converge_finished}]"},
                   {.act = "[{gate: closed}, {put: b}, {await: gate}, {put: a, data: {k: v}}, {delete: b},"
                           " {await: events}, {gate: open}]",
                    .runs = R"(
- [{binding: cm, resourceEvent: add, resourceKind: ConfigMap, resourceName: b, resourceNamespace: $ns}]
- [{binding: cm, resourceEvent: update, resourceKind: ConfigMap, resourceName: a, resourceNamespace: $ns}]
- [{binding: cm, resourceEvent: delete, resourceKind: ConfigMap, resourceName: b, resourceNamespace: $ns}]
)"}}});
}

TEST_CASE("v0: event, objectName, selector and jqFilter pick events") {
  check(
    {.config = R"(
onKubernetesEvent:
- {name: event, kind: ConfigMap, event: [delete], namespaceSelector: {matchNames: [$ns]}}
- {name: object, kind: Secret, objectName: b, namespaceSelector: {matchNames: [$ns]}}
- {name: label, kind: Namespace, selector: {matchLabels: {rule: $ns}}, namespaceSelector: {any: true}}
- {name: filter, kind: Service, event: [update], jqFilter: .metadata.labels, namespaceSelector: {matchNames: [$ns]}}
)",
     .steps = {
       {.act = "[{put: s, kind: Service, as: {spec: {ports: [{port: 80}]}}}]", .then = "[{log: converge_finished}]"},
       {.act = "[{put: a}, {delete: a}]", .runs = R"(
- [{binding: event, resourceEvent: delete, resourceKind: ConfigMap, resourceName: a, resourceNamespace: $ns}]
)"},
       {.act = "[{put: a, kind: Secret}, {put: b, kind: Secret}]", .runs = R"(
- [{binding: object, resourceEvent: add, resourceKind: Secret, resourceName: b, resourceNamespace: $ns}]
)"},
       {.act = "[{put: $ns-b, kind: Namespace}, {put: $ns-a, kind: Namespace, labels: {rule: $ns}}]", .runs = R"(
- [{binding: label, resourceEvent: add, resourceKind: Namespace, resourceName: $ns-a, resourceNamespace: ''}]
)"},
       {.act = "[{put: s, kind: Service, as: {spec: {ports: [{port: 81}]}}},"
               " {put: s, kind: Service, labels: {x: '1'}, as: {spec: {ports: [{port: 81}]}}}]",
        .runs = R"(
- [{binding: filter, resourceEvent: update, resourceKind: Service, resourceName: s, resourceNamespace: $ns}]
)"}}});
}

TEST_CASE("a v0 hook sees the name of a binding and nothing else where there is no object") {
  check({.config = "{onStartup: 1, beforeHelm: 2, afterHelm: 3, schedule: [{name: hourly, crontab: '@hourly'}, "
                   "{crontab: '0 2 * * *'}]}",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeHelm}], [{binding: afterHelm}]]",
                    .then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-01-01T01:00:00Z'}]", .runs = "[[{binding: hourly}]]"}},
         .clock = "2026-01-01T00:30:00Z"});
}

TEST_CASE("v0: a global hook sees beforeAll and afterAll") {
  check({.config = "{onStartup: 1, beforeAll: 2, afterAll: 3}",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeAll}], [{binding: afterAll}]]"}},
         .global = true});
}

TEST_CASE("v0: unknown members are passed over in items of lists, and bindings have names of their own") {
  check({.config = R"(
{"onKubernetesEvent": [{"kind": "ConfigMap", "disableDebug": true, "namespaceSelector": {"matchNames": ["$ns"]}}],
 "schedule": []}
)",
         .steps = {{.then = "[{log: converge_finished}]"}, {.act = "[{put: a}]", .runs = R"(
- - binding: onKubernetesEvent
    resourceEvent: add
    resourceKind: ConfigMap
    resourceName: a
    resourceNamespace: $ns
)"}}});
}

TEST_CASE("v0: with allowFailure a run that fails is not tried again") {
  check({.config = R"(
onKubernetesEvent: [{name: cm, kind: ConfigMap, allowFailure: true, namespaceSelector: {matchNames: [$ns]}}]
)",
         .script = "exit 1",
         .steps = {{.then = "[{log: converge_finished}]"}, {.act = "[{put: a}]", .runs = R"(
- [{binding: cm, resourceEvent: add, resourceKind: ConfigMap, resourceName: a, resourceNamespace: $ns}]
)"}}});
}
