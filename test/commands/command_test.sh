#!/usr/bin/env bash
# What `addon-operator simulate` says and how it ends, with small platforms. Reports in TAP.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../support/claims/claims.sh"
. "$(dirname "${BASH_SOURCE[0]}")/small_platform.sh"

counting_hook() {
  platform <<'END'
#!/usr/bin/env bash
if [[ ${1:-} == --config ]]; then
  echo '{configVersion: v1, onStartup: 1, schedule: [{name: tick, crontab: "*/10 * * * *"}]}'
  exit
fi
[[ $(jq -r '.[0].binding' "$BINDING_CONTEXT_PATH") == tick ]] || exit 0
jq '[{op: "add", path: "/web/ticks", value: ((.web.ticks // 0) + 1)}]' "$VALUES_PATH" >"$VALUES_JSON_PATCH_PATH"
END
}

schedules_tick_by_virtual_time() {
  counting_hook
  day ticks <<'END'
steps:
- expect: {ran: [web hooks/a.sh for onStartup]}
- wait: 1h
  expect:
    values: {web: {ticks: 6}}
END
  simulate 0
  says '2 passed, 0 failed'
}

a_failure_is_told() {
  counting_hook
  day ticks <<'END'
day: ticking
steps:
- step: six
  wait: 1h
  expect:
    values: {web: {ticks: 7}}
    objects: {ConfigMap none: present}
- step: never
END
  simulate 1
  says 'not ok - ticking: six'
  says 'p/tests/ticks.day.yaml:6: values of web: ticks: expected 7, found 6'
  says 'p/tests/ticks.day.yaml:7: ConfigMap none: expected to be present, but it is absent'
  says 'hooks/a.sh for tick'
  says '# 1 more steps of this day were not played'
  says '0 passed, 1 failed'
}

other_days_are_played_after_a_failure() {
  counting_hook
  day a <<<'steps: [{step: bad, expect: {ready: false}}]'
  day b <<<'steps: [{step: good, expect: {ready: true}}]'
  simulate 1
  says 'not ok - p/tests/a.day.yaml: bad'
  says 'ok - p/tests/b.day.yaml: good'
  says '1 passed, 1 failed'
}

each_wrong_expectation_fails() {
  counting_hook
  local expectation
  for expectation in 'modules: {web: disabled}' 'modules: {other: enabled}' 'releases: {web: 1}' 'ran: []' \
    'ran: [web hooks/b.sh]' 'ready: false' 'readyz: [something]' 'log: [something]' 'values: {web: {a: 1}}' \
    'values: {other: {}}' 'objects: {Namespace default: absent}' 'objects: {Nonsense a: absent}' \
    'objects: {Namespace default: {status: {phase: Gone}}}'; do
    day a <<<"steps: [{expect: {$expectation}}]"
    simulate 1
  done
}

wrong_days_are_refused() {
  counting_hook
  day a <<<'steps: [{wait: 5m, expct: {}}]'
  simulate 2
  says "p/tests/a.day.yaml:1: 'expct': unknown key"
  rm p/tests/a.day.yaml
  simulate 2
  says 'no file below it has a name that ends with .day.yaml'
  rm -r p/global-hooks
  day a <<<'steps: [{}]'
  simulate 2
  says 'p/global-hooks does not exist'
}

programs_have_a_limit() {
  platform <<'END'
#!/usr/bin/env bash
if [[ ${1:-} == --config ]]; then
  echo '{configVersion: v1, onStartup: 1}'
  exit
fi
sleep 1000
END
  day a <<<'steps: [{step: slow}]'
  simulate 1 --program-limit 1s
  says 'a program has not ended within 1 s of real time and was killed:'
}

the_tree_is_not_changed() {
  platform <<'END'
#!/usr/bin/env python3
import sys
sys.path.insert(0, sys.argv[0].rsplit("/", 1)[0] + "/lib")
import words
if sys.argv[1:] == ["--config"]:
    print(words.CONFIG)
END
  mkdir p/modules/010-web/hooks/lib
  echo "CONFIG = 'configVersion: v1\nonStartup: 1'" >p/modules/010-web/hooks/lib/words.py
  day a <<<'steps: [{expect: {ran: [web hooks/a.sh for onStartup]}}]'
  local before
  before=$(find p | sort)
  mkdir temp
  TMPDIR=$PWD/temp simulate 0
  [[ $(find p | sort) == "$before" && -z $(ls temp) ]] || { find p temp; return 1; }
  rmdir temp
}

