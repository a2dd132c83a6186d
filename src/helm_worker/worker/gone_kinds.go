package worker

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// goneKinds are kinds, as APIVERSION/KIND, that the API server certainly does not serve any more. Their
// objects have gone with their definition, so an upgrade or an uninstallation leaves them out: Helm itself
// would find no resource for them, and fail before its first change.
type goneKinds struct {
	kinds   []string
	leftOut []string // the objects, in the order of the manifest
}

// without returns a manifest without the objects of these kinds.
func (g *goneKinds) without(manifest io.Reader) (io.Reader, error) {
	if len(g.kinds) == 0 {
		return manifest, nil
	}
	text, err := io.ReadAll(manifest)
	if err != nil {
		return nil, err
	}
	parts := releaseutil.SplitManifests(string(text))
	names := make([]string, 0, len(parts))
	for name := range parts {
		names = append(names, name)
	}
	sort.Sort(releaseutil.BySplitManifestsOrder(names))
	var rest strings.Builder
	for _, name := range names {
		if !g.leavesOut(parts[name]) {
			rest.WriteString("\n---\n" + parts[name])
		}
	}
	return strings.NewReader(rest.String()), nil
}

func (g *goneKinds) leavesOut(object string) bool {
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	// Helm reports a part that is no object.
	if err := yaml.Unmarshal([]byte(object), &head); err != nil || !slices.Contains(g.kinds, head.APIVersion+"/"+head.Kind) {
		return false
	}
	// A manifest is read more than once.
	if name := fmt.Sprintf("%s/%s", head.Kind, head.Metadata.Name); !slices.Contains(g.leftOut, name) {
		g.leftOut = append(g.leftOut, name)
	}
	return true
}
