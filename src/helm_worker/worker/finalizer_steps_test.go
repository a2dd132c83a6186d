package worker

import (
	"strings"
	"testing"
)

func TestAFinalizerThatProtectsDataIsLeft(t *testing.T) {
	for _, name := range []string{"kubernetes.io/pvc-protection", "kubernetes.io/pv-protection"} {
		if step := stepAfterFinalizers([]string{"example.com/a", name}); !strings.Contains(step, "leave the finalizer") {
			t.Errorf("%s: %s", name, step)
		}
	}
	if step := stepAfterFinalizers([]string{"example.com/a"}); !strings.Contains(step, "take the finalizer out") {
		t.Error(step)
	}
}
