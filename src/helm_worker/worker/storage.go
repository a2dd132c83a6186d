package worker

import (
	"fmt"
	"slices"
	"sync"

	"helm.sh/helm/v4/pkg/release"
	releasev1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage/driver"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
)

// fencedDriver stores the records of releases until its request has been answered. After the answer to a
// cancelled request Helm may go on, and a late write would disturb the next request. A record that is JSON
// but no release counts as a record that cannot be decoded, which Helm skips: its missing part would cause a
// panic.
type fencedDriver struct {
	driver.Driver
	writing sync.RWMutex
	closed  bool
	notes   *recordNotes
}

// recordNotes are the texts that the records get besides the release.
type recordNotes struct {
	left     *leftObjects
	taken    *takenList
	versions *recordVersions
}

// annotated returns the annotations of a record with these labels.
func (n *recordNotes) annotated(labels, annotations map[string]string) map[string]string {
	return n.taken.annotated(labels, n.left.annotated(labels, annotations))
}

// note lets records name these objects: those that were left only the record of a successful revision.
func (d *fencedDriver) note(left *leftObjects, taken *takenList) {
	d.notes.left, d.notes.taken = left, taken
}

// newDriver is the storage that $HELM_DRIVER names.
func newDriver(name, namespace string, config *rest.Config) (*fencedDriver, error) {
	client, err := corev1.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	notes := &recordNotes{versions: newRecordVersions()}
	switch name {
	case "secret", "secrets", "":
		return &fencedDriver{Driver: driver.NewSecrets(boundedSecrets{client.Secrets(namespace), notes}), notes: notes}, nil
	case "configmap", "configmaps":
		return &fencedDriver{Driver: driver.NewConfigMaps(boundedConfigMaps{client.ConfigMaps(namespace), notes}), notes: notes}, nil
	}
	return nil, fmt.Errorf("HELM_DRIVER %q: the worker knows secret and configmap", name)
}

// close waits for a write that is under way and lets no write follow.
func (d *fencedDriver) close() {
	d.writing.Lock()
	defer d.writing.Unlock()
	d.closed = true
}

func (d *fencedDriver) write(what func() error) error {
	d.writing.RLock()
	defer d.writing.RUnlock()
	if d.closed {
		return errTooLate
	}
	return what()
}

// Create implements driver.Driver.
func (d *fencedDriver) Create(key string, record release.Releaser) error {
	return d.write(func() error { return d.Driver.Create(key, record) })
}

// Update implements driver.Driver.
func (d *fencedDriver) Update(key string, record release.Releaser) error {
	return d.write(func() error { return d.Driver.Update(key, record) })
}

// Delete implements driver.Driver.
func (d *fencedDriver) Delete(key string) (record release.Releaser, err error) {
	err = d.write(func() error {
		record, err = d.Driver.Delete(key)
		return err
	})
	return record, err
}

// Get implements driver.Driver.
func (d *fencedDriver) Get(key string) (release.Releaser, error) {
	found, err := d.Driver.Get(key)
	if err == nil && !isWhole(found) {
		return nil, fmt.Errorf("get: failed to decode data %q: it is not a release, for it has no info", key)
	}
	return found, err
}

// List implements driver.Driver.
func (d *fencedDriver) List(filter func(release.Releaser) bool) ([]release.Releaser, error) {
	return d.Driver.List(func(found release.Releaser) bool { return isWhole(found) && filter(found) })
}

// Query implements driver.Driver.
func (d *fencedDriver) Query(labels map[string]string) ([]release.Releaser, error) {
	found, err := d.Driver.Query(labels)
	return slices.DeleteFunc(found, func(one release.Releaser) bool { return !isWhole(one) }), err
}

// isWhole is false for a record that lacks the part which Helm uses without a check.
func isWhole(found release.Releaser) bool {
	known, isKnown := found.(*releasev1.Release)
	return !isKnown || known.Info != nil
}
