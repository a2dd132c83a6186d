// The tasks of a queue that become a single run.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("Synchronizations of several bindings of a hook are one run") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: cm, kind: ConfigMap, namespace: $here}
- {name: s, kind: Secret, namespace: $here}
)",
         .steps = {{.runs = R"(
- - {binding: cm, type: Synchronization, objects: []}
  - {binding: s, type: Synchronization, objects: []}
)"}}});
}

TEST_CASE("events that come while the hook runs are one run, in order") {
  check(
    {.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here}]
)",
     .steps = {{.act = "[{gate: closed}]"},
               {.act = "[{await: gate}, {put: a}, {put: b}, {delete: a}, {await: events}, {gate: open}]", .runs = R"(
- - {binding: cm, type: Synchronization, objects: []}
- - {binding: cm, type: Event, watchEvent: Added, object: a}
  - {binding: cm, type: Event, watchEvent: Added, object: b}
  - {binding: cm, type: Event, watchEvent: Deleted, object: a}
)"}}});
}

TEST_CASE("events of one hook are combined up to the next one of another hook") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: cm, kind: ConfigMap, namespace: $here, executeHookOnEvent: [Added], executeHookOnSynchronization: false}
)",
         .other = R"(
configVersion: v1
kubernetes:
- {name: mod, kind: ConfigMap, namespace: $here, executeHookOnEvent: [Modified], executeHookOnSynchronization: false}
)",
         .steps = {{.act = "[{put: m}]", .then = "[{log: converge_finished}]"},
                   {.act = "[{gate: closed}, {put: hold}, {await: gate}, {put: a}, {put: b}, {put: c}, {put: d},"
                           " {put: m, data: {k: v}}, {put: e}, {await: events}, {gate: open}]",
                    .runs = R"(
- [{binding: cm, type: Event, watchEvent: Added, object: hold}]
- - {binding: cm, type: Event, watchEvent: Added, object: a}
  - {binding: cm, type: Event, watchEvent: Added, object: b}
  - {binding: cm, type: Event, watchEvent: Added, object: c}
  - {binding: cm, type: Event, watchEvent: Added, object: d}
- other: [{binding: mod, type: Event, watchEvent: Modified, object: m}]
- [{binding: cm, type: Event, watchEvent: Added, object: e}]
)"}}});
}

TEST_CASE("of neighbours of one group the last is shown") {
  check({.config = R"(
configVersion: v1
kubernetes:
- {name: added, kind: ConfigMap, group: pods, namespace: $here, executeHookOnEvent: [Added]}
- {name: deleted, kind: ConfigMap, namespace: $here, executeHookOnEvent: [Deleted]}
)",
         .steps = {{.act = "[{put: z}]", .runs = R"(
- - {binding: added, groupName: pods, type: Group, snapshots: {added: [{object: z}]}}
  - {binding: deleted, type: Synchronization, objects: [{object: z}]}
)"},
                   {.act = "[{gate: closed}, {put: hold}, {await: gate}, {put: a}, {put: b}, {put: c}, {delete: z},"
                           " {await: events}, {gate: open}]",
                    .runs = R"(
- - {binding: added, groupName: pods, type: Group, snapshots: {added: [{object: hold}, {object: z}]}}
- - binding: added
    groupName: pods
    type: Group
    snapshots: {added: [{object: a}, {object: b}, {object: c}, {object: hold}]}
  - {binding: deleted, type: Event, watchEvent: Deleted, object: z}
)"}}});
}
