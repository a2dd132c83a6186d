package worker

import (
	"errors"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
)

func TestGroupsWhoseServerIsAwayAreServed(t *testing.T) {
	apps := metav1.GroupVersionForDiscovery{GroupVersion: "apps/v1", Version: "v1"}
	groups := []*metav1.APIGroup{{Name: "apps", Versions: []metav1.GroupVersionForDiscovery{apps}}}
	away := &discovery.ErrGroupDiscoveryFailed{Groups: map[schema.GroupVersion]error{
		{Group: "metrics.k8s.io", Version: "v1beta1"}: errors.New("stale"),
		{Group: "apps", Version: "v2"}:                errors.New("stale"),
		{Group: "apps", Version: "v1"}:                errors.New("stale"),
	}}
	var shown []string
	for _, group := range withUnreachable(groups, away) {
		for _, version := range group.Versions {
			shown = append(shown, version.GroupVersion)
		}
	}
	want := []string{"apps/v1", "apps/v2", "metrics.k8s.io/v1beta1"}
	if len(shown) != len(want) {
		t.Fatalf("%v instead of %v", shown, want)
	}
	for i := range want {
		if shown[i] != want[i] {
			t.Errorf("%v instead of %v", shown, want)
		}
	}
	if got := withUnreachable(groups[:1], nil); len(got) != 1 {
		t.Errorf("without a failure: %v", got)
	}
}
