package worker

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"helm.sh/helm/v4/pkg/chart/loader"
	v2 "helm.sh/helm/v4/pkg/chart/v2"
)

// linkCases are trees with links, a line each, and the files that Helm sees in them. Tests of the operator's
// own reader use them, too.
const linkCases = zoo + "/links.jsonl"

var makesLinkCases = flag.Bool("make-link-cases", false, "write "+linkCases+" anew")

// linkedTree has a chart in the folder `module`.
type linkedTree struct {
	Files  []string          `json:"files"`
	Links  map[string]string `json:"links"` // path -> target
	Ignore string            `json:"ignore,omitempty"`
	Sees   []string          `json:"sees,omitempty"` // absent: Helm refuses the chart
}

func (c linkedTree) put(t *testing.T) string {
	t.Helper()
	content := map[string]string{"module/Chart.yaml": "apiVersion: v2\nname: linked\nversion: 1.0.0\n"}
	for _, file := range c.Files {
		content[file] = ""
	}
	if c.Ignore != "" {
		content["module/.helmignore"] = c.Ignore
	}
	root := writeFiles(t, content)
	for path, target := range c.Links {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(root, path)); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(root, "module")
}

func seenByHelm(path string) []string {
	loaded, err := loader.Load(path)
	if err != nil {
		return nil
	}
	var names []string
	for _, file := range loaded.(*v2.Chart).Raw {
		names = append(names, file.Name)
	}
	slices.Sort(names)
	return names
}

func TestHelmSeesOfLinksWhatIsWrittenDown(t *testing.T) {
	if *makesLinkCases {
		makeLinkCases(t)
	}
	text, err := os.ReadFile(linkCases)
	if err != nil {
		t.Fatal(err)
	}
	refused, count := 0, 0
	for line := range bytes.Lines(text) {
		var one linkedTree
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		if seen := seenByHelm(one.put(t)); !reflect.DeepEqual(seen, one.Sees) {
			t.Errorf("%s\nHelm sees %q", line, seen)
		}
		count++
		if one.Sees == nil {
			refused++
		}
	}
	if count < 200 || refused < 20 || refused > count/2 {
		t.Errorf("%d trees, of which Helm refuses %d", count, refused)
	}
}

// makeLinkCases draws random trees. A tree that Helm walks for too long is left out: through two loops of
// links it finds 2 to the power of 40 paths.
func makeLinkCases(t *testing.T) {
	t.Helper()
	chance := rand.New(rand.NewSource(29))
	var lines []string
	for len(lines) < 300 {
		one := drawTree(chance)
		path := one.put(t)
		seen := make(chan []string, 1)
		go func() { seen <- seenByHelm(path) }()
		select {
		case one.Sees = <-seen:
		case <-time.After(200 * time.Millisecond):
			continue
		}
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line)+"\n")
	}
	if err := os.WriteFile(linkCases, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func drawTree(chance *rand.Rand) linkedTree {
	pick := func(from []string) string { return from[chance.Intn(len(from))] }
	folders := []string{"module", "module/templates", "module/conf", "module/conf/deep", "shared", "shared/more"}
	one := linkedTree{Links: map[string]string{}}
	taken := map[string]bool{}
	for range 2 + chance.Intn(4) {
		if path := pick(folders) + "/" + pick([]string{"a.txt", "b.txt", ".c.txt"}); !taken[path] {
			taken[path] = true
			one.Files = append(one.Files, path)
		}
	}
	targets := append([]string{"nowhere"}, one.Files...)
	for _, path := range one.Files { // folders that are there
		targets = append(targets, filepath.Dir(path), filepath.Dir(path))
	}
	for i := range 1 + chance.Intn(3) {
		path := pick(append(folders, filepath.Dir(pick(one.Files)))) + fmt.Sprintf("/link%d", i)
		target, err := filepath.Rel(filepath.Dir(path), pick(targets))
		if err != nil {
			panic(err)
		}
		one.Links[path] = target
	}
	if chance.Intn(3) == 0 {
		rules := []string{"link0", "link1/", "/conf/", "*.txt", "conf/link*", "deep/", "more", "!*.txt", "templates/a.txt"}
		one.Ignore = pick(rules) + "\n" + pick(rules) + "\n"
	}
	slices.Sort(one.Files)
	return one
}
