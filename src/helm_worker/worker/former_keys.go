package worker

import (
	"fmt"
	"maps"
	"slices"
)

// An object of the release may be there without a key of its data: a client has replaced it, or has cleared
// the key. For the chart that is as if the object were absent: it makes another value, or copies a blank text.
// So `lookup` puts the record's value in, under the conditions of former_objects.go. A key also counts if the
// chart makes no random values, but would fail without it or leave it blank.

// withFormerKeys is an object of the release with the record's values of keys that it lacks.
func (f *formerObjects) withFormerKeys(object objectName, found map[string]any) map[string]any {
	place := f.of.recordedPlace(object.APIVersion, object.Kind, object.Namespace, object.Name)
	former := f.objects[place]
	isThere := keysOf(object.Kind, found)
	var lacked []string
	for key, isFilled := range keysOf(object.Kind, former) {
		if isFilled && !isThere[key] {
			lacked = append(lacked, key)
		}
	}
	if len(lacked) == 0 {
		return found
	}
	slices.Sort(lacked)
	with := copyOf(found)
	for _, key := range lacked {
		part, value := valueOf(former, key)
		texts, isObject := with[part].(map[string]any)
		if !isObject {
			texts = map[string]any{}
			with[part] = texts
		}
		texts[key] = value
	}
	f.used[place] = fmt.Sprintf("%s (%s)", wordsOfPlace(object), wordsOfKeys(lacked))
	f.usedKeys[place] = lacked
	return with
}

// wordsOfPlace names an object as placeOf does.
func wordsOfPlace(object objectName) string {
	place := object.Kind + "/" + object.Name
	if object.Namespace != "" {
		place = object.Namespace + "/" + place
	}
	return place
}

// valueOf is the value of a key, and the member of the object that has it.
func valueOf(object map[string]any, key string) (string, any) {
	for _, part := range dataParts {
		texts, _ := object[part].(map[string]any)
		if value, isThere := texts[key]; isThere {
			return part, value
		}
	}
	return "", nil
}

// keysAreIn is true if an object of a manifest has the record's values of the keys that were taken from it.
func (f *formerObjects) keysAreIn(place string, object map[string]any) bool {
	for _, key := range f.usedKeys[place] {
		_, wanted := valueOf(f.objects[place], key)
		if _, value := valueOf(object, key); value != wanted {
			return false
		}
	}
	return true
}

// leavesKeysBlank is true if a manifest has an object without a key that was taken from the record.
func (f *formerObjects) leavesKeysBlank(manifest string) bool {
	objects := f.of.recorded(manifest)
	for place, lacked := range f.usedKeys {
		object := objects[place]
		if object == nil {
			continue
		}
		kind, _ := object["kind"].(string)
		isThere := keysOf(kind, object)
		if slices.ContainsFunc(lacked, func(key string) bool { return !isThere[key] }) {
			return true
		}
	}
	return false
}

// lackedKeys names the keys that the last revision has and the cluster lacks, and that a rendering has got from
// the record.
func (f *formerObjects) lackedKeys() []string {
	var words []string
	for _, place := range slices.Sorted(maps.Keys(f.usedKeys)) {
		words = append(words, f.used[place])
	}
	return words
}
