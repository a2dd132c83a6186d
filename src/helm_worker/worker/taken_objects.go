package worker

import (
	"encoding/json"
	"fmt"
	"strings"

	"helm.sh/helm/v4/pkg/kube"
	release "helm.sh/helm/v4/pkg/release/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/cli-runtime/pkg/resource"
)

// A chart may have an object that was there before its release: of a user, or of another release. The release
// takes the object over, so Helm would delete it, with its data, when the release goes or does not have it
// any more. So such an object gets an annotation with its former owner at the takeover. The annotation stays
// through later upgrades, because no manifest has it. The record of the release names the object, too,
// because its owner may replace the object (taken_list.go). An object with the annotation, or in that list,
// is never deleted but given back. An annotation that names this very release ends that: then the object is
// its own.

// takenFromAnnotation names the former owner of an object: `NAMESPACE/NAME` of a release, or the word below.
const (
	takenFromAnnotation = "addon-operator/taken-from"
	nobody              = "nobody"
)

// The labels by which the operator knows its revisions (src/core/releases/release.hpp,
// release_ownership.hpp).
const (
	manifestLabel = "moduleChecksum"
	inputsLabel   = "inputsChecksum"
	platformLabel = "modulePlatform"
)

// managedByLabel has the value Helm on each object of a release.
const managedByLabel = "app.kubernetes.io/managed-by"

// operatorManager is the field manager of object operations that hooks of modules ask for.
const operatorManager = "addon-operator"

// takenFrom is the former owner of an object that was taken over.
func takenFrom(object runtime.Object) (string, bool) {
	if object == nil {
		return "", false
	}
	annotations, err := meta.NewAccessor().Annotations(object)
	former := annotations[takenFromAnnotation]
	return former, err == nil && former != ""
}

// takenFrom is the former owner, by the mark on the object in the cluster, else by the list of the record. An
// object that has come back to this release is its own again.
func (c *sessionClient) takenFrom(object *resource.Info, found runtime.Object) (string, bool) {
	if found == nil {
		return "", false
	}
	if former, isMarked := takenFrom(found); isMarked {
		return former, !c.isOwnMark(former)
	}
	return c.taken.from(object)
}

func (c *sessionClient) isOwnMark(former string) bool {
	return former == c.of.namespace+"/"+c.of.name
}

// keptByUser names an object in the cluster if a user has annotated it so that Helm keeps it; else it is
// empty. In upgrades Helm itself looks at this annotation of the object, in uninstallations only at the
// annotation in the manifest.
func keptByUser(object *resource.Info, found runtime.Object) string {
	if found == nil {
		return ""
	}
	annotations, err := meta.NewAccessor().Annotations(found)
	if err != nil || annotations[kube.ResourcePolicyAnno] != kube.KeepPolicy {
		return ""
	}
	return fmt.Sprintf("%s (%s: %s)", placeOf(object), kube.ResourcePolicyAnno, kube.KeepPolicy)
}

// losesPolicy is true for an object that the last revision kept by its resource policy, and that this upgrade
// does not keep any more.
func losesPolicy(original, target *resource.Info) bool {
	if original == nil || original.Object == target.Object {
		return false
	}
	before, err := meta.NewAccessor().Annotations(original.Object)
	after, errNow := meta.NewAccessor().Annotations(target.Object)
	return err == nil && errNow == nil && before[kube.ResourcePolicyAnno] != "" && after[kube.ResourcePolicyAnno] == ""
}

// wordsOfFormer names a former owner for people.
func wordsOfFormer(former string) string {
	namespace, name, isRelease := strings.Cut(former, "/")
	if !isRelease {
		return "no release"
	}
	return fmt.Sprintf("release '%s' in namespace '%s'", name, namespace)
}

// isHook is true for an object that Helm makes, or has made, for a hook of a chart.
func isHook(object runtime.Object) bool {
	annotations, err := meta.NewAccessor().Annotations(object)
	return err == nil && annotations[release.HookAnnotation] != ""
}

// isUsers is true for an object that names no release, unless a Helm or hooks of modules have made it.
func isUsers(object runtime.Object) (bool, error) {
	nobodys, err := isNobodys(object)
	if err != nil || !nobodys || isHook(object) {
		return false, err
	}
	about, err := meta.Accessor(object)
	if err != nil {
		return false, err
	}
	writes := about.GetManagedFields()
	for _, write := range writes {
		if write.Manager != operatorManager {
			return true, nil
		}
	}
	return len(writes) == 0, nil
}

// isOfModules is true for a release that an operator of this platform has made: an object that moves from the
// chart of a module to the chart of another module is the operator's own.
func (c *sessionClient) isOfModules(of owner) bool {
	if of.namespace != c.of.namespace {
		return false
	}
	found, err := c.records.Last(of.name)
	last, known := found.(*release.Release)
	if err != nil || !known {
		return false
	}
	isMade := last.Labels[manifestLabel] != "" || last.Labels[inputsLabel] != ""
	platform := last.Labels[platformLabel]
	return isMade && (platform == "" || platform == c.platform)
}

