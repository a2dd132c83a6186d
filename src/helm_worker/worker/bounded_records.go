package worker

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Helm unpacks a record of a release without a limit: a Secret of some KiB may unpack to gigabytes. A record
// beyond the bounds counts as a record that cannot be decoded, which Helm skips. The operator has the same
// bounds, and names the record.
const (
	// recordBytesMax is the limit of the JSON text of a record.
	recordBytesMax = 32 << 20
	// recordValuesMax is the limit of the values in it, as valueCounter counts them.
	recordValuesMax = 500000
)

const recordKey = "release"

// valueCounter counts the values of a JSON text approximately, as the operator does (value_counter.hpp): each
// list, each map, and each comma between items.
type valueCounter struct {
	count    int
	inString bool
	escaped  bool
}

// Write implements io.Writer. It fails beyond the limit.
func (c *valueCounter) Write(part []byte) (int, error) {
	for _, letter := range part {
		switch {
		case c.escaped:
			c.escaped = false
		case c.inString:
			c.escaped = letter == '\\'
			c.inString = letter != '"'
		case letter == '"':
			c.inString = true
		case letter == '[', letter == '{', letter == ',':
			c.count++
		}
	}
	if c.count > recordValuesMax {
		return 0, fmt.Errorf("it has more than %d values", recordValuesMax)
	}
	return len(part), nil
}

// checkRecord fails for the payload of a record that is beyond the bounds, without memory for the content.
// A payload that cannot be unpacked is not judged: Helm reports it.
func checkRecord(payload []byte) error {
	packed := make([]byte, base64.StdEncoding.DecodedLen(len(payload)))
	size, err := base64.StdEncoding.Decode(packed, payload)
	if err != nil {
		return nil
	}
	var text io.Reader = bytes.NewReader(packed[:size])
	if size > 3 && bytes.Equal(packed[:3], []byte{0x1f, 0x8b, 0x08}) {
		unpacked, err := gzip.NewReader(text)
		if err != nil {
			return nil
		}
		text = unpacked
	}
	counter := &valueCounter{}
	read, err := io.Copy(counter, io.LimitReader(text, recordBytesMax+1))
	switch {
	case counter.count > recordValuesMax:
		return err
	case read > recordBytesMax:
		return fmt.Errorf("it unpacks to more than %d bytes", recordBytesMax)
	}
	return nil
}

var errRecordTooLarge = errors.New("failed to decode the record")

func payloadOfSecret(record *v1.Secret) []byte { return record.Data[recordKey] }

func payloadOfConfigMap(record *v1.ConfigMap) []byte { return []byte(record.Data[recordKey]) }

// boundedSecrets reads records that are kept in Secrets.
type boundedSecrets struct {
	corev1.SecretInterface
	notes *recordNotes
}

// Update implements corev1.SecretInterface. The record names objects that were left or taken over,
// and must be as this request has seen it.
func (s boundedSecrets) Update(ctx context.Context, record *v1.Secret, how metav1.UpdateOptions) (*v1.Secret, error) {
	record.Labels, record.Annotations = s.notes.taken.labelled(record.Labels), s.notes.annotated(record.Labels, record.Annotations)
	return updateSeen(s.notes.versions, record, recordStore[*v1.Secret]{
		update:  func(record *v1.Secret) (*v1.Secret, error) { return s.SecretInterface.Update(ctx, record, how) },
		get:     func(name string) (*v1.Secret, error) { return s.SecretInterface.Get(ctx, name, metav1.GetOptions{}) },
		payload: payloadOfSecret,
	})
}

// Create implements corev1.SecretInterface, like Update.
func (s boundedSecrets) Create(ctx context.Context, record *v1.Secret, how metav1.CreateOptions) (*v1.Secret, error) {
	record.Labels, record.Annotations = s.notes.taken.labelled(record.Labels), s.notes.annotated(record.Labels, record.Annotations)
	made, err := s.SecretInterface.Create(ctx, record, how)
	if err == nil {
		s.notes.versions.note(made, payloadOfSecret(made))
	}
	return made, err
}

