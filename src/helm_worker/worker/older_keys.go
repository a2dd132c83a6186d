package worker

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	releaser "helm.sh/helm/v4/pkg/release"
	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
)

// A chart may make a key for each item of a list: a password for each user that a hook finds. If an item
// is away for a while, a revision without its key is made, and when the item is back, neither the cluster
// nor the last revision has the key: the chart would make another password. So `lookup` of an object of
// the release finds the key of an older revision in the history, as far as --helm-history-max keeps it.
//
// Such a key counts only if the chart has it in the object without help, with another value in each
// rendering or with a blank one, and takes the value that it is given. A chart that copies all keys, or
// whose values decide, gets no key back.
//
// The same holds for a whole object: a chart makes a Secret for each user, and the user's Secret went with the
// user. `lookup` finds the object of the newest older revision that has such a key.

// ownAnswer is the answer to a lookup of an object of the release, before keys of older revisions are put in.
type ownAnswer struct {
	words string
	keys  map[string]bool // see keysOf
}

// olderKey is a key in the record of a revision before the last one.
type olderKey struct {
	part     string // the member of the object that has it
	text     string
	revision int
}

// withOlderKeys notes the answer to a lookup of an object of the release, and puts in what settleOlder has
// found.
func (f *formerObjects) withOlderKeys(object objectName, answer map[string]any) (map[string]any, error) {
	if !object.hasKeys() {
		return answer, nil
	}
	if f.unsettled != nil {
		return nil, fmt.Errorf("it is not known whether an older revision has keys that %s lacks: %w", object.text(), f.unsettled)
	}
	place := f.of.recordedPlace(object.APIVersion, object.Kind, object.Namespace, object.Name)
	f.own[place] = ownAnswer{wordsOfPlace(object), keysOf(object.Kind, answer)}
	if len(f.older[place]) == 0 {
		return answer, nil
	}
	with := copyOf(answer)
	if len(answer) == 0 {
		with = copyOf(f.whole[place])
	}
	for key, former := range f.older[place] {
		texts, isObject := with[former.part].(map[string]any)
		if !isObject {
			texts = map[string]any{}
			with[former.part] = texts
		}
		texts[key] = former.text
	}
	return with, nil
}

// settleOlder decides whether keys of older revisions count, and returns the rendering by this decision. The
// same decision holds for later renderings of the request.
func (f *formerObjects) settleOlder(first *release.Release, render func() (*release.Release, error)) (*release.Release, error) {
	made := f.keysMade(first.Manifest)
	if len(made) == 0 || f.revision <= 1 {
		return first, nil
	}
	// The same rendering has just succeeded, so a failure has a passing cause. Without an answer no later
	// rendering of the request may make another value.
	second, err := render()
	if f.unsettled = err; err != nil {
		return second, err
	}
	f.dropSame(made, second.Manifest)
	if len(made) == 0 {
		return first, nil
	}
	if f.older, f.unsettled = f.inHistory(made); f.unsettled != nil || len(f.older) == 0 {
		return first, f.unsettled
	}
	// The second try is for the keys that the chart takes, if it has left others.
	for range 2 {
		with, err := render()
		if err == nil && !f.dropOthers(with.Manifest) {
			return with, nil
		}
		if err != nil || len(f.older) == 0 {
			break
		}
	}
	f.older = nil
	again, err := render()
	f.unsettled = err
	return again, err
}

// keysMade are the keys in objects of a manifest that neither the lookups of these objects nor the last
// revision have, with their values, by the text of recordedPlace. A key that is blank for good is in the
// last revision.
func (f *formerObjects) keysMade(manifest string) map[string]map[string]string {
	made := map[string]map[string]string{}
	if len(f.own) == 0 {
		return made
	}
	objects := f.encoded(manifest)
	for place, answer := range f.own {
		last := keysOf("", f.objects[place])
		for key := range keysOf("", objects[place]) {
			if _, isKnown := last[key]; isKnown || answer.keys[key] {
				continue
			}
			if made[place] == nil {
				made[place] = map[string]string{}
			}
			_, made[place][key] = textByKey(objects[place], key)
		}
	}
	return made
}

// textByKey is valueOf for a text; another value counts as blank.
func textByKey(object map[string]any, key string) (string, string) {
	part, value := valueOf(object, key)
	text, _ := value.(string)
	return part, text
}

