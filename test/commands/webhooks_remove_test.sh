#!/usr/bin/env bash
# What `addon-operator webhooks remove` asks an API server for, and how it ends, with a small API server on loopback.
# Reports in TAP.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../support/claims/claims.sh"

scratch=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit

# An API server with the objects in objects.json, by their paths. It prints its port, and writes each request that
# changes an object to the file `changes`.
cat >server.py <<'PY'
import http.server, json

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path = self.path.split("?")[0]
        objects = json.load(open("objects.json"))
        known = objects.get(path)
        if self.command != "GET":
            print(self.command, self.path, body, file=open("changes", "a"))
        if known is None:
            kind, name = path.split("/")[-2:]
            known = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404, "reason": "NotFound",
                     "message": f"{kind} \"{name}\" not found", "details": {"kind": kind, "name": name}}
        text = json.dumps(known).encode()
        self.send_response(known.get("code", 200))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_DELETE = do_PATCH = answer

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
PY
coproc api { exec python3 server.py; }
server=$api_PID
read -r port <&"${api[0]}" || exit
cat >kubeconfig <<END
apiVersion: v1
kind: Config
current-context: c
clusters: [{name: c, cluster: {server: "http://127.0.0.1:$port"}}]
users: [{name: u, user: {token: t}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
END

# configuration KIND PLURAL ANNOTATIONS: a member of objects.json
configuration() {
  printf '"/apis/admissionregistration.k8s.io/v1/%s/hooks-hooks": {"kind": "%s", "apiVersion": "admissionregistration.k8s.io/v1", "metadata": {"name": "hooks-hooks", "annotations": {%s}}}' \
    "$2" "$1" "$3"
}

# objects ANNOTATIONS: both configurations have them; a definition is converted by the operator of `space`, another by
# an operator elsewhere.
objects() {
  rm -f changes
  cat >objects.json <<END
{$(configuration ValidatingWebhookConfiguration validatingwebhookconfigurations "$1"),
 $(configuration MutatingWebhookConfiguration mutatingwebhookconfigurations "$1"),
 "/apis/apiextensions.k8s.io/v1/customresourcedefinitions": {"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1", "metadata": {"resourceVersion": "7"}, "items": [
   {"metadata": {"name": "own.example.com", "uid": "u-1", "annotations": {"addon-operator/conversion-platform": "space/shop"}}},
   {"metadata": {"name": "other.example.com", "uid": "u-2", "annotations": {"addon-operator/conversion-platform": "elsewhere/shop"}}},
   {"metadata": {"name": "plain.example.com", "uid": "u-3"}}]},
 "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/own.example.com": {"kind": "CustomResourceDefinition", "apiVersion": "apiextensions.k8s.io/v1", "metadata": {"name": "own.example.com"}},
 "/api/v1/namespaces/space/secrets/keys": {"kind": "Secret", "apiVersion": "v1", "metadata": {"name": "keys", "namespace": "space"}}}
END
}

# removes CODE: runs the command, which must end with that code; leaves what it printed in out.
removes() {
  local status=0
  "$OPERATOR_BIN" webhooks remove --namespace space --validating-webhook-configuration-name hooks --webhook-secret keys \
    --kube-config kubeconfig >out 2>&1 </dev/null || status=$?
  cat out
  ((status == $1)) || { echo "exit code $status instead of $1"; return 1; }
}
says() { grep -qF -- "$1" out || { echo "nothing says: $1"; return 1; }; }
changed() { [[ ! -e changes ]] || cut -d' ' -f1,2 changes | sed 's/?.*//' | paste -sd' '; }

takes_away_what_the_operator_has_written() {
  objects '"addon-operator/platform": "space/shop"'
  removes 0
  says 'ValidatingWebhookConfiguration hooks-hooks is removed'
  says 'MutatingWebhookConfiguration hooks-hooks is removed'
  says 'CustomResourceDefinition own.example.com is not converted any more'
  says 'Secret keys is removed'
  local group=/apis/admissionregistration.k8s.io/v1
  same "DELETE $group/validatingwebhookconfigurations/hooks-hooks DELETE $group/mutatingwebhookconfigurations/hooks-hooks PATCH /apis/apiextensions.k8s.io/v1/customresourcedefinitions/own.example.com DELETE /api/v1/namespaces/space/secrets/keys" \
    "$(changed)"
  # An apply without fields, by the manager that owns them, takes the fields away; the uid makes no object.
  grep -q '^PATCH .*fieldManager=addon-operator-webhooks.*"uid":"u-1"' changes
}

leaves_what_others_have_written() {
  objects "$1"
  removes 1
  says "ValidatingWebhookConfiguration hooks-hooks: $2"
  says "MutatingWebhookConfiguration hooks-hooks: $2"
  same 'PATCH /apis/apiextensions.k8s.io/v1/customresourcedefinitions/own.example.com' "$(changed)"
}

finds_nothing() {
  echo '{"/apis/apiextensions.k8s.io/v1/customresourcedefinitions": {"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1", "metadata": {"resourceVersion": "7"}, "items": []}}' >objects.json
  removes 0
  says 'ValidatingWebhookConfiguration hooks-hooks does not exist'
  says 'Secret keys does not exist'
}

claim 'webhooks remove takes away what an operator of the namespace has written, and its Secret last' \
  takes_away_what_the_operator_has_written
claim 'webhooks remove leaves the configurations of an operator elsewhere, and the Secret' \
  leaves_what_others_have_written '"addon-operator/platform": "elsewhere/shop"' 'it belongs to platform elsewhere/shop'
claim 'webhooks remove leaves configurations that no operator has written' \
  leaves_what_others_have_written '' 'no operator of this kind has written it'
claim 'webhooks remove of nothing is no failure' finds_nothing
