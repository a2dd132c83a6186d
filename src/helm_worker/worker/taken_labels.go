package worker

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"maps"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Another Helm (`helm upgrade`, `helm rollback` by a person) writes records without the annotation that has the
// list of taken objects, and takes the annotation of the revision before away; but it keeps labels. So labels
// have the digests of the same objects. They count in records that are newer than the newest list. A digest
// does not tell the former owner: the object counts as that of nobody.

const (
	takenPrefix = "moduleTaken."
	// A value of a label has at most 63 bytes.
	takenDigits     = 12
	takenInLabel    = 5
	takenLabelsMax  = 40
	takenDigestsMax = takenInLabel * takenLabelsMax
)

// takenDigest stands for an object in any version of its kind.
func takenDigest(x objectName) string {
	group := schema.FromAPIVersionAndKind(x.APIVersion, x.Kind).Group
	sum := md5.Sum([]byte(strings.Join([]string{group, x.Kind, x.Namespace, x.Name}, "\n")))
	return hex.EncodeToString(sum[:])[:takenDigits]
}

// digestsOfTaken are the digests in the labels of a record.
func digestsOfTaken(labels map[string]string) []string {
	var digests []string
	for key, value := range labels {
		if strings.HasPrefix(key, takenPrefix) {
			for ; len(value) >= takenDigits; value = value[takenDigits:] {
				digests = append(digests, value[:takenDigits])
			}
		}
	}
	return digests
}

// withTaken returns labels with the digests of these objects, and of no others.
func withTaken(labels map[string]string, all []takenObject) map[string]string {
	with := maps.Clone(labels)
	if with == nil {
		with = map[string]string{}
	}
	maps.DeleteFunc(with, func(key, _ string) bool { return strings.HasPrefix(key, takenPrefix) })
	for i, one := range all[:min(len(all), takenDigestsMax)] {
		with[fmt.Sprint(takenPrefix, i/takenInLabel)] += takenDigest(one.objectName)
	}
	return with
}

// labelled returns the labels of the record of a revision, as `annotated` its annotations.
func (l *takenList) labelled(labels map[string]string) map[string]string {
	if l == nil || labels["name"] != l.release || !l.isKnown() {
		return labels
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	return withTaken(labels, l.remaining(labels))
}

// fromName is the former owner of an object in the list, or by the digests of newer records. The
// caller holds the lock.
func (l *takenList) fromName(object objectName) (string, bool) {
	for _, one := range l.all() {
		if one.isOf(object) {
			return one.From, true
		}
	}
	digest := takenDigest(object)
	for version, digests := range l.digests {
		if version <= l.version {
			continue
		}
		for _, one := range digests {
			if one == digest {
				return nobody, true
			}
		}
	}
	return "", false
}
