package worker

import (
	"encoding/json"
	"maps"

	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/release/common"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"
)

// An object may be absent from a chart for a moment only, because a value or an answer of the cluster was
// absent. So an upgrade may leave the objects that its chart does not have any more. The operator deletes
// them later. The record of the revision names them, so that an operator that starts anew knows them.

// leavingAnnotation has the objects as a list of JSON (src/core/releases/leaving_record.hpp).
const leavingAnnotation = "addon-operator.io/leaving"

// leavingBytesMax is the bound of the annotation.
const leavingBytesMax = 64 << 10

// objectName identifies an object.
type objectName struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Name       string `json:"name"`
}

func nameOf(object *resource.Info) objectName {
	version, kind := object.Mapping.GroupVersionKind.ToAPIVersionAndKind()
	return objectName{version, kind, object.Namespace, object.Name}
}

// isSame is true for an object in any version of its kind.
func (x objectName) isSame(object *resource.Info) bool { return x.isOf(nameOf(object)) }

func (x objectName) isOf(y objectName) bool {
	kind := schema.FromAPIVersionAndKind(x.APIVersion, x.Kind).GroupKind()
	return kind == schema.FromAPIVersionAndKind(y.APIVersion, y.Kind).GroupKind() && x.Namespace == y.Namespace && x.Name == y.Name
}

// leftObjects are the objects of a release that its chart does not have any more and that are still there.
type leftObjects struct {
	leaves bool         // this upgrade leaves objects
	all    []objectName // of this upgrade and of earlier upgrades
}

// forgetPresent takes out the objects that the chart has again.
func (l *leftObjects) forgetPresent(targets kube.ResourceList) {
	var rest []objectName
	for _, one := range l.all {
		isThere := false
		for _, target := range targets {
			isThere = isThere || one.isSame(target)
		}
		if !isThere {
			rest = append(rest, one)
		}
	}
	l.all = rest
}

func (l *leftObjects) add(object *resource.Info) objectName {
	name := nameOf(object)
	for _, one := range l.all {
		if one.isSame(object) {
			return name
		}
	}
	l.all = append(l.all, name)
	return name
}

// annotated returns the annotations of the record of a revision with these labels.
func (l *leftObjects) annotated(labels, annotations map[string]string) map[string]string {
	if l == nil || labels["status"] != common.StatusDeployed.String() {
		return annotations
	}
	text := l.text()
	if text == "" {
		return annotations
	}
	all := maps.Clone(annotations)
	if all == nil {
		all = map[string]string{}
	}
	all[leavingAnnotation] = text
	return all
}

// text is the list as JSON; empty: no object. Objects beyond the bound are left out.
func (l *leftObjects) text() string {
	text := ""
	for _, one := range l.all {
		item, err := json.Marshal(one)
		if err != nil || len(text)+len(item)+2 > leavingBytesMax {
			break
		}
		if text == "" {
			text = "[" + string(item)
		} else {
			text += "," + string(item)
		}
	}
	if text == "" {
		return ""
	}
	return text + "]"
}
