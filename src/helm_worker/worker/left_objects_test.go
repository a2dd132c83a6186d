package worker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// updatesOfRecords are the bodies of all updates: only records are updated.
func updatesOfRecords(next http.HandlerFunc, found *[]string) http.HandlerFunc {
	return func(out http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		if request.Method == http.MethodPut {
			*found = append(*found, strings.ReplaceAll(string(body), `\"`, `"`))
		}
		request.Body = io.NopCloser(bytes.NewReader(body))
		next(out, request)
	}
}

func TestAnUpgradeLeavesWhatItsChartDoesNotHave(t *testing.T) {
	const deletion = "DELETE /api/v1/namespaces/zoo/configmaps/rel"
	const itself = `{"apiVersion":"v1","kind":"ConfigMap","namespace":"zoo","name":"rel"}`
	const older = `{"apiVersion":"v1","kind":"Secret","namespace":"zoo","name":"old"}`
	earlier := []objectName{{"v1", "Secret", "zoo", "old"}}
	for name, one := range map[string]struct {
		object, template string
		leaves           bool
		left             []objectName
		deletes, leaving bool
		note             string // of the record of the new revision
	}{
		"its own":                 {ownedObject("rel", "zoo"), "", true, nil, false, true, "[" + itself + "]"},
		"not asked for":           {ownedObject("rel", "zoo"), "", false, nil, true, false, ""},
		"after an earlier object": {ownedObject("rel", "zoo"), "", true, earlier, false, true, "[" + older + "," + itself + "]"},
		"gone, an earlier stays":  {ownedObject("rel", "zoo"), "", false, earlier, true, false, "[" + older + "]"},
		"of another release":      {ownedObject("web", "zoo"), "", true, nil, false, false, ""},
		"to be kept":              {marked("helm.sh/resource-policy", "keep", ownedObject("rel", "zoo")), "", true, nil, false, false, ""},
		"of a Helm before 3.2":    {writtenBy("helm", ownedObject("", "")), "", true, nil, true, false, ""},
		"in the chart again":      {ownedObject("rel", "zoo"), configMap, true, []objectName{{"v1", "ConfigMap", "zoo", "rel"}}, false, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": one.template})
			server := newBadServer(t, map[string]string{"/secrets": secretList(record(t, configMap)), "/configmaps/rel": one.object})
			var updates []string
			worker := startProcess(t, "zoo", kubeconfigOf(t, updatesOfRecords(storingServer(server), &updates)))
			answer := worker.ask(Request{Do: "upgrade", Release: "rel", Chart: chart, Values: json.RawMessage("{}"), TimeoutSeconds: 60,
				LeavesObjects: one.leaves, Left: one.left})
			if answer.Error != "" {
				t.Fatalf("%+v", answer)
			}
			if changes := fmt.Sprint(server.changes); strings.Contains(changes, deletion) != one.deletes {
				t.Errorf("changes: %s", changes)
			}
			said, _ := json.Marshal(answer.Leaving)
			if isLeft := string(said) == "["+itself+"]"; isLeft != one.leaving {
				t.Errorf("it leaves %s", said)
			}
			if len(updates) == 0 {
				t.Fatalf("no record was updated: %v", server.changes)
			}
			last := updates[len(updates)-1]
			if strings.Contains(last, leavingAnnotation) != (one.note != "") || !strings.Contains(last, one.note) {
				t.Errorf("the record has %q", last)
			}
		})
	}
}

func TestTheListOfLeftObjectsIsBounded(t *testing.T) {
	var left leftObjects
	for i := range 2000 {
		left.all = append(left.all, objectName{"v1", "ConfigMap", "zoo", fmt.Sprint("a-name-of-some-length-", i)})
	}
	var read []objectName
	if text := left.text(); len(text) > leavingBytesMax || json.Unmarshal([]byte(text), &read) != nil || len(read) < 500 {
		t.Errorf("%d bytes, %d objects", len(text), len(read))
	}
}
