package worker

import (
	"fmt"
	"strings"
	"testing"
)

// life is the history of a module's release.
func life(chart, first, second string) []step {
	return []step{
		{do: "upgrade", chart: chart, values: first, labels: map[string]string{"checksum": "one"}},
		{do: "upgrade", chart: chart, values: second, labels: map[string]string{"checksum": "two", "more": "x"}},
		{do: "upgrade", chart: chart, values: second, labels: map[string]string{"checksum": "null"}},
		{do: "upgrade", chart: chart, values: first},
		{do: "upgrade", chart: chart, values: "{}"},
		{do: "uninstall", keepHistory: true},
		{do: "uninstall", keepHistory: true}, // fails: it is done
		{do: "upgrade", chart: chart, values: second},
		{do: "uninstall"},
		{do: "uninstall"},
	}
}

func lives() map[string][]step {
	return map[string][]step{
		"plain":        life("plain", `{}`, `{"greeting":"ü"}`),
		"subcharts":    life("subcharts", `{}`, `{"global":{"region":"south"}}`),
		"library":      life("library", `{}`, `{"a":1}`),
		"packed":       life("packed", `{}`, `{"inner":{"size":5}}`),
		"aliases":      life("aliases", `{"optional":{"enabled":false}}`, `{"tags":{"back":false}}`),
		"files":        life("files", `{}`, `{"a":{"b":null}}`),
		"hooks":        life("hooks", `{}`, `{"a":1}`),
		"crds":         life("crds", `{}`, `{"a":1}`),
		"notes":        life("notes", `{}`, `{"a":1}`),
		"mutating":     life("mutating", `{}`, `{"deep":{"er":{"count":10}}}`),
		"empty":        life("empty", `{}`, `{"a":1}`),
		"lookup":       life("lookup", `{}`, `{"a":1}`),
		"no resources": life("nothing-at-all", `{}`, `{"a":1}`),
		"failures": {
			{do: "upgrade", chart: "fails", values: `{}`},
			{do: "upgrade", chart: "order", values: `{}`}, // a kind that the API server does not serve
			{do: "upgrade", chart: "plain", values: `{}`},
			{do: "upgrade", chart: "fails", values: `{}`},
			{do: "upgrade", chart: "library-alone", values: `{}`},
			{do: "upgrade", chart: "no-dependency", values: `{}`},
			{do: "upgrade", chart: "version-three", values: `{}`},
			{do: "upgrade", chart: "too-new", values: `{}`},
			{do: "upgrade", chart: "schema", values: `{"port":"eighty"}`},
			{do: "upgrade", chart: "order", values: `{}`},
			{do: "upgrade", chart: "refused", values: `{}`}, // by the API server: recorded as failed
			{do: "upgrade", chart: "refused", values: `{}`},
			{do: "upgrade", chart: "plain", values: `{}`},
			{do: "upgrade", chart: "plain", values: `{}`, labels: map[string]string{"owner": "me"}},
			{do: "uninstall"},
			{do: "upgrade", chart: "refused", values: `{}`},
			{do: "upgrade", chart: "plain", values: `{}`},
		},
	}
}

// The command line does each step in a namespace and the worker in another; after each step, both are equal.
func TestAReleaseLivesAsByTheCommandLine(t *testing.T) {
	needCluster(t)
	for name, steps := range lives() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			byHelm, byWorker := newPlayground(t, "zoo-helm"), newPlayground(t, "zoo-work")
			worker := byWorker.worker()
			for i, s := range steps {
				expected := strings.ReplaceAll(byHelm.byHelm(s), byHelm.name, "NAMESPACE")
				answer := worker.ask(s.request(t))
				compareStep(t, fmt.Sprintf("step %d (%s %s)", i, s.do, s.chart), answer, expected, byHelm, byWorker)
			}
		})
	}
}

func compareStep(t *testing.T, name string, answer Answer, expected string, byHelm, byWorker *playground) {
	t.Helper()
	if got := strings.ReplaceAll(answer.Error, byWorker.name, "NAMESPACE"); got != expected {
		t.Errorf("%s fails otherwise:\n%q\nhelm:\n%q", name, got, expected)
	}
	if got, want := byWorker.picture(), byHelm.picture(); got != want {
		t.Fatalf("%s leaves something else:\n%s", name, difference(got, want))
	}
}

// An earlier operator may have made the release by the other way, and a later operator may go on with it.
func TestTheTwoWaysTakeTurns(t *testing.T) {
	needCluster(t)
	for odd := range 2 {
		t.Run(fmt.Sprintf("the worker does every second step from %d", odd), func(t *testing.T) {
			t.Parallel()
			byHelm, both := newPlayground(t, "zoo-helm"), newPlayground(t, "zoo-both")
			worker := both.worker()
			for i, s := range life("subcharts", `{}`, `{"global":{"region":"south"}}`) {
				expected := byHelm.byHelm(s)
				answer := Answer{Error: expected}
				if i%2 == odd {
					answer = worker.ask(s.request(t))
				} else {
					answer.Error = both.byHelm(s)
				}
				compareStep(t, fmt.Sprintf("step %d (%s)", i, s.do), answer, expected, byHelm, both)
			}
		})
	}
}

func TestSaysWhatItHasDone(t *testing.T) {
	g := newPlayground(t, "zoo-says")
	worker := g.worker()
	up := step{do: "upgrade", chart: "plain", values: "{}"}
	for revision := range 2 {
		if answer := worker.ask(up.request(t)); answer.Revision != revision+1 || answer.Status != "deployed" {
			t.Errorf("%+v", answer)
		}
	}
	for _, status := range []string{"uninstalled", "absent"} {
		if answer := worker.ask((step{do: "uninstall"}).request(t)); answer.Status != status || answer.Error != "" {
			t.Errorf("%+v", answer)
		}
	}
}
