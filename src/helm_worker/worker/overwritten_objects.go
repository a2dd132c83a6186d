package worker

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/kube"
	release "helm.sh/helm/v4/pkg/release/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// An upgrade takes over the objects of its chart that are there already. If an object of a user has other
// values, they are lost with the first write. A module may be switched on by mistake, because its flag `false`
// was lost, or a chart may have the object by mistake, because it does not see that the user has made one. So
// the operator may ask that such an upgrade fails before it changes anything, names the objects, and asks
// again later.

// overwritesPhrase begins the error of such an upgrade. It is `overwrites_phrase` of
// core/releases/overwritten_objects.hpp.
const overwritesPhrase = "nothing was changed: objects of no release would be written over: "

// lossesSeparator stands between two errors in one. It is `losses_separator` of
// core/releases/overwritten_objects.hpp.
const lossesSeparator = "; "

// overwrittenMax bounds the objects in an error.
const overwrittenMax = 10

// ownMembers are the members of an object that a takeover changes in any case, or that are no values.
var ownMembers = []string{"apiVersion", "kind", "metadata", "status"}

// overwritten is the first value of a user's object that the object of a chart gives another value; empty:
// there is none, or the object is no user's. A mark shows that the object was taken over before.
func overwritten(chart *unstructured.Unstructured, found runtime.Object) (string, error) {
	live, known := found.(*unstructured.Unstructured)
	if !known || chart == nil {
		return "", nil
	}
	if _, isMarked := takenFrom(found); isMarked {
		return "", nil
	}
	if users, err := isUsers(found); err != nil || !users {
		return "", err
	}
	wanted := copyOf(chart.Object)
	if chart.GetKind() == "Secret" {
		encodeStringData(wanted)
	}
	for _, member := range ownMembers {
		delete(wanted, member)
	}
	return firstDifference(wanted, copyOf(live.Object)), nil
}

// firstDifference is the place of a value that `live` has with another content; empty: there is none. Values
// that `live` has alone, or lacks, are no difference.
func firstDifference(wanted, live map[string]any) string {
	keys := make([]string, 0, len(wanted))
	for key := range wanted {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		present, isThere := live[key]
		if !isThere {
			continue
		}
		inner, isObject := wanted[key].(map[string]any)
		around, areBoth := present.(map[string]any)
		if isObject && areBoth {
			if place := firstDifference(inner, around); place != "" {
				return key + "." + place
			}
			continue
		}
		if differs(wanted[key], present) {
			return key
		}
	}
	return ""
}

// differs compares the items of lists without the defaults of the API server.
func differs(wanted, present any) bool {
	items, isList := wanted.([]any)
	others, areBoth := present.([]any)
	if !isList || !areBoth {
		return !reflect.DeepEqual(wanted, present)
	}
	if len(items) != len(others) {
		return true
	}
	for i := range items {
		if firstDifference(map[string]any{"item": items[i]}, map[string]any{"item": others[i]}) != "" {
			return true
		}
	}
	return false
}

// addedLosses are the objects of the chart that the release does not have yet, that are there, of a user, and
// that would get other values, with the first such place.
func (s *session) addedLosses(objects kube.ResourceList, name string) ([]string, error) {
	own := s.recordedObjects(name)
	var losses []string
	for _, object := range objects {
		if own[identityOf(object)] {
			continue
		}
		found, err := s.client.inCluster(object)
		if err != nil {
			return nil, err
		}
		if !isLiving(found) {
			continue
		}
		place, err := overwritten(asUnstructured(object.Object), found)
		if err != nil {
			return nil, err
		}
		if place != "" {
			losses = append(losses, fmt.Sprintf("%s (%s)", placeOf(object), place))
		}
	}
	return losses, nil
}

// recordedObjects are the objects that Helm compares an upgrade with. Without a readable record all objects of
// the chart count as new.
func (s *session) recordedObjects(name string) map[string]bool {
	own := map[string]bool{}
	found, err := s.helm.Releases.Deployed(name)
	if err != nil {
		found, err = s.helm.Releases.Last(name)
	}
	last, known := found.(*release.Release)
	if err != nil || !known {
		return own
	}
	objects, err := s.client.Build(strings.NewReader(last.Manifest), false)
	if err != nil {
		return own
	}
	for _, object := range objects {
		own[identityOf(object)] = true
	}
	return own
}

// lossesError names the objects of users and of the release itself that would get other values, without their
// contents. Both are named at once, because the operator waits only once.
func lossesError(users, own []string) error {
	var words []string
	if len(users) > 0 {
		words = append(words, overwritesPhrase+wordsOfLosses(users))
	}
	if len(own) > 0 {
		words = append(words, lostRecordsPhrase+wordsOfLosses(own))
	}
	if len(words) == 0 {
		return nil
	}
	return errors.New(strings.Join(words, lossesSeparator))
}

func wordsOfLosses(places []string) string {
	more := ""
	if len(places) > overwrittenMax {
		more = fmt.Sprintf(" and %d more", len(places)-overwrittenMax)
		places = places[:overwrittenMax]
	}
	return strings.Join(places, ", ") + more
}
