package worker

import (
	"errors"
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
// record of a release is older than the last upgrade, after a restore or a loss of newer records, and a user
// has made the object anew since. Helm checks the owner of an object before it uninstalls a release, but
// neither before it upgrades a release nor before it makes the object of a hook.

// The annotations by which Helm names the owner of an object.
const (
	ownerNameAnnotation      = "meta.helm.sh/release-name"
	ownerNamespaceAnnotation = "meta.helm.sh/release-namespace"
)

// owner is a release, as objects name it.
type owner struct{ name, namespace string }

// otherThan returns the owner that an object names, if that is another owner. An object that names no owner
// counts as an object of this release.
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
		return nil, fmt.Errorf("the owner of %s, which would be deleted or taken over, cannot be read: %w", object.ObjectName(), err)
	}
	return found, nil
}

// letStay is true for an object that is not deleted although the chart of the release does not have it any
// more. The object is reported, and given back if it was taken over.
func (c *sessionClient) letStay(object *resource.Info) (bool, error) {
	found, err := c.inCluster(object)
	if err != nil || found == nil {
		return false, err
	}
	of, isOther, err := c.of.otherThan(found)
	if err != nil {
		return false, err
	}
	stays := func(reason string) (bool, error) {
		c.heard.add(fmt.Sprintf("%s is not in the chart any more and stays, because %s", object.ObjectName(), reason))
		return true, nil
	}
	if isOther {
		return stays(fmt.Sprintf("it belongs to release '%s' in namespace '%s'", of.name, of.namespace))
	}
	if former, isTaken := c.takenFrom(object, found); isTaken {
		return true, c.giveBack(object, former)
	}
	if kept := keptByUser(object, found); kept != "" {
		c.heard.kept(kept)
		return true, nil
	}
	nobodys, err := isNobodys(found)
	if err != nil {
		return false, err
	}
	if !nobodys {
		return c.leave(object, found), nil
	}
	return stays(fmt.Sprintf("it names no release (annotation %s), and no Helm has written it: delete it by hand if it is to go", ownerNameAnnotation))
}

// leave is true for an object that the operator deletes later. It deletes only objects that name their
// release.
func (c *sessionClient) leave(object *resource.Info, found runtime.Object) bool {
	annotations, err := meta.NewAccessor().Annotations(found)
	if err != nil || annotations[ownerNameAnnotation] == "" || annotations[ownerNamespaceAnnotation] == "" {
		return false
	}
	if !c.left.leaves || isBeingDeleted(found) {
		return false
	}
	c.heard.leaving(c.left.add(object))
	return true
}

// Update implements kube.Interface. Objects that the release takes over are marked and reported
// (taken_objects.go). Objects that the chart does not have any more are deleted, unless they are marked, or a
// user has annotated them to be kept, or they belong to another release or to no release, or are left to the
// operator (left_objects.go). Numbers of autoscalers stay (scaled_objects.go), keys of other clients
// (others_keys.go), and in a reinstallation also the values that each rendering makes anew (reinstall.go).
func (c *sessionClient) Update(originals, targets kube.ResourceList, options ...kube.ClientUpdateOption) (*kube.Result, error) {
	for _, object := range targets {
		original := originals.Get(object)
		if err := c.takeOver(original, object); err != nil {
			return &kube.Result{}, err
		}
		if err := c.keepValues(object); err != nil {
			return &kube.Result{}, err
		}
		if err := c.keepScale(original, object); err != nil {
			return &kube.Result{}, err
		}
		if err := c.keepOthersKeys(original, object); err != nil {
			return &kube.Result{}, err
		}
		if losesPolicy(original, object) {
			c.heard.exposed(placeOf(object))
		}
	}
	c.taken.noteWhole()
	if more := c.taken.beyondBound(); more != "" {
		c.heard.add(more)
	}
	c.left.forgetPresent(targets)
	var others kube.ResourceList
	for _, object := range originals.Difference(targets) {
		stays, err := c.letStay(object)
		if err != nil {
			return &kube.Result{}, err
		}
		if stays {
			others.Append(object)
		}
	}
	return c.Client.Update(originals.Difference(others), targets, options...)
}

// Create implements kube.Interface. The objects of hooks that stay in a reinstallation are not made. If the
// object of a hook is still being deleted, the error names the finalizers that hold it.
func (c *sessionClient) Create(objects kube.ResourceList, options ...kube.ClientCreateOption) (*kube.Result, error) {
	others := c.withoutSpared(objects)
	if len(others) == 0 && len(objects) > 0 {
		return &kube.Result{}, nil
	}
	result, err := c.Client.Create(others, options...)
	if err != nil {
		return result, fmt.Errorf("%w%s%s", err, c.heldBy(others), c.lost(others))
	}
	c.noteMade(others)
	return result, nil
}