// takeOver marks and reports an object that this release takes over. For such an object, Helm's list of
// originals has the object of the chart itself; for an object of the release, it has the object from the
// record. A record without a successful revision also has objects that were never taken over.
func (c *sessionClient) takeOver(original, target *resource.Info) error {
	isNew := original != nil && original.Object == target.Object
	if !isNew && !(c.isUnproven && original != nil) {
		return c.keepMark(original, target)
	}
	found, err := c.inCluster(target)
	if err != nil || found == nil {
		return err
	}
	of, isOther, err := c.of.otherThan(found)
	if err != nil {
		return err
	}
	if former, isMarked := takenFrom(found); isMarked && (former != nobody || !isOther) {
		if former == nobody && !c.of.named(found) {
			c.heard.takenOver(placeOf(target) + " of " + wordsOfFormer(former))
		}
		c.noteMark(target, former)
		return nil
	}
	if isOther {
		if err := c.leaveToOther(target, of); err != nil {
			return err
		}
	}
	former := of.namespace + "/" + of.name
	if !isOther {
		users, err := isUsers(found)
		if err != nil || !users {
			return err
		}
		former = nobody
	}
	place := placeOf(target) + " of " + wordsOfFormer(former)
	if isOther && c.isOfModules(of) {
		c.heard.moved(place)
		return nil
	}
	c.heard.takenOver(place)
	c.taken.add(target, former)
	return annotate(target.Object, takenFromAnnotation, former)
}

// noteMark lets the list of the record follow a mark on an object.
func (c *sessionClient) noteMark(object *resource.Info, former string) {
	if c.isOwnMark(former) {
		c.taken.settle(object)
		return
	}
	c.taken.add(object, former)
}

// keepMark marks and reports an object of the last revision again that has lost its mark. An object that the
// upgrade makes anew has nothing of its former owner.
func (c *sessionClient) keepMark(original, target *resource.Info) error {
	former, isListed := c.taken.from(target)
	if !isListed && (original == nil || c.taken.isKnown()) {
		return nil
	}
	found, err := c.inCluster(target)
	if err != nil {
		return err
	}
	if found == nil {
		c.taken.settle(target)
		return nil
	}
	if mark, isMarked := takenFrom(found); isMarked {
		c.noteMark(target, mark)
		return nil
	}
	if !isListed {
		return nil
	}
	c.taken.add(target, former)
	c.heard.takenOver(placeOf(target) + " of " + wordsOfFormer(former))
	return annotate(target.Object, takenFromAnnotation, former)
}

func annotate(object runtime.Object, key, value string) error {
	about := meta.NewAccessor()
	annotations, err := about.Annotations(object)
	if err != nil {
		return err
	}
	all := map[string]string{key: value}
	for name, text := range annotations {
		if name != key {
			all[name] = text
		}
	}
	return about.SetAnnotations(object, all)
}

func placeOf(object *resource.Info) string {
	place := object.Mapping.GroupVersionKind.Kind + "/" + object.Name
	if object.Namespace != "" {
		place = object.Namespace + "/" + place
	}
	return place
}

// giveBack lets an object name its former owner again, so that no later uninstallation deletes it, and
// reports that it stays. The object of a user keeps its mark: Helm is in its managedFields now, so a later
// takeover would not see otherwise that it is a user's.
func (c *sessionClient) giveBack(object *resource.Info, former string) error {
	annotations := map[string]any{ownerNameAnnotation: nil, ownerNamespaceAnnotation: nil}
	changes := map[string]any{"annotations": annotations}
	if namespace, name, isRelease := strings.Cut(former, "/"); isRelease {
		annotations[ownerNameAnnotation], annotations[ownerNamespaceAnnotation] = name, namespace
		annotations[takenFromAnnotation] = nil
	} else {
		annotations[takenFromAnnotation] = nobody
		changes["labels"] = map[string]any{managedByLabel: nil}
	}
	patch, err := json.Marshal(map[string]any{"metadata": changes})
	if err != nil {
		return err
	}
	helper := resource.NewHelper(object.Client, object.Mapping)
	if _, err := helper.Patch(object.Namespace, object.Name, types.MergePatchType, patch, nil); err != nil {
		return fmt.Errorf("%s was there before the release and cannot be given back, so nothing was deleted: %w", object.ObjectName(), err)
	}
	c.taken.settle(object)
	c.heard.kept(placeOf(object) + " of " + wordsOfFormer(former))
	return nil
}

var _ kube.Interface = (*sessionClient)(nil)
