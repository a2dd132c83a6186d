// The view that hooks have of objects: Synchronization, Event, Group, filter results, snapshots.
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
    - object:
        {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: $ns, labels: {x: '1'}}, data: {k: 'ä"\n'}}
)"}},
         .whole_objects = true});
}

TEST_CASE("contexts are a JSON array, and the keys of each are sorted") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: s, kind: Secret, namespace: $here, jqFilter: '{z: 1, a: 2}', keepFullObjectsInMemory: false,
              includeSnapshotsFrom: [s]}]
)",
         .script = R"(
shown='{"filterResult":{"a":2,"z":1}}'
if [[ $run == 0 ]]; then
  context='[{"binding":"s","objects":['$shown'],"snapshots":{"s":['$shown']},"type":"Synchronization"}]'
else
  context='[{"binding":"s","filterResult":{"a":2,"z":1},"snapshots":{"s":['$shown,$shown']},'
  context+='"type":"Event","watchEvent":"Added"}]'
fi
[[ $(<"$BINDING_CONTEXT_PATH") == "$context" ]]
)",
         .steps = {{.act = "[{put: x, kind: Secret}]", .runs = R"(
- - binding: s
    type: Synchronization
    objects: [{filterResult: {a: 2, z: 1}}]
    snapshots: {s: [{filterResult: {a: 2, z: 1}}]}
)"},
                   {.act = "[{put: z, kind: Secret}]", .runs = R"(
- - binding: s
    type: Event
    watchEvent: Added
    filterResult: {a: 2, z: 1}
    snapshots: {s: [{filterResult: {a: 2, z: 1}}, {filterResult: {a: 2, z: 1}}]}
)"}}});
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

TEST_CASE("a jqFilter without a result is null, one with several is their list, and keys are sorted") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: none, kind: ConfigMap, namespace: $here, jqFilter: empty}
- {name: several, kind: ConfigMap, namespace: $here, jqFilter: '.data.k, 2, null'}
- {name: sorted, kind: ConfigMap, namespace: $here, jqFilter: '{z: 1, a: {c: .data.k, b: []}}'}
)",
         .steps = {{.act = "[{put: a, data: {k: v}}]", .runs = R"(
- - {binding: none, type: Synchronization, objects: [{object: a, filterResult: null}]}
  - {binding: several, type: Synchronization, objects: [{object: a, filterResult: [v, 2, null]}]}
  - {binding: sorted, type: Synchronization, objects: [{object: a, filterResult: {a: {b: [], c: v}, z: 1}}]}
)"}}});
}

TEST_CASE("a hook waits while its jqFilter fails on an object, and then sees all of them") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, jqFilter: .data.k | tonumber}]
)",
         .steps = {{.act = "[{put: a, data: {k: '1'}}, {put: b, data: {k: none}}]",
                    .then = "[{log: [filter_failed, $ns/b, cm]}]"},
                   {.act = "[{put: b, data: {k: '2'}}]", .runs = R"(
- - binding: cm
    type: Synchronization
    objects: [{object: a, filterResult: 1}, {object: b, filterResult: 2}]
)"},
                   {.act = "[{put: c, data: {k: '3'}}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: c, filterResult: 3}]]"}}});
}

TEST_CASE("without a jqFilter each change of an object is an event") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, executeHookOnSynchronization: false}]
)",
         .steps = {{.act = "[{put: a}]", .then = "[{log: converge_finished}]"},
                   {.act = "[{put: a, labels: {x: '1'}}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Modified, object: a}]]"},
                   {.act = "[{put: a, labels: {x: '2'}}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Modified, object: a}]]"}}});
}

TEST_CASE("includeSnapshotsFrom adds the snapshots of other bindings") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: cm, kind: ConfigMap, namespace: $here, includeSnapshotsFrom: [s, cm]}
- {name: s, kind: Secret, namespace: $here, jqFilter: .metadata.name, executeHookOnSynchronization: false,
   executeHookOnEvent: []}
)",
         .steps = {{.act = "[{put: x, kind: Secret}]", .runs = R"(
- - {binding: cm, type: Synchronization, objects: [], snapshots: {cm: [], s: [{object: x, filterResult: x}]}}
)"},
                   {.act = "[{put: a}]", .runs = R"(
- - binding: cm
    type: Event
    watchEvent: Added
    object: a
    snapshots: {cm: [{object: a}], s: [{object: x, filterResult: x}]}
)"}}});
}

TEST_CASE("snapshots are those of the run, the object of an Event is that of the event") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: cm, kind: ConfigMap, namespace: $here, jqFilter: .data.k, includeSnapshotsFrom: [cm],
   executeHookOnSynchronization: false}
- {name: s, kind: Secret, namespace: $here}
)",
         .steps = {{.runs = "[[{binding: s, type: Synchronization, objects: []}]]"},
                   {.act = "[{gate: closed}, {put: hold, kind: Secret}, {await: gate}, {put: a, data: {k: '1'}},"
                           " {put: a, data: {k: '2'}}, {await: events}, {gate: open}]",
                    .runs = R"(
- [{binding: s, type: Event, watchEvent: Added, object: hold}]
- - binding: cm
    type: Event
    watchEvent: Added
    object: a
    filterResult: '1'
    snapshots: {cm: [{object: a, filterResult: '2'}]}
  - binding: cm
    type: Event
    watchEvent: Modified
    object: a
    filterResult: '2'
    snapshots: {cm: [{object: a, filterResult: '2'}]}
)"}}});
}

TEST_CASE("of bindings with one name the first gives the snapshot") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: twice, group: g, kind: ConfigMap, namespace: $here}
- {name: twice, group: g, kind: Secret, namespace: $here}
)",
         .steps = {{.act = "[{put: a}, {put: x, kind: Secret}]",
                    .runs = "[[{binding: twice, groupName: g, type: Group, snapshots: {twice: [{object: a}]}}]]"}}});
}

TEST_CASE("bindings without a name are called after their kind of binding") {
  check({.config = R"(
configVersion: v1
schedule: [{crontab: '@hourly'}]
kubernetes: [{kind: ConfigMap, namespace: $here}]
)",
         .steps = {{.runs = "[[{binding: kubernetes, type: Synchronization, objects: []}]]",
                    .then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-01-01T01:00:00Z'}]", .runs = "[[{binding: schedule, type: Schedule}]]"}},
         .clock = "2026-01-01T00:30:00Z"});
}
