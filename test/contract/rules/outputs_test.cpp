// Metrics, which a hook writes to METRICS_PATH; and a run with an invalid output.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

#include <string>

using test::check;

namespace {

/// A hook that fills all four files in its first run, `text` among them.
void check_nothing_happens(const std::string& variable, const std::string& text, const std::string& error) {
  const auto script = R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/web/b", "value": 2}' > "$VALUES_JSON_PATCH_PATH"
echo '{"op": "add", "path": "/web/c", "value": 3}' > "$CONFIG_VALUES_JSON_PATCH_PATH"
echo '{"name": "rule_metric", "set": 1}' > "$METRICS_PATH"
echo '{operation: Create, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: made, namespace: $ns}}}' \
  > "$KUBERNETES_PATCH_PATH"
cat >> "$)" + variable + "\" <<'TEXT'\n"
                      + text + "\nTEXT\n";
  check({.config = "{configVersion: v1, onStartup: 1, beforeHelm: 1}",
         .script = script,
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]",
                    .then = "[{log: [hook_failed, hooks/hook.sh, " + error
                            + "]}, {absent: made}, {absent: addon-operator}, {no_metrics: rule_metric}]",
                    .inputs = "{values: {a: 1}, config: {}}"}}});
}

} // namespace

TEST_CASE("nothing happens of a run whose values patch is invalid") {
  check_nothing_happens("VALUES_JSON_PATCH_PATH", R"({"op": "ad", "path": "/web/d", "value": 4})",
                        "VALUES_JSON_PATCH_PATH");
}

TEST_CASE("nothing happens of a run whose config patch is invalid") {
  check_nothing_happens("CONFIG_VALUES_JSON_PATCH_PATH", R"({"op": "remove", "path": "/web/nothing"})", "/web/nothing");
}

TEST_CASE("nothing happens of a run whose metrics are invalid") {
  check_nothing_happens("METRICS_PATH", R"({"name": "", "set": 1})", "METRICS_PATH, 'document 2.name: '");
}

TEST_CASE("nothing happens of a run whose operations on objects are invalid") {
  check_nothing_happens("KUBERNETES_PATCH_PATH", "---\n{operation: Remove, kind: ConfigMap, name: x}",
                        "KUBERNETES_PATCH_PATH, 'document 2.operation: '");
}

TEST_CASE("answers to reviews that a run leaves without a review do no harm") {
  // The library `deckhouse` of PyPI writes an empty conversion at the end of each run.
  check({.config = "{configVersion: v1, onStartup: 1, beforeHelm: 1}",
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '{"convertedObjects": []}' > "$CONVERSION_RESPONSE_PATH"
echo '{"allowed": false}' > "$VALIDATING_RESPONSE_PATH"
echo '{"op": "add", "path": "/web/b", "value": 2}' > "$VALUES_JSON_PATCH_PATH"
)",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]",
                    .inputs = "{values: {a: 1, b: 2}, config: {}}"}}});
}

TEST_CASE("add counts over runs, set keeps the last value, with hook, module and own labels") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: s, kind: Secret, namespace: $here}]
)",
         .script = R"(
cat > "$METRICS_PATH" <<METRICS
{"name": "rule_adds", "action": "add", "value": 2, "labels": {"x": "1"}}
{"name": "rule_adds", "add": 0.5, "labels": {"x": "1"}}
{"name": "rule_sets", "action": "set", "value": 10$run}
{"name": "rule_sets_too", "set": 7, "labels": {"hook": "mine"}}
METRICS
)",
         .steps = {{.runs = "[[{binding: s, type: Synchronization, objects: []}]]", .then = R"(
- metrics: 'rule_adds{hook="hooks/hook.sh",module="web",x="1"} 2.5'
- metrics: 'rule_sets{hook="hooks/hook.sh",module="web"} 100'
- metrics: 'rule_sets_too{hook="hooks/hook.sh",module="web"} 7'
)"},
                   {.act = "[{put: x, kind: Secret}]",
                    .runs = "[[{binding: s, type: Event, watchEvent: Added, object: x}]]",
                    .then = R"(
- metrics: 'rule_adds{hook="hooks/hook.sh",module="web",x="1"} 5'
- metrics: 'rule_sets{hook="hooks/hook.sh",module="web"} 101'
)"}}});
}

TEST_CASE("observe fills the buckets of a histogram") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = R"(
cat > "$METRICS_PATH" <<'METRICS'
{"name": "rule_seconds", "action": "observe", "value": 0.5, "buckets": [1, 2]}
{"name": "rule_seconds", "action": "observe", "value": 1.5, "buckets": [1, 2]}
{"name": "rule_seconds", "action": "observe", "value": 9, "buckets": [1, 2]}
METRICS
)",
         .steps = {{.runs = "[[{binding: onStartup}]]", .then = R"(
- metrics: 'rule_seconds_bucket{hook="hooks/hook.sh",module="web",le="1"} 1'
- metrics: 'rule_seconds_bucket{hook="hooks/hook.sh",module="web",le="2"} 2'
- metrics: 'rule_seconds_bucket{hook="hooks/hook.sh",module="web",le="+Inf"} 3'
- metrics: 'rule_seconds_sum{hook="hooks/hook.sh",module="web"} 11'
- metrics: 'rule_seconds_count{hook="hooks/hook.sh",module="web"} 3'
)"}}});
}

