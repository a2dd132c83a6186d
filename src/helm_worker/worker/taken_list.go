package worker

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"helm.sh/helm/v4/pkg/release/common"
	"k8s.io/cli-runtime/pkg/resource"
)

// The mark on an object that was taken over goes with each replacement of the object by its owner: `kubectl
// replace`, or a client that writes the object as it is in a repository. So the record of a revision names
// the marked objects, too. An object of the list that has lost its mark counts as marked, and the next
// upgrade marks it again.

// takenAnnotation has the objects as a list of JSON, also if there is none. A record without the annotation
// is of another helm or of an older operator: then each object of the chart is looked at.
const takenAnnotation = "addon-operator.io/taken"

// takenBytesMax is the bound of the annotation.
const takenBytesMax = 64 << 10

// takenObject is an object and its former owner, as in takenFromAnnotation.
type takenObject struct {
	objectName
	From string `json:"from"`
}

// takenList is the list in the records of a release. Helm may write a record while an upgrade that was
// cancelled still runs, hence the lock.
type takenList struct {
	release string
	lock    sync.Mutex

	newest  int              // the newest revision that was read
	digests map[int][]string // of the revisions that were read (taken_labels.go)
	version int              // of the record that has the list
	listed  []takenObject
	added   []takenObject    // by this request
	settled []*resource.Info // not taken any more, when this request has succeeded
	isWhole bool             // each marked object of the release is in the list
}

// read keeps the list of the newest record that has one.
func (l *takenList) read(labels, annotations map[string]string) {
	if l == nil || labels["name"] != l.release {
		return
	}
	version, err := strconv.Atoi(labels["version"])
	if err != nil {
		return
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	l.newest = max(l.newest, version)
	if l.digests == nil {
		l.digests = map[int][]string{}
	}
	l.digests[version] = digestsOfTaken(labels)
	text, found := annotations[takenAnnotation]
	var listed []takenObject
	if !found || version < l.version || len(text) > takenBytesMax || json.Unmarshal([]byte(text), &listed) != nil {
		return
	}
	l.version, l.listed = version, listed
}

// isKnown is false if objects may be marked that are not in the list.
func (l *takenList) isKnown() bool {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.isWhole || (l.newest > 0 && l.version == l.newest)
}

// noteWhole says that each marked object of the chart has been added.
func (l *takenList) noteWhole() {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.isWhole = true
}

// from is the former owner of an object in the list.
func (l *takenList) from(object *resource.Info) (string, bool) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.fromName(nameOf(object))
}

func (l *takenList) add(object *resource.Info, from string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	for _, one := range l.all() {
		if one.isSame(object) {
			return
		}
	}
	l.added = append(l.added, takenObject{nameOf(object), from})
}

// settle takes an object out of the list of a revision that succeeds. The record of a failed revision keeps
// it, because the next upgrade compares with the revision before.
func (l *takenList) settle(object *resource.Info) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.settled = append(l.settled, object)
}

// all is the list with the objects of this request. The caller holds the lock.
// The record of this request may have been read again, so an object may be in both.
func (l *takenList) all() []takenObject {
	all := slices.Clone(l.listed)
	for _, one := range l.added {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// remaining is the list for the record of a revision with these labels. The caller holds the lock.
func (l *takenList) remaining(labels map[string]string) []takenObject {
	all := l.all()
	status := labels["status"]
	if status == common.StatusDeployed.String() || status == common.StatusUninstalled.String() {
		all = slices.DeleteFunc(all, func(one takenObject) bool { return slices.ContainsFunc(l.settled, one.isSame) })
	}
	return all
}

// annotated returns the annotations of the record of a revision with these labels.
func (l *takenList) annotated(labels, annotations map[string]string) map[string]string {
	if l == nil || labels["name"] != l.release {
		return annotations
	}
	isKnown := l.isKnown()
	l.lock.Lock()
	defer l.lock.Unlock()
	if !isKnown {
		return annotations
	}
	text, _ := textOf(l.remaining(labels))
	with := maps.Clone(annotations)
	if with == nil {
		with = map[string]string{}
	}
	with[takenAnnotation] = text
	return with
}

// textOf is the list as JSON, and the number of objects that the bound leaves out.
func textOf(all []takenObject) (string, int) {
	text := ""
	for i, one := range all {
		item, err := json.Marshal(one)
		if err != nil || len(text)+len(item)+2 > takenBytesMax {
			return "[" + text + "]", len(all) - i
		}
		if text != "" {
			text += ","
		}
		text += string(item)
	}
	return "[" + text + "]", 0
}

// beyondBound names the number of objects that only their mark keeps; empty: none.
func (l *takenList) beyondBound() string {
	l.lock.Lock()
	defer l.lock.Unlock()
	_, more := textOf(l.all())
	if more == 0 {
		return ""
	}
	return fmt.Sprintf("the record of the release cannot name %d more objects that were taken over (limit %d bytes): only their annotation %s keeps them",
		more, takenBytesMax, takenFromAnnotation)
}
