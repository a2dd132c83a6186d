// Patches of values, which a hook writes to VALUES_JSON_PATCH_PATH and CONFIG_VALUES_JSON_PATCH_PATH.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

namespace {

/// onStartup, and afterwards beforeHelm, which sees the values: the result of a failed run, and of a good
/// run.
constexpr auto two_runs = "{configVersion: v1, onStartup: 1, beforeHelm: 1}";
constexpr auto started_and_seen = "[[{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]";
constexpr auto failed_and_seen =
  "[[{binding: onStartup}], [{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]";

} // namespace

TEST_CASE("a values patch may be one operation, and lasts") {
  check({.config = two_runs,
         .script =
           R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/web/b", "value": {"c": [1]}}' > $VALUES_JSON_PATCH_PATH
)",
         .steps = {{.runs = started_and_seen, .inputs = "{values: {a: 1, b: {c: [1]}}, config: {}}"}}});
}

TEST_CASE("a values patch may be a stream of operations and lists of them, done in order") {
  check({.config = two_runs,
         .script = R"(
[[ $run == 0 ]] || exit 0
cat > $VALUES_JSON_PATCH_PATH <<'PATCH'
{"op": "add", "path": "/web/b", "value": [1]}
[{"op": "add", "path": "/web/b/-", "value": 3}, {"op": "add", "path": "/web/b/1", "value": 2}]
{"op": "test", "path": "/web/b", "value": [1, 2, 3]} {"op": "remove", "path": "/web/b/0"}
PATCH
)",
         .steps = {{.runs = started_and_seen, .inputs = "values: {a: 1, b: [2, 3]}"}}});
}

TEST_CASE("a values patch knows add, remove, replace, move, copy and test") {
  check({.config = two_runs,
         .script = R"(
[[ $run == 0 ]] || exit 0
cat > $VALUES_JSON_PATCH_PATH <<'PATCH'
[{"op": "add", "path": "/web/b", "value": 1}, {"op": "add", "path": "/web/c", "value": 1},
 {"op": "remove", "path": "/web/c"}, {"op": "replace", "path": "/web/a", "value": 5},
 {"op": "move", "from": "/web/b", "path": "/web/d"}, {"op": "copy", "from": "/web/d", "path": "/web/e"},
 {"op": "test", "path": "/web/e", "value": 1}]
PATCH
)",
         .steps = {{.runs = started_and_seen, .inputs = "values: {a: 5, d: 1, e: 1}"}}});
}

TEST_CASE("a values patch of which one operation fails fails the run, and nothing of it is left") {
  check({.config = two_runs,
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '[{"op": "add", "path": "/web/b", "value": 1}, {"op": "test", "path": "/web/a", "value": 2}]' \
  > $VALUES_JSON_PATCH_PATH
)",
         .steps = {{.runs = failed_and_seen,
                    .then = "[{log: [hook_failed, hooks/hook.sh, /web/a]}]",
                    .inputs = "values: {a: 1}"}}});
}

TEST_CASE("a dotted path is refused with the path as it has to be") {
  check({.config = two_runs,
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "web.b", "value": 1}' > $VALUES_JSON_PATCH_PATH
)",
         .steps = {{.runs = failed_and_seen,
                    .then = "[{log: [hook_failed, hooks/hook.sh, web.b, /web/b]}]",
                    .inputs = "values: {a: 1}"}}});
}

TEST_CASE("a hook of a module may not change the section of another module") {
  check({.config = two_runs,
         .script =
           R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/fence", "value": {"b": 1}}' > $VALUES_JSON_PATCH_PATH
)",
         .steps = {{.runs = failed_and_seen, .then = "[{log: [hook_failed, hooks/hook.sh, /fence]}]"}}});
}

TEST_CASE("a values patch that breaks the schema of the module is refused") {
  check({.config = two_runs,
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/web/b", "value": "two"}' > $VALUES_JSON_PATCH_PATH
)",
         .files = {{"openapi/values.yaml", "{type: object, properties: {a: {}, b: {type: integer}}}"}},
         .steps = {{.runs = failed_and_seen,
                    .then = "[{log: [hook_failed, hooks/hook.sh, web.b must be of type integer]}]",
                    .inputs = "values: {a: 1}"}}});
}

TEST_CASE("a global hook changes the section global") {
  check({.config = "{configVersion: v1, onStartup: 1, beforeAll: 1}",
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/global/b", "value": 1}' > $VALUES_JSON_PATCH_PATH
)",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeAll, snapshots: {}}]]",
                    .inputs = "{values: {b: 1}, config: {}}"}},
         .global = true});
}

TEST_CASE("a global hook switches modules on and off") {
  check({.config = "{configVersion: v1, onStartup: 1, beforeAll: 1}",
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/webEnabled", "value": false} {"op": "add", "path": "/global/b", "value": 1}' \
  > $VALUES_JSON_PATCH_PATH
)",
         .other = "{configVersion: v1, onStartup: 1}",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeAll, snapshots: {}}]]",
                    .then = "[{log: converge_finished}]",
                    .inputs = "values: {b: 1}"},
                   // The user's switch counts more.
                   {.act = "[{put: addon-operator, data: {webEnabled: 'true'}}]",
                    .runs = "[[{binding: beforeAll, snapshots: {}}], other: [{binding: onStartup}]]"}},
         .global = true});
}

TEST_CASE("a switch of a module is true or false, and no text") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/webEnabled", "value": "false"}' > $VALUES_JSON_PATCH_PATH
)",
         .other = "{configVersion: v1, onStartup: 1}",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: onStartup}], other: [{binding: onStartup}]]",
                    .then = "[{log: [hook_failed, hook=hook.sh, webEnabled]}]"}},
         .global = true});
}

TEST_CASE("a config patch counts like an edit by a user: it is in the ConfigMap and in the values") {
  check({.config = two_runs,
         .script =
           R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/web/b", "value": 2}' > $CONFIG_VALUES_JSON_PATCH_PATH
)",
         .steps = {{.runs = started_and_seen,
                    .then = "[{object: addon-operator, has: {data: {web: \"b: 2\\n\"}}}]",
                    .inputs = "{values: {a: 1, b: 2}, config: {b: 2}}"}}});
}

TEST_CASE("a config patch adds to what the user has written") {
  check({.config = two_runs,
         .script =
           R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/web/b", "value": 2}' > $CONFIG_VALUES_JSON_PATCH_PATH
)",
         .steps = {{.act = "[{put: addon-operator, data: {web: 'c: 3', other: 'text'}}]",
                    .runs = started_and_seen,
                    .then = "[{object: addon-operator, has: {data: {other: text}}}]",
                    .inputs = "{values: {a: 1, b: 2, c: 3}, config: {b: 2, c: 3}}"}}});
}

TEST_CASE("a config patch that breaks the schema is refused, and the ConfigMap stays") {
  check({.config = two_runs,
         .script =
           R"(
[[ $run == 0 ]] || exit 0
echo '{"op": "add", "path": "/web/b", "value": "two"}' > $CONFIG_VALUES_JSON_PATCH_PATH
)",
         .files = {{"openapi/config-values.yaml", "{type: object, properties: {a: {}, b: {type: integer}}}"}},
         .steps = {{.runs = failed_and_seen,
                    .then = "[{log: [hook_failed, hooks/hook.sh, config values, web.b must be of type integer]}, "
                            "{absent: addon-operator}]",
                    .inputs = "{values: {a: 1}, config: {}}"}}});
}
