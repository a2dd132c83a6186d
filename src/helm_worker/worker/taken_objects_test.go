package worker

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

const noSecrets = `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`

// recordOf is the list of records of another module, with these labels.
func recordOf(t *testing.T, name, labels string) string {
	t.Helper()
	payload := packed(t, map[string]any{"name": name, "namespace": "zoo", "version": 1, "manifest": "",
		"info": map[string]any{"status": "deployed"}, "chart": map[string]any{"metadata": map[string]any{"name": "a", "version": "1.0.0"}}})
	return strings.NewReplacer(".rel.v1", "."+name+".v1", `"name":"rel"`, `"name":"`+name+`"`, `"version":"1"`, `"version":"1"`+labels).
		Replace(secretList(payload))
}

// failedRecord is a release with a first revision that has failed.
func failedRecord(t *testing.T, manifest string) string {
	t.Helper()
	payload := packed(t, map[string]any{"name": "rel", "namespace": "zoo", "version": 1, "manifest": manifest,
		"info": map[string]any{"status": "failed"}, "chart": map[string]any{"metadata": map[string]any{"name": "a", "version": "1.0.0"}}})
	return strings.Replace(secretList(payload), `"status":"deployed"`, `"status":"failed"`, 1)
}

// patchingServer answers with the records that a request selects by name, and keeps the bodies of patches.
type patchingServer struct {
	*badServer
	records map[string]string // the name of a release -> its list of Secrets
	patches []string
}

func (p *patchingServer) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	if request.Method == http.MethodPatch {
		body, _ := io.ReadAll(request.Body)
		p.patches = append(p.patches, string(body))
	}
	if strings.HasSuffix(request.URL.Path, "/secrets") && request.Method == http.MethodGet {
		list := noSecrets
		for name, records := range p.records {
			selector := request.URL.Query().Get("labelSelector")
			if namespace, rest, isElsewhere := strings.Cut(name, "/"); isElsewhere {
				if name = rest; !strings.Contains(request.URL.Path, "/namespaces/"+namespace+"/") {
					continue
				}
			}
			if strings.Contains(selector, "name="+name+",") || strings.HasSuffix(selector, "name="+name) {
				list = records
			}
		}
		out.Header().Set("Content-Type", "application/json")
		var status struct{ Code int }
		if json.Unmarshal([]byte(list), &status) == nil && status.Code != 0 {
			out.WriteHeader(status.Code)
		}
		fmt.Fprint(out, list)
		return
	}
	storingServer(p.badServer)(out, request)
}

func (p *patchingServer) ask(t *testing.T, request Request) Answer {
	t.Helper()
	request.Release, request.Values, request.TimeoutSeconds = "rel", json.RawMessage("{}"), 60
	return startProcess(t, "zoo", kubeconfigOf(t, p)).ask(request)
}

const greeting = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: rel}\ndata: {greeting: hello}\n"

func chartWith(t *testing.T, template string) string {
	t.Helper()
	return writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": template})
}

