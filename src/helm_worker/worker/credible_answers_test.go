package worker

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

const (
	noPage        = "<html>welcome</html>"
	absentWithout = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","message":"gone","code":404}`
	absentOther   = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","message":"gone","details":{"name":"ns","kind":"namespaces"},"code":404}`
	absentObject  = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","message":"gone","details":{"name":"a","kind":"secrets"},"code":404}`
	absentByGuess = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","message":"gone","details":{"name":"a","kind":"secrets","causes":[{"reason":"UnexpectedServerResponse","message":"404"}]},"code":404}`
	coreKinds     = `{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"secrets","namespaced":true,"kind":"Secret"},{"name":"nodes","kind":"Node"}]}`
	usageKinds    = `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"metrics.k8s.io/v1","resources":[{"name":"pods","kind":"PodMetrics","verbs":["get","list"]}]}`
	widgetKinds   = `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"example.com/v1","resources":[{"name":"widgets","kind":"Widget","verbs":["get","list","watch"]}]}`
)

// If any of these answers counted as absence, a chart would render without its objects, and the upgrade would
// delete them.
func TestWhatMayNotBeOfTheAPIServerIsNoAbsence(t *testing.T) {
	for _, one := range []struct {
		path   string
		status int
		body   string
		counts bool
	}{
		{"/apis", 200, `{"kind":"APIGroupList","apiVersion":"v1","groups":[]}`, false},
		{"/apis", 200, `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[]}`, false},
		{"/apis", 200, `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[{"metadata":{"name":"apps"},"versions":[{"version":"v1"}]}]}`, true},
		{"/apis", 200, `{"kind":"APIVersions","versions":["v1"]}`, false},
		{"/apis", 200, `{}`, false},
		{"/apis", 200, noPage, false},
		{"/apis", 404, noPage, false},
		{"/apis", 403, refusal(403, "Forbidden"), false},
		{"/apis", 503, noPage, true}, // an error for client-go, too
		{"/api", 200, `{"kind":"APIVersions","versions":[]}`, false},
		{"/api", 200, `{"kind":"APIVersions","versions":["v1"]}`, true},
		{"/api", 200, `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{},"versions":[{"version":"v1","resources":[]}]}]}`, false},
		{"/api", 200, `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{},"versions":[{"version":"v1","resources":[{"resource":"pods"}]}]}]}`, true},
		{"/api", 404, noPage, false},
		{"/api/v1", 404, noPage, false},
		{"/api/v1", 200, `{"kind":"APIResourceList","groupVersion":"v1","resources":[]}`, false},
		{"/apis/example.com/v1", 200, `{"kind":"APIResourceList","resources":[]}`, false},
		{"/apis/example.com/v1", 200, `{"kind":"APIResourceList","groupVersion":"example.com/v1","resources":[]}`, true},
		{"/apis/example.com/v1", 404, noPage, true}, // an error for client-go, too
		{"/version", 200, `{}`, false},
		{"/version", 200, `{"gitVersion":"v1.37.2"}`, true},
		{"/api/v1/namespaces/ns/secrets/a", 404, noPage, false},
		{"/api/v1/namespaces/ns/secrets/a", 404, absentWithout, false},
		{"/api/v1/namespaces/ns/secrets/a", 404, absentOther, false},
		{"/api/v1/namespaces/ns/secrets/a", 404, absentByGuess, false},
		{"/api/v1/namespaces/ns/secrets/a", 404, absentObject, true},
		{"/api/v1/namespaces/ns/secrets/a", 200, `{}`, false},
		{"/api/v1/namespaces/ns/secrets/a", 200, `{"kind":"Secret","apiVersion":"v1"}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"Status","apiVersion":"v1","status":"Success","metadata":{"resourceVersion":"7"}}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"7"},"rows":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"7"},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"}}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"0"},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 203, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 206, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":null}`, false},
		{"/apis/example.com/v1/widgets", 200, `{"kind":"WidgetList","apiVersion":"example.com/v1","metadata":{"resourceVersion":"7"},"items":null}`, true},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"abc"},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7","remainingItemCount":7},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets/a", 200, `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}`, false},
		{"/api/v1/namespaces/ns/secrets/a", 200, `{"kind":"Status","apiVersion":"v1","status":"Success"}`, false},
		{"/api/v1/namespaces/ns/secrets/a", 200, `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"a"}}`, false},
		{"/api/v1/namespaces/ns/secrets/a", 200, `{"kind":"Secret","apiVersion":"v1","metadata":{"name":"b"}}`, false},
		{"/api/v1/namespaces/ns/secrets/a", 203, `{"kind":"Secret","apiVersion":"v1","metadata":{"name":"a"}}`, false},
		{"/api/v1/namespaces/ns/secrets/a", 200, `{"kind":"Secret","apiVersion":"v1","metadata":{"name":"a"}}`, true},
		{"/apis/apps/v1/namespaces/ns/deployments/a", 200, `{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"a"}}`, true},
		{"/apis/metrics.k8s.io/v1/pods/a", 200, `{"kind":"PodMetrics","apiVersion":"metrics.k8s.io/v1","metadata":{"name":"a"}}`, true},
		{"/api/v1/namespaces/ns", 404, absentOther, true},
		// Without a namespace there is no object of such a kind, and the API server names no object.
		{"/api/v1/secrets/a", 404, absentWithout, true},
		{"/api/v1/secrets/a", 404, noPage, false},
		{"/api/v1/nodes/a", 404, absentWithout, false},
		{"/apis/example.com/v1/widgets/a", 404, absentWithout, false},
		{"/apis/example.com/v1/gone/a", 404, absentWithout, false},
		{"/api/v1/namespaces/ns/secrets", 404, noPage, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":""},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"SecretList","apiVersion":"v1","metadata":{},"items":[]}`, false},
		{"/api/v1/namespaces/ns/secrets", 200, `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`, true},
		{"/apis/example.com/v1/widgets", 200, `{"kind":"WidgetList","apiVersion":"example.com/v2","metadata":{"resourceVersion":"7"},"items":[]}`, false},
		{"/apis/example.com/v1/widgets", 200, `{"kind":"WidgetList","apiVersion":"example.com/v1","metadata":{},"items":[]}`, false},
		{"/apis/example.com/v1/widgets", 200, `{"kind":"Widgets","apiVersion":"example.com/v1","metadata":{"resourceVersion":"7"},"items":[]}`, true},
		{"/apis/metrics.k8s.io/v1/pods", 200, `{"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1","metadata":{},"items":[]}`, true},
	} {
		for _, prefix := range []string{"", "/k8s/clusters/one"} {
			t.Run(fmt.Sprintf("%s%s %d %s", prefix, one.path, one.status, one.body), func(t *testing.T) {
				server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
					switch path := strings.TrimPrefix(in.URL.Path, prefix); {
					case path == one.path:
						out.WriteHeader(one.status)
						fmt.Fprint(out, one.body)
					case path == "/api/v1":
						fmt.Fprint(out, coreKinds)
					case path == "/apis/metrics.k8s.io/v1":
						fmt.Fprint(out, usageKinds)
					case path == "/apis/example.com/v1":
						fmt.Fprint(out, widgetKinds)
					}
				}))
				t.Cleanup(server.Close)
				at, err := url.Parse(server.URL + prefix)
				if err != nil {
					t.Fatal(err)
				}
				call, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at.String()+one.path, nil)
				if err != nil {
					t.Fatal(err)
				}
				answer, err := endingTransport{ends: t.Context(), wrapped: http.DefaultTransport, server: at, prefix: prefix}.RoundTrip(call)
				if err == nil {
					answer.Body.Close()
				}
				if (err == nil) != one.counts {
					t.Errorf("%v", err)
				}
				if err != nil && !strings.Contains(err.Error(), one.path+" may not be the API server's") {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// client-go asks for its own kinds in this form.
func TestAnswersInProtobufAreReadToo(t *testing.T) {
	pack := func(object interface {
		Marshal() ([]byte, error)
	}, kind, version string) string {
		raw, err := object.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		wrapped := runtime.Unknown{TypeMeta: runtime.TypeMeta{Kind: kind, APIVersion: version}, Raw: raw}
		bytes, err := wrapped.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		return "k8s\x00" + string(bytes)
	}
	list := corev1.SecretList{Items: []corev1.Secret{{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Data: map[string][]byte{"k": []byte("v")}}}}
	for _, version := range []string{"", "7"} {
		list.ResourceVersion = version
		read, err := readAnswer([]byte(pack(&list, "SecretList", "v1")))
		doubt := endingTransport{}.doubtOnList(t.Context(), apiPath{version: "v1", plural: "secrets"}, read)
		if err != nil || (doubt == "") != (version != "") {
			t.Errorf("%q: %v, %s", version, err, doubt)
		}
	}
	secret := corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Type: "Opaque"}
	for _, name := range []string{"a", "b"} {
		read, err := readAnswer([]byte(pack(&secret, "Secret", "v1")))
		doubt := doubtOnObject(apiPath{version: "v1", plural: "secrets", name: name}, read)
		if err != nil || (doubt == "") != (name == "a") {
			t.Errorf("%q: %v, %s", name, err, doubt)
		}
	}
	gone := metav1.Status{Details: &metav1.StatusDetails{Name: "a", Kind: "secrets"}}
	read, err := readAnswer([]byte(pack(&gone, "Status", "v1")))
	if err != nil || !names(read, apiPath{version: "v1", plural: "secrets", name: "a"}) {
		t.Errorf("%v: %+v", err, read)
	}
	kinds := metav1.APIResourceList{GroupVersion: "v1", APIResources: []metav1.APIResource{{Name: "pods"}}}
	if read, err = readAnswer([]byte(pack(&kinds, "APIResourceList", "v1"))); err != nil || doubtOnVersion(apiPath{version: "v1"}, read) != "" {
		t.Errorf("%v: %+v", err, read)
	}
	if _, err = readAnswer([]byte("k8s\x00nonsense")); err == nil {
		t.Error("nonsense is read")
	}
}

