// Operations on objects, which a hook writes to KUBERNETES_PATCH_PATH.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

#include <string>

using test::check;

namespace {

/// A hook that runs once and leaves this file.
std::string leaves(const std::string& text) {
  return "[[ $run == 0 ]] || exit 0\ncat > \"$KUBERNETES_PATCH_PATH\" <<'TEXT'\n" + text + "\nTEXT\n";
}

constexpr auto once = "{configVersion: v1, onStartup: 1}";
constexpr auto ran = "[[{binding: onStartup}]]";
constexpr auto failed_once = "[[{binding: onStartup}], [{binding: onStartup}]]";

} // namespace

TEST_CASE("Create creates an object, of JSON or of text, in the operator's namespace if none is given") {
  check(
    {.config = once,
     .script = leaves(R"(
{"operation": "Create",
 "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"k": "v"}}}
{"operation": "Create", "object": "{apiVersion: v1, kind: Secret, metadata: {name: b, namespace: $ns-fence}}"}
)"),
     .steps = {{.runs = ran, .then = "[{object: a, has: {data: {k: v}}}, {object: b, kind: Secret, in: $ns-fence}]"}}});
}

TEST_CASE("a namespace beside the object counts if the object has none") {
  check({.config = once,
         .script = leaves(R"(
{"operation": "Create", "namespace": "$ns-fence",
 "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}}
{"operation": "CreateOrUpdate", "namespace": "$ns-fence",
 "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b", "namespace": "$ns"}}}
)"),
         .steps = {{.runs = ran, .then = "[{object: a, kind: ConfigMap, in: $ns-fence}, {object: b}]"}}});
}

TEST_CASE("operations may be YAML documents, and are done in order") {
  check({.config = once,
         .script = leaves(R"(
operation: Create
object:
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: a, namespace: $ns}
  data: {k: one}
---
operation: MergePatch
kind: ConfigMap
namespace: $ns
name: a
mergePatch:
  data: {k: two}
---
operation: Create
object: |
  {apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: $ns}}
)"),
         .steps = {{.runs = ran, .then = "[{object: a, has: {data: {k: two}}}, {object: b}]"}}});
}

TEST_CASE("Create of an object that exists fails the run, but not the operations after it") {
  check({.config = once,
         .script = leaves(R"(
{"operation": "Create", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}}
{"operation": "Create", "object": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}}
)"),
         .steps = {{.act = "[{put: a, data: {k: v}}]",
                    .runs = failed_once,
                    .then = "[{log: [hook_failed, KUBERNETES_PATCH_PATH, Create ConfigMap a]}, {object: b},"
                            " {object: a, has: {data: {k: v}}}]"}}});
}

TEST_CASE("CreateOrUpdate replaces an object that exists") {
  check({.config = once,
         .script = leaves(R"(
{operation: CreateOrUpdate, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: new}}}
---
{operation: CreateOrUpdate, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: new}}}
---
{operation: JQPatch, kind: ConfigMap, namespace: $ns, name: a, jqFilter: '.data.keys = (.data | keys | join(","))'}
)"),
         .steps = {{.act = "[{put: a, data: {k: old, other: x}}]",
                    .runs = ran,
                    .then = "[{object: a, has: {data: {k: new, keys: k}}}, {object: b, has: {data: {k: new}}}]"}}});
}

TEST_CASE("CreateIfNotExists leaves an object that exists alone") {
  check({.config = once,
         .script = leaves(R"(
{operation: CreateIfNotExists, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: new}}}
---
{operation: CreateIfNotExists, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: new}}}
)"),
         .steps = {{.act = "[{put: a, data: {k: old}}]",
                    .runs = ran,
                    .then = "[{object: b, has: {data: {k: new}}}, {object: a, has: {data: {k: old}}}]"}}});
}

TEST_CASE("Delete waits until the object has gone") {
  check(
    {.config = R"(
configVersion: v1
onStartup: 1
beforeHelm: 1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, executeHookOnSynchronization: false, executeHookOnEvent: []}]
)",
     .script = leaves("{operation: Delete, kind: ConfigMap, namespace: $ns, name: a}"),
     .steps = {
       {.act = "[{put: a}]", .runs = "[[{binding: onStartup}]]"},
       {.act = "[{collect: a}]", .runs = "[[{binding: beforeHelm, snapshots: {cm: []}}]]", .then = "[{absent: a}]"}}});
}

TEST_CASE("DeleteInBackground and DeleteNonCascading do not wait") {
  check({.config = once,
         .script = leaves(R"(
{"operation": "DeleteInBackground", "kind": "ConfigMap", "namespace": "$ns", "name": "a"}
{"operation": "DeleteNonCascading", "kind": "configmaps", "namespace": "$ns", "name": "b"}
)"),
         .steps = {{.act = "[{put: a}, {put: b}]", .runs = ran, .then = "[{absent: a}, {log: converge_finished}]"},
                   {.act = "[{collect: b}]", .then = "[{absent: b}]"}}});
}

