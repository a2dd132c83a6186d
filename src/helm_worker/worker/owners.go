package worker

import (
	"fmt"

	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
)

// An object may have moved from the chart of a release to another release, which has taken it over. Helm
// checks the owner of an object before it uninstalls a release, and not before it upgrades a release or makes
// a hook of the object.

// The annotations by which Helm names the owner of an object.
const (
	ownerNameAnnotation      = "meta.helm.sh/release-name"
	ownerNamespaceAnnotation = "meta.helm.sh/release-namespace"
)

// owner is a release, as objects name it.
type owner struct{ name, namespace string }

// otherThan returns the owner that an object names, if that is another owner. An object that names no owner
// belongs to the release whose chart contains it.
func (o owner) otherThan(object runtime.Object) (owner, bool, error) {
	annotations, err := meta.NewAccessor().Annotations(object)
	if err != nil {
		return owner{}, false, err
	}
	named := o
	if name := annotations[ownerNameAnnotation]; name != "" {
		named.name = name
	}
	if namespace := annotations[ownerNamespaceAnnotation]; namespace != "" {
		named.namespace = namespace
	}
	return named, named != o, nil
}

// ownerInCluster is the other release to which an object belongs as it is in the cluster now.
func (c *sessionClient) ownerInCluster(object *resource.Info) (owner, bool, error) {
	found, err := resource.NewHelper(object.Client, object.Mapping).Get(object.Namespace, object.Name)
	if apierrors.IsNotFound(err) {
		return owner{}, false, nil
	}
	if err != nil {
		return owner{}, false, fmt.Errorf("it is not known to which release %s belongs, which would be deleted: %w", object.ObjectName(), err)
	}
	return c.of.otherThan(found)
}

// Update implements kube.Interface: objects that the chart does not have any more are deleted, unless they
// belong to another release.
func (c *sessionClient) Update(originals, targets kube.ResourceList, options ...kube.ClientUpdateOption) (*kube.Result, error) {
	var others kube.ResourceList
	for _, object := range originals.Difference(targets) {
		of, isOther, err := c.ownerInCluster(object)
		if err != nil {
			return &kube.Result{}, err
		}
		if isOther {
			others.Append(object)
			c.heard.add(fmt.Sprintf("%s is not in the chart any more and stays, because it belongs to release '%s' in namespace '%s'",
				object.ObjectName(), of.name, of.namespace))
		}
	}
	return c.Client.Update(originals.Difference(others), targets, options...)
}

// Delete implements kube.Interface for the hooks of a chart, and for objects that Helm has checked before. It
// deletes no object if any of them belongs to another release.
func (c *sessionClient) Delete(objects kube.ResourceList, policy metav1.DeletionPropagation) (*kube.Result, []error) {
	var refused []error
	for _, object := range objects {
		of, isOther, err := c.ownerInCluster(object)
		if err == nil && isOther {
			err = fmt.Errorf("%s is not deleted, because it belongs to release '%s' in namespace '%s': give the hook another name",
				object.ObjectName(), of.name, of.namespace)
		}
		if err != nil {
			refused = append(refused, err)
		}
	}
	if len(refused) > 0 {
		return &kube.Result{}, refused
	}
	return c.Client.Delete(objects, policy)
}
