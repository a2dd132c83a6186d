// What a hook sees: binding contexts of v1 and v0, snapshots, combining.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("onStartup is shown without anything else") {
  check({.config = "{configVersion: v1, onStartup: 1}", .steps = {{.runs = "[[{binding: onStartup}]]"}}});
}

TEST_CASE("a Synchronization shows all objects by namespace and name, an Event the object and what happened") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
     .steps = {
       {.act = "[{put: b}, {put: a}]",
        .runs = "[[{binding: cm, type: Synchronization, objects: [{object: a}, {object: b}]}]]"},
       {.act = "[{put: c}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: c}]]"},
       {.act = "[{put: c, data: {k: v}}]", .runs = "[[{binding: cm, type: Event, watchEvent: Modified, object: c}]]"},
       {.act = "[{delete: c}]", .runs = "[[{binding: cm, type: Event, watchEvent: Deleted, object: c}]]"}}});
}

TEST_CASE("objects are shown whole, as the API server has them") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
         .steps = {{.act = "[{put: a, labels: {x: '1'}, data: {k: 'ä\"\\n'}}]", .runs = R"(
- - binding: cm
    type: Synchronization
    objects:
    - object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: $ns, labels: {x: '1'}}, data: {k: 'ä"\n'}}
)"}},
         .whole_objects = true});
}

TEST_CASE("with a jqFilter its result is shown, and only its changes are events") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, jqFilter: .data.k, namespace: $here}]
)",
         .steps = {{.act = "[{put: a, data: {k: one, other: x}}, {put: b}]", .runs = R"(
- - {binding: cm, type: Synchronization, objects: [{object: a, filterResult: one}, {object: b, filterResult: null}]}
)"},
                   {.act = "[{put: a, data: {k: one, other: z}}, {put: a, data: {k: two}}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Modified, object: a, filterResult: two}]]"}}});
}

TEST_CASE("with keepFullObjectsInMemory: false only filter results are shown") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, jqFilter: .data.k, keepFullObjectsInMemory: false,
              namespace: $here}]
)",
         .steps = {{.act = "[{put: a, data: {k: one}}]",
                    .runs = "[[{binding: cm, type: Synchronization, objects: [{filterResult: one}]}]]"},
                   {.act = "[{put: a, data: {k: two}}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Modified, filterResult: two}]]"},
                   {.act = "[{delete: a}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Deleted, filterResult: two}]]"}}});
}

TEST_CASE("a group shows its bindings as one context with all their snapshots") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: a, group: g, kind: ConfigMap, namespace: $here}
- {name: b, group: g, kind: Secret, namespace: $here}
)",
         .steps = {{.act = "[{put: x}]",
                    .runs = "[[{binding: b, groupName: g, type: Group, snapshots: {a: [{object: x}], b: []}}]]"},
                   {.act = "[{put: s, kind: Secret}]", .runs = R"(
- - {binding: b, groupName: g, type: Group, snapshots: {a: [{object: x}], b: [{object: s}]}}
)"}}});
}

TEST_CASE("events that come while the hook runs are one run, in order") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
         .steps = {{.act = "[{gate: closed}]"},
                   {.act = "[{await: gate}, {put: a}, {put: b}, {delete: a}, {gate: open}]", .runs = R"(
- - {binding: cm, type: Synchronization, objects: []}
- - {binding: cm, type: Event, watchEvent: Added, object: a}
  - {binding: cm, type: Event, watchEvent: Added, object: b}
  - {binding: cm, type: Event, watchEvent: Deleted, object: a}
)"}}});
}

TEST_CASE("a v0 hook sees events one by one, without a Synchronization") {
  check({.config = R"(
onKubernetesEvent: [{name: cm, kind: ConfigMap, namespaceSelector: {matchNames: [$ns]}}]
)",
         .steps = {{.act = "[{put: a}]", .then = "[{log: converge_finished}]"}, {.act = "[{put: b}]", .runs = R"(
- - {binding: cm, resourceEvent: add, resourceKind: ConfigMap, resourceName: b, resourceNamespace: $ns}
)"}}});
}