// rendered is the answer of the worker for a chart with a single template that asks the cluster.
func rendered(t *testing.T, template string, answers map[string]string) Answer {
	t.Helper()
	chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": template})
	server := newBadServer(t, answers)
	if _, isThere := server.answers["/secrets"]; !isThere {
		server.answers["/secrets"] = noSecrets // a lookup without a result asks for the record of the release
	}
	worker := startProcess(t, "zoo", kubeconfigOf(t, server))
	return worker.ask(Request{Do: "render", Release: "rel", Chart: chart, Values: []byte("{}"), AsksCluster: true})
}

func TestAChartIsNotRenderedByWhatIsNotTheAPIServers(t *testing.T) {
	const asks = `{{ if .Capabilities.APIVersions.Has "apps/v1" }}` + configMap + "{{ end }}"
	const looksUp = `{{ if lookup "v1" "ConfigMap" "zoo" "wanted" }}` + configMap + "{{ end }}"
	const lists = `{{ range (lookup "v1" "ConfigMap" "zoo" "").items }}` + configMap + "{{ end }}"
	for name, one := range map[string]struct{ template, path, body string }{
		"no groups":              {asks, "/apis", `{"kind":"APIGroupList","apiVersion":"v1","groups":[]}`},
		"a 404 without a name":   {looksUp, "/configmaps/wanted", absentWithout},
		"a list of nothing":      {lists, "/configmaps", `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":""},"items":[]}`},
		"a list that is no list": {lists, "/configmaps", `{}`},
		"no kinds":               {lists, "/api/v1", `{"kind":"APIResourceList","groupVersion":"v1","resources":[]}`},
	} {
		t.Run(name, func(t *testing.T) {
			answer := rendered(t, one.template, map[string]string{one.path: one.body})
			if !strings.Contains(answer.Error, one.path+" may not be the API server's") {
				t.Errorf("%+v", answer)
			}
		})
	}
	const asksNot = `{{ if not (.Capabilities.APIVersions.Has "apps/v1") }}` + configMap + "{{ end }}"
	if answer := rendered(t, asksNot, nil); answer.Error != "" || strings.Contains(*answer.Manifest, "ConfigMap") {
		t.Errorf("%+v", answer)
	}
}

