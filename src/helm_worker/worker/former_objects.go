package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"
	"time"

	"helm.sh/helm/v4/pkg/engine"
	releaser "helm.sh/helm/v4/pkg/release"
	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// A chart may make a password once, and take it from the cluster afterwards: `lookup`, else a random value.
// If a client deletes the object by mistake, the next rendering would make another password, and all data
// that need the first password are lost: databases, certificates. The record of the last revision still has
// the object. So in such a chart `lookup` finds the object of the record in place of an absent object.
//
// A chart may also ask by lookup whether an object is there. So the objects of the record count only if the
// chart would otherwise render random values, and if it still has the objects. Keys of an object that is there
// are in former_keys.go.

type lookup = func(apiVersion, kind, namespace, name string) (map[string]any, error)

// formerObjects answers the lookups of a request's renderings.
type formerObjects struct {
	cluster    lookup
	records    *storage.Storage
	of         owner
	namespaced func(kind schema.GroupVersionKind) (bool, error)

	expected   []string // digests of objects that an upgrade must find
	before     []string // digests of the objects that the last revision had found
	asked      lookedUp
	texts      func() ([][]byte, error) // of the chart and its values
	chartWords map[string]bool          // in these texts; nil: not read yet

	isOff    bool // the cluster alone counts
	isRead   bool
	revision int
	objects  map[string]map[string]any // of the revision in `revision`, by the text of recordedPlace
	used     map[string]string         // objects that a rendering has got from the record -> a name for people
	usedKeys map[string][]string       // keys that were taken from the record, if the object is there

	own       map[string]ownAnswer           // the last answers, by the text of recordedPlace
	older     map[string]map[string]olderKey // see older_keys.go
	whole     map[string]map[string]any      // absent objects of older revisions, by the text of recordedPlace
	unsettled error                          // why it is not known whether older keys count
}

// useFormerObjects lets the lookups of a session find objects of the last revision.
func (s *session) useFormerObjects() {
	s.former = &formerObjects{cluster: engine.NewLookupFunction(s.config), records: s.helm.Releases, of: s.client.of, used: map[string]string{}, usedKeys: map[string][]string{}, own: map[string]ownAnswer{}}
	s.former.namespaced = func(kind schema.GroupVersionKind) (bool, error) {
		mapping, err := offerMapper{s.discoverer}.RESTMapping(kind.GroupKind(), kind.Version)
		return err == nil && mapping.Scope.Name() == meta.RESTScopeNameNamespace, err
	}
	s.helm.CustomTemplateFuncs = template.FuncMap{"lookup": s.former.lookup}
}

// recordedPlace is the same text for the same object, whatever version of its kind is used. An object without
// a namespace is in the release's namespace, or its kind has no namespaces.
func (o owner) recordedPlace(apiVersion, kind, namespace, name string) string {
	if namespace == "" {
		namespace = o.namespace
	}
	return strings.Join([]string{schema.FromAPIVersionAndKind(apiVersion, kind).Group, kind, namespace, name}, "/")
}

// lookup is the function of that name for templates.
func (f *formerObjects) lookup(apiVersion, kind, namespace, name string) (map[string]any, error) {
	found, err := f.cluster(apiVersion, kind, namespace, name)
	if err != nil {
		return found, err
	}
	object := objectName{apiVersion, kind, namespace, name}
	if name == "" {
		return found, f.note(object, found)
	}
	if len(found) > 0 {
		return f.present(object, found)
	}
	if err := f.read(); err != nil {
		return nil, fmt.Errorf("%s %s is absent, and the record of the last revision cannot be read: %w", kind, name, err)
	}
	place := f.of.recordedPlace(apiVersion, kind, namespace, name)
	former := f.objects[place]
	if former == nil {
		if err := f.note(object, found); err != nil || namespace == "" {
			return found, err
		}
		return f.withOlderKeys(object, found)
	}
	if f.isOff {
		return found, nil
	}
	isInside, err := f.namespaced(schema.FromAPIVersionAndKind(apiVersion, kind))
	if err != nil || isInside == (namespace == "") {
		return found, nil // the cluster has no object at such a place
	}
	f.used[place] = wordsOfPlace(object)
	// A copy, because a template may change its objects.
	return f.withOlderKeys(object, copyOf(former))
}

// present is the answer to a lookup of an object that is there.
func (f *formerObjects) present(object objectName, found map[string]any) (map[string]any, error) {
	isNamed := f.of.isNamedIn(found)
	if isNamed && (f.isOff || !object.hasKeys()) {
		return f.withOlderKeys(object, found)
	}
	if object.hasKeys() && (isNamed || namesNoRelease(found)) {
		if err := f.read(); err != nil {
			return nil, fmt.Errorf("the record of the last revision, with the keys of %s, cannot be read: %w", object.text(), err)
		}
		// A tool that replaces an object of the release takes the annotations of Helm away, too.
		isRecorded := f.objects[f.of.recordedPlace(object.APIVersion, object.Kind, object.Namespace, object.Name)] != nil
		if isRecorded && f.isOff {
			return f.withOlderKeys(object, found)
		}
		if isNamed || isRecorded {
			return f.withOlderKeys(object, f.withFormerKeys(object, found))
		}
	}
	if err := f.note(object, found); err != nil {
		return found, err
	}
	if err := f.noteKeys(object, found); err != nil {
		return nil, fmt.Errorf("the keys of %s: %w", object.text(), err)
	}
	return found, nil
}

