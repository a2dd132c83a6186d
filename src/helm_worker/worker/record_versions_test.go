package worker

import (
	"context"
	"errors"
	"strconv"
	"testing"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// oneSecret is an API server with one Secret, which checks versions as Kubernetes does.
type oneSecret struct {
	corev1.SecretInterface
	stored  *v1.Secret
	version int
	updates int
	// before is called at the begin of each update.
	before func()
}

func (s *oneSecret) put(found *v1.Secret) *v1.Secret {
	s.version++
	s.stored = found.DeepCopy()
	s.stored.ResourceVersion = strconv.Itoa(s.version)
	return s.stored.DeepCopy()
}

func (s *oneSecret) Create(_ context.Context, found *v1.Secret, _ metav1.CreateOptions) (*v1.Secret, error) {
	return s.put(found), nil
}

func (s *oneSecret) Get(context.Context, string, metav1.GetOptions) (*v1.Secret, error) {
	return s.stored.DeepCopy(), nil
}

func (s *oneSecret) List(context.Context, metav1.ListOptions) (*v1.SecretList, error) {
	return &v1.SecretList{Items: []v1.Secret{*s.stored.DeepCopy()}}, nil
}

func (s *oneSecret) Update(_ context.Context, wanted *v1.Secret, _ metav1.UpdateOptions) (*v1.Secret, error) {
	s.updates++
	if s.before != nil {
		s.before()
	}
	if wanted.ResourceVersion != "" && wanted.ResourceVersion != s.stored.ResourceVersion {
		return nil, apierrors.NewConflict(schema.GroupResource{Resource: "secrets"}, wanted.Name, errors.New("changed"))
	}
	return s.put(wanted), nil
}

func recordWith(content string) *v1.Secret {
	return &v1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "sh.helm.release.v1.web.v1"},
		Data: map[string][]byte{recordKey: []byte(content)}}
}

// recordsIn returns the way of Helm to the records of an API server.
func recordsIn(server *oneSecret) boundedSecrets {
	return boundedSecrets{server, &recordNotes{versions: newRecordVersions()}}
}

func TestUpdateNamesTheVersionThatWasSeen(t *testing.T) {
	ctx := context.Background()
	reads := map[string]func(boundedSecrets) error{
		"get": func(s boundedSecrets) error {
			_, err := s.Get(ctx, "sh.helm.release.v1.web.v1", metav1.GetOptions{})
			return err
		},
		"list": func(s boundedSecrets) error {
			_, err := s.List(ctx, metav1.ListOptions{})
			return err
		},
		"create": func(s boundedSecrets) error {
			_, err := s.Create(ctx, recordWith("old"), metav1.CreateOptions{})
			return err
		},
	}
	for name, read := range reads {
		t.Run(name, func(t *testing.T) {
			server := &oneSecret{}
			server.put(recordWith("old"))
			records := recordsIn(server)
			if err := read(records); err != nil {
				t.Fatal(err)
			}
			other := server.stored.DeepCopy()
			other.Data[recordKey] = []byte("of another Helm")
			server.put(other)
			if _, err := records.Update(ctx, recordWith("new"), metav1.UpdateOptions{}); !errors.Is(err, errRecordOvertaken) {
				t.Fatalf("the update has overwritten the record of another Helm: %v", err)
			}
			if got := string(server.stored.Data[recordKey]); got != "of another Helm" {
				t.Fatalf("stored: %s", got)
			}
		})
	}
}

func TestUpdateAfterChangedLabels(t *testing.T) {
	ctx := context.Background()
	server := &oneSecret{}
	server.put(recordWith("old"))
	records := recordsIn(server)
	if _, err := records.Get(ctx, "", metav1.GetOptions{}); err != nil {
		t.Fatal(err)
	}
	labelled := server.stored.DeepCopy()
	labelled.Labels = map[string]string{"a": "b"}
	server.put(labelled)
	if _, err := records.Update(ctx, recordWith("new"), metav1.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := records.Update(ctx, recordWith("newer"), metav1.UpdateOptions{}); err != nil {
		t.Fatalf("the update after an own update: %v", err)
	}
	if got := string(server.stored.Data[recordKey]); got != "newer" || server.updates != 3 {
		t.Fatalf("stored: %s after %d updates", got, server.updates)
	}
}

func TestUpdateGivesUpIfLabelsAlwaysChange(t *testing.T) {
	ctx := context.Background()
	server := &oneSecret{}
	server.put(recordWith("old"))
	records := recordsIn(server)
	if _, err := records.Get(ctx, "", metav1.GetOptions{}); err != nil {
		t.Fatal(err)
	}
	server.before = func() { server.put(server.stored) }
	if _, err := records.Update(ctx, recordWith("new"), metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		t.Fatalf("%v", err)
	}
	if server.updates != conflictsMax+1 {
		t.Fatalf("%d updates", server.updates)
	}
}

func TestUpdateOfARecordThatWasNotSeen(t *testing.T) {
	server := &oneSecret{}
	server.put(recordWith("old"))
	if _, err := recordsIn(server).Update(context.Background(), recordWith("new"), metav1.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
}
