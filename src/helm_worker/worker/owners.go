package worker

import (
	"fmt"
	"strings"

	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
)

// An object may have moved from the chart of a release to another release, which has taken it over. Or the
// record of a release is older than the last upgrade, after a backup or a loss of newer records, and a user has
// made the object anew since. Helm checks the owner of an object before it uninstalls a release, but neither
// before it upgrades a release nor before it makes the object of a hook.

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

// isNobodys is true for an object that names no release and that no Helm has written. (An object of
// Helm before 3.2 names no release either, but Helm has written it.)
func isNobodys(object runtime.Object) (bool, error) {
	about, err := meta.Accessor(object)
	if err != nil {
		return false, err
	}
	if about.GetAnnotations()[ownerNameAnnotation] != "" {
		return false, nil
	}
	for _, write := range about.GetManagedFields() {
		if strings.Contains(strings.ToLower(write.Manager), "helm") {
			return false, nil
		}
	}
	return true, nil
}

// inCluster is the object as it is in the cluster now, nil if it is not there.
func (c *sessionClient) inCluster(object *resource.Info) (runtime.Object, error) {
	found, err := resource.NewHelper(object.Client, object.Mapping).Get(object.Namespace, object.Name)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("it is not known to which release %s belongs, which would be deleted: %w", object.ObjectName(), err)
	}
	return found, nil
}

// reasonToStay returns the reason to keep an object that has left the chart; empty: it is deleted.
func (c *sessionClient) reasonToStay(object *resource.Info) (string, error) {
	found, err := c.inCluster(object)
	if err != nil || found == nil {
		return "", err
	}
	of, isOther, err := c.of.otherThan(found)
	if err != nil {
		return "", err
	}
	if isOther {
		return fmt.Sprintf("it belongs to release '%s' in namespace '%s'", of.name, of.namespace), nil
	}
	nobodys, err := isNobodys(found)
	if err != nil || !nobodys {
		return "", err
	}
	return fmt.Sprintf("it names no release (annotation %s), and no Helm has written it: delete it by hand if it is to go", ownerNameAnnotation), nil
}

// ownerInCluster is the other release to which an object belongs as it is in the cluster now.
func (c *sessionClient) ownerInCluster(object *resource.Info) (owner, bool, error) {
	found, err := c.inCluster(object)
	if err != nil || found == nil {
		return owner{}, false, err
	}
	return c.of.otherThan(found)
}

// noteTakeOver reports an object of another release that this release is about to take over: the removal of
// either release would remove the object. For such an object Helm passes the object of the chart as the
// original. For an object that the release already has, the original comes from its record.
func (c *sessionClient) noteTakeOver(original, target *resource.Info) {
	if original == nil || original.Object != target.Object {
		return
	}
	// Helm reads the object again, and reports a failure.
	if of, isOther, err := c.ownerInCluster(original); err == nil && isOther {
		place := original.Mapping.GroupVersionKind.Kind + "/" + original.Name
		if original.Namespace != "" {
			place = original.Namespace + "/" + place
		}
		c.heard.takeOver(fmt.Sprintf("%s of release '%s' in namespace '%s'", place, of.name, of.namespace))
	}
}

// Update implements kube.Interface. It reports objects of other releases that the release takes over. It
// deletes objects that have left the chart, unless they belong to another release or to no release.
func (c *sessionClient) Update(originals, targets kube.ResourceList, options ...kube.ClientUpdateOption) (*kube.Result, error) {
	for _, object := range targets {
		c.noteTakeOver(originals.Get(object), object)
	}
	var others kube.ResourceList
	for _, object := range originals.Difference(targets) {
		reason, err := c.reasonToStay(object)
		if err != nil {
			return &kube.Result{}, err
		}
		if reason != "" {
			others.Append(object)
			c.heard.add(fmt.Sprintf("%s is not in the chart any more and stays, because %s", object.ObjectName(), reason))
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