TEST_CASE("to delete an object that does not exist is no failure") {
  check({.config = once,
         .script = leaves(R"(
{"operation": "Delete", "kind": "ConfigMap", "namespace": "$ns", "name": "a"}
{"operation": "DeleteInBackground", "kind": "Namespace", "name": "$ns-none"}
)"),
         .steps = {{.runs = ran}}});
}

TEST_CASE("MergePatch, JSONPatch and JQPatch change an object") {
  check({.config = once,
         .script = leaves(R"(
{"operation": "MergePatch", "kind": "ConfigMap", "namespace": "$ns", "name": "a",
 "mergePatch": {"data": {"b": null, "c": "3"}}}
{"operation": "JSONPatch", "kind": "ConfigMap", "namespace": "$ns", "name": "a",
 "jsonPatch": [{"op": "remove", "path": "/data/a"}, {"op": "add", "path": "/data/d", "value": "4"}]}
{"operation": "JSONPatch", "kind": "ConfigMap", "namespace": "$ns", "name": "a",
 "jsonPatch": "[{\"op\": \"add\", \"path\": \"/data/e\", \"value\": \"5\"}]"}
{"operation": "JQPatch", "kind": "ConfigMap", "namespace": "$ns", "name": "a",
 "jqFilter": ".data.count = \"\\(.data | length)\""}
)"),
         .steps = {{.act = "[{put: a, data: {a: '1', b: '2'}}]",
                    .runs = ran,
                    .then = "[{object: a, has: {data: {c: '3', d: '4', e: '5', count: '3'}}}]"}}});
}

TEST_CASE("a patch may be for the subresource status") {
  check({.config = once,
         .script = leaves(R"(
{operation: MergePatch, apiVersion: $ns.example.com/v1, kind: Widget, namespace: $ns, name: a, subresource: status,
 mergePatch: {status: {ready: true}, spec: {size: 9}}}
---
{operation: JSONPatch, apiVersion: $ns.example.com/v1, kind: Widget, namespace: $ns, name: a, subresource: status,
 jsonPatch: [{op: add, path: /status/count, value: 2}]}
---
{operation: JQPatch, apiVersion: $ns.example.com/v1, kind: Widget, namespace: $ns, name: a, subresource: status,
 jqFilter: '.status.count += 1'}
)"),
         .steps = {{.act = "[{define: Widget}, {put: a, kind: Widget, as: {spec: {size: 1}}}]",
                    .runs = ran,
                    .then = "[{object: a, kind: Widget, has: {spec: {size: 1}, status: {ready: true, count: 3}}}]"}}});
}

TEST_CASE("to patch an object that does not exist fails the run, unless ignoreMissingObject allows it") {
  check({.config = once,
         .script = leaves(R"(
{operation: MergePatch, kind: ConfigMap, namespace: $ns, name: a, mergePatch: {data: {k: v}}, ignoreMissingObject: true}
---
{operation: JQPatch, kind: ConfigMap, namespace: $ns, name: b, jqFilter: .data.k = "v", ignoreMissingObject: true}
---
{operation: MergePatch, kind: ConfigMap, namespace: $ns, name: c, mergePatch: {data: {k: v}}}
)"),
         .steps = {{.runs = failed_once,
                    .then = "[{log: [hook_failed, MergePatch ConfigMap $ns/c]}, {no_log: ConfigMap $ns/a},"
                            " {no_log: ConfigMap $ns/b}, {absent: a}, {absent: b}, {absent: c}]"}}});
}

TEST_CASE("all faults of the file are named, and none of its operations is done") {
  check({.config = once,
         .script = leaves(R"(
{operation: Create, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: $ns}}}
---
{operation: MergePatch, kind: ConfigMap, name: b, mergePath: {}}
---
{operation: Delete, name: c}
---
{operation: JQPatch, kind: ConfigMap, name: d, jqFilter: '.a |'}
)"),
         .steps = {{.runs = failed_once,
                    .then = "[{log: [hook_failed, 'document 2.mergePatch: is required', 'document 2.mergePath',"
                            " 'document 3.kind', 'document 4.jqFilter']}, {absent: a}]"}}});
}

TEST_CASE("an operation on a kind that is not served fails the run") {
  check(
    {.config = once,
     .script = leaves("{operation: MergePatch, kind: Nothing, namespace: $ns, name: a, mergePatch: {data: {k: v}}}"),
     .steps = {{.runs = failed_once, .then = "[{log: [hook_failed, Nothing]}]"}}});
}
