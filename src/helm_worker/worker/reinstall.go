package worker

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/kube"
	release "helm.sh/helm/v4/pkg/release/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
)

// The records of a release may be lost while its objects live: a backup without Secrets, a `kubectl delete
// secret --all`. Helm then makes a first revision. It deletes the objects of hooks that run at installations
// and makes them anew, and it writes random values over the values of the objects. Both lose data: generated
// passwords, volumes, certificates. So an installation over objects that name this very release is no first
// installation: objects of hooks stay as they are, and fields that differ between two renderings of the chart
// keep the values that they have in the cluster.

// reinstallation is an installation over objects of the release itself.
type reinstallation struct {
	rendered map[string]*unstructured.Unstructured // by identityOf; a rendering before that of the installation
	spared   map[string]bool                       // objects of hooks that are neither deleted nor made
}

// identityOf is the same text for the same object, whatever version of its kind is used.
func identityOf(object *resource.Info) string {
	kind := object.Mapping.GroupVersionKind
	return strings.Join([]string{kind.Group, kind.Kind, object.Namespace, object.Name}, "/")
}

// isLiving is true for an object that is in the cluster and is not being deleted.
func isLiving(found runtime.Object) bool {
	if found == nil {
		return false
	}
	about, err := meta.Accessor(found)
	return err == nil && about.GetDeletionTimestamp() == nil
}

// named is true for an object that says itself that it belongs to this release.
func (o owner) named(found runtime.Object) bool {
	annotations, err := meta.NewAccessor().Annotations(found)
	return err == nil && annotations[ownerNameAnnotation] == o.name && annotations[ownerNamespaceAnnotation] == o.namespace
}

// mayOwn is true for an object that names this release, and for an object that names none and that a Helm has
// written: a tool that replaces an object takes the annotations away. It is asked only for objects of the chart
// of a release whose records have gone.
func (o owner) mayOwn(found runtime.Object) bool {
	if o.named(found) {
		return true
	}
	annotations, err := meta.NewAccessor().Annotations(found)
	if err != nil || annotations[ownerNameAnnotation] != "" {
		return false
	}
	nobodys, err := isNobodys(found)
	return err == nil && !nobodys
}

// findReinstallation renders the chart without changing anything, and looks for objects that the installation
// would make or delete. It sets the client's reinstallation if an object names this release. A chart with
// objects of hooks alone has no object that could name it, so its installation counts as a reinstallation.
func (w *Worker) findReinstallation(s *session, client *action.Install, request Request, heard *warnings) error {
	render := func() (*release.Release, error) {
		client.DryRunStrategy = action.DryRunServer
		defer func() { client.DryRunStrategy = action.DryRunNone }()
		return w.runInstall(s.ctx, client, request, heard)
	}
	rendered, err := render()
	if err != nil {
		return err
	}
	objects, err := s.client.Build(strings.NewReader(rendered.Manifest), false)
	if err != nil {
		return err
	}
	found := &reinstallation{rendered: map[string]*unstructured.Unstructured{}, spared: map[string]bool{}}
	isAgain, users, err := s.client.judge(objects, found, request)
	if err != nil {
		return err
	}
	var own []string
	if isAgain && request.SparesOwn {
		var isLost bool
		if own, isLost, err = s.client.ownLosses(objects, render); err != nil {
			return err
		}
		if isLost && len(own) == 0 {
			heard.unrecorded()
		}
	}
	if err := lossesError(users, own); err != nil {
		return err
	}
	if !isAgain {
		return nil
	}
	if err := s.client.spareHooks(found, rendered.Hooks); err != nil {
		return err
	}
	s.client.again = found
	return nil
}

// judge looks at each object of a rendering in the cluster. isAgain is true if an object names this release, or
// if there is no object that could. users are the objects of users that would get other values: they may be
// among the objects of a release whose records have gone.
func (c *sessionClient) judge(objects kube.ResourceList, found *reinstallation, request Request) (isAgain bool, users []string, err error) {
	isAgain = len(objects) == 0
	for _, object := range objects {
		content, known := object.Object.(*unstructured.Unstructured)
		if known {
			found.rendered[identityOf(object)] = content
		}
		if isAgain && !request.SparesUsers {
			continue
		}
		here, err := c.inCluster(object)
		if err != nil {
			return false, nil, err
		}
		if !isLiving(here) {
			continue
		}
		isAgain = isAgain || c.of.named(here)
		if !request.SparesUsers {
			continue
		}
		place, err := overwritten(content, here)
		if err != nil {
			return false, nil, err
		}
		if place != "" {
			users = append(users, fmt.Sprintf("%s (%s)", placeOf(object), place))
		}
	}
	return isAgain, users, nil
}

