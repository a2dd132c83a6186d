package worker

import (
	"strings"
	"testing"
)

func TestAnUpgradeKeepsTheReplicasOfAnAutoscaler(t *testing.T) {
	const kinds = `{"kind":"APIResourceList","groupVersion":"apps/v1","resources":[{"name":"deployments","singularName":"deployment",` +
		`"namespaced":true,"kind":"Deployment","verbs":["get","list","delete","watch"]}]}`
	deployment := func(replicas string) string {
		return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: rel, labels: {a: b}}\nspec: {replicas: " + replicas + ", paused: true}\n"
	}
	live := func(manager, subresource string) string {
		return `{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"rel","namespace":"zoo","uid":"1","resourceVersion":"1","annotations":` +
			ownMarks + `,"managedFields":[{"manager":"` + manager + `","operation":"Update","subresource":"` + subresource +
			`","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}}]},"spec":{"replicas":10}}`
	}
	autoscalers := func(items string) string {
		return `{"kind":"HorizontalPodAutoscalerList","apiVersion":"autoscaling/v2","metadata":{"resourceVersion":"7"},"items":[` + items + `]}`
	}
	scaler := `{"metadata":{"name":"busy","namespace":"zoo"},"spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"rel"}}}`
	const controller = "kube-controller-manager"
	for name, one := range map[string]struct {
		live, before, autoscalers string
		isKept                    bool
		words                     string
	}{
		"an autoscaler":                 {live(controller, "scale"), "2", autoscalers(scaler), true, "HorizontalPodAutoscaler 'busy' scales it"},
		"autoscalers cannot be listed":  {live(controller, "scale"), "2", refusal(403, "Forbidden"), true, "kube-controller-manager scales it"},
		"the chart changes the number":  {live(controller, "scale"), "3", autoscalers(scaler), true, "HorizontalPodAutoscaler 'busy' scales it"},
		"the autoscaler has gone":       {live(controller, "scale"), "3", autoscalers(""), false, ""},
		"a person":                      {live("kubectl", "scale"), "2", autoscalers(""), false, ""},
		"a client without subresource":  {live("argocd", ""), "2", autoscalers(scaler), false, ""},
		"none of the autoscaler's kind": {live(controller, "scale"), "2", autoscalers(strings.Replace(scaler, `"rel"`, `"web"`, 1)), true, "kube-controller-manager scales it"},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/apps/v1": kinds, "/deployments/rel": one.live,
				"/horizontalpodautoscalers": one.autoscalers}), records: map[string]string{"rel": secretList(record(t, deployment(one.before)))}}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, deployment("2"))})
			patches := strings.Join(server.patches, "")
			if answer.Error != "" || strings.Contains(patches, `"replicas"`) == one.isKept || !strings.Contains(patches, `"paused":true`) {
				t.Errorf("%+v, patches: %s", answer, patches)
			}
			if words := strings.Join(answer.Warnings, "; "); !strings.Contains(words, one.words) || (one.words == "") != (words == "") {
				t.Errorf("warnings: %s", words)
			}
		})
	}
}
