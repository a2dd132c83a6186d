package worker

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// asksForTwo has an object for a group that the request names, and another for a group of Helm itself
// and that no API server has any more.
const asksForTwo = `{{ if .Capabilities.APIVersions.Has "late.example.com/v1" }}
apiVersion: v1
kind: ConfigMap
metadata: {name: late}
{{ end }}
---
{{ if .Capabilities.APIVersions.Has "extensions/v1beta1" }}
apiVersion: v1
kind: ConfigMap
metadata: {name: old}
{{ end }}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: shown}
data: {version: {{ .Capabilities.KubeVersion.Version }}}
`

func askingChart(t *testing.T) string {
	return writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": asksForTwo})
}

func asking(t *testing.T) Request {
	return Request{Release: "rel", Chart: askingChart(t), Values: json.RawMessage("{}"), TimeoutSeconds: 60,
		KubeVersion: "v1.38.1", APIVersions: []string{"v1", "late.example.com/v1"}}
}

// takingServer is an API server without objects that says that it has made each object that it gets.
type takingServer struct {
	*badServer
	maps string // the ConfigMaps that were made
}

func (s *takingServer) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	if request.Method == http.MethodGet {
		s.badServer.ServeHTTP(out, request)
		return
	}
	body, _ := io.ReadAll(request.Body)
	if strings.HasSuffix(request.URL.Path, "/configmaps") {
		s.maps += string(body)
	}
	out.Header().Set("Content-Type", request.Header.Get("Content-Type"))
	out.WriteHeader(http.StatusCreated)
	_, _ = out.Write(body)
}

func absentMap(name string) string {
	return strings.Replace(absentObject, `"name":"a","kind":"secrets"`, `"name":"`+name+`","kind":"configmaps"`, 1)
}

func checkSees(t *testing.T, objects string) {
	t.Helper()
	if !strings.Contains(objects, "late") || strings.Contains(objects, "old") || !strings.Contains(objects, "v1.38.1") {
		t.Errorf("the chart sees other capabilities than those of the request:\n%s", objects)
	}
}

// The answers of the API server to Helm lack the group, and name another version of Kubernetes. An upgrade
// that believed them would delete objects that the operator has decided to keep.
func TestAnUpgradeSeesTheCapabilitiesOfItsRequest(t *testing.T) {
	none := `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`
	server := &takingServer{badServer: newBadServer(t, map[string]string{
		"/secrets": none, "/configmaps/late": absentMap("late"), "/configmaps/old": absentMap("old"), "/configmaps/shown": absentMap("shown")})}
	worker := startProcess(t, "zoo", kubeconfigOf(t, server))
	request := asking(t)
	request.Do = "upgrade"
	answer := worker.ask(request)
	if answer.Error != "" {
		t.Fatalf("%+v", answer)
	}
	checkSees(t, server.maps)
}

func TestARenderingThatAsksTheClusterSeesThemToo(t *testing.T) {
	says := `{{ fail (printf "%s %t" .Capabilities.KubeVersion.Version (.Capabilities.APIVersions.Has "late.example.com/v1")) }}`
	worker := startProcess(t, "zoo", kubeconfigOf(t, newBadServer(t, nil)))
	request := asking(t)
	request.Chart = writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": says})
	request.Do, request.AsksCluster = "render", true
	if answer := worker.ask(request); !strings.Contains(answer.Error, "v1.38.1 true") {
		t.Errorf("%+v", answer)
	}
}

func TestARenderingShowsWhatAnUpgradeSees(t *testing.T) {
	worker := startProcess(t, "zoo", "/nonexistent")
	request := asking(t)
	request.Do, request.ServedOnly = "render", true
	checkSees(t, deref(worker.ask(request).Manifest))
	chart, _ := filepath.Abs(filepath.Join(zoo, "capabilities"))
	request.Chart, request.ServedOnly = chart, false
	asTemplate := deref(worker.ask(request).Manifest)
	request.ServedOnly, request.APIVersions = true, nil
	if none := deref(worker.ask(request).Manifest); none == asTemplate {
		t.Errorf("nothing is served, and the chart sees:\n%s", none)
	}
}
