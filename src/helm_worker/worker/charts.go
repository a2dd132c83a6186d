package worker

import (
	"container/list"
	"fmt"
	"sync"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart"
	"helm.sh/helm/v4/pkg/chart/loader"
	v2 "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/cli"
)

// chartBytes bounds the files of all charts that are kept.
const chartBytes = 256 << 20

// chartCache keeps loaded charts by the digest of their sources. The least recently used charts are dropped
// first.
type chartCache struct {
	settings *cli.EnvSettings
	limit    int

	lock     sync.Mutex
	entries  map[string]*list.Element
	recent   *list.List // of cachedChart, the most recently used first
	occupied int
}

type cachedChart struct {
	digest string
	chart  *v2.Chart
	size   int
}

func newChartCache(settings *cli.EnvSettings, limit int) *chartCache {
	return &chartCache{settings: settings, limit: limit, entries: map[string]*list.Element{}, recent: list.New()}
}

// load gives the caller a chart of its own: Helm changes charts when it processes their dependencies, and
// templates can change values.
func (c *chartCache) load(path, digest string) (chart.Charter, error) {
	if kept := c.kept(digest); kept != nil {
		return copyChart(kept), nil
	}
	options := action.ChartPathOptions{}
	located, err := options.LocateChart(path, c.settings)
	if err != nil {
		return nil, err
	}
	loaded, err := loader.Load(located)
	if err != nil {
		return nil, err
	}
	// Only this version of charts can be installed; Helm itself refuses all other versions.
	if plain, ok := loaded.(*v2.Chart); ok && digest != "" {
		c.keep(digest, plain)
		return copyChart(plain), nil
	}
	return loaded, nil
}

func (c *chartCache) kept(digest string) *v2.Chart {
	c.lock.Lock()
	defer c.lock.Unlock()
	element, found := c.entries[digest]
	if !found {
		return nil
	}
	c.recent.MoveToFront(element)
	return element.Value.(cachedChart).chart
}

func (c *chartCache) keep(digest string, loaded *v2.Chart) {
	size := sizeOf(loaded)
	if size > c.limit {
		return
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if _, found := c.entries[digest]; found {
		return
	}
	c.entries[digest] = c.recent.PushFront(cachedChart{digest: digest, chart: loaded, size: size})
	for c.occupied += size; c.occupied > c.limit; {
		oldest := c.recent.Remove(c.recent.Back()).(cachedChart)
		delete(c.entries, oldest.digest)
		c.occupied -= oldest.size
	}
}

// sizeOf counts the bytes of all files, dependencies included.
func sizeOf(loaded *v2.Chart) int {
	size := 0
	for _, file := range loaded.Raw {
		size += len(file.Name) + len(file.Data)
	}
	for _, dependency := range loaded.Dependencies() {
		size += sizeOf(dependency)
	}
	return size
}

// checkChart checks a chart as helm's commands do before they use it. Only an installation requires an
// installable chart.
func checkChart(loaded chart.Charter, installs bool, heard *warnings) error {
	accessor, err := chart.NewAccessor(loaded)
	if err != nil {
		return err
	}
	if kind := accessor.MetadataAsMap()["Type"]; installs && kind != "" && kind != "application" {
		return fmt.Errorf("%s charts are not installable", kind)
	}
	if accessor.Deprecated() {
		heard.add("this chart is deprecated")
	}
	if wanted := accessor.MetaDependencies(); len(wanted) > 0 {
		if err := action.CheckDependencies(loaded, wanted); err != nil {
			return fmt.Errorf("an error occurred while checking for chart dependencies. "+
				"You may need to run 'helm dependency build' to fetch missing dependencies: %w", err)
		}
	}
	return nil
}
