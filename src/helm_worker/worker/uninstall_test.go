package worker

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// record is a release, as Helm keeps it in a Secret.
func record(t *testing.T, manifest string) string {
	t.Helper()
	return packed(t, map[string]any{"name": "rel", "namespace": "zoo", "version": 1, "manifest": manifest,
		"info": map[string]any{"status": "deployed"}, "chart": map[string]any{"metadata": map[string]any{"name": "a", "version": "1.0.0"}}})
}

// packed returns the content of a Secret of Helm for this release.
func packed(t *testing.T, content any) string {
	t.Helper()
	text, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	writer := gzip.NewWriter(&zipped)
	if _, err := writer.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString(zipped.Bytes())))
}

func secretList(payload string) string {
	return `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"sh.helm.release.v1.rel.v1","namespace":"zoo",
 "labels":{"name":"rel","owner":"helm","status":"deployed","version":"1"}},"type":"helm.sh/release.v1","data":{"release":"` + payload + `"}}]}`
}

func refusal(code int, reason string) string {
	return fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":%q,"message":"so it is","code":%d}`, reason, code)
}

// badServer answers like an API server on which some requests fail; it notes all requests that would change
// something.
type badServer struct {
	answers map[string]string // the end of a path -> the body; a Status has its code in it
	changes []string
}

func (b *badServer) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	out.Header().Set("Content-Type", "application/json")
	if request.Method != http.MethodGet {
		b.changes = append(b.changes, request.Method+" "+request.URL.Path)
	}
	for end, body := range b.answers {
		if !strings.HasSuffix(request.URL.Path, end) {
			continue
		}
		var status struct{ Code int }
		if err := json.Unmarshal([]byte(body), &status); err == nil && status.Code != 0 {
			out.WriteHeader(status.Code)
		}
		fmt.Fprint(out, body)
		return
	}
	out.WriteHeader(http.StatusNotFound)
	fmt.Fprint(out, refusal(http.StatusNotFound, "NotFound"))
}

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: rel}\n"

// newBadServer is a server with these answers, and with the answers that every request needs.
func newBadServer(t *testing.T, answers map[string]string) *badServer {
	t.Helper()
	server := &badServer{answers: map[string]string{
		"/version": `{"major":"1","minor":"37","gitVersion":"v1.37.2"}`,
		"/api":     `{"kind":"APIVersions","versions":["v1"]}`,
		"/apis":    `{"kind":"APIGroupList","apiVersion":"v1","groups":[{"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}]}]}`,
		"/apps/v1": `{"kind":"APIResourceList","groupVersion":"apps/v1","resources":[]}`,
		"/api/v1": `{"kind":"APIResourceList","groupVersion":"v1","resources":[
 {"name":"configmaps","singularName":"configmap","namespaced":true,"kind":"ConfigMap","verbs":["get","list","delete","watch"]}]}`,
	}}
	for end, body := range answers {
		server.answers[end] = body
	}
	return server
}

// kubeconfigOf starts the server and returns the path of a kubeconfig for it.
func kubeconfigOf(t *testing.T, server http.Handler) string {
	t.Helper()
	listener := httptest.NewServer(server)
	t.Cleanup(listener.Close)
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	text := `{apiVersion: v1, kind: Config, clusters: [{name: c, cluster: {server: "` + listener.URL + `"}}],
 contexts: [{name: c, context: {cluster: c, user: u}}], users: [{name: u}], current-context: c}`
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return kubeconfig
}

// uninstallOn asks for an uninstallation on a server with these answers.
func uninstallOn(t *testing.T, answers map[string]string) (Answer, *badServer) {
	t.Helper()
	server := newBadServer(t, answers)
	worker := startProcess(t, "zoo", kubeconfigOf(t, server))
	return worker.ask(Request{Do: "uninstall", Release: "rel", TimeoutSeconds: 60}), server
}

// Helm alone would answer that there is no such release, or would leave objects behind that no record names.
func TestAReleaseThatCannotBeReadIsNotUninstalled(t *testing.T) {
	kept := strings.Replace(configMap, "{name: rel}", `{name: rel, annotations: {"helm.sh/resource-policy": keep}}`, 1)
	other := strings.Replace(kept, "ConfigMap", "Nothing", 1)
	broken := refusal(http.StatusInternalServerError, "InternalError")
	for name, one := range map[string]struct {
		answers map[string]string
		words   string
	}{
		"its records may not be listed": {map[string]string{"/secrets": refusal(http.StatusForbidden, "Forbidden")}, "so it is"},
		"its records cannot be listed":  {map[string]string{"/secrets": broken}, "so it is"},
		"its record is no record":       {map[string]string{"/secrets": secretList("eA==")}, "no revision"},
		"its record is null":            {map[string]string{"/secrets": secretList(packed(t, nil))}, "no revision"},
		"its record has no info":        {map[string]string{"/secrets": secretList(packed(t, map[string]any{"name": "rel", "version": 1}))}, "no revision"},
		"an object cannot be looked at": {map[string]string{"/secrets": secretList(record(t, configMap)), "/configmaps/rel": broken}, "so it is"},
		"a kind is not served":          {map[string]string{"/secrets": secretList(record(t, strings.Replace(configMap, "ConfigMap", "Nothing", 1)))}, "Nothing"},
		"and a kind that stays is neither": {map[string]string{"/secrets": secretList(record(t, other+"---\n"+configMap)), "/configmaps/rel": broken},
			"so it is"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, server := uninstallOn(t, one.answers)
			if !strings.HasPrefix(answer.Error, "nothing was uninstalled, because") || !strings.Contains(answer.Error, one.words) {
				t.Errorf("%+v", answer)
			}
			if len(server.changes) != 0 {
				t.Errorf("it has changed something: %q", server.changes)
			}
		})
	}
}