// encoded are the objects of a manifest, with all texts of Secrets in `data`.
func (f *formerObjects) encoded(manifest string) map[string]map[string]any {
	objects := f.of.recorded(manifest)
	for _, object := range objects {
		if object["kind"] == "Secret" {
			encodeStringData(object)
		}
	}
	return objects
}

// dropSame leaves the keys that have another value in another rendering, and those that are blank.
func (f *formerObjects) dropSame(made map[string]map[string]string, manifest string) {
	objects := f.encoded(manifest)
	for place, keys := range made {
		kind, _ := objects[place]["kind"].(string)
		maps.DeleteFunc(keys, func(key, text string) bool {
			part, other := textByKey(objects[place], key)
			return text == other && !isBlank(kind, part, text)
		})
	}
	maps.DeleteFunc(made, func(_ string, keys map[string]string) bool { return len(keys) == 0 })
}

// inHistory finds the newest value of each key in the revisions before the last one. Only revisions that were
// in the cluster count. A release that was uninstalled has lost its objects on purpose.
func (f *formerObjects) inHistory(wanted map[string]map[string]string) (map[string]map[string]olderKey, error) {
	all, err := f.records.History(f.of.name)
	if err != nil {
		return nil, err
	}
	found := map[string]map[string]olderKey{}
	f.whole = map[string]map[string]any{}
	for _, revision := range before(all, f.revision) {
		status := revision.Info.Status
		if status == common.StatusUninstalled || status == common.StatusUninstalling {
			break
		}
		if status != common.StatusSuperseded && status != common.StatusDeployed {
			continue
		}
		objects := f.encoded(revision.Manifest)
		for place, keys := range wanted {
			kind, _ := objects[place]["kind"].(string)
			isFirst := len(found[place]) == 0
			for key := range keys {
				part, text := textByKey(objects[place], key)
				if _, isKnown := found[place][key]; isKnown || isBlank(kind, part, text) {
					continue
				}
				if found[place] == nil {
					found[place] = map[string]olderKey{}
				}
				found[place][key] = olderKey{part, text, revision.Version}
			}
			if isFirst && len(found[place]) > 0 {
				f.of.complete(objects[place], revision.Info.LastDeployed)
				f.whole[place] = objects[place]
			}
		}
	}
	return found, nil
}

// before are the revisions before this one, the newest first.
func before(all []releaser.Releaser, version int) []*release.Release {
	var older []*release.Release
	for _, one := range all {
		if revision, isKnown := one.(*release.Release); isKnown && revision != nil && revision.Info != nil && revision.Version < version {
			older = append(older, revision)
		}
	}
	slices.SortFunc(older, func(a, b *release.Release) int { return cmp.Compare(b.Version, a.Version) })
	return older
}

// dropOthers drops the older keys that a manifest does not have with the older value, and tells whether there
// were any.
func (f *formerObjects) dropOthers(manifest string) bool {
	objects := f.encoded(manifest)
	isDropped := false
	for place, keys := range f.older {
		maps.DeleteFunc(keys, func(key string, former olderKey) bool {
			_, text := textByKey(objects[place], key)
			isDropped = isDropped || text != former.text
			return text != former.text
		})
	}
	maps.DeleteFunc(f.older, func(_ string, keys map[string]olderKey) bool { return len(keys) == 0 })
	return isDropped
}

// wordsOfOlder names the keys that were taken from older revisions, for people.
func (f *formerObjects) wordsOfOlder() []string {
	var words []string
	for _, place := range slices.Sorted(maps.Keys(f.older)) {
		keys := map[int][]string{}
		for _, key := range slices.Sorted(maps.Keys(f.older[place])) {
			revision := f.older[place][key].revision
			keys[revision] = append(keys[revision], key)
		}
		for _, revision := range slices.Sorted(maps.Keys(keys)) {
			words = append(words, fmt.Sprintf("%s (%s), with the values of revision %d", f.own[place].words, wordsOfKeys(keys[revision]), revision))
		}
	}
	return words
}

// wordsOfKeys is `its key 'a'`, or `its keys 'a', 'b'`.
func wordsOfKeys(keys []string) string {
	word := "key"
	if len(keys) > 1 {
		word = "keys"
	}
	return fmt.Sprintf("its %s '%s'", word, strings.Join(keys, "', '"))
}
