package worker

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A chart may take a password, or a list of addresses, from an object of a user by `lookup`. If the object is
// absent, the chart renders a blank text or another password in its place. The record of a revision does not
// show that. So a rendering, and an upgrade, reports the objects that its lookups have found, and those that are absent. The
// operator keeps the former with the revision, and compares. Objects of the release itself do not count: the
// record has them (former_objects.go).

// lookedUpMax bounds both lists of an answer: templates may look up objects in a loop. A name has at most
// 600 bytes, so the lists have less than 320 KiB each.
const lookedUpMax = 512

// The labels by which a revision knows the objects that lookups have found (src/core/releases/lookup_answers.hpp,
// digest_labels.hpp): digests in a row.
const (
	lookupsPrefix = "moduleLookups."
	lookupDigits  = 6
)

// LookedUp are the objects of others that the lookups of a rendering have asked for. A list of objects has no
// name, and counts as found if it has an object of others. Without a namespace an object is outside of
// namespaces, or the list is of all namespaces. Keys of found objects follow (looked_up_keys.go).
type LookedUp struct {
	Found  []objectName `json:"found"`
	Absent []objectName `json:"absent"`
}

// lookedUp collects the answers to lookups. Helm renders templates one after another, but may render on after
// a cancelled request, hence the lock.
type lookedUp struct {
	lock  sync.Mutex
	order []objectName
	found map[objectName]bool
	keys  []lookedUpKey
}

// note keeps the answer to a lookup. A chart is rendered more than once, so an object counts as found only if
// each lookup has found it.
func (l *lookedUp) note(object objectName, isFound bool) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.found == nil {
		l.found = map[objectName]bool{}
	}
	before, isKnown := l.found[object]
	if !isKnown && len(l.order) == 2*lookedUpMax {
		return
	}
	if !isKnown {
		l.order = append(l.order, object)
	}
	l.found[object] = isFound && (before || !isKnown)
}

// answer is nil if no lookup has asked for objects of others.
func (l *lookedUp) answer() *LookedUp {
	l.lock.Lock()
	defer l.lock.Unlock()
	if len(l.order) == 0 {
		return nil
	}
	all := &LookedUp{Found: []objectName{}, Absent: []objectName{}}
	for _, object := range l.order {
		into := &all.Absent
		if l.found[object] {
			into = &all.Found
		}
		if len(*into) < lookedUpMax {
			*into = append(*into, object)
		}
	}
	l.addKeys(all)
	return all
}

// text names the object for people.
func (x objectName) text() string {
	name, key, isKey := strings.Cut(x.Name, keyMark)
	if isKey {
		x.Name = name
		return fmt.Sprintf("%s (its key '%s')", x.text(), key)
	}
	place := x.Name
	if x.Namespace != "" && x.Name != "" {
		place = x.Namespace + "/" + x.Name
	}
	switch {
	case place != "":
		return x.Kind + " " + place
	case x.Namespace != "":
		return "a " + x.Kind + " in namespace " + x.Namespace
	default:
		return "a " + x.Kind
	}
}

// hasOthers is true if the answer to a lookup is an object of another owner, or a list with such an object.
// Records of Helm are no such objects: a list of Secrets would never be without them.
func (o owner) hasOthers(found map[string]any, name string) bool {
	if name != "" {
		return len(found) > 0 && !o.isNamedIn(found)
	}
	items, _ := found["items"].([]any)
	return slices.ContainsFunc(items, func(item any) bool {
		object, isObject := item.(map[string]any)
		return isObject && !o.isNamedIn(object) && !isRecord(object)
	})
}

// isRecord is true for the Secret or ConfigMap of a revision.
func isRecord(object map[string]any) bool {
	about, _ := object["metadata"].(map[string]any)
	labels, _ := about["labels"].(map[string]any)
	return labels["owner"] == "helm" && labels["version"] != nil
}

// isNamedIn is true for an object that names this release as its owner.
func (o owner) isNamedIn(object map[string]any) bool {
	about, _ := object["metadata"].(map[string]any)
	annotations, _ := about["annotations"].(map[string]any)
	return annotations[ownerNameAnnotation] == o.name && annotations[ownerNamespaceAnnotation] == o.namespace
}

// namesNoRelease is true for an object that no Helm has marked as an object of a release.
func namesNoRelease(object map[string]any) bool {
	about, _ := object["metadata"].(map[string]any)
	annotations, _ := about["annotations"].(map[string]any)
	return annotations[ownerNameAnnotation] == nil
}

// expectedLookups are the digests, in labels of an upgrade, of the objects that lookups had found when the
// operator decided the upgrade.
func expectedLookups(labels map[string]string) []string {
	var digests []string
	for key, value := range labels {
		if strings.HasPrefix(key, lookupsPrefix) {
			for ; len(value) >= lookupDigits; value = value[lookupDigits:] {
				digests = append(digests, value[:lookupDigits])
			}
		}
	}
	return digests
}

// digest is that of core/releases/lookup_answers.cpp.
func (x objectName) digest() string {
	group := schema.FromAPIVersionAndKind(x.APIVersion, x.Kind).Group
	sum := md5.Sum([]byte(strings.Join([]string{group, x.Kind, x.Namespace, x.Name}, "\n")))
	return hex.EncodeToString(sum[:])[:lookupDigits]
}

// checkExpected fails if an object is absent that the operator had seen when it decided the upgrade.
func checkExpected(expected []string, object objectName) error {
	if !slices.Contains(expected, object.digest()) {
		return nil
	}
	return fmt.Errorf("%s has gone since the upgrade was decided: nothing was changed", object.text())
}
