// The contexts that hooks of modules and global hooks get in the life of a module, and their order.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("onStartup comes before the Synchronization, beforeHelm and afterHelm after it, with all snapshots") {
  check({.config = R"(
configVersion: v1
onStartup: 1
beforeHelm: 1
afterHelm: 1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, jqFilter: .metadata.name}]
)",
         .steps = {{.act = "[{put: a}]", .runs = R"(
- [{binding: onStartup}]
- [{binding: cm, type: Synchronization, objects: [{object: a, filterResult: a}]}]
- [{binding: beforeHelm, snapshots: {cm: [{object: a, filterResult: a}]}}]
- [{binding: afterHelm, snapshots: {cm: [{object: a, filterResult: a}]}}]
)"}}});
}

TEST_CASE("hooks run by their ORDER at each point, and by name where it is the same") {
  check({.config = "{configVersion: v1, onStartup: 10, beforeHelm: 1, afterHelm: 5}",
         .other = "{configVersion: v1, onStartup: 2, beforeHelm: 2, afterHelm: 5}",
         .steps = {{.runs = R"(
- other: [{binding: onStartup}]
- [{binding: onStartup}]
- [{binding: beforeHelm, snapshots: {}}]
- other: [{binding: beforeHelm, snapshots: {}}]
- [{binding: afterHelm, snapshots: {}}]
- other: [{binding: afterHelm, snapshots: {}}]
)"}}});
}

TEST_CASE("a module that is switched off runs beforeDeleteHelm and afterDeleteHelm, and is new when it is on again") {
  check({.config = R"(
configVersion: v1
onStartup: 1
beforeDeleteHelm: 1
afterDeleteHelm: 1
kubernetes: [{name: s, kind: Secret, namespace: $here}]
)",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: s, type: Synchronization, objects: []}]]",
                    .then = "[{log: converge_finished}]"},
                   {.act = "[{put: addon-operator, data: {webEnabled: 'false'}}]", .runs = R"(
- [{binding: beforeDeleteHelm, snapshots: {s: []}}]
- [{binding: afterDeleteHelm, snapshots: {s: []}}]
)"},
                   {.act = "[{put: x, kind: Secret}, {put: addon-operator, data: {webEnabled: 'true'}}]", .runs = R"(
- [{binding: onStartup}]
- [{binding: s, type: Synchronization, objects: [{object: x}]}]
)"}}});
}

TEST_CASE("a global hook sees onStartup, its Synchronization, beforeAll and afterAll with all snapshots") {
  check({.config = R"(
configVersion: v1
onStartup: 1
beforeAll: 1
afterAll: 1
kubernetes: [{name: s, kind: Secret, namespace: $here}]
)",
         .steps = {{.act = "[{put: x, kind: Secret}]",
                    .runs = R"(
- [{binding: onStartup}]
- [{binding: s, type: Synchronization, objects: [{object: x}]}]
- [{binding: beforeAll, snapshots: {s: [{object: x}]}}]
- [{binding: afterAll, snapshots: {s: [{object: x}]}}]
)",
                    .then = "[{log: converge_finished}]"},
                   {.act = "[{put: z, kind: Secret}]",
                    .runs = "[[{binding: s, type: Event, watchEvent: Added, object: z}]]"}},
         .global = true});
}

TEST_CASE("values that an Event's run changes run the module again") {
  check({.config = R"(
configVersion: v1
beforeHelm: 1
kubernetes: [{name: s, kind: Secret, namespace: $here}]
)",
         .script = R"(
[[ $run != 2 ]] || echo '{"op": "add", "path": "/web/b", "value": 2}' > "$VALUES_JSON_PATCH_PATH"
)",
         .steps = {{.runs = R"(
- [{binding: s, type: Synchronization, objects: []}]
- [{binding: beforeHelm, snapshots: {s: []}}]
)",
                    .then = "[{log: converge_finished}]"},
                   {.act = "[{put: x, kind: Secret}]",
                    .runs = R"(
- [{binding: s, type: Event, watchEvent: Added, object: x}]
- [{binding: beforeHelm, snapshots: {s: [{object: x}]}}]
)",
                    .inputs = "values: {a: 1, b: 2}"}}});
}

TEST_CASE("values that an afterHelm hook changes run the module once more") {
  check({.config = "{configVersion: v1, onStartup: 1, afterHelm: 1}",
         .script = R"(
[[ $run != 1 ]] || echo '{"op": "add", "path": "/web/b", "value": 2}' > "$VALUES_JSON_PATCH_PATH"
)",
         .steps = {{.runs = R"(
- [{binding: onStartup}]
- [{binding: afterHelm, snapshots: {}}]
- [{binding: afterHelm, snapshots: {}}]
)",
                    .inputs = "values: {a: 1, b: 2}"}}});
}

TEST_CASE("an edit of the module's section runs it again, with the new values") {
  check({.config = "{configVersion: v1, beforeHelm: 1}",
         .steps = {{.runs = "[[{binding: beforeHelm, snapshots: {}}]]",
                    .then = "[{log: converge_finished}]",
                    .inputs = "{values: {a: 1}, config: {}}"},
                   {.act = "[{put: addon-operator, data: {web: 'c: 3'}}]",
                    .runs = "[[{binding: beforeHelm, snapshots: {}}]]",
                    .inputs = "{values: {a: 1, c: 3}, config: {c: 3}}"}}});
}
