package worker

import (
	"slices"

	"k8s.io/cli-runtime/pkg/resource"
)

// Other clients may write keys of their own into a map of an object: a person into a Secret, `kubectl rollout
// restart` into the annotations of a template. An upgrade takes out the chart's keys only, as long as the chart
// has the map. If the chart leaves the map out as a whole, Helm would delete all of it. So it is an empty map
// then. Only maps of free keys count: a client may not mix keys into another map.

// keepOthersKeys gives the target an empty map in place of an absent map that has keys of other clients in the
// cluster.
func (c *sessionClient) keepOthersKeys(original, target *resource.Info) error {
	if original == nil {
		return nil
	}
	before, now := asUnstructured(original.Object), asUnstructured(target.Object)
	if before == nil || now == nil || len(mapsLeftOut(before.GetKind(), before.Object, now.Object)) == 0 {
		return nil
	}
	found, err := c.inCluster(target)
	if err != nil {
		return err
	}
	live := asUnstructured(found)
	if live == nil {
		return nil
	}
	for _, place := range mapsLeftOut(before.GetKind(), before.Object, now.Object) {
		if hasOthersKeys(mapAt(before.Object, place), mapAt(live.Object, place)) {
			mapAt(now.Object, place[:len(place)-1])[place[len(place)-1]] = map[string]any{}
		}
	}
	return nil
}

// mapsLeftOut are the places of maps of free keys that `before` has, and `now` lacks. The map around each of
// them is in both.
func mapsLeftOut(kind string, before, now map[string]any) [][]string {
	var places [][]string
	if kind == "ConfigMap" || kind == "Secret" {
		for _, part := range []string{"binaryData", "data"} {
			if isLeftOut(before, now, part) {
				places = append(places, []string{part})
			}
		}
	}
	return append(places, metadataLeftOut(before, now, nil)...)
}

// metadataLeftOut are the labels and annotations of the object and of its templates.
func metadataLeftOut(before, now map[string]any, at []string) [][]string {
	var places [][]string
	for key, value := range before {
		inner, isObject := value.(map[string]any)
		other, areBoth := now[key].(map[string]any)
		if !isObject || !areBoth {
			continue
		}
		place := append(slices.Clone(at), key)
		if key != "metadata" {
			places = append(places, metadataLeftOut(inner, other, place)...)
			continue
		}
		for _, part := range []string{"annotations", "labels"} {
			if isLeftOut(inner, other, part) {
				places = append(places, append(slices.Clone(place), part))
			}
		}
	}
	return places
}

func isLeftOut(before, now map[string]any, part string) bool {
	_, was := before[part].(map[string]any)
	return was && now[part] == nil
}

func hasOthersKeys(before, live map[string]any) bool {
	for key := range live {
		if _, isCharts := before[key]; !isCharts {
			return true
		}
	}
	return false
}

// mapAt is nil if there is no map.
func mapAt(object map[string]any, place []string) map[string]any {
	for _, key := range place {
		object, _ = object[key].(map[string]any)
	}
	return object
}
