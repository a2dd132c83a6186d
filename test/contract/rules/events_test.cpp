// Changes that run a hook: when, in which queue, and how a run that fails is tried again.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("executeHookOnEvent: [Modified] leaves out Added and Deleted") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, executeHookOnEvent: [Modified]}]
)",
         .steps = {{.runs = "[[{binding: cm, type: Synchronization, objects: []}]]"},
                   {.act = "[{put: a}, {put: b}, {put: b, data: {k: v}}, {delete: a}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Modified, object: b}]]"}}});
}

TEST_CASE("executeHookOnEvent: [Added, Deleted] leaves out Modified") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, executeHookOnEvent: [Deleted, Added]}]
)",
         .steps = {{.runs = "[[{binding: cm, type: Synchronization, objects: []}]]"},
                   {.act = "[{put: a}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: a}]]"},
                   {.act = "[{put: a, data: {k: v}}, {delete: a}]",
                    .runs = "[[{binding: cm, type: Event, watchEvent: Deleted, object: a}]]"}}});
}

TEST_CASE("executeHookOnEvent: [] is no event at all, but snapshots go on") {
  check(
    {.config = R"(
configVersion: v1
kubernetes:
- {name: quiet, kind: ConfigMap, namespace: $here, executeHookOnEvent: []}
- {name: loud, kind: Secret, namespace: $here, includeSnapshotsFrom: [quiet]}
)",
     .steps = {{.runs = R"(
- - {binding: quiet, type: Synchronization, objects: []}
  - {binding: loud, type: Synchronization, objects: [], snapshots: {quiet: []}}
)"},
               {.act = "[{put: a}, {put: a, data: {k: v}}, {put: b}, {delete: a}, {put: s, kind: Secret}]", .runs = R"(
- - {binding: loud, type: Event, watchEvent: Added, object: s, snapshots: {quiet: [{object: b}]}}
)"}}});
}

TEST_CASE("watchEvent is the old name of executeHookOnEvent, which wins over it") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: old, kind: ConfigMap, namespace: $here, watchEvent: [Deleted]}
- {name: both, kind: Secret, namespace: $here, watchEvent: [Added], executeHookOnEvent: [Deleted]}
)",
         .steps = {{.runs = R"(
- - {binding: old, type: Synchronization, objects: []}
  - {binding: both, type: Synchronization, objects: []}
)"},
                   {.act = "[{put: a}, {delete: a}]",
                    .runs = "[[{binding: old, type: Event, watchEvent: Deleted, object: a}]]"},
                   {.act = "[{put: s, kind: Secret}, {delete: s, kind: Secret}]",
                    .runs = "[[{binding: both, type: Event, watchEvent: Deleted, object: s}]]"}}});
}

TEST_CASE("executeHookOnSynchronization: false begins with the events") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, executeHookOnSynchronization: false}]
)",
         .steps = {{.act = "[{put: a}]", .then = "[{log: converge_finished}]"},
                   {.act = "[{put: b}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: b}]]"}}});
}

TEST_CASE("resynchronizationPeriod is accepted and has no effect") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, resynchronizationPeriod: 1ms}]
)",
         .steps = {{.act = "[{put: a}]",
                    .runs = "[[{binding: cm, type: Synchronization, objects: [{object: a}]}]]",
                    .then = "[{log: converge_finished}]"}}});
}

TEST_CASE("a module waits for a Synchronization in another queue") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, queue: q}]
)",
         .other = "{configVersion: v1, beforeHelm: 1}",
         .steps = {{.act = "[{gate: closed}]"}, {.act = "[{await: gate}, {gate: open}]", .runs = R"(
- [{binding: cm, type: Synchronization, objects: []}]
- other: [{binding: beforeHelm, snapshots: {}}]
)"}}});
}