traces_can_be_read() {
  counting_hook
  day a <<<'steps: [{}]'
  simulate 0 --trace-file run.jsonl
  "$OPERATOR_BIN" trace order run.jsonl >out
  says "hook 'hooks/a.sh' of module 'web' for onStartup"
  "$OPERATOR_BIN" trace order --lines run.jsonl >out
  says 'web hooks/a.sh for onStartup'
  day b <<<'steps: [{}]'
  simulate 0 --trace-file both.jsonl
  "$OPERATOR_BIN" trace order --verify both.jsonl >out
  says 'all rules of the order were kept'
}

two_plays_are_equal() {
  counting_hook
  sed 's/name: tick,/name: tick, queue: own,/' p/modules/010-web/hooks/a.sh >p/modules/010-web/hooks/b.sh
  chmod +x p/modules/010-web/hooks/b.sh
  day a <<<'steps: [{wait: 2h}]'
  simulate 0 --trace-file one.jsonl
  simulate 0 --trace-file two.jsonl
  cmp one.jsonl two.jsonl
}

a_signal_leaves_nothing_behind() {
  platform <<'END'
#!/usr/bin/env bash
if [[ ${1:-} == --config ]]; then
  echo '{configVersion: v1, onStartup: 1}'
  exit
fi
kill -TERM "$PPID"
sleep 1000
END
  day a <<<'steps: [{}]'
  mkdir temp
  TMPDIR=$PWD/temp simulate 143
  [[ -z $(ls temp) ]] || { find temp; return 1; }
  rmdir temp
}

# broken_global_hook: p gets a global hook that cannot configure.
broken_global_hook() {
  mkdir -p p/global-hooks/hooks
  printf '#!/bin/bash\necho "no such shell_lib" >&2\nexit 3\n' >p/global-hooks/hooks/a.sh
  chmod +x p/global-hooks/hooks/a.sh
}

a_dead_platform_passes_nothing() {
  mkdir -p p/modules
  counting_hook
  broken_global_hook
  local expectation
  for expectation in 'readyz: []' 'modules: {web: enabled}' 'modules: {}' 'ran: []' 'ran: [...]' 'ready: true' \
    'releases: {web: absent}' 'log: [global_hooks_refused]' 'values: {}'; do
    # Without modules there is nothing but the hook.
    [[ $expectation != *'[]'* && $expectation != *'{}'* ]] || rm -rf p/modules/010-web
    day a <<<"steps: [{step: up, expect: {$expectation}}, {step: later}]"
    simulate 1
    says '0 passed, 1 failed'
    says '# global hooks do not configure:'
    says "hook 'hooks/a.sh' --config: cmd run: exit status 3"
    says '/p/global-hooks/hooks/a.sh --config: cmd run: exit status 3'
    says '#     no such shell_lib'
    counting_hook
    broken_global_hook
  done
  day a <<<'steps: [{step: up}]'
  simulate 1
  day a <<<'steps: [{step: up, expect: {readyz: [hooks/a.sh]}}, {step: later, expect: {ready: false}}]'
  simulate 0
}

# shy_global_hook FILE: a global hook that does not configure while there is this file.
shy_global_hook() {
  mkdir -p p/global-hooks/hooks
  cat >p/global-hooks/hooks/a.sh <<END
#!/bin/bash
if [[ \${1:-} == --config ]]; then
  [[ ! -e $1 ]] || { rm $1; exit 3; }
  echo '{configVersion: v1, onStartup: 1}'
elif [[ ! -e $1.once ]]; then
  touch $1 $1.once
fi
END
  chmod +x p/global-hooks/hooks/a.sh
}