// heldBy names the finalizers of the first object that is being deleted: only finalizers keep such an object
// for long, and only a person can help if the controller of a finalizer has gone.
func (c *sessionClient) heldBy(objects kube.ResourceList) string {
	for _, object := range objects {
		found, err := c.inCluster(object)
		if err != nil || found == nil {
			continue // the words are for people only
		}
		about, err := meta.Accessor(found)
		if err == nil && about.GetDeletionTimestamp() != nil && len(about.GetFinalizers()) > 0 {
			return fmt.Sprintf(" (%s is being deleted, and its finalizer %s holds it: %s)",
				placeOf(object), strings.Join(about.GetFinalizers(), ", "), stepAfterFinalizers(about.GetFinalizers()))
		}
	}
	return ""
}

// stepAfterFinalizers is the step of a person. Kubernetes itself takes out the finalizers that protect volumes and
// claims, as soon as no Pod uses them; without them data may be lost.
func stepAfterFinalizers(finalizers []string) string {
	for _, x := range finalizers {
		if x == "kubernetes.io/pvc-protection" || x == "kubernetes.io/pv-protection" {
			return "it goes when no Pod uses it; end such a Pod, and leave the finalizer, which protects the data"
		}
	}
	return "if the controller of this finalizer has gone, take the finalizer out of metadata.finalizers"
}

// Delete implements kube.Interface for the hooks of a chart, and for objects that Helm has checked before. It
// deletes no object if any of them belongs to another release, or is the object of a hook and belongs to a
// user or could not be made anew (creation_trial.go). An object that the release has taken over stays, and is
// given back. An object of the manifest that a user has annotated to be kept stays, too.
func (c *sessionClient) Delete(objects kube.ResourceList, policy metav1.DeletionPropagation) (*kube.Result, []error) {
	var refused []error
	var own, taken kube.ResourceList
	var kept []string
	former := map[*resource.Info]string{}
	others := c.withoutSpared(objects)
	for _, object := range others {
		found, err := c.inCluster(object)
		if err == nil && found != nil {
			err = c.mayDelete(object, found)
		}
		if err == nil && found != nil && !isBeingDeleted(found) {
			err = c.tryCreation(object)
		}
		if err != nil {
			refused = append(refused, err)
			continue
		}
		if from, isTaken := c.takenFrom(object, found); isTaken {
			former[object] = from
			taken.Append(object)
		} else if name := keptByUser(object, found); name != "" && !isHook(object.Object) {
			kept = append(kept, name)
		} else {
			own.Append(object)
		}
	}
	for _, object := range taken {
		if len(refused) > 0 {
			break
		}
		if err := c.giveBack(object, former[object]); err != nil {
			refused = append(refused, err)
		}
	}
	if len(refused) > 0 {
		c.refused = errors.Join(append([]error{c.refused}, refused...)...)
		return &kube.Result{}, refused
	}
	for _, name := range kept {
		c.heard.kept(name)
	}
	if len(own) == 0 && len(objects) > 0 {
		return &kube.Result{}, nil // Helm fails if it gets no object
	}
	return c.Client.Delete(own, policy)
}

// mayDelete fails for an object in the cluster that belongs to another release. It also fails if a hook of
// the chart has the name of an object that a user has made, or that the release has taken over.
func (c *sessionClient) mayDelete(object *resource.Info, found runtime.Object) error {
	of, isOther, err := c.of.otherThan(found)
	if err != nil {
		return err
	}
	if isOther {
		return fmt.Errorf("%s is not deleted, because it belongs to release '%s' in namespace '%s': give the hook another name",
			object.ObjectName(), of.name, of.namespace)
	}
	if !isHook(object.Object) {
		return nil
	}
	former, isTaken := c.takenFrom(object, found)
	if isTaken {
		return fmt.Errorf("%s is not deleted for a hook of that name, because it was there before the release and belonged to %s: give the hook another name",
			object.ObjectName(), wordsOfFormer(former))
	}
	users, err := isUsers(found)
	if err != nil || !users {
		return err
	}
	return fmt.Errorf("%s is not deleted for a hook of that name, because it names no release, and no Helm has written it: give the hook another name, or delete the object by hand if nothing needs it",
		object.ObjectName())
}