// note keeps the answer to a lookup of an object of others, or of a list.
func (f *formerObjects) note(object objectName, found map[string]any) error {
	if len(found) > 0 && object.Name != "" && f.of.isNamedIn(found) {
		return nil
	}
	isFound := f.of.hasOthers(found, object.Name)
	f.asked.note(object, isFound)
	if isFound {
		return nil
	}
	return checkExpected(f.expected, object)
}

func copyOf(object map[string]any) map[string]any {
	var copied map[string]any
	text, err := json.Marshal(object)
	if err != nil || json.Unmarshal(text, &copied) != nil {
		return map[string]any{}
	}
	return copied
}

// read finds the objects of the revision that Helm compares with, once in a request.
func (f *formerObjects) read() error {
	if f.isRead {
		return nil
	}
	found, err := f.records.Deployed(f.of.name)
	if errors.Is(err, driver.ErrNoDeployedReleases) {
		var all []releaser.Releaser
		if all, err = f.records.History(f.of.name); err == nil && len(all) > 0 {
			found, err = f.records.Last(f.of.name)
		}
	}
	if err != nil && !errors.Is(err, driver.ErrReleaseNotFound) {
		return err
	}
	f.isRead = true
	last, isKnown := found.(*release.Release)
	if !isKnown || last == nil {
		return nil
	}
	f.before = expectedLookups(last.Labels)
	// A release that was uninstalled has lost its objects on purpose.
	if status := last.Info.Status; status == common.StatusUninstalled || status == common.StatusUninstalling {
		return nil
	}
	f.revision = last.Version
	f.objects = f.of.recorded(last.Manifest)
	for _, object := range f.objects {
		f.of.complete(object, last.Info.LastDeployed)
	}
	return nil
}

// recorded are the objects of a manifest. A part of it that is no object is left out.
func (o owner) recorded(manifest string) map[string]map[string]any {
	objects := map[string]map[string]any{}
	for _, part := range releaseutil.SplitManifests(manifest) {
		var object struct {
			APIVersion string `json:"apiVersion"`
			Kind       string `json:"kind"`
			Metadata   struct {
				Name      string `json:"name"`
				Namespace string `json:"namespace"`
			} `json:"metadata"`
		}
		var content map[string]any
		if yaml.Unmarshal([]byte(part), &object) != nil || yaml.Unmarshal([]byte(part), &content) != nil || object.Metadata.Name == "" {
			continue
		}
		objects[o.recordedPlace(object.APIVersion, object.Kind, object.Metadata.Namespace, object.Metadata.Name)] = content
	}
	return objects
}

// complete adds the fields that the cluster had in the object beyond its manifest, as far as they are known.
func (o owner) complete(object map[string]any, made time.Time) {
	if object["kind"] == "Secret" {
		encodeStringData(object)
	}
	about, isObject := object["metadata"].(map[string]any)
	if !isObject {
		return
	}
	add := func(member string, texts map[string]string) {
		all, isThere := about[member].(map[string]any)
		if !isThere {
			all = map[string]any{}
		}
		for key, text := range texts {
			all[key] = text
		}
		about[member] = all
	}
	add("labels", map[string]string{managedByLabel: "Helm"})
	add("annotations", map[string]string{ownerNameAnnotation: o.name, ownerNamespaceAnnotation: o.namespace})
	about["creationTimestamp"] = made.UTC().Format(time.RFC3339)
}

// settle decides which objects and keys of records count, and returns the rendering by this decision.
func (f *formerObjects) settle(render func() (*release.Release, error)) (*release.Release, error) {
	settled, err := f.settleLast(render)
	if err != nil {
		return settled, err
	}
	return f.settleOlder(settled, render)
}

// settleLast decides whether objects of the last record count, and returns the rendering by this decision.
// The same decision holds for later renderings of the request.
func (f *formerObjects) settleLast(render func() (*release.Release, error)) (*release.Release, error) {
	with, err := render()
	if len(f.used) == 0 {
		return with, err
	}
	f.isOff = true
	first, errFirst := render()
	if errFirst != nil && err == nil && len(f.usedKeys) > 0 && f.areIn(with.Manifest) {
		f.isOff = false
		return with, nil
	}
	if errFirst != nil {
		return first, errFirst
	}
	second, errSecond := render()
	isRandom := errSecond == nil && first.Manifest != second.Manifest
	if err == nil && (isRandom || f.leavesKeysBlank(first.Manifest)) && f.areIn(with.Manifest) {
		f.isOff = false
		return with, nil
	}
	clear(f.used)
	clear(f.usedKeys)
	return first, nil
}

// areIn is true if a manifest has all objects that were taken from the record.
func (f *formerObjects) areIn(manifest string) bool {
	objects := f.of.recorded(manifest)
	for place := range f.used {
		object := objects[place]
		if object != nil && object["kind"] == "Secret" {
			encodeStringData(object)
		}
		if object == nil || !f.keysAreIn(place, object) {
			return false
		}
	}
	return true
}

// words names the objects that were taken from the record, for people.
func (f *formerObjects) words() []string {
	var words []string
	for _, object := range slices.Sorted(maps.Values(f.used)) {
		words = append(words, fmt.Sprintf("%s, with the values of revision %d", object, f.revision))
	}
	return append(words, f.wordsOfOlder()...)
}
