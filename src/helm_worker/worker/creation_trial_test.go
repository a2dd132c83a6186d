package worker

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// refusalOf is a refusal in these words.
func refusalOf(code int, reason, words string) string {
	return strings.Replace(refusal(code, reason), "so it is", words, 1)
}

// refusingServer answers creations of ConfigMaps in these ways; an empty text: they succeed.
func refusingServer(b *badServer, dryRun, creation string) http.HandlerFunc {
	storing := storingServer(b)
	return func(out http.ResponseWriter, request *http.Request) {
		answer := creation
		if request.URL.Query().Get("dryRun") == "All" {
			answer = dryRun
		}
		if request.Method != http.MethodPost || !strings.HasSuffix(request.URL.Path, "/configmaps") {
			storing(out, request)
			return
		}
		if request.URL.Query().Get("dryRun") == "" {
			b.changes = append(b.changes, "POST "+request.URL.Path)
		}
		if answer == "" {
			storing(out, request)
			return
		}
		var status struct{ Code int }
		_ = json.Unmarshal([]byte(answer), &status)
		out.Header().Set("Content-Type", "application/json")
		out.WriteHeader(status.Code)
		fmt.Fprint(out, answer)
	}
}

// openAPI are the documents by which Helm learns that the API server checks the fields of objects itself.
var openAPI = map[string]string{
	"/openapi/v3":        `{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1"}}}`,
	"/openapi/v3/api/v1": `{"openapi":"3.0.0","info":{"title":"k","version":"1"},"paths":{` + checkedBy("ConfigMap") + "," + checkedBy("Secret") + `}}`,
}

// checkedBy is the path of a kind of core/v1 whose fields the API server checks.
func checkedBy(kind string) string {
	return `"/api/v1/namespaces/{namespace}/` + strings.ToLower(kind) + `s/{name}":{"patch":{
 "parameters":[{"name":"fieldValidation","in":"query"},{"name":"dryRun","in":"query"}],
 "x-kubernetes-group-version-kind":{"group":"","kind":"` + kind + `","version":"v1"},"responses":{}}}`
}

// withSchemas lets Helm believe that the server checks objects.
func withSchemas(server http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		document, isKnown := openAPI[request.URL.Path]
		if !isKnown {
			server.ServeHTTP(out, request)
			return
		}
		out.Header().Set("Content-Type", "application/json")
		fmt.Fprint(out, document)
	})
}

func TestTheObjectOfAHookIsDeletedOnlyIfItCanBeMadeAnew(t *testing.T) {
	const deletion = "DELETE /api/v1/namespaces/zoo/configmaps/rel"
	quota := func(used string) string {
		return refusalOf(http.StatusForbidden, "Forbidden", "exceeded quota: q, requested: configmaps=1, used: configmaps="+used+", limited: configmaps=5")
	}
	away := refusalOf(http.StatusInternalServerError, "InternalError", "failed calling webhook")
	for name, one := range map[string]struct {
		dryRun, creation string
		deletes          bool
		words            string // in the error
	}{
		"it exists":             {refusalOf(http.StatusConflict, "AlreadyExists", "rel"), away, true, "not there now"},
		"it could be made":      {"", away, true, "ConfigMap/rel has been deleted for the hook that makes it anew, and is not there now)"},
		"a webhook is away":     {away, away, false, "is not deleted for the hook that makes it anew"},
		"a policy forbids it":   {refusal(http.StatusForbidden, "Forbidden"), "", false, "so it is"},
		"it is invalid":         {refusal(http.StatusUnprocessableEntity, "Invalid"), "", false, "so it is"},
		"the quota is exceeded": {quota("6"), "", false, "exceeded quota"},
		"the quota counts it":   {quota("5"), away, true, "failed calling webhook"},
		"no dry run":            {refusalOf(http.StatusBadRequest, "BadRequest", "admission webhook does not support dry run"), away, true, "its creation could not be tried before"},
	} {
		t.Run(name, func(t *testing.T) {
			chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": hookOf})
			server := newBadServer(t, map[string]string{"/secrets": secretList(record(t, "")), "/configmaps/rel": marked("helm.sh/hook", "pre-upgrade", ownedObject("", ""))})
			gone := false
			handler := refusingServer(server, one.dryRun, one.creation)
			worker := startProcess(t, "zoo", kubeconfigOf(t, withSchemas(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
				gone = gone || request.Method == http.MethodDelete
				if gone && request.Method == http.MethodGet && strings.HasSuffix(request.URL.Path, "/configmaps/rel") {
					out.Header().Set("Content-Type", "application/json")
					out.WriteHeader(http.StatusNotFound)
					fmt.Fprint(out, refusal(http.StatusNotFound, "NotFound"))
					return
				}
				handler(out, request)
			}))))
			answer := worker.ask(Request{Do: "upgrade", Release: "rel", Chart: chart, Values: json.RawMessage("{}"), TimeoutSeconds: 60})
			if slices.Contains(server.changes, deletion) != one.deletes {
				t.Errorf("changes: %v, answer: %+v", server.changes, answer)
			}
			if !strings.Contains(answer.Error, one.words) {
				t.Errorf("this does not say %q: %+v", one.words, answer)
			}
		})
	}
}