a_restart_of_a_dead_platform_fails() {
  counting_hook
  shy_global_hook "$scratch/shy"
  local how
  for how in stopped killed; do
    rm -f shy shy.once
    day a <<<"steps: [{step: up, expect: {readyz: []}}, {step: again, restart: $how, expect: {log: []}}]"
    simulate 1
    says 'not ok - p/tests/a.day.yaml: again'
    says 'global hooks do not configure:'
  done
  rm -f shy shy.once
}

an_operator_that_wants_a_restart_gets_it() {
  counting_hook
  shy_global_hook "$scratch/shy"
  touch shy shy.once
  day a <<'END'
steps:
- step: one hook is left out
  expect: {ready: false}
- step: and is taken in when it configures
  wait: 1m
  expect: {within: 5s, readyz: [], ran: [..., global hooks/a.sh for onStartup, ...]}
END
  simulate 0
  rm -f shy shy.once
}

to_be_ready_is_to_have_no_problem() {
  platform <<'END'
#!/usr/bin/env bash
exit 3
END
  day a <<<'steps: [{step: up, expect: {ready: true}}]'
  simulate 1
  says "expected to be ready without a problem"
  says "hook 'hooks/a.sh' --config: cmd run: exit status 3"
  day a <<<'steps: [{step: up, expect: {readyz: []}}]'
  simulate 1
  day a <<<'steps: [{step: up, expect: {ready: true, readyz: [hooks/a.sh]}}]'
  simulate 0
}

unknown_modules_are_named() {
  counting_hook
  day a <<<'steps: [{expect: {modules: {wep: disabled}}}]'
  simulate 1
  says 'module wep: there is no such module; did you mean web?'
}

suspicious_values_are_among_the_warnings() {
  counting_hook
  echo 'wep: {}' >p/modules/010-web/values.yaml
  day a <<<'steps: [{expect: {modules: {web: enabled}}}]'
  simulate 1
  says 'values_file_suspicious'
}

kubectl_reaches_the_cluster() {
  platform <<'END'
#!/usr/bin/env bash
set -e
if [[ ${1:-} == --config ]]; then
  echo '{configVersion: v1, onStartup: 1}'
  exit
fi
"$KUBECTL_BIN" create configmap made --from-literal=a=1
"$KUBECTL_BIN" label configmap made part=web
echo '{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "stringData": {"a": "b"}}' | "$KUBECTL_BIN" apply -f -
"$KUBECTL_BIN" delete configmap old
"$KUBECTL_BIN" get namespaces
END
  day a <<'END'
cluster: {apiVersion: v1, kind: ConfigMap, metadata: {name: old}}
steps:
- expect:
    ready: true
    objects:
      ConfigMap made: {data: {a: '1'}, metadata: {labels: {part: web}}}
      ConfigMap old: absent
      Secret s: {stringData: {a: b}}
END
  simulate 0
}

claim 'schedules tick by virtual time' schedules_tick_by_virtual_time
claim 'a step that fails says what was expected, what was found and what ran' a_failure_is_told
claim 'other days are played after a failure' other_days_are_played_after_a_failure
claim 'each expectation that is not met fails its step' each_wrong_expectation_fails
claim 'days and modules that cannot be used are named' wrong_days_are_refused
claim 'a program that does not end is killed and fails its step' programs_have_a_limit
claim 'neither the tree nor the temporary directory is changed' the_tree_is_not_changed
claim 'traces can be read by trace order' traces_can_be_read
claim 'two plays of a day have equal traces' two_plays_are_equal
claim 'a signal ends programs and leaves nothing behind' a_signal_leaves_nothing_behind
claim 'a step fails by itself in which global hooks do not configure' a_dead_platform_passes_nothing
claim 'a restart after which global hooks do not configure fails its step' a_restart_of_a_dead_platform_fails
claim 'an operator that ends to take hooks in is started again' an_operator_that_wants_a_restart_gets_it
claim 'an operator that is expected to be ready has no problem' to_be_ready_is_to_have_no_problem
claim 'an unknown module is named, whatever is expected of it' unknown_modules_are_named
claim 'what is suspicious in values files is shown with a step that fails' suspicious_values_are_among_the_warnings
claim 'hooks reach the cluster by kubectl' kubectl_reaches_the_cluster