// Get implements corev1.SecretInterface.
func (s boundedSecrets) Get(ctx context.Context, name string, how metav1.GetOptions) (*v1.Secret, error) {
	found, err := s.SecretInterface.Get(ctx, name, how)
	if err != nil {
		return found, err
	}
	if err := checkRecord(found.Data[recordKey]); err != nil {
		return nil, fmt.Errorf("%w: Secret %q: %w", errRecordTooLarge, name, err)
	}
	s.notes.taken.read(found.Labels, found.Annotations)
	s.notes.versions.note(found, payloadOfSecret(found))
	return found, nil
}

// List implements corev1.SecretInterface. A record beyond the bounds has no payload in the list.
func (s boundedSecrets) List(ctx context.Context, how metav1.ListOptions) (*v1.SecretList, error) {
	found, err := s.SecretInterface.List(ctx, how)
	if err != nil {
		return found, err
	}
	for i := range found.Items {
		s.notes.taken.read(found.Items[i].Labels, found.Items[i].Annotations)
		s.notes.versions.note(&found.Items[i], payloadOfSecret(&found.Items[i]))
		if checkRecord(found.Items[i].Data[recordKey]) != nil {
			delete(found.Items[i].Data, recordKey)
		}
	}
	return found, nil
}

// boundedConfigMaps reads records that are kept in ConfigMaps.
type boundedConfigMaps struct {
	corev1.ConfigMapInterface
	notes *recordNotes
}

// Update implements corev1.ConfigMapInterface, like that of boundedSecrets.
func (c boundedConfigMaps) Update(ctx context.Context, record *v1.ConfigMap, how metav1.UpdateOptions) (*v1.ConfigMap, error) {
	record.Labels, record.Annotations = c.notes.taken.labelled(record.Labels), c.notes.annotated(record.Labels, record.Annotations)
	return updateSeen(c.notes.versions, record, recordStore[*v1.ConfigMap]{
		update: func(record *v1.ConfigMap) (*v1.ConfigMap, error) {
			return c.ConfigMapInterface.Update(ctx, record, how)
		},
		get: func(name string) (*v1.ConfigMap, error) {
			return c.ConfigMapInterface.Get(ctx, name, metav1.GetOptions{})
		},
		payload: payloadOfConfigMap,
	})
}

// Create implements corev1.ConfigMapInterface, like Update.
func (c boundedConfigMaps) Create(ctx context.Context, record *v1.ConfigMap, how metav1.CreateOptions) (*v1.ConfigMap, error) {
	record.Labels, record.Annotations = c.notes.taken.labelled(record.Labels), c.notes.annotated(record.Labels, record.Annotations)
	made, err := c.ConfigMapInterface.Create(ctx, record, how)
	if err == nil {
		c.notes.versions.note(made, payloadOfConfigMap(made))
	}
	return made, err
}

// Get implements corev1.ConfigMapInterface.
func (c boundedConfigMaps) Get(ctx context.Context, name string, how metav1.GetOptions) (*v1.ConfigMap, error) {
	found, err := c.ConfigMapInterface.Get(ctx, name, how)
	if err != nil {
		return found, err
	}
	if err := checkRecord([]byte(found.Data[recordKey])); err != nil {
		return nil, fmt.Errorf("%w: ConfigMap %q: %w", errRecordTooLarge, name, err)
	}
	c.notes.taken.read(found.Labels, found.Annotations)
	c.notes.versions.note(found, payloadOfConfigMap(found))
	return found, nil
}

// List implements corev1.ConfigMapInterface. A record beyond the bounds has no payload in the list.
func (c boundedConfigMaps) List(ctx context.Context, how metav1.ListOptions) (*v1.ConfigMapList, error) {
	found, err := c.ConfigMapInterface.List(ctx, how)
	if err != nil {
		return found, err
	}
	for i := range found.Items {
		c.notes.taken.read(found.Items[i].Labels, found.Items[i].Annotations)
		c.notes.versions.note(&found.Items[i], payloadOfConfigMap(&found.Items[i]))
		if checkRecord([]byte(found.Items[i].Data[recordKey])) != nil {
			delete(found.Items[i].Data, recordKey)
		}
	}
	return found, nil
}