// The operator knows whether there is a release. Helm alone would make a first revision beside existing
// revisions, or would replace a release that the operator has not compared with the new values.
func TestAReleaseIsInstalledOnlyIfTheOperatorKnowsOfNone(t *testing.T) {
	none := `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`
	for name, one := range map[string]struct {
		known   int
		records string
		words   string
	}{
		"none that is known":  {3, none, "revision 3 is known, and the API server lists no record"},
		"one that is unknown": {0, secretList(record(t, configMap)), "no release is known, and there is revision 1"},
	} {
		t.Run(name, func(t *testing.T) {
			server := newBadServer(t, map[string]string{"/secrets": one.records})
			worker := startProcess(t, "zoo", kubeconfigOf(t, server))
			chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": configMap})
			answer := worker.ask(Request{Do: "upgrade", Release: "rel", Chart: chart, Values: []byte("{}"), KnownRevision: &one.known, TimeoutSeconds: 9})
			if !strings.Contains(answer.Error, one.words) {
				t.Errorf("%+v", answer)
			}
			if len(server.changes) != 0 {
				t.Errorf("it has changed something: %q", server.changes)
			}
		})
	}
}

func TestNullStandsForNoItemsInListsOfMetadataAndOfOtherServers(t *testing.T) {
	secrets := apiPath{version: "v1", plural: "secrets", accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"}
	widgets := apiPath{group: "example.com", version: "v1", plural: "widgets"}
	for _, one := range []struct {
		path apiPath
		kind string
		of   string
		fine bool
	}{
		{secrets, "PartialObjectMetadataList", "meta.k8s.io/v1", true},
		{widgets, "WidgetList", "example.com/v1", true},
		{secrets, "SecretList", "v1", false},
	} {
		read := anyAnswer{Kind: one.kind, APIVersion: one.of, Items: memberNull}
		read.Metadata.ResourceVersion = "7"
		why := endingTransport{}.doubtOnList(t.Context(), one.path, read)
		if (why == "") != one.fine {
			t.Errorf("%s: %q", one.kind, why)
		}
	}
}
