// Which objects a binding sees: names, labels, fields, namespaces, kinds.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("nameSelector picks objects by name") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, nameSelector: {matchNames: [a, c]}, namespace: $here}]
)",
         .steps = {
           {.act = "[{put: a}, {put: b}]", .runs = "[[{binding: cm, type: Synchronization, objects: [{object: a}]}]]"},
           {.act = "[{put: d}, {put: c}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: c}]]"}}});
}

TEST_CASE("labelSelector.matchLabels picks objects by labels, which they may get and lose") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, labelSelector: {matchLabels: {x: '1', y: '2'}}, namespace: $here}]
)",
         .steps = {{.act = "[{put: a, labels: {x: '1', y: '2', z: '3'}}, {put: b, labels: {x: '1'}}]",
                    .runs = "[[{binding: cm, type: Synchronization, objects: [{object: a}]}]]"},
                   {.act = "[{put: b, labels: {x: '1', y: '2'}}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: b}]]"},
                   {.act = "[{put: a, labels: {x: '1'}}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Deleted, object: a}]]"}}});
}

TEST_CASE("labelSelector.matchExpressions knows In, NotIn, Exists and DoesNotExist") {
  check(
    {.config = R"(
configVersion: v1
kubernetes:
- {name: in, kind: Secret, namespace: $here,
   labelSelector: {matchExpressions: [{key: x, operator: In, values: ['1', '3']}]}}
- {name: notin, kind: Secret, namespace: $here,
   labelSelector: {matchExpressions: [{key: x, operator: NotIn, values: ['1']}]}}
- {name: has, kind: Secret, namespace: $here, labelSelector: {matchExpressions: [{key: x, operator: Exists}]}}
- {name: hasnot, kind: Secret, namespace: $here, labelSelector: {matchExpressions: [{key: x, operator: DoesNotExist}]}}
- {name: both, kind: Secret, namespace: $here,
   labelSelector: {matchLabels: {y: '1'}, matchExpressions: [{key: x, operator: Exists}]}}
)",
     .steps = {{.act = "[{put: a, kind: Secret, labels: {x: '1'}}, {put: b, kind: Secret, labels: {x: '2', y: '1'}},"
                       " {put: c, kind: Secret, labels: {y: '1'}}]",
                .runs = R"(
- - {binding: in, type: Synchronization, objects: [{object: a}]}
  - {binding: notin, type: Synchronization, objects: [{object: b}, {object: c}]}
  - {binding: has, type: Synchronization, objects: [{object: a}, {object: b}]}
  - {binding: hasnot, type: Synchronization, objects: [{object: c}]}
  - {binding: both, type: Synchronization, objects: [{object: b}]}
)"}}});
}

TEST_CASE("fieldSelector picks objects by fields, and all of its expressions hold") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: equal, kind: Secret, fieldSelector: {matchExpressions: [
   {field: metadata.name, operator: Equals, value: a}, {field: metadata.namespace, operator: '=', value: $ns}]}}
- {name: not, kind: Secret, namespace: $here, fieldSelector: {matchExpressions: [
   {field: metadata.name, operator: NotEquals, value: a}, {field: metadata.name, operator: '!=', value: b}]}}
- {name: signs, kind: Secret, namespace: $here, fieldSelector: {matchExpressions: [
   {field: metadata.name, operator: '==', value: b}]}}
)",
         .steps = {{.act = "[{put: a, kind: Secret}, {put: b, kind: Secret}, {put: c, kind: Secret}]", .runs = R"(
- - {binding: equal, type: Synchronization, objects: [{object: a}]}
  - {binding: not, type: Synchronization, objects: [{object: c}]}
  - {binding: signs, type: Synchronization, objects: [{object: b}]}
)"}}});
}

TEST_CASE("namespace.nameSelector picks namespaces, and snapshots go by namespace and name") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: {nameSelector: {matchNames: [$ns-b, $ns-a]}}}]
)",
     .steps = {{.act = "[{put: $ns-a, kind: Namespace}, {put: $ns-b, kind: Namespace}, {put: x}, {put: x, in: $ns-b},"
                       " {put: z, in: $ns-a}]",
                .runs = R"(
- - {binding: cm, type: Synchronization, objects: [{object: $ns-a/z}, {object: $ns-b/x}]}
)"},
               {.act = "[{put: w}, {put: w, in: $ns-a}]",
                .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: $ns-a/w}]]"}}});
}

