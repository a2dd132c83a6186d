#!/usr/bin/env bash
# Alerts and dashboard of the chart: that Prometheus takes the alerts, and that their links lead somewhere. Reports in TAP.
# Needs HELM_BIN and REPOSITORY; promtool, or a Go toolchain for the library of Prometheus.
set -uo pipefail
. "$REPOSITORY/test/support/claims/claims.sh"
. "$REPOSITORY/scripts/lib/common.sh"
. "$REPOSITORY/scripts/lib/tools.sh"

chart=$REPOSITORY/charts/addon-operator
alerts=$chart/files/alerts.yaml
render() { "$HELM_BIN" template my "$chart" -n ns "$@"; }
rules() { render -s templates/prometheusrule.yaml --set prometheusRule.enabled=true "$@"; }

# Sets `checker`, a command that checks files of rules.
find_checker() {
  if have promtool; then
    checker=(promtool check rules)
  elif have go && go_new_enough &&
    CGO_ENABLED=0 GOWORK=off go build -C "$REPOSITORY/test/prometheus/rules" "${go_flags[@]}" -o "$scratch/rules" . 2>problem; then
    checker=("$scratch/rules")
  else
    return 1
  fi
}

are_taken() {
  "${checker[@]}" "$alerts" || return 1
  rules --set replicas=2 | sed '1,/^spec:/d; s/^  //' >rendered.yaml
  "${checker[@]}" rendered.yaml
}

refuses_a_bad_rule() {
  sed 's/absent(up{/absent(up{{/' "$alerts" >broken.yaml
  ! "${checker[@]}" broken.yaml
}

are_about_this_release() {
  rules >mine || return 1
  same 0 "$(grep -c '"addon-operator"' mine)"
  grep -q 'job="my-addon-operator",namespace="ns"' mine || return 1
  ! grep -q AddonOperatorNoLeader mine || return 1
  rules --set replicas=2 | grep -q AddonOperatorNoLeader || return 1
  rules --set prometheusRule.runbookBase=https://git.example.com/ |
    grep -q 'runbook_url: https://git.example.com/docs/operating.md#the-start'
}

lead_somewhere() {
  local link heading headings
  headings=$(sed -n 's/^##* //p' "$REPOSITORY/docs/operating.md" | tr '[:upper:] ' '[:lower:]-' | tr -d '.,')
  while read -r link; do
    grep -qxF -- "$link" <<<"$headings" || { echo "no section: $link"; return 1; }
  done < <(sed -n 's/.*docs\/operating.md#//p' "$alerts")
  # Each alert has a severity, a summary and a link.
  same "$(grep -c -- '- alert:' "$alerts")" "$(grep -cE 'severity: (critical|warning|info)}' "$alerts")"
  same "$(grep -c -- '- alert:' "$alerts")" "$(grep -c 'runbook_url: ' "$alerts")"
}

is_a_dashboard() {
  render -s templates/dashboard.yaml --set dashboard.enabled=true >dashboard || return 1
  grep -q '    grafana_dashboard: "1"' dashboard || return 1
  sed '1,/addon-operator.json/d; s/^    //' dashboard | python3 -c '
import json, sys
panels = json.load(sys.stdin)["panels"]
assert len({x["id"] for x in panels}) == len(panels) > 20
places = [x["gridPos"] for x in panels]
for a in places:
    assert a["x"] + a["w"] <= 24, a
    for b in places:
        apart = a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"] or a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"]
        assert a is b or apart, (a, b)
'
}

takes_the_expressions_of_the_dashboard() {
  python3 - "$chart/files/dashboard.json" >panels.yaml <<'PY'
import json, sys
print("groups:\n- name: panels\n  rules:")
expressions = [t["expr"] for p in json.load(open(sys.argv[1]))["panels"] for t in p.get("targets", [])]
assert len(expressions) > 20
for number, expression in enumerate(expressions):
    print(f"  - record: panel_{number}\n    expr: {json.dumps(expression.replace('$__rate_interval', '5m'))}")
PY
  "${checker[@]}" panels.yaml
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
claim 'alerts are about this release, and those of the leader need replicas' are_about_this_release
claim 'the links of alerts lead to sections of docs/operating.md' lead_somewhere
claim 'the dashboard is JSON whose panels do not overlap' is_a_dashboard
if find_checker; then
  claim 'Prometheus takes the alerts, in the file and in the PrometheusRule' are_taken
  claim 'Prometheus takes the expressions of the dashboard' takes_the_expressions_of_the_dashboard
  claim 'a rule that is wrong is found' refuses_a_bad_rule
else
  echo "ok - Prometheus takes the alerts # SKIP neither promtool nor the library of Prometheus can be had: $(head -n 1 problem 2>/dev/null)"
fi
