package worker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// zoo is the folder of charts that C++ tests use, too.
const zoo = "../../../test/charts"

const (
	zooKubeVersion = "v1.36.3"
	zooKind        = "zoo.example.com/v1"
)

// animal is a chart with a set of values.
type animal struct {
	name, chart, values string
	expected            helmRun
}

// animals are all charts with all their values: NAME.values.json has a JSON object in each line.
func animals(t *testing.T) []*animal {
	t.Helper()
	entries, err := os.ReadDir(zoo)
	if err != nil {
		t.Fatal(err)
	}
	var found []*animal
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		chart, err := filepath.Abs(filepath.Join(zoo, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for i, values := range valuesOf(t, chart) {
			found = append(found, &animal{name: fmt.Sprintf("%s/%d", entry.Name(), i), chart: chart, values: values})
		}
	}
	if len(found) < 60 {
		t.Fatalf("only %d in the zoo", len(found))
	}
	return found
}

func valuesOf(t *testing.T, chart string) []string {
	t.Helper()
	text, err := os.ReadFile(chart + ".values.json")
	if os.IsNotExist(err) {
		return []string{"{}"}
	}
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range bytes.Lines(text) {
		found = append(found, string(bytes.TrimSpace(line)))
	}
	return found
}

// template is the command line that the operator would run.
func (a *animal) template(t *testing.T) helmRun {
	t.Helper()
	values := filepath.Join(t.TempDir(), "values.json")
	if err := os.WriteFile(values, []byte(a.values), 0o600); err != nil {
		t.Fatal(err)
	}
	return helm(t, "template", "rel", a.chart, "--values", values, "--namespace", "zoo", "--kubeconfig", "/nonexistent",
		"--no-hooks", "--is-upgrade", "--skip-crds", "--kube-version", zooKubeVersion,
		"--api-versions", zooKind+","+zooKind+"/Thing")
}

func (a *animal) request() Request {
	return Request{Do: "render", Release: "rel", Chart: a.chart, ChartDigest: a.chart, Values: json.RawMessage(a.values),
		KubeVersion: zooKubeVersion, APIVersions: []string{zooKind, zooKind + "/Thing"}, CapabilitiesDigest: "zoo"}
}

// check compares an answer with the output of the command line, byte by byte.
func (a *animal) check(t *testing.T, answer Answer) {
	t.Helper()
	if answer.Error != a.expected.failure {
		t.Errorf("the worker fails otherwise:\n%q\nhelm:\n%q", answer.Error, a.expected.failure)
	}
	if a.expected.failure == "" && (answer.Manifest == nil || *answer.Manifest != a.expected.stdout) {
		t.Errorf("the worker renders otherwise:\n%q\nhelm:\n%q", deref(answer.Manifest), a.expected.stdout)
	}
	if answer.Panic {
		t.Error("this is no panic")
	}
}

func deref(text *string) string {
	if text == nil {
		return "<nothing>"
	}
	return *text
}

// Three times, because the second render gets the chart that the first has used; and all at once, because
// requests must not see each other.
func TestRendersWhatHelmTemplatePrints(t *testing.T) {
	all := animals(t)
	var runs sync.WaitGroup
	slots := make(chan struct{}, 4)
	for _, a := range all {
		runs.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			a.expected = a.template(t)
		})
	}
	runs.Wait()
	worker := startProcess(t, "zoo", "/nonexistent")
	failures := 0
	for _, a := range all {
		if a.expected.failure != "" {
			failures++
		}
	}
	if failures < 15 || failures > len(all)/2 {
		t.Fatalf("%d of %d fail by helm itself", failures, len(all))
	}
	for round := range 3 {
		pending := make([]<-chan Answer, len(all))
		for i, a := range all {
			_, pending[i] = worker.send(a.request())
		}
		for i, a := range all {
			t.Run(fmt.Sprintf("%s round %d", a.name, round), func(t *testing.T) { a.check(t, worker.await(pending[i])) })
		}
	}
}

func TestReportsTheWarningsOfACommand(t *testing.T) {
	worker := startProcess(t, "zoo", "/nonexistent")
	chart, _ := filepath.Abs(filepath.Join(zoo, "deprecated"))
	answer := worker.ask(Request{Do: "render", Release: "rel", Chart: chart, Values: json.RawMessage(`{}`)})
	if fmt.Sprint(answer.Warnings) != "[this chart is deprecated]" {
		t.Errorf("warnings: %q, error: %s", answer.Warnings, answer.Error)
	}
}

func TestNamesAChartThatIsNotThere(t *testing.T) {
	worker := startProcess(t, "zoo", "/nonexistent")
	answer := worker.ask(Request{Do: "render", Release: "rel", Chart: "/nowhere", Values: json.RawMessage(`{}`)})
	expected := helm(t, "template", "rel", "/nowhere")
	if answer.Error != expected.failure || !strings.Contains(answer.Error, "/nowhere") {
		t.Errorf("the worker: %q, helm: %q", answer.Error, expected.failure)
	}
}

func TestRefusesANameThatHelmRefuses(t *testing.T) {
	worker := startProcess(t, "zoo", "/nonexistent")
	chart, _ := filepath.Abs(filepath.Join(zoo, "plain"))
	answer := worker.ask(Request{Do: "render", Release: "No_Name", Chart: chart, Values: json.RawMessage(`{}`)})
	expected := helm(t, "template", "No_Name", chart)
	if answer.Error != expected.failure || answer.Error == "" {
		t.Errorf("the worker: %q, helm: %q", answer.Error, expected.failure)
	}
}

func TestRemembersTheLastCapabilities(t *testing.T) {
	worker := startProcess(t, "zoo", "/nonexistent")
	chart, _ := filepath.Abs(filepath.Join(zoo, "capabilities"))
	request := Request{Do: "render", Release: "rel", Chart: chart, ChartDigest: "c", Values: json.RawMessage(`{}`),
		KubeVersion: zooKubeVersion, CapabilitiesDigest: "one"}
	if answer := worker.ask(request); answer.Error != "unknown capabilities" {
		t.Errorf("before the first: %+v", answer)
	}
	full := request
	full.APIVersions = []string{zooKind}
	first := deref(worker.ask(full).Manifest)
	if again := deref(worker.ask(request).Manifest); again != first || !strings.Contains(first, `group: "true"`) {
		t.Errorf("left out:\n%s\nin full:\n%s", again, first)
	}
	full.CapabilitiesDigest, full.APIVersions = "two", []string{"none.example.com/v1"}
	if other := deref(worker.ask(full).Manifest); !strings.Contains(other, `group: "false"`) {
		t.Errorf("capabilities of another request are in:\n%s", other)
	}
	if answer := worker.ask(request); answer.Error != "unknown capabilities" {
		t.Errorf("after another: %+v", answer)
	}
}