TEST_CASE("a run that measures a group replaces it, expire removes it, and what has no group stays") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: s, kind: Secret, namespace: $here}]
)",
         .script = R"(
case $run in
0) printf '%s' '{"name": "rule_group", "group": "g", "set": 1, "labels": {"x": "a"}}' \
  '{"name": "rule_group", "group": "g", "set": 2, "labels": {"x": "b"}}' '{"name": "rule_alone", "set": 3}' ;;
1) printf '%s' '{"name": "rule_group", "group": "g", "set": 4, "labels": {"x": "b"}}' ;;
2) printf '%s' '{"group": "g", "action": "expire"}' ;;
esac > "$METRICS_PATH"
)",
         .steps = {{.runs = "[[{binding: s, type: Synchronization, objects: []}]]", .then = R"(
- metrics: 'rule_group{hook="hooks/hook.sh",module="web",x="a"} 1'
- metrics: 'rule_group{hook="hooks/hook.sh",module="web",x="b"} 2'
)"},
                   {.act = "[{put: x, kind: Secret}]",
                    .runs = "[[{binding: s, type: Event, watchEvent: Added, object: x}]]",
                    .then = R"(
- metrics: 'rule_group{hook="hooks/hook.sh",module="web",x="b"} 4'
- no_metrics: 'rule_group{hook="hooks/hook.sh",module="web",x="a"}'
)"},
                   {.act = "[{put: z, kind: Secret}]",
                    .runs = "[[{binding: s, type: Event, watchEvent: Added, object: z}]]",
                    .then = R"(
- no_metrics: 'rule_group{'
- metrics: 'rule_alone{hook="hooks/hook.sh",module="web"} 3'
)"}}});
}

TEST_CASE("metrics of a global hook have no label for a module") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = R"(echo '{"name": "rule_global", "set": 1}' > "$METRICS_PATH")",
         .steps = {{.runs = "[[{binding: onStartup}]]", .then = R"([metrics: 'rule_global{hook="hook.sh"} 1'])"}},
         .global = true});
}

TEST_CASE("all faults of a metrics file are named: names, labels, buckets, actions") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = R"(
[[ $run == 0 ]] || exit 0
cat > "$METRICS_PATH" <<'METRICS'
{"name": "", "set": 1}
{"name": "ok", "set": 1, "labels": {"a:b": "1"}}
{"name": "ok", "action": "observe", "value": 1}
{"name": "ok", "action": "raise", "value": 1}
{"name": "ok", "action": "set"}
{"action": "expire"}
{"name": "ok", "add": -1}
METRICS
)",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: onStartup}]]",
                    .then = "[{log: [hook_failed, 'document 1.name', 'document 2.labels.a:b: ', 'document 3.buckets',"
                            " 'document 4.action', 'document 5.value', 'document 6.group', 'document 7.add']}]"}}});
}

TEST_CASE("a metric that would change its type fails the run") {
  check({.config = "{configVersion: v1, onStartup: 1, beforeHelm: 1}",
         .script = R"(
case $run in
0) echo '{"name": "rule_type", "set": 1}' ;;
1) echo '{"name": "rule_type", "add": 1}' ;;
esac > "$METRICS_PATH"
)",
         .steps = {{.runs = R"(
- [{binding: onStartup}]
- [{binding: beforeHelm, snapshots: {}}]
- [{binding: beforeHelm, snapshots: {}}]
)",
                    .then = "[{log: [hook_failed, METRICS_PATH, rule_type]}]"}}});
}

TEST_CASE("an operation on objects that the API server refuses leaves values and metrics as they were") {
  check({.config = "{configVersion: v1, onStartup: 1, beforeHelm: 1}",
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/web/b", "value": 2}' > "$VALUES_JSON_PATCH_PATH"
echo '{"op": "add", "path": "/web/c", "value": 3}' > "$CONFIG_VALUES_JSON_PATCH_PATH"
echo '{"name": "rule_metric", "set": 1}' > "$METRICS_PATH"
echo '{operation: Create, object: {apiVersion: v1, kind: Secret, metadata: {name: x, namespace: $ns}}}' \
  > "$KUBERNETES_PATCH_PATH"
)",
         .steps = {{.act = "[{put: x, kind: Secret}]",
                    .runs = "[[{binding: onStartup}], [{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]",
                    .then = "[{log: [hook_failed, KUBERNETES_PATCH_PATH, Secret $ns/x]}, {absent: addon-operator},"
                            " {no_metrics: rule_metric}]",
                    .inputs = "{values: {a: 1}, config: {}}"}}});
}
