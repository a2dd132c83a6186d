#!/usr/bin/env bash
# What `addon-operator plan DIR` shows and how it ends, against files with objects, and that it only reads.
# Reports in TAP. Needs OPERATOR_BIN and HELM_BIN.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../support/claims/claims.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
export TMPDIR=$scratch
unset KUBECONFIG

# plan CODE DIR ARGUMENT...
plan() {
  local code=$1 status=0
  shift
  "$OPERATOR_BIN" plan "$@" >out 2>errors </dev/null || status=$?
  cat out errors
  ((status == code)) || { echo "exit code $status instead of $code"; return 1; }
}
has() { grep -qF -- "$1" out || { echo "not printed: $1"; return 1; }; }
lacks() { ! grep -qF -- "$1" out || { echo "printed: $1"; return 1; }; }
says() { grep -qF -- "$1" errors || { echo "nothing says: $1"; return 1; }; }

# tree: the quickstart in p, which the test may change.
tree() { rm -rf p && cp -r "$here/../../examples/quickstart" p; }

first_installation() {
  tree
  cp p/cluster.yaml before.yaml
  printf -- '---\napiVersion: v1\nkind: Node\nmetadata: {name: worker-1, labels: {topology.kubernetes.io/zone: a}}\n' >>before.yaml
  plan 2 p --against before.yaml --after up.yaml && has '+ web-app: new' && has '+ addon-operator/Deployment/web-app' &&
    has '+ team-blue/Secret/registry-credentials' && has 'helm upgrade web-app' && lacks 'Uninstalled' &&
    [[ $(stat -c %a up.yaml) == 600 ]]
}
nothing_changes() { tree && plan 0 p --against up.yaml && has 'nothing changes' && lacks 'helm upgrade'; }
a_value() {
  tree && sed -i 's/^  image: .*/  image: example.com\/other:2/' p/modules/020-web-app/values.yaml &&
    plan 2 p --against up.yaml && has '~ web-app: revision 1 -> 2' && has 'value webApp.image: "nginx' &&
    has 'spec.template.spec.containers[nginx].image: "nginx' && has '"example.com/other:2"' && lacks 'ConfigMap/web-app' &&
    has '0 releases uninstalled, 0 installed, 1 changed; 0 definitions and 0 objects of no release'
}
an_edit() {
  tree && echo 'webApp: {title: Good morning}' >edit.yaml && plan 2 p --against up.yaml --config edit.yaml &&
    has 'value webApp.title: "Hello from the ConfigMap" -> "Good morning"' && has 'data["index.html"]' &&
    has 'addon-operator/ConfigMap/addon-operator'
}
a_module_off() {
  tree && sed -i 's/^webAppEnabled: .*/webAppEnabled: false/' p/modules/values.yaml &&
    plan 2 p --against up.yaml && [[ $(head -1 out) == Uninstalled ]] && has '- web-app: revision 1' &&
    has '- addon-operator/Service/web-app' && has '- web-app is switched off'
}
a_directory_gone() {
  tree && rm -r p/modules/020-web-app && plan 1 p --against up.yaml && has 'Stopped here' && has 'releases would be removed' && lacks Uninstalled
}
a_secret() {
  tree && cat >p/modules/020-web-app/templates/secret.yaml <<'END'
apiVersion: v1
kind: Secret
metadata: {name: web-app}
stringData: {word: "{{ .Values.webApp.title }} swordfish"}
END
  plan 2 p --against up.yaml --after secret.yaml && has '+ addon-operator/Secret/web-app' && lacks swordfish || return
  echo 'webApp: {title: Good morning}' >edit.yaml
  plan 2 p --against secret.yaml --config edit.yaml && has 'data.word: changed (hidden)' && lacks swordfish &&
    lacks "$(printf 'Good morning swordfish' | base64)"
}
each_time() {
  tree && sed -i 's/^  labels: {/  labels: {run: "{{ randAlpha 12 }}", /' p/modules/020-web-app/templates/service.yaml &&
    plan 2 p --against up.yaml && has 'metadata.labels.run' && has '(differs each time)'
}
a_broken_hook() {
  tree && mkdir p/modules/020-web-app/hooks && cat >p/modules/020-web-app/hooks/a.sh <<'END' && chmod +x p/modules/020-web-app/hooks/a.sh || return
#!/bin/sh
[ "$1" = --config ] && echo '{configVersion: v1, onStartup: 1}' && exit
echo 'no luck' >&2
exit 3
END
  plan 1 p --against up.yaml && has 'Stopped here' && has 'no luck' && has 'nothing changes, but the plan is not complete'
}
forms() {
  tree && sed -i 's/^  image: .*/  image: other/' p/modules/020-web-app/values.yaml && plan 2 p --against up.yaml -o json &&
    python3 -c 'import json; x = json.load(open("out")); assert x["changes"] and x["complete"] and x["releases"][0]["name"] == "web-app", x' &&
    plan 2 p --against up.yaml -o markdown && has '### Releases' && has '**Plan:**'
}
# hook FILE: a hook that does nothing at the start
hook() { printf '#!/bin/sh\n[ "$1" != --config ] || echo "{configVersion: v1, onStartup: 30}"\n' >"$1" && chmod +x "$1"; }
runs_that_begin() {
  tree && rm -rf old && cp -r p old && hook old/modules/010-pull-secrets/hooks/30-old.sh && hook p/modules/010-pull-secrets/hooks/30-new.sh &&
    plan 0 p --against up.yaml --current old && has '+ pull-secrets hooks/30-new.sh' && has '- pull-secrets hooks/30-old.sh'
}
the_tree_is_not_changed() {
  tree && find p | sort >listed && plan 0 p --against up.yaml && find p | sort | cmp - listed &&
    [[ -z $(find . -maxdepth 1 -name 'addon-operator-plan-*') ]]
}
cannot_be_made() {
  tree && touch there.yaml && plan 1 p --against up.yaml --after there.yaml && says 'there.yaml exists already' || return
  plan 1 nowhere --against up.yaml && says 'nowhere is no directory' || return
  tree && plan 1 p --against none.yaml && says none.yaml || return
  echo 'just a text' >bad.yaml && plan 1 p --against bad.yaml && says 'expected objects' || return
  echo '[1]' >list.yaml && plan 1 p --against up.yaml --config list.yaml && says 'expected a ConfigMap' || return
  KUBECONFIG=$scratch/none plan 1 p && says none
}

claim 'the plan of a first installation is all of it' first_installation
claim 'the plan of an unchanged tree is empty' nothing_changes
claim 'a changed value is the field of its object' a_value
claim 'an edit of the ConfigMap can be planned' an_edit
claim 'a module that is switched off comes first, as uninstalled' a_module_off
claim 'a module without directory keeps its release, as in the operator, and the plan says so' a_directory_gone
claim 'a Secret is in the plan, and its content is not' a_secret
claim 'a random field differs each time' each_time
claim 'a hook that fails makes the plan incomplete' a_broken_hook
claim 'a plan comes as JSON and Markdown' forms
claim 'runs that begin and end are marked if the directory in use is known' runs_that_begin
claim 'a plan leaves the tree and the directory for temporary files as they were' the_tree_is_not_changed
claim 'a plan that cannot be made is refused' cannot_be_made
