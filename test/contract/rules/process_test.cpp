// The process of a hook: its input, its output, its end.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("a hook runs without arguments and input, in the directory of its file, with the operator's environment") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = R"(
[[ $# == 0 ]]
[[ $PWD == */modules/010-web/hooks && $PWD/hook.sh -ef $0 ]]
[[ $WORKING_DIR == "$PWD" ]]
[[ $RULE == rule ]]
if read -r; then exit 1; fi
)",
         .steps = {{.runs = "[[{binding: onStartup}]]"}}});
}

TEST_CASE("the files of a hook are its own, and gone after the run") {
  check({.config = "{configVersion: v1, onStartup: 1, beforeHelm: 1}",
         .script = R"(
directory=${BINDING_CONTEXT_PATH%/*}
[[ $(stat -c %a "$directory") == 700 ]]
for file in "$BINDING_CONTEXT_PATH" "$VALUES_PATH" "$CONFIG_VALUES_PATH"; do
  [[ -s $file && $(stat -c %a "$file") == 600 && $file == "$directory"/* ]]
done
for file in "$VALUES_JSON_PATCH_PATH" "$CONFIG_VALUES_JSON_PATCH_PATH" "$METRICS_PATH" "$KUBERNETES_PATCH_PATH"; do
  [[ -f $file && ! -s $file && $(stat -c %a "$file") == 600 && $file == "$directory"/* ]]
done
echo "$directory" > "$reports/directory-$run"
[[ $run == 0 || ! -e $(<"$reports/directory-0") ]]
)",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]"}}});
}

TEST_CASE("a module hook gets the sections global and that of the module") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = R"(
[[ $(<"$CONFIG_VALUES_PATH") == '{"global":{"c":3},"web":{"b":2}}' ]]
[[ $(<"$VALUES_PATH") == '{"global":{'*'"c":3'*'},"web":{"a":1,"b":2}}' ]]
)",
         .steps = {{.act = "[{put: addon-operator, data: {web: 'b: 2', global: 'c: 3', fence: 'd: 4'}}]",
                    .runs = "[[{binding: onStartup}]]",
                    .inputs = "{values: {a: 1, b: 2}, config: {b: 2}}"}}});
}

TEST_CASE("the output of a hook is in the log, with module, hook, binding and queue") {
  check({.config = R"(
configVersion: v1
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, queue: q}]
)",
         .script = "echo said something; echo complained >&2",
         .steps = {{.runs = "[[{binding: cm, type: Synchronization, objects: []}]]", .then = R"(
- log: [hook_output, module=web, hook=hooks/hook.sh, binding=cm, queue=q, stream=stdout, 'line="said something"']
- log: [hook_output, module=web, hook=hooks/hook.sh, binding=cm, queue=q, stream=stderr, line=complained]
)"}}});
}

TEST_CASE("a hook that does not end with 0 has failed: its stderr says why, and it is run again") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = "[[ $run -gt 0 ]] || { echo no luck today >&2; exit 7; }",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: onStartup}]]",
                    .then = "[{log: [hook_failed, module=web, hook=hooks/hook.sh, exit_code=7, no luck today]}]"}}});
}

TEST_CASE("a failed hook that has printed nothing is reported with its exit status") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = "[[ $run -gt 0 ]] || exit 7",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: onStartup}]]",
                    .then = "[{log: [hook_failed, hooks/hook.sh, exit status 7]},"
                            " {log: [task_retry, ModuleRun, \"hook 'hooks/hook.sh': cmd run: exit status 7\"]}]"}}});
}

TEST_CASE("a hook that a signal ends has failed") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .script = "[[ $run -gt 0 ]] || kill -KILL $$",
         // The first run ends before it can note its inputs.
         .steps = {{.runs = "[[{binding: onStartup}]]", .then = "[{log: [hook_failed, hooks/hook.sh, signal 9]}]"}}});
}

TEST_CASE("settings.timeout ends a hook that takes longer, which has failed") {
  check({.config = "{configVersion: v1, onStartup: 1, settings: {timeout: 1s}}",
         .script = "[[ $run -gt 0 ]] || read -r < \"$reports/gate\"",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: onStartup}]]",
                    .then = "[{log: [hook_failed, hooks/hook.sh, time limit of 1 s]}]"}}});
}

TEST_CASE("processes that a hook leaves behind end with it") {
  check({.config = "{configVersion: v1, onStartup: 1, beforeHelm: 1}",
         .script = R"(
if [[ $run == 0 ]]; then
  sleep 3600 &
  echo $! > "$reports/left"
else
  left=$(<"$reports/left")
  [[ ! -e /proc/$left || -z $(tr -d '\0' < "/proc/$left/cmdline") ]]
fi
)",
         .steps = {{.runs = "[[{binding: onStartup}], [{binding: beforeHelm, snapshots: {}}]]"}}});
}

TEST_CASE("settings.executionMinInterval holds back runs beyond executionBurst") {
  check({.config = R"(
configVersion: v1
settings: {executionMinInterval: 24h, executionBurst: 2}
kubernetes: [{name: cm, kind: ConfigMap, namespace: $here, queue: q}]
)",
         .steps = {{.runs = "[[{binding: cm, type: Synchronization, objects: []}]]"},
                   {.act = "[{put: a}]", .runs = "[[{binding: cm, type: Event, watchEvent: Added, object: a}]]"},
                   {.act = "[{put: b}]", .then = "[{log: [hook_waits, hooks/hook.sh, executionMinInterval]}]"}}});
}

TEST_CASE("files that are no hooks are passed over, and those that may be are named") {
  check({.config = "{configVersion: v1, onStartup: 1}",
         .files = {{"hooks/notes.md", "no hook"},
                   {"hooks/values.yaml", "no: hook"},
                   {"hooks/.hidden", "no hook"},
                   {"hooks/lib/common", "no hook"},
                   {"hooks/sub/plain", "#!/bin/bash"}},
         .steps = {{.runs = "[[{binding: onStartup}]]",
                    .then = "[{log: [hooks_not_executable, sub/plain]}, {no_log: notes.md}, {no_log: values.yaml},"
                            " {no_log: hidden}, {no_log: lib/common}]"}}});
}
