package worker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// objectOf is a ConfigMap of the cluster in namespace zoo with these annotations and data, both JSON.
func objectOf(kind, name, annotations, data string) string {
	return `{"kind":"` + kind + `","apiVersion":"v1","metadata":{"name":"` + name +
		`","namespace":"zoo","uid":"1","resourceVersion":"1","annotations":` + annotations + `},"data":` + data + `}`
}

const (
	ownMarks       = `{"meta.helm.sh/release-name":"rel","meta.helm.sh/release-namespace":"zoo"}`
	hookMarks      = `{"helm.sh/hook":"pre-install"}`
	secretKind     = `{"name":"secrets","singularName":"secret","namespaced":true,"kind":"Secret","verbs":["get","list","delete","watch"]}`
	mapKind        = `{"name":"configmaps","singularName":"configmap","namespaced":true,"kind":"ConfigMap","verbs":["get","list","delete","watch"]}`
	mapsAndSecrets = `{"kind":"APIResourceList","groupVersion":"v1","resources":[` + mapKind + `,` + secretKind + `]}`
)

func absentNamed(name string) string {
	return `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","message":"gone","details":{"name":"` + name +
		`","kind":"configmaps"},"code":404}`
}

func hookTemplate(annotations string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept, annotations: {" + annotations + "}}\ndata: {word: new}\n"
}

// The records of the release are lost, and its objects live. A user has had data in the object of the hook.
func TestAnInstallationOverItsOwnObjectsKeepsObjectsOfHooks(t *testing.T) {
	const deletion = "DELETE /api/v1/namespaces/zoo/configmaps/kept"
	for name, one := range map[string]struct {
		ordinary, hook string // objects of the cluster; empty: absent
		annotations    string // of the hook in the chart
		template       string // beside the hook
		deletes        bool
		spared         string
	}{
		"made once":              {objectOf("ConfigMap", "rel", ownMarks, "{}"), hookMarks, "helm.sh/hook: pre-install", greeting, false, "zoo/ConfigMap/kept of a hook"},
		"made once, said so":     {objectOf("ConfigMap", "rel", ownMarks, "{}"), hookMarks, "helm.sh/hook: post-install, helm.sh/hook-delete-policy: before-hook-creation", greeting, false, "zoo/ConfigMap/kept of a hook"},
		"hooks alone":            {"", hookMarks, "helm.sh/hook: pre-install", "", false, "zoo/ConfigMap/kept of a hook"},
		"made with each upgrade": {objectOf("ConfigMap", "rel", ownMarks, "{}"), hookMarks, `helm.sh/hook: "pre-install,pre-upgrade"`, greeting, true, ""},
		"gone when it succeeds":  {objectOf("ConfigMap", "rel", ownMarks, "{}"), hookMarks, `helm.sh/hook: pre-install, helm.sh/hook-delete-policy: "before-hook-creation,hook-succeeded"`, greeting, true, ""},
		"a first installation":   {"", hookMarks, "helm.sh/hook: pre-install", greeting, true, ""},
		"over a user's object":   {objectOf("ConfigMap", "rel", "{}", "{}"), hookMarks, "helm.sh/hook: pre-install", greeting, true, ""},
		"over an object that goes": {strings.Replace(objectOf("ConfigMap", "rel", ownMarks, "{}"), `"uid":"1"`, `"uid":"1","deletionTimestamp":"2026-01-01T00:00:00Z"`, 1),
			hookMarks, "helm.sh/hook: pre-install", greeting, true, ""},
		"the hook's is not there": {objectOf("ConfigMap", "rel", ownMarks, "{}"), "", "helm.sh/hook: pre-install", greeting, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			answers := map[string]string{"/configmaps/rel": absentNamed("rel"), "/configmaps/kept": absentNamed("kept")}
			if one.ordinary != "" {
				answers["/configmaps/rel"] = one.ordinary
			}
			if one.hook != "" {
				answers["/configmaps/kept"] = objectOf("ConfigMap", "kept", one.hook, `{"word":"old"}`)
			}
			server := &patchingServer{badServer: newBadServer(t, answers)}
			chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": one.template,
				"templates/hook.yaml": hookTemplate(one.annotations)})
			answer := server.ask(t, Request{Do: "upgrade", Chart: chart, TimeoutSeconds: 5})
			changes := fmt.Sprint(server.changes)
			if strings.Contains(changes, deletion) != one.deletes {
				t.Errorf("changes: %s, %+v", changes, answer)
			}
			compareNames(t, "spared", answer.Spared, one.spared)
			// This server has no schemas, which Helm asks for before it makes the object of a hook.
			if !strings.Contains(answer.Error, "openapi") && !one.deletes {
				t.Errorf("%+v", answer)
			}
		})
	}
}

