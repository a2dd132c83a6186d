package worker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// byHand changes the ConfigMap rel as a user would, and makes it if it is not there.
func (g *playground) byHand(change func(*corev1.ConfigMap)) {
	g.t.Helper()
	maps := g.client.CoreV1().ConfigMaps(g.name)
	found, err := maps.Get(context.Background(), "rel", metav1.GetOptions{})
	if err == nil {
		change(found)
		_, err = maps.Update(context.Background(), found, metav1.UpdateOptions{FieldManager: "hand"})
	} else {
		found = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "rel"}}
		change(found)
		_, err = maps.Create(context.Background(), found, metav1.CreateOptions{FieldManager: "hand"})
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

func TestObjectsOfOthersAreTakenOverAndMerged(t *testing.T) {
	byHelm, byWorker := newPlayground(t, "zoo-helm"), newPlayground(t, "zoo-work")
	worker := byWorker.worker()
	both := func(change func(*corev1.ConfigMap)) {
		byHelm.byHand(change)
		byWorker.byHand(change)
	}
	both(func(m *corev1.ConfigMap) {
		m.Data = map[string]string{"foreign": "x", "greeting": "mine"}
		// Helm does not write this mark, and the comparison is about all else.
		m.Annotations = map[string]string{takenFromAnnotation: nobody}
	})
	up := func(name, values string) {
		s := step{do: "upgrade", chart: "plain", values: values}
		expected := byHelm.byHelm(s)
		compareStep(t, name, worker.ask(s.request(t)), expected, byHelm, byWorker)
	}
	up("what was there before", `{}`)
	both(func(m *corev1.ConfigMap) { m.Data["greeting"], m.Data["added"] = "by hand", "by hand" })
	up("what was changed since, without a change here", `{}`)
	up("what was changed since", `{"greeting":"again"}`)
	both(func(m *corev1.ConfigMap) { m.Annotations["meta.helm.sh/release-name"] = "somebody" })
	expected := byHelm.byHelm(step{do: "uninstall"})
	answer := worker.ask((step{do: "uninstall"}).request(t))
	compareStep(t, "a deletion", answer, expected, byHelm, byWorker)
	if !strings.Contains(fmt.Sprint(answer.Warnings), "[ConfigMap] rel") {
		t.Errorf("this says nothing of an object that has stayed: %q", answer.Warnings)
	}
}

// If a user runs helm by hand, it applies on the server, which is its default for new releases.
func TestAReleaseThatWasAppliedOnTheServerGoesOnWithoutIt(t *testing.T) {
	byHelm, byWorker := newPlayground(t, "zoo-helm"), newPlayground(t, "zoo-work")
	s := step{do: "upgrade", chart: "plain", values: `{"greeting":"here"}`}
	for _, g := range []*playground{byHelm, byWorker} {
		run := helm(t, "install", "rel", s.chartPath(t), "--namespace", g.name, "--kubeconfig", g.kubeconfig)
		if run.failure != "" {
			t.Fatal(run.failure)
		}
	}
	worker := byWorker.worker()
	for round := range 2 {
		expected := byHelm.byHelm(s)
		compareStep(t, fmt.Sprintf("upgrade %d", round), worker.ask(s.request(t)), expected, byHelm, byWorker)
	}
}