func TestAnObjectThatIsTakenOverIsMarkedWithItsFormerOwner(t *testing.T) {
	own := map[string]string{"modulePlatform": "mine"}
	for name, one := range map[string]struct {
		object       string
		records      map[string]string
		taken, moved string // objects that the answer names
		mark         string // in the patch
	}{
		"of another release, by an installation": {object: ownedObject("web", "shop"),
			taken: "zoo/ConfigMap/rel of release 'web' in namespace 'shop'", mark: "shop/web"},
		"of another release, by an upgrade": {object: ownedObject("web", "shop"), records: map[string]string{"rel": secretList(record(t, ""))},
			taken: "of release 'web' in namespace 'shop'", mark: "shop/web"},
		"of a user": {object: ownedObject("", ""), taken: "zoo/ConfigMap/rel of no release", mark: nobody},
		"of kubectl, with another tool's write": {object: writtenBy("addon-operator", writtenBy("kubectl-create", ownedObject("", ""))),
			taken: "of no release", mark: nobody},
		"of a hook of a module": {object: writtenBy("addon-operator", ownedObject("", ""))},
		"of Helm before 3.2":    {object: writtenBy("helm", ownedObject("", ""))},
		"of a hook of Helm":     {object: marked("helm.sh/hook", "pre-install", ownedObject("", ""))},
		"its own":               {object: ownedObject("rel", "zoo")},
		"of its last revision":  {object: ownedObject("web", "zoo"), records: map[string]string{"rel": secretList(record(t, configMap))}},
		"of a revision that has failed": {object: ownedObject("", ""), records: map[string]string{"rel": failedRecord(t, configMap)},
			taken: "of no release", mark: nobody},
		"its own, after a failure": {object: ownedObject("rel", "zoo"), records: map[string]string{"rel": failedRecord(t, configMap)}},
		"of another module": {object: ownedObject("web", "zoo"), records: map[string]string{"web": recordOf(t, "web", `,"inputsChecksum":"x","modulePlatform":"mine"`)},
			moved: "of release 'web' in namespace 'zoo'"},
		"of the predecessor's module": {object: ownedObject("web", "zoo"), records: map[string]string{"web": recordOf(t, "web", `,"moduleChecksum":"x"`)},
			moved: "of release 'web' in namespace 'zoo'"},
		"of a module of another platform": {object: ownedObject("web", "zoo"),
			records: map[string]string{"web": recordOf(t, "web", `,"inputsChecksum":"x","modulePlatform":"other"`)},
			taken:   "of release 'web' in namespace 'zoo'", mark: "zoo/web"},
		"of a release of a user beside it": {object: ownedObject("web", "zoo"), records: map[string]string{"web": recordOf(t, "web", "")},
			taken: "of release 'web' in namespace 'zoo'", mark: "zoo/web"},
		"of a release that is nowhere": {object: ownedObject("web", "zoo"), taken: "of release 'web' in namespace 'zoo'", mark: "zoo/web"},
		"of a user, given back before": {object: marked(takenFromAnnotation, nobody, writtenBy("helm", ownedObject("", ""))), taken: "zoo/ConfigMap/rel of no release"},
		"of a user, given back before, and of another release now": {object: marked(takenFromAnnotation, nobody, ownedObject("web", "shop")),
			taken: "of release 'web' in namespace 'shop'", mark: "shop/web"},
		"taken before":             {object: marked(takenFromAnnotation, "shop/web", ownedObject("rel", "zoo"))},
		"that cannot be looked at": {object: refusal(http.StatusInternalServerError, "InternalError")},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": one.object}), records: one.records}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, greeting), Labels: own})
			compareNames(t, "taken over", answer.Taken, one.taken)
			compareNames(t, "moved", answer.Moved, one.moved)
			patches := fmt.Sprint(server.patches)
			if mark := `"` + takenFromAnnotation + `":"` + one.mark + `"`; strings.Contains(patches, takenFromAnnotation) != (one.mark != "") ||
				one.mark != "" && !strings.Contains(patches, mark) {
				t.Errorf("no %s in %s: %+v", mark, patches, answer)
			}
		})
	}
}

func compareNames(t *testing.T, title string, said []string, words string) {
	t.Helper()
	if text := strings.Join(said, "; "); (words == "") != (text == "") || !strings.Contains(text, words) {
		t.Errorf("%s: %q, and not %q", title, text, words)
	}
}

