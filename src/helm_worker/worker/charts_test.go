package worker

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"helm.sh/helm/v4/pkg/chart/loader"
	v2 "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/cli"
)

func loadZoo(t *testing.T, name string) *v2.Chart {
	t.Helper()
	loaded, err := loader.Load(filepath.Join(zoo, name))
	if err != nil {
		t.Fatal(err)
	}
	return loaded.(*v2.Chart)
}

// picture shows a chart with all that hangs on it.
func picture(t *testing.T, of *v2.Chart) string {
	t.Helper()
	text, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	for _, dependency := range of.Dependencies() {
		text = append(text, "\n"+dependency.ChartFullPath()+" "+picture(t, dependency)...)
	}
	return string(text)
}

func TestACopyIsEqualAndItsOwn(t *testing.T) {
	for _, name := range []string{"aliases", "mutating", "subcharts", "packed", "version-one", "nothing-at-all"} {
		original := loadZoo(t, name)
		before := picture(t, original)
		copied := copyChart(original)
		if !reflect.DeepEqual(original, copied) {
			t.Errorf("%s: the copy is\n%s\nof\n%s", name, picture(t, copied), before)
		}
		if err := chartutil.ProcessDependencies(copied, map[string]any{"tags": map[string]any{"back": false}}); err != nil {
			t.Fatal(err)
		}
		scribble(copied)
		if after := picture(t, original); after != before {
			t.Errorf("%s: a change of the copy has come to the original:\n%s\nbefore:\n%s", name, after, before)
		}
	}
}

// scribble changes everything that Helm or a template could.
func scribble(on *v2.Chart) {
	scribbleTable(on.Values)
	on.Metadata.Name = "scribbled"
	for key := range on.Metadata.Annotations {
		on.Metadata.Annotations[key] = "scribbled"
	}
	for _, dependency := range on.Metadata.Dependencies {
		dependency.Name, dependency.Enabled, dependency.ImportValues = "scribbled", true, []any{"scribbled"}
	}
	for i := range on.Templates {
		on.Templates[i] = nil
	}
	for _, dependency := range on.Dependencies() {
		scribble(dependency)
	}
}

func scribbleTable(table map[string]any) {
	for key, value := range table {
		switch typed := value.(type) {
		case map[string]any:
			scribbleTable(typed)
		case []any:
			for i := range typed {
				typed[i] = "scribbled"
			}
		default:
			table[key] = "scribbled"
		}
	}
}

func TestAChartIsReadOnceForADigest(t *testing.T) {
	folder := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n"})
	cache := newChartCache(cli.New(), 1<<20)
	for _, digest := range []string{"one", "one", "two"} {
		loaded, err := cache.load(folder, digest)
		if err != nil {
			t.Fatal(err)
		}
		expected := map[string]string{"one": "1.0.0", "two": "2.0.0"}[digest]
		if version := loaded.(*v2.Chart).Metadata.Version; version != expected {
			t.Errorf("digest %s has version %s", digest, version)
		}
		text := []byte("apiVersion: v2\nname: a\nversion: 2.0.0\n")
		if err := os.WriteFile(filepath.Join(folder, "Chart.yaml"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheLeastRecentlyUsedChartsGoFirst(t *testing.T) {
	cache := newChartCache(cli.New(), 3000)
	load := func(digest string, size int) {
		folder := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n",
			"padding": strings.Repeat("x", size)})
		if _, err := cache.load(folder, digest); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() string {
		names := []string{}
		for element := cache.recent.Front(); element != nil; element = element.Next() {
			names = append(names, element.Value.(cachedChart).digest)
		}
		return fmt.Sprint(names, len(cache.entries) == len(names))
	}
	load("a", 1000)
	load("b", 1000)
	load("a", 1000)
	load("c", 1500)
	if kept() != "[c a] true" {
		t.Error(kept())
	}
	load("huge", 5000)
	if kept() != "[c a] true" {
		t.Error(kept())
	}
	load("all", 2900)
	if kept() != "[all] true" || cache.occupied > 3000 {
		t.Error(kept(), cache.occupied)
	}
}

func TestAChartWithoutADigestIsNotKept(t *testing.T) {
	cache := newChartCache(cli.New(), 1<<20)
	if _, err := cache.load(filepath.Join(zoo, "plain"), ""); err != nil {
		t.Fatal(err)
	}
	if len(cache.entries) != 0 {
		t.Error("it is")
	}
}