TEST_CASE("a namespace that gets the labels of namespace.labelSelector joins, one that loses them leaves") {
  check(
    {.config = R"(
configVersion: v1
kubernetes:
- {name: cm, kind: ConfigMap, namespace: {labelSelector: {matchLabels: {rule: $ns}}}, includeSnapshotsFrom: [cm]}
)",
     .steps = {{.act = "[{put: $ns-a, kind: Namespace}, {put: x, in: $ns-a}]",
                .runs = "[[{binding: cm, type: Synchronization, objects: [], snapshots: {cm: []}}]]"},
               {.act = "[{put: $ns-a, kind: Namespace, labels: {rule: $ns}}]", .runs = R"(
- - {binding: cm, type: Event, watchEvent: Added, object: $ns-a/x, snapshots: {cm: [{object: $ns-a/x}]}}
)"},
               {.act = "[{put: x, in: $ns-a, data: {k: v}}]", .runs = R"(
- - {binding: cm, type: Event, watchEvent: Modified, object: $ns-a/x, snapshots: {cm: [{object: $ns-a/x}]}}
)"},
               {.act = "[{put: $ns-a, kind: Namespace, labels: {rule: other}}]",
                .runs = "[[{binding: cm, type: Event, watchEvent: Deleted, object: $ns-a/x, snapshots: {cm: []}}]]"}}});
}

TEST_CASE("of a namespace selector with names and labels both hold") {
  check({.config = R"(
configVersion: v1
kubernetes:
- name: cm
  kind: ConfigMap
  namespace: {nameSelector: {matchNames: [$ns-a, $ns-b]}, labelSelector: {matchLabels: {rule: $ns}}}
)",
         .steps = {{.act = "[{put: $ns-a, kind: Namespace, labels: {rule: $ns}}, {put: $ns-b, kind: Namespace},"
                           " {put: $ns-c, kind: Namespace, labels: {rule: $ns}},"
                           " {put: x, in: $ns-a}, {put: x, in: $ns-b}, {put: x, in: $ns-c}]",
                    .runs = "[[{binding: cm, type: Synchronization, objects: [{object: $ns-a/x}]}]]"}}});
}

TEST_CASE("objects of the cluster have no namespace") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: spaces, kind: Namespace, labelSelector: {matchLabels: {rule: $ns}}}]
)",
         .steps = {
           {.act = "[{put: $ns-a, kind: Namespace, labels: {rule: $ns}}]",
            .runs = "[[{binding: spaces, type: Synchronization, objects: [{object: $ns-a}]}]]"},
           {.act = "[{put: $ns-b, kind: Namespace, labels: {rule: $ns}}]",
            .runs = "[[{binding: spaces, type: Event, watchEvent: Added, object: $ns-b}]]"},
         }});
}

TEST_CASE("a kind goes by its plural, singular and short names too, in any case") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: plural, kind: configmaps, namespace: $here}
- {name: singular, kind: configmap, namespace: $here}
- {name: short, kind: cm, namespace: $here}
- {name: case, kind: CONFIGMAP, namespace: $here, apiVersion: v1}
- {name: group, kind: deploy, namespace: $here, apiVersion: apps/v1}
)",
         .steps = {{.act = "[{put: a}]", .runs = R"(
- - {binding: plural, type: Synchronization, objects: [{object: a}]}
  - {binding: singular, type: Synchronization, objects: [{object: a}]}
  - {binding: short, type: Synchronization, objects: [{object: a}]}
  - {binding: case, type: Synchronization, objects: [{object: a}]}
  - {binding: group, type: Synchronization, objects: []}
)"}}});
}

TEST_CASE("custom kinds are kinds like any other") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: kind, kind: Widget, apiVersion: $ns.example.com/v1, namespace: $here, jqFilter: .spec.size}
- {name: short, kind: wi, apiVersion: $ns.example.com/v1, namespace: $here, executeHookOnEvent: []}
)",
         .steps = {{.act = "[{define: Widget}, {put: a, kind: Widget, as: {spec: {size: 1}}}]", .runs = R"(
- - {binding: kind, type: Synchronization, objects: [{object: a, filterResult: 1}]}
  - {binding: short, type: Synchronization, objects: [{object: a}]}
)"},
                   {.act = "[{put: b, kind: Widget, as: {spec: {size: 2}}}]",
                    .runs = "[[{binding: kind, type: Event, watchEvent: Added, object: b, filterResult: 2}]]"}}});
}

TEST_CASE("a kind that is not served yet has no objects, and they come as Added when it is defined") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: wi, kind: Widget, apiVersion: $ns.example.com/v1, namespace: $here}]
)",
     .steps = {{.runs = "[[{binding: wi, type: Synchronization, objects: []}]]", .then = "[{log: converge_finished}]"},
               {.act = "[{define: Widget}, {put: a, kind: Widget}]",
                .runs = "[[{binding: wi, type: Event, watchEvent: Added, object: a}]]"}}});
}
