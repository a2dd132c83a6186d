package worker

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// writtenBy is an object with the name of the client that has written it.
func writtenBy(manager, object string) string {
	return strings.Replace(object, `"uid":"1"`, `"uid":"1","managedFields":[{"manager":"`+manager+`","operation":"Update"}]`, 1)
}

// marked is an object with a further annotation.
func marked(key, value, object string) string {
	return strings.Replace(object, `"annotations":{`, `"annotations":{"`+key+`":"`+value+`"`+separator(object), 1)
}

func separator(object string) string {
	if strings.Contains(object, `"annotations":{}`) {
		return ""
	}
	return ","
}

// ownedObject is the ConfigMap rel, with the names of its release; empty: without this annotation.
func ownedObject(name, namespace string) string {
	annotations := map[string]string{}
	if name != "" {
		annotations[ownerNameAnnotation] = name
	}
	if namespace != "" {
		annotations[ownerNamespaceAnnotation] = namespace
	}
	text, _ := json.Marshal(annotations)
	return `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"rel","namespace":"zoo","uid":"1","resourceVersion":"1","annotations":` +
		string(text) + `}}`
}

// hookOf is a template of an object that is made before each upgrade, and deleted before it is made.
const hookOf = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: rel, annotations: {helm.sh/hook: pre-upgrade}}\n"

func TestAnUpgradeDeletesNothingOfAnotherRelease(t *testing.T) {
	const deletion = "DELETE /api/v1/namespaces/zoo/configmaps/rel"
	for name, one := range map[string]struct {
		object, template string
		deletes          bool
		words            string // in a warning, or in the error
	}{
		"its own":                           {ownedObject("rel", "zoo"), "", true, ""},
		"nobody's":                          {ownedObject("", ""), "", false, "it names no release"},
		"of a user, in its namespace":       {writtenBy("kubectl-create", ownedObject("", "zoo")), "", false, "no Helm has written it"},
		"of a Helm before 3.2":              {writtenBy("Go-http-client", writtenBy("helm", ownedObject("", ""))), "", true, ""},
		"its own, edited by a user":         {writtenBy("kubectl-edit", ownedObject("rel", "zoo")), "", true, ""},
		"a user's in the place of a hook":   {ownedObject("", ""), hookOf, false, "give the hook another name"},
		"that one, of kubectl":              {writtenBy("kubectl-create", ownedObject("", "")), hookOf, false, "no Helm has written it"},
		"of the hook of before":             {marked("helm.sh/hook", "pre-upgrade", ownedObject("", "")), hookOf, true, ""},
		"of Helm in the place of a hook":    {writtenBy("helm", ownedObject("", "")), hookOf, true, ""},
		"of a module's hook program":        {writtenBy("addon-operator", ownedObject("", "")), hookOf, true, ""},
		"taken over, in place of a hook":    {marked(takenFromAnnotation, nobody, ownedObject("rel", "zoo")), hookOf, false, "belonged to no release"},
		"of another release":                {ownedObject("web", "zoo"), "", false, "'web' in namespace 'zoo'"},
		"of its name elsewhere":             {ownedObject("rel", "other"), "", false, "'rel' in namespace 'other'"},
		"of another one, without namespace": {ownedObject("web", ""), "", false, "'web' in namespace 'zoo'"},
		"that cannot be looked at":          {refusal(http.StatusInternalServerError, "InternalError"), "", false, "so it is"},
		"in the place of a hook":            {ownedObject("web", "zoo"), hookOf, false, "'web' in namespace 'zoo'"},
	} {
		t.Run(name, func(t *testing.T) {
			chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": one.template})
			manifest := configMap
			if one.template != "" {
				manifest = "" // an object of another release alone
			}
			server := newBadServer(t, map[string]string{"/secrets": secretList(record(t, manifest)), "/configmaps/rel": one.object})
			worker := startProcess(t, "zoo", kubeconfigOf(t, storingServer(server)))
			answer := worker.ask(Request{Do: "upgrade", Release: "rel", Chart: chart, Values: json.RawMessage("{}"), TimeoutSeconds: 60})
			changes := fmt.Sprint(server.changes)
			if strings.Contains(changes, deletion) != one.deletes {
				t.Errorf("changes: %s", changes)
			}
			if said := answer.Error + fmt.Sprint(answer.Warnings); !strings.Contains(said, one.words) {
				t.Errorf("this does not say %q: %+v", one.words, answer)
			}
		})
	}
}
