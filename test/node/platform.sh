# shellcheck shell=bash
# Writes the platform of the tests on a node: the quickstart, and modules that wait, hang and eat on demand. Sourced by run.

# write_platform FOLDER: with the Containerfile of the quickstart.
write_platform() {
  mkdir -p "$1"
  cp -r "$REPOSITORY"/examples/quickstart/{Containerfile,global-hooks,modules} "$1"
  write_rights "$1/rights.yaml"
  write_gate "$1/modules/005-gate"
  write_slow "$1/modules/040-slow"
  write_eater "$1/modules/050-eater"
  write_many "$1/modules-of-the-hundred"
  echo 'COPY modules-of-the-hundred /modules-of-the-hundred' >>"$1/Containerfile"
}

# What the quickstart may do, and Helm with the Job of module slow.
write_rights() {
  { cat "$REPOSITORY/examples/quickstart/rights.yaml"
    echo '    - {apiGroups: [batch], resources: [jobs], verbs: [get, list, watch, create, update, patch, delete]}'
  } >"$1"
}

# executable FILE: with the text on stdin.
executable() {
  mkdir -p "$(dirname "$1")"
  cat >"$1"
  chmod +x "$1"
}

# Its run fails until there is a ConfigMap `gate`: by kubectl, with the Pod's own service account.
write_gate() {
  executable "$1/hooks/wait.sh" <<'SH'
#!/usr/bin/env bash
if [[ ${1:-} == --config ]]; then
  echo '{"configVersion": "v1", "onStartup": 1}'
else
  kubectl -n "$ADDON_OPERATOR_NAMESPACE" get configmap gate
fi
SH
  echo 'gateEnabled: true' >>"$(dirname "$1")/values.yaml"
}

# With hold: true, Helm waits for a Job that never ends.
write_slow() {
  mkdir -p "$1/templates"
  printf 'name: slow\nversion: 0.1.0\napiVersion: v2\n' >"$1/Chart.yaml"
  printf 'slow: {hold: false}\n' >"$1/values.yaml"
  echo 'slowEnabled: true' >>"$(dirname "$1")/values.yaml"
  cat >"$1/templates/objects.yaml" <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: slow}
data: {hold: "{{ .Values.slow.hold }}"}
{{- if .Values.slow.hold }}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: slow
  annotations: {helm.sh/hook: pre-upgrade, helm.sh/hook-delete-policy: before-hook-creation}
spec:
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 1
      containers: [{name: pause, image: 'localhost/pause:1', imagePullPolicy: Never}]
{{- end }}
YAML
}

# Its hook takes as much memory as the ConfigMap has it.
write_eater() {
  executable "$1/hooks/eat.py" <<'PY'
#!/usr/bin/env python3
import json, os, sys
if sys.argv[1:] == ["--config"]:
    print('{"configVersion": "v1", "beforeHelm": 1}')
else:
    values = json.load(open(os.environ["VALUES_PATH"]))
    print("ate", len(b"x" * (values["eater"]["megabytes"] * 2**20)), "bytes")
PY
  printf 'eater: {megabytes: 1}\n' >"$1/values.yaml"
  echo 'eaterEnabled: true' >>"$(dirname "$1")/values.yaml"
}

write_many() {
  local number folder
  mkdir -p "$1"
  for number in {101..200}; do
    folder=$1/$number-many$number
    mkdir -p "$folder/templates"
    printf 'name: many%s\nversion: 0.1.0\napiVersion: v2\n' "$number" >"$folder/Chart.yaml"
    printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: many%s}\ndata: {of: "{{ .Chart.Name }}"}\n' "$number" >"$folder/templates/one.yaml"
    echo "many${number}Enabled: true" >>"$1/values.yaml"
  done
}
