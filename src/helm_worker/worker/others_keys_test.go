package worker

import (
	"fmt"
	"strings"
	"testing"
)

// A person has put the key `byhand` into the Secret, and the chart leaves its whole data out.
func TestKeysOfOthersStayIfTheChartLeavesOutTheirMap(t *testing.T) {
	const secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: rel}\n"
	for name, one := range map[string]struct{ before, now, live, patch string }{
		"a key by hand":         {secret + "data: {ann: YQ==}\n", secret, `{"ann":"YQ==","byhand":"Yg=="}`, `"data":{"ann":null}`},
		"null in the chart":     {secret + "data: {ann: YQ==}\n", secret + "data:\n", `{"ann":"YQ==","byhand":"Yg=="}`, `"data":{"ann":null}`},
		"the chart's keys only": {secret + "data: {ann: YQ==}\n", secret, `{"ann":"YQ=="}`, `"data":null`},
		"texts in its place":    {secret + "data: {ann: YQ==}\n", secret + "stringData: {bob: b}\n", `{"ann":"YQ==","byhand":"Yg=="}`, `"data":{"ann":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets,
				"/secrets/rel": objectOf("Secret", "rel", ownMarks, one.live)}),
				records: map[string]string{"rel": secretList(record(t, one.before))}}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, one.now)})
			if patches := strings.Join(server.patches, ""); answer.Error != "" || !strings.Contains(patches, one.patch) {
				t.Errorf("patches: %s, %+v", patches, answer)
			}
		})
	}
}

func TestMapsOfFreeKeysThatAChartLeavesOut(t *testing.T) {
	const template = "{spec: {template: {metadata: {annotations: {a: b}, labels: {c: d}}}, strategy: {type: Recreate}}}"
	for name, one := range map[string]struct{ kind, before, now, places string }{
		"annotations of a template": {"Deployment", template, "{spec: {template: {metadata: {labels: {c: d}}}}}", "[[spec template metadata annotations]]"},
		"the template is gone":      {"Deployment", template, "{spec: {}}", "[]"},
		"data of a ConfigMap":       {"ConfigMap", "{data: {a: b}, metadata: {labels: {a: b}}}", "{metadata: {}}", "[[data] [metadata labels]]"},
		"data of another kind":      {"Thing", "{data: {a: b}}", "{}", "[]"},
		"an empty map stays":        {"ConfigMap", "{data: {a: b}}", "{data: {}}", "[]"},
	} {
		got := fmt.Sprint(mapsLeftOut(one.kind, contentOf(t, one.before).Object, contentOf(t, one.now).Object))
		if got != one.places {
			t.Errorf("%s: %s and not %s", name, got, one.places)
		}
	}
}