TEST_CASE("with waitForSynchronization: false a module does not wait for a Synchronization in another queue") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, queue: q, waitForSynchronization: false}]
)",
         .other = "{configVersion: v1, beforeHelm: 1}",
         .steps = {{.act = "[{gate: closed}]"},
                   {.act = "[{await: gate}]",
                    .runs = "[other: [{binding: beforeHelm, snapshots: {}}]]",
                    .then = "[{log: converge_finished}]"},
                   {.act = "[{gate: open}]", .runs = "[[{binding: cm, type: Synchronization, objects: []}]]"}}});
}

TEST_CASE("events that come while the Synchronization runs follow it, none twice") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
     .steps = {{.act = "[{put: a}, {gate: closed}]"},
               {.act = "[{await: gate}, {put: b}, {put: a, data: {k: v}}, {await: events}, {gate: open}]", .runs = R"(
- - {binding: cm, type: Synchronization, objects: [{object: a}]}
- - {binding: cm, type: Event, watchEvent: Added, object: b}
  - {binding: cm, type: Event, watchEvent: Modified, object: a}
)"}}});
}

TEST_CASE("a queue of its own is not held up by queue main") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
     .other = R"(
configVersion: v1
kubernetes: [{name: s, kind: Secret, namespace: $here, queue: q, executeHookOnSynchronization: false}]
)",
     .steps = {{.runs = "[[{binding: cm, type: Synchronization, objects: []}]]", .then = "[{log: converge_finished}]"},
               {.act = "[{gate: closed}, {put: a}, {await: gate}, {put: x, kind: Secret}]",
                .runs = "[other: [{binding: s, type: Event, watchEvent: Added, object: x}]]"},
               {.act = "[{gate: open}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: a}]]"}}});
}

TEST_CASE("a Synchronization that fails is tried again with the objects of then, and events wait for it") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
         .script = "[[ $run -gt 0 ]]",
         .steps = {{.act = "[{gate: closed}]"},
                   {.act = "[{await: gate}, {put: a}, {await: events}, {gate: open}]", .runs = R"(
- [{binding: cm, type: Synchronization, objects: []}]
- [{binding: cm, type: Synchronization, objects: [{object: a}]}]
)"},
                   {.act = "[{put: b}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: b}]]"}}});
}

TEST_CASE("an Event whose run fails is tried again, with those that have come meanwhile") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
     .script = "[[ $run != 1 ]]",
     .steps = {{.runs = "[[{binding: cm, type: Synchronization, objects: []}]]"},
               {.act = "[{gate: closed}, {put: a}, {await: gate}, {put: b}, {await: events}, {gate: open}]", .runs = R"(
- [{binding: cm, type: Event, watchEvent: Added, object: a}]
- - {binding: cm, type: Event, watchEvent: Added, object: a}
  - {binding: cm, type: Event, watchEvent: Added, object: b}
)"}}});
}

TEST_CASE("with allowFailure a Synchronization and an Event that fail are not tried again") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, allowFailure: true}]
)",
     .script = "exit 1",
     .steps = {{.runs = "[[{binding: cm, type: Synchronization, objects: []}]]", .then = "[{log: converge_finished}]"},
               {.act = "[{put: a}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: a}]]"},
               {.act = "[{put: b}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: b}]]"}}});
}

TEST_CASE("an allowed failure leaves nothing of the run either") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: s, kind: Secret, namespace: $here, allowFailure: true}]
)",
         .script = R"(
echo '{"op": "add", "path": "/web/b", "value": 2}' > "$VALUES_JSON_PATCH_PATH"
exit $((1 - run))
)",
         .steps = {{.runs = "[[{binding: s, type: Synchronization, objects: []}]]", .inputs = "values: {a: 1}"},
                   {.act = "[{put: x, kind: Secret}]",
                    .runs = "[[{binding: s, type: Event, watchEvent: Added, object: x}]]",
                    .inputs = "values: {a: 1}"},
                   {.act = "[{put: z, kind: Secret}]",
                    .runs = "[[{binding: s, type: Event, watchEvent: Added, object: z}]]",
                    .inputs = "values: {a: 1, b: 2}"}}});
}