// spareHooks notes and reports the objects of hooks that stay.
func (c *sessionClient) spareHooks(in *reinstallation, hooks []*release.Hook) error {
	for _, hook := range hooks {
		if !lasts(hook) {
			continue
		}
		objects, err := c.Build(strings.NewReader(hook.Manifest), false)
		if err != nil {
			return err
		}
		for _, object := range objects {
			found, err := c.inCluster(object)
			if err != nil {
				return err
			}
			if !isLiving(found) || c.mayDelete(object, found) != nil {
				continue // Delete refuses the object of a user
			}
			in.spared[identityOf(object)] = true
			c.heard.spared(placeOf(object) + " of a hook")
		}
	}
	return nil
}

// lasts is true if the object of the hook is made once in the life of a release. Jobs and Pods are work and
// no data. An object that each upgrade makes anew, or that goes when its hook has succeeded, has no lasting
// data. An object without the policy before-hook-creation needs no protection, because Helm does not delete
// it.
func lasts(hook *release.Hook) bool {
	isInstalling, isRepeated := false, false
	for _, event := range hook.Events {
		isInstalling = isInstalling || event == release.HookPreInstall || event == release.HookPostInstall
		isRepeated = isRepeated || event == release.HookPreUpgrade || event == release.HookPostUpgrade
	}
	policies := hook.DeletePolicies
	isDeleted := len(policies) == 0 || slices.Contains(policies, release.HookBeforeHookCreation)
	return isInstalling && !isRepeated && isDeleted && !slices.Contains(policies, release.HookSucceeded) &&
		hook.Kind != "Job" && hook.Kind != "Pod"
}

// isSpared is true for the object of a hook that stays in a reinstallation.
func (c *sessionClient) isSpared(object *resource.Info) bool {
	return c.again != nil && isHook(object.Object) && c.again.spared[identityOf(object)]
}

func (c *sessionClient) withoutSpared(objects kube.ResourceList) kube.ResourceList {
	return objects.Filter(func(object *resource.Info) bool { return !c.isSpared(object) })
}

// keepValues lets the object of a reinstallation keep the fields that differ between two renderings of the
// chart.
func (c *sessionClient) keepValues(target *resource.Info) error {
	if c.again == nil {
		return nil
	}
	first, now := c.again.rendered[identityOf(target)], asUnstructured(target.Object)
	if first == nil || now == nil {
		return nil
	}
	found, err := c.inCluster(target)
	if err != nil {
		return err
	}
	live := asUnstructured(found)
	if live == nil || !isLiving(found) || !c.of.mayOwn(found) {
		return nil
	}
	before := first.DeepCopy().Object
	if target.Mapping.GroupVersionKind.GroupKind().String() == "Secret" {
		encodeStringData(before)
		encodeStringData(now.Object)
	}
	kept, isChanged := keepDiffering(before, now.Object, live.Object)
	content, isObject := kept.(map[string]any)
	if !isChanged || !isObject {
		return nil
	}
	now.Object = content
	c.heard.spared(placeOf(target) + ", values that each rendering makes anew")
	return nil
}

func asUnstructured(object runtime.Object) *unstructured.Unstructured {
	content, _ := object.(*unstructured.Unstructured)
	return content
}

// encodeStringData writes the texts of a Secret as the API server keeps them.
func encodeStringData(secret map[string]any) {
	texts, isObject := secret["stringData"].(map[string]any)
	if !isObject {
		return
	}
	data, isObject := secret["data"].(map[string]any)
	if !isObject {
		data = map[string]any{}
	}
	for key, value := range texts {
		if text, isText := value.(string); isText {
			data[key] = base64.StdEncoding.EncodeToString([]byte(text))
			delete(texts, key)
		}
	}
	secret["data"] = data
	if len(texts) == 0 {
		delete(secret, "stringData")
	}
}

// keepDiffering returns the rendering `now`. Where it differs from the rendering `before`, the result has the
// values of `live`. A list of another length stays as it is, and so does a value of another type.
func keepDiffering(before, now, live any) (kept any, isChanged bool) {
	if reflect.DeepEqual(before, now) || live == nil {
		return now, false
	}
	switch now := now.(type) {
	case map[string]any:
		old, isObject := before.(map[string]any)
		here, isThere := live.(map[string]any)
		if !isObject || !isThere {
			return now, false
		}
		for key, value := range now {
			if _, isOld := old[key]; !isOld {
				continue
			}
			var one bool
			now[key], one = keepDiffering(old[key], value, here[key])
			isChanged = isChanged || one
		}
		return now, isChanged
	case []any:
		old, isList := before.([]any)
		here, isThere := live.([]any)
		if !isList || !isThere || len(old) != len(now) || len(here) != len(now) {
			return now, false
		}
		for i, value := range now {
			var one bool
			now[i], one = keepDiffering(old[i], value, here[i])
			isChanged = isChanged || one
		}
		return now, isChanged
	}
	if reflect.TypeOf(now) != reflect.TypeOf(live) || reflect.DeepEqual(now, live) {
		return now, false
	}
	return live, true
}
