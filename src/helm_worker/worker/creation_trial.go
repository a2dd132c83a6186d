package worker

import (
	"fmt"
	"regexp"
	"strings"

	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
	builder "k8s.io/cli-runtime/pkg/resource"
)

// Helm deletes the object of a hook before it makes it anew (helm.sh/hook-delete-policy:
// before-hook-creation, the default). If the API server refuses the creation, because a webhook is away, a
// policy forbids it or a quota is used up, the object has gone with its data, and the next try cannot take a
// password from it any more. So the creation is tried first, as a dry run. Admission comes before the API
// server looks whether the name is taken, so "already exists" is the answer to a creation that would be
// allowed.

// creationTrials are the objects of hooks in a request, by identityOf.
type creationTrials struct {
	made    map[string]bool   // made by this request, so that a later deletion is the end of the hook
	deleted map[string]string // deleted before their creation; the reason why it was not tried first, or empty
}

// quotaItem is an item of a list in the message of a quota: `configmaps=1`.
var quotaItem = regexp.MustCompile(`([A-Za-z0-9./-]+)=([^,\s]+)`)

// tryCreation fails if the API server would refuse to create the object of a hook, which is in the cluster
// and would be deleted for that.
func (c *sessionClient) tryCreation(object *builder.Info) error {
	if !isHook(object.Object) || c.trials.made[identityOf(object)] {
		return nil
	}
	copied := object.Object.DeepCopyObject()
	_, err := builder.NewHelper(object.Client, object.Mapping).DryRun(true).Create(object.Namespace, true, copied)
	switch {
	case err == nil || apierrors.IsAlreadyExists(err):
		err = nil
	case cannotBeTried(err):
		c.noteDeleted(object, err.Error())
		return nil
	case isQuotaOfItself(err):
		err = nil
	}
	if err != nil {
		return fmt.Errorf("%s is not deleted for the hook that makes it anew, because the API server would refuse to create it: %w", placeOf(object), err)
	}
	c.noteDeleted(object, "")
	return nil
}

func (c *sessionClient) noteDeleted(object *builder.Info, untried string) {
	if c.trials.deleted == nil {
		c.trials.deleted = map[string]string{}
	}
	c.trials.deleted[identityOf(object)] = untried
}

// noteMade notes that the objects are there now.
func (c *sessionClient) noteMade(objects kube.ResourceList) {
	for _, object := range objects {
		if c.trials.made == nil {
			c.trials.made = map[string]bool{}
		}
		c.trials.made[identityOf(object)] = true
		delete(c.trials.deleted, identityOf(object))
	}
}

// lost names the objects that were deleted for a creation that has failed.
func (c *sessionClient) lost(objects kube.ResourceList) string {
	var words []string
	for _, object := range objects {
		untried, isDeleted := c.trials.deleted[identityOf(object)]
		if !isDeleted {
			continue
		}
		if found, err := c.inCluster(object); err == nil && isLiving(found) {
			continue
		}
		text := placeOf(object) + " has been deleted for the hook that makes it anew, and is not there now"
		if untried != "" {
			text += "; its creation could not be tried before: " + untried
		}
		words = append(words, text)
	}
	if len(words) == 0 {
		return ""
	}
	text := strings.Join(words, "; ")
	c.heard.add(text)
	return " (" + text + ")"
}

// cannotBeTried is true if a webhook has effects of its own, so that it takes part in no dry run.
func cannotBeTried(err error) bool {
	return apierrors.IsBadRequest(err) && strings.Contains(err.Error(), "dry run")
}

// isQuotaOfItself is true for a quota that is used up only because the object is still there.
func isQuotaOfItself(err error) bool {
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), "exceeded quota:") {
		return false
	}
	used, hasUsed := quotaList(err.Error(), "used: ")
	limited, hasLimit := quotaList(err.Error(), "limited: ")
	if !hasUsed || !hasLimit {
		return false
	}
	for name, limit := range limited {
		if now, known := used[name]; !known || now.Cmp(limit) > 0 {
			return false
		}
	}
	return true
}

func quotaList(message, head string) (map[string]resource.Quantity, bool) {
	at := strings.Index(message, head)
	if at < 0 {
		return nil, false
	}
	list, _, _ := strings.Cut(message[at+len(head):], ", used: ")
	list, _, _ = strings.Cut(list, ", limited: ")
	found := map[string]resource.Quantity{}
	for _, item := range quotaItem.FindAllStringSubmatch(list, -1) {
		quantity, err := resource.ParseQuantity(item[2])
		if err != nil {
			return nil, false
		}
		found[item[1]] = quantity
	}
	return found, len(found) > 0
}

// isBeingDeleted is true for an object that stays until its finalizers have ended.
func isBeingDeleted(found runtime.Object) bool {
	about, err := meta.Accessor(found)
	return err == nil && about.GetDeletionTimestamp() != nil
}
