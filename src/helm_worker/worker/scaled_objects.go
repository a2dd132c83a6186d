package worker

import (
	"encoding/json"
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/dynamic"
)

// An autoscaler sets the number of replicas by the subresource `scale`. If the chart has a number, too, each
// upgrade would set it back, and the autoscaler would need minutes to come back to its number. So the number
// of the autoscaler stays.

// scalesByItself returns the controller that has set the number of replicas; empty: no controller has set it.
// kubectl is a person, and the chart of the release counts more than a person's change.
func scalesByItself(writes []metav1.ManagedFieldsEntry) string {
	for _, write := range writes {
		if write.Subresource != "scale" || strings.HasPrefix(write.Manager, "kubectl") || write.FieldsV1 == nil {
			continue
		}
		var fields struct {
			Spec map[string]any `json:"f:spec"`
		}
		if json.Unmarshal(write.FieldsV1.Raw, &fields) != nil {
			continue
		}
		if _, isSet := fields.Spec["f:replicas"]; isSet {
			return write.Manager
		}
	}
	return ""
}

func replicasOf(object *unstructured.Unstructured) (int64, bool) {
	if object == nil {
		return 0, false
	}
	number, isThere, err := unstructured.NestedInt64(object.Object, "spec", "replicas")
	return number, isThere && err == nil
}

// keepScale lets an object keep the number of replicas that an autoscaler has set. If the chart changes its
// number, and there is certainly no autoscaler any more, the chart counts.
func (c *sessionClient) keepScale(original, target *resource.Info) error {
	now := asUnstructured(target.Object)
	wanted, isWanted := replicasOf(now)
	if !isWanted {
		return nil
	}
	found, err := c.inCluster(target)
	if err != nil {
		return err
	}
	live := asUnstructured(found)
	number, isThere := replicasOf(live)
	if !isThere || number == wanted {
		return nil
	}
	controller := scalesByItself(live.GetManagedFields())
	if controller == "" {
		return nil
	}
	name, isKnown := c.autoscalerOf(target)
	if original != nil && name == "" && isKnown {
		before, isOld := replicasOf(asUnstructured(original.Object))
		if isOld && before != wanted {
			return nil
		}
	}
	if err := unstructured.SetNestedField(now.Object, number, "spec", "replicas"); err != nil {
		return err
	}
	if name != "" {
		controller = "HorizontalPodAutoscaler '" + name + "'"
	}
	c.heard.add(fmt.Sprintf("%s keeps %d replicas, and its chart has %d, because %s scales it: leave spec.replicas out of the chart",
		placeOf(target), number, wanted, controller))
	return nil
}

// autoscalerOf finds the autoscaler of an object. isKnown is false if autoscalers cannot be listed.
func (c *sessionClient) autoscalerOf(target *resource.Info) (name string, isKnown bool) {
	client, err := dynamic.NewForConfig(c.config)
	if err != nil {
		return "", false
	}
	kind := schema.GroupVersionResource{Group: "autoscaling", Version: "v2", Resource: "horizontalpodautoscalers"}
	all, err := client.Resource(kind).Namespace(target.Namespace).List(c.ctx, metav1.ListOptions{})
	if err != nil {
		return "", false
	}
	for _, one := range all.Items {
		of, _, _ := unstructured.NestedStringMap(one.Object, "spec", "scaleTargetRef")
		if of["kind"] == target.Mapping.GroupVersionKind.Kind && of["name"] == target.Name {
			return one.GetName(), true
		}
	}
	return "", true
}