func TestAnObjectThatWasTakenOverIsGivenBackInsteadOfDeleted(t *testing.T) {
	const deletion = "DELETE /api/v1/namespaces/zoo/configmaps/rel"
	held := func(object string) string { // with the label that Helm looks for
		return strings.Replace(object, `"uid":"1"`, `"uid":"1","labels":{"app.kubernetes.io/managed-by":"Helm"}`, 1)
	}
	for name, one := range map[string]struct{ object, kept, patch string }{
		"of a user": {marked(takenFromAnnotation, nobody, ownedObject("rel", "zoo")), "zoo/ConfigMap/rel of no release",
			`"addon-operator/taken-from":"nobody","meta.helm.sh/release-name":null,"meta.helm.sh/release-namespace":null},"labels":{"app.kubernetes.io/managed-by":null}`},
		"of another release": {marked(takenFromAnnotation, "shop/web", ownedObject("rel", "zoo")), "of release 'web' in namespace 'shop'",
			`"meta.helm.sh/release-name":"web","meta.helm.sh/release-namespace":"shop"`},
		"that a user keeps": {marked("helm.sh/resource-policy", "keep", ownedObject("rel", "zoo")),
			"zoo/ConfigMap/rel (helm.sh/resource-policy: keep)", ""},
		"its own":                  {ownedObject("rel", "zoo"), "", ""},
		"its own, which came back": {marked(takenFromAnnotation, "zoo/rel", ownedObject("rel", "zoo")), "", ""},
	} {
		for _, do := range []string{"uninstall", "upgrade"} {
			t.Run(name+", "+do, func(t *testing.T) {
				server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": held(one.object)}),
					records: map[string]string{"rel": secretList(record(t, configMap))}}
				answer := server.ask(t, Request{Do: do, Chart: chartWith(t, ""), KeepHistory: true})
				compareNames(t, "kept", answer.Kept, one.kept)
				changes, patches := fmt.Sprint(server.changes), fmt.Sprint(server.patches)
				if answer.Error != "" || strings.Contains(changes, deletion) != (one.kept == "") {
					t.Errorf("%+v, changes: %s", answer, changes)
				}
				if !strings.Contains(patches, one.patch) || one.patch == "" && strings.Contains(patches, takenFromAnnotation) {
					t.Errorf("no %s in %s", one.patch, patches)
				}
			})
		}
	}
}

func TestNothingIsDeletedIfAnObjectCannotBeGivenBack(t *testing.T) {
	object := strings.Replace(marked(takenFromAnnotation, nobody, ownedObject("rel", "zoo")), `"uid":"1"`,
		`"uid":"1","labels":{"app.kubernetes.io/managed-by":"Helm"}`, 1)
	server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": object}),
		records: map[string]string{"rel": secretList(record(t, configMap))}}
	refusing := http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if request.Method == http.MethodPatch {
			out.WriteHeader(http.StatusForbidden)
			fmt.Fprint(out, refusal(http.StatusForbidden, "Forbidden"))
			return
		}
		server.ServeHTTP(out, request)
	})
	answer := startProcess(t, "zoo", kubeconfigOf(t, refusing)).ask(Request{Do: "uninstall", Release: "rel", TimeoutSeconds: 60})
	if !strings.Contains(answer.Error, "cannot be given back, so nothing was deleted") || len(answer.Kept) > 0 {
		t.Errorf("%+v", answer)
	}
	if changes := fmt.Sprint(server.changes); strings.Contains(changes, "DELETE") {
		t.Errorf("changes: %s", changes)
	}
}

// The operator reads the id at the beginning of the line, before it reads the rest.
func TestAnAnswerAboutObjectsBeginsWithItsID(t *testing.T) {
	line, err := json.Marshal(Answer{ID: 7, fates: fates{Taken: []string{"a"}, Moved: []string{"b"}, Kept: []string{"c"}}})
	if err != nil || string(line) != `{"id":7,"warnings":null,"taken":["a"],"moved":["b"],"kept":["c"]}` {
		t.Errorf("%s, %v", line, err)
	}
}

func TestAnObjectThatIsNotKeptAnyMoreIsNamed(t *testing.T) {
	const keeping = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: rel, annotations: {helm.sh/resource-policy: keep}}\n"
	for name, one := range map[string]struct{ before, now, exposed string }{
		"kept before":  {keeping, greeting, "zoo/ConfigMap/rel"},
		"kept still":   {keeping, keeping, ""},
		"never kept":   {configMap, greeting, ""},
		"kept now":     {configMap, keeping, ""},
		"not in chart": {keeping, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": ownedObject("rel", "zoo")}),
				records: map[string]string{"rel": secretList(record(t, one.before))}}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, one.now)})
			compareNames(t, "not kept any more", answer.Exposed, one.exposed)
		})
	}
}
