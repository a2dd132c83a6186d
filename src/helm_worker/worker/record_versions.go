package worker

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// conflictsMax bounds the tries to update a record whose labels others write at the same time.
const conflictsMax = 5

// errRecordOvertaken means that another client has written the record of a release since Helm has read it.
var errRecordOvertaken = errors.New("another client has changed this revision since Helm has read it")

// recordVersions are the versions of records that this request has read or written. Helm updates a record
// without a version, so that a Helm which was stopped for a while would overwrite what another Helm has
// recorded meanwhile.
type recordVersions struct {
	lock sync.Mutex
	seen map[string]recordVersion
}

// recordVersion is a record as it was seen.
type recordVersion struct {
	version string
	payload [sha256.Size]byte
}

func newRecordVersions() *recordVersions { return &recordVersions{seen: map[string]recordVersion{}} }

func (v *recordVersions) note(record metav1.Object, payload []byte) {
	v.lock.Lock()
	defer v.lock.Unlock()
	v.seen[record.GetName()] = recordVersion{record.GetResourceVersion(), sha256.Sum256(payload)}
}

func (v *recordVersions) of(name string) (recordVersion, bool) {
	v.lock.Lock()
	defer v.lock.Unlock()
	known, ok := v.seen[name]
	return known, ok
}

// recordStore is an interface to records of one kind.
type recordStore[T metav1.Object] struct {
	update  func(record T) (T, error)
	get     func(name string) (T, error)
	payload func(record T) []byte
}

// updateSeen updates a record if its content is still as it was seen. Changes of its labels and annotations
// do not count. A record that this request has not seen is updated whatever it is.
func updateSeen[T metav1.Object](versions *recordVersions, record T, store recordStore[T]) (T, error) {
	seen, isKnown := versions.of(record.GetName())
	if !isKnown {
		return store.update(record)
	}
	var none T
	for tries := 0; ; tries++ {
		record.SetResourceVersion(seen.version)
		written, err := store.update(record)
		if err == nil {
			versions.note(written, store.payload(written))
			return written, nil
		}
		if !apierrors.IsConflict(err) || tries == conflictsMax {
			return none, err
		}
		found, failure := store.get(record.GetName())
		if failure != nil {
			return none, err
		}
		if sha256.Sum256(store.payload(found)) != seen.payload {
			return none, fmt.Errorf("%w: %s", errRecordOvertaken, record.GetName())
		}
		seen.version = found.GetResourceVersion()
	}
}
