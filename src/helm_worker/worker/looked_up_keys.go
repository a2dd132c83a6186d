package worker

import (
	"encoding/base64"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/chart"
	files "helm.sh/helm/v4/pkg/chart/common"
	v2 "helm.sh/helm/v4/pkg/chart/v2"
)

// An object of a user may be there without the key that a chart takes from it: a tool replaces it in two
// steps, or a proxy leaves secrets out. For the chart that is an absent object. So a found Secret or ConfigMap
// also reports its keys with a text, as objects of their own with the name `NAME#KEY`. A key that is absent
// shows by the digests in the labels of the last revision only, and a digest has no name. So the names are
// sought in the texts of the chart, in its values, and in the objects of the last revision.

const (
	// keyMark is in no name of a Secret or ConfigMap, and in no key.
	keyMark = "#"
	// keysKept bounds the keys of a request that are looked at.
	keysKept = 4096
	// wordsKept bounds the words of a chart that may be keys.
	wordsKept = 20000
	// labelDigestsMax is `digests_max` of core/releases/digest_labels.hpp.
	labelDigestsMax = 400
)

// key names a key of the object. It is reported twice, so that 48 bits of digests tell it from other words.
func (x objectName) key(name string) (objectName, objectName) {
	first, second := x, x
	first.Name += keyMark + name
	second.Name = first.Name + keyMark
	return first, second
}

// hasKeys is true for a kind whose data are texts by key.
func (x objectName) hasKeys() bool {
	return x.APIVersion == "v1" && (x.Kind == "Secret" || x.Kind == "ConfigMap")
}

// dataParts are the members of a Secret or ConfigMap with texts by key.
var dataParts = []string{"data", "stringData", "binaryData"}

// isBlank is true for a value without a text: an absent one, white space, or its base64 in a Secret.
func isBlank(kind, part string, value any) bool {
	text, _ := value.(string)
	if kind == "Secret" && part == "data" {
		if plain, err := base64.StdEncoding.DecodeString(text); err == nil {
			text = string(plain)
		}
	}
	return strings.TrimSpace(text) == ""
}

// keysOf are the keys of an object: true for those with a text.
func keysOf(kind string, object map[string]any) map[string]bool {
	keys := map[string]bool{}
	for _, part := range dataParts {
		texts, _ := object[part].(map[string]any)
		for key, value := range texts {
			keys[key] = keys[key] || !isBlank(kind, part, value)
		}
	}
	return keys
}

// noteKeys keeps the keys of a found object of others, and those that the last revision had found and that are
// absent or blank now.
func (f *formerObjects) noteKeys(object objectName, found map[string]any) error {
	if !object.hasKeys() {
		return nil
	}
	if err := f.read(); err != nil {
		return err
	}
	words, err := f.keyWords()
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, digest := range slices.Concat(f.before, f.expected) {
		known[digest] = true
	}
	keys := keysOf(object.Kind, found)
	for _, name := range sortedKeys(keys) {
		if keys[name] {
			f.asked.noteKey(object, name, true, words[name])
		}
	}
	if !known[object.digest()] {
		return nil
	}
	for _, name := range slices.Concat(sortedKeys(keys), sortedKeys(words)) {
		first, second := object.key(name)
		if keys[name] || !known[first.digest()] || !known[second.digest()] {
			continue
		}
		f.asked.noteKey(object, name, false, true)
		if err := checkExpected(f.expected, first); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys(of map[string]bool) []string {
	keys := make([]string, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// noteKey keeps a key of an object, as `note` keeps objects.
func (l *lookedUp) noteKey(object objectName, name string, isFound, isUsed bool) {
	l.lock.Lock()
	defer l.lock.Unlock()
	key, _ := object.key(name)
	for i := range l.keys {
		if l.keys[i].name == key {
			l.keys[i].isFound = l.keys[i].isFound && isFound
			return
		}
	}
	if len(l.keys) < keysKept {
		l.keys = append(l.keys, lookedUpKey{key, isFound, isUsed})
	}
}

// lookedUpKey is a key of a found object.
type lookedUpKey struct {
	name    objectName
	isFound bool
	isUsed  bool // its name is in the chart
}

// addKeys adds the keys to an answer that has the objects: keys take no room of objects in the labels. Keys
// whose name is in the chart come first. The caller holds the lock.
func (l *lookedUp) addKeys(all *LookedUp) {
	room := max(0, labelDigestsMax-len(all.Found)) / 2
	for _, isUsed := range []bool{true, false} {
		for _, key := range l.keys {
			switch {
			case key.isUsed != isUsed:
			case !key.isFound && len(all.Absent) < lookedUpMax:
				all.Absent = append(all.Absent, key.name)
			case key.isFound && room > 0:
				second := key.name
				second.Name += keyMark
				all.Found = append(all.Found, key.name, second)
				room--
			}
		}
	}
}

// keyWords are the words of the chart, of its values and of the last revision that may be keys, read once in a
// request.
func (f *formerObjects) keyWords() (map[string]bool, error) {
	if f.chartWords != nil || f.texts == nil {
		return f.chartWords, nil
	}
	texts, err := f.texts()
	if err != nil {
		return nil, err
	}
	words := map[string]bool{}
	for _, object := range f.objects {
		for key := range keysOf("", object) {
			words[key] = true
		}
	}
	for _, text := range texts {
		addWords(words, string(text))
	}
	f.chartWords = words
	return words, nil
}

// addWords adds the texts that have the letters of keys, and their parts between dots (`.data.password`).
func addWords(words map[string]bool, text string) {
	isOther := func(letter rune) bool {
		return !(letter == '-' || letter == '_' || letter == '.' || letter >= '0' && letter <= '9' ||
			letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z')
	}
	for word := range strings.FieldsFuncSeq(text, isOther) {
		for _, one := range append(strings.Split(word, "."), word) {
			if one != "" && len(one) <= 253 && len(words) < wordsKept {
				words[one] = true
			}
		}
	}
}

// textsOf are the templates and values of a chart and of the charts in it.
func textsOf(loaded chart.Charter) [][]byte {
	plain, isPlain := loaded.(*v2.Chart)
	if !isPlain {
		return nil
	}
	var texts [][]byte
	add := func(all []*files.File) {
		for _, file := range all {
			texts = append(texts, file.Data)
		}
	}
	add(plain.Templates)
	for _, file := range plain.Raw {
		if file.Name == "values.yaml" {
			texts = append(texts, file.Data)
		}
	}
	for _, inner := range plain.Dependencies() {
		texts = append(texts, textsOf(inner)...)
	}
	return texts
}