func TestAReleaseThatIsNotThereIsAbsent(t *testing.T) {
	none := `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`
	if answer, _ := uninstallOn(t, map[string]string{"/secrets": none}); answer.Status != "absent" {
		t.Errorf("%+v", answer)
	}
}

// Objects of a kind go with its definition. Helm finds no resource for the kind, and would delete no object.
func TestObjectsOfKindsThatAreGoneAreLeftOut(t *testing.T) {
	things := strings.ReplaceAll(configMap, "ConfigMap", "Thing")
	list := secretList(record(t, things+"---\n"+configMap+"---\n"+strings.Replace(things, "{name: rel}", "{name: other}", 1)))
	start := strings.Index(list, `{"metadata":{"name"`)
	secret := `{"kind":"Secret","apiVersion":"v1",` + strings.TrimSuffix(list[start+1:], "]}")
	server := newBadServer(t, map[string]string{"/secrets": list, "/secrets/sh.helm.release.v1.rel.v1": secret,
		"/configmaps/rel": `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"rel","namespace":"zoo",
 "labels":{"app.kubernetes.io/managed-by":"Helm"},"annotations":{"meta.helm.sh/release-name":"rel","meta.helm.sh/release-namespace":"zoo"}}}`})
	worker := startProcess(t, "zoo", kubeconfigOf(t, server))
	request := Request{Do: "uninstall", Release: "rel", TimeoutSeconds: 60}
	if answer := worker.ask(request); !strings.Contains(answer.Error, "Thing") || len(server.changes) != 0 {
		t.Fatalf("%+v, changes %q", answer, server.changes)
	}
	request.GoneKinds = []string{"v1/Thing", "v1/Another"}
	answer := worker.ask(request)
	if answer.Error != "" || answer.Status != "uninstalled" {
		t.Fatalf("%+v", answer)
	}
	if words := "left out, because their kinds are not served any more: Thing/rel, Thing/other"; !slices.Contains(answer.Warnings, words) {
		t.Errorf("%q", answer.Warnings)
	}
	if !slices.Contains(server.changes, "DELETE /api/v1/namespaces/zoo/configmaps/rel") {
		t.Errorf("%q", server.changes)
	}
}

// An upgrade compares with the objects of the last revision, and fails if Helm finds no resource for any of
// them.
func TestAnUpgradeLeavesOutObjectsOfKindsThatAreGone(t *testing.T) {
	things := strings.ReplaceAll(configMap, "ConfigMap", "Thing")
	list := secretList(record(t, things+"---\n"+configMap))
	start := strings.Index(list, `{"metadata":{"name"`)
	secret := `{"kind":"Secret","apiVersion":"v1",` + strings.TrimSuffix(list[start+1:], "]}")
	server := newBadServer(t, map[string]string{"/secrets": list, "/secrets/sh.helm.release.v1.rel.v1": secret,
		"/configmaps/rel": `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"rel","namespace":"zoo",
 "labels":{"app.kubernetes.io/managed-by":"Helm"},"annotations":{"meta.helm.sh/release-name":"rel","meta.helm.sh/release-namespace":"zoo"}}}`})
	worker := startProcess(t, "zoo", kubeconfigOf(t, server))
	chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: rel\nversion: 1.0.0\n", "templates/a.yaml": configMap})
	known := 1
	request := Request{Do: "upgrade", Release: "rel", Chart: chart, Values: []byte("{}"), TimeoutSeconds: 60, KnownRevision: &known}
	const missing = "Thing"
	if answer := worker.ask(request); !strings.Contains(answer.Error, missing) {
		t.Fatalf("%+v", answer)
	}
	request.GoneKinds = []string{"v1/Thing"}
	if answer := worker.ask(request); strings.Contains(answer.Error, missing) {
		t.Errorf("%+v", answer)
	}
}

// The operator gives Helm a copy in which links are resolved; Helm alone renders the same through the link.
func TestALibraryBehindALinkIsRendered(t *testing.T) {
	root := writeFiles(t, map[string]string{
		"shared/lib/Chart.yaml":         "apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n",
		"shared/lib/templates/_t.tpl":   "{{- define \"lib.text\" -}}hello{{- end -}}\n",
		"web/Chart.yaml":                "apiVersion: v2\nname: web\nversion: 0.2.0\n",
		"web/templates/a.yaml":          "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: {{ include \"lib.text\" . }}}\n",
		"web/charts/.keep":              "",
		"shared/other/templates/_t.tpl": "",
	})
	if err := os.Symlink("../../shared/lib", filepath.Join(root, "web/charts/lib")); err != nil {
		t.Fatal(err)
	}
	worker := startProcess(t, "zoo", filepath.Join(t.TempDir(), "none"))
	answer := worker.ask(Request{Do: "render", Release: "web", Chart: filepath.Join(root, "web"), Values: []byte("{}"), KubeVersion: "v1.36.0"})
	if answer.Manifest == nil || !strings.Contains(*answer.Manifest, "hello") {
		t.Errorf("%+v", answer)
	}
}