// A template without lookup has a new password in each rendering.
func TestAnInstallationOverItsOwnObjectsKeepsRandomValues(t *testing.T) {
	const random = "apiVersion: v1\nkind: Secret\nmetadata: {name: rel}\nstringData: {password: '{{ randAlphaNum 8 }}', user: new}\n" +
		"data: {token: '{{ randAlphaNum 8 | b64enc }}'}\n"
	const old = `{"password":"b2xkLW9sZA==","token":"b2xkLW9sZA==","user":"b2xk"}`
	for name, one := range map[string]struct {
		object, spared string
		keeps          bool
	}{
		"its own":        {objectOf("Secret", "rel", ownMarks, old), "zoo/Secret/rel, values", true},
		"of a user":      {objectOf("Secret", "rel", "{}", old), "", false},
		"of another one": {objectOf("Secret", "rel", strings.Replace(ownMarks, `"rel"`, `"web"`, 1), old), "", false},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets, "/secrets/rel": one.object})}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, random)})
			compareNames(t, "spared", answer.Spared, one.spared)
			var patches string
			for _, patch := range server.patches {
				patches += patch
			}
			if strings.Contains(patches, `"password"`) == one.keeps || strings.Contains(patches, `"token"`) == one.keeps ||
				!strings.Contains(patches, `"user":"bmV3"`) && !strings.Contains(patches, `"user":"new"`) {
				t.Errorf("patches: %s, %+v", patches, answer)
			}
		})
	}
}

func TestAReleaseWithoutRecordsKeepsItsDataOnARealServer(t *testing.T) {
	g := newPlayground(t, "zoo-again")
	worker := g.worker()
	const template = "apiVersion: v1\nkind: Secret\nmetadata: {name: plain}\nstringData: {password: '{{ randAlphaNum 8 }}'}\n---\n" +
		"apiVersion: v1\nkind: Secret\nmetadata: {name: hook, annotations: {helm.sh/hook: pre-install}}\nstringData: {password: '{{ randAlphaNum 8 }}'}\n"
	install := step{do: "upgrade", chart: chartWith(t, template), values: "{}"}
	secrets := g.client.CoreV1().Secrets(g.name)
	content := func() string {
		var texts string
		for _, name := range []string{"plain", "hook"} {
			found, err := secrets.Get(context.Background(), name, metav1.GetOptions{})
			if err != nil {
				t.Fatal(err)
			}
			texts += fmt.Sprintf("%s %s %s; ", name, found.UID, found.Data["password"])
		}
		return texts
	}
	if answer := worker.ask(install.request(t)); answer.Error != "" || len(answer.Spared) > 0 {
		t.Fatalf("%+v", answer)
	}
	before := content()
	if err := secrets.Delete(context.Background(), "sh.helm.release.v1.rel.v1", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	answer := worker.ask(install.request(t))
	if now := content(); answer.Error != "" || answer.Revision != 1 || now != before {
		t.Errorf("%+v: %s, and before %s", answer, now, before)
	}
	compareNames(t, "spared", answer.Spared[:1], "Secret/hook of a hook")
	compareNames(t, "spared", answer.Spared[1:], "Secret/plain, values that each rendering makes anew")
}

func TestFieldsThatDifferBetweenRenderingsKeepTheirValue(t *testing.T) {
	type object = map[string]any
	for name, one := range map[string]struct{ before, now, live, kept any }{
		"equal":              {object{"a": "x"}, object{"a": "x"}, object{"a": "y"}, object{"a": "x"}},
		"a text":             {object{"a": "1"}, object{"a": "2"}, object{"a": "0"}, object{"a": "0"}},
		"beside others":      {object{"a": "1", "b": "new"}, object{"a": "2", "b": "new"}, object{"a": "0", "b": "old"}, object{"a": "0", "b": "new"}},
		"in a list":          {[]any{"x", "1"}, []any{"x", "2"}, []any{"y", "0"}, []any{"x", "0"}},
		"in a longer list":   {[]any{"1"}, []any{"2"}, []any{"0", "0"}, []any{"2"}},
		"not in the cluster": {object{"a": "1"}, object{"a": "2"}, object{}, object{"a": "2"}},
		"of another type":    {object{"a": "1"}, object{"a": "2"}, object{"a": object{}}, object{"a": "2"}},
		"new in a rendering": {object{}, object{"a": "2"}, object{"a": "0"}, object{"a": "2"}},
	} {
		kept, _ := keepDiffering(one.before, one.now, one.live)
		if fmt.Sprint(kept) != fmt.Sprint(one.kept) {
			t.Errorf("%s: %v and not %v", name, kept, one.kept)
		}
	}
}
