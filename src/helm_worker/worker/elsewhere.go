package worker

import (
	"errors"
	"fmt"

	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage/driver"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/cli-runtime/pkg/resource"
)

// An operator that is started in a wrong namespace makes the same releases there anew. Their charts may have
// objects outside of the namespace, which the first installation still uses: an upgrade would reset them. So
// an object of a living release of an operator in another namespace is not taken over, unless a user has put
// the mark of a takeover on it (taken_objects.go).

// leaveToOther fails if the object belongs to a living release of an operator in another namespace, or if it
// is not known whether that release lives.
func (c *sessionClient) leaveToOther(object *resource.Info, of owner) error {
	if of.namespace == c.of.namespace || of.namespace == "" {
		return nil
	}
	lives, err := c.livesElsewhere(of)
	if err != nil {
		return fmt.Errorf("nothing was taken over: %s names release '%s' in namespace '%s', and it is not known whether that release lives: %w. %s",
			placeOf(object), of.name, of.namespace, err, wayOver(object, of))
	}
	if !lives {
		return nil
	}
	return fmt.Errorf("nothing was taken over: %s belongs to release '%s' in namespace '%s', which an operator has made and which lives. Is namespace '%s' right? %s",
		placeOf(object), of.name, of.namespace, c.of.namespace, wayOver(object, of))
}

// wayOver is the command that allows the takeover.
func wayOver(object *resource.Info, of owner) string {
	place := object.Mapping.GroupVersionKind.Kind + " " + object.Name
	if object.Namespace != "" {
		place = "-n " + object.Namespace + " " + place
	}
	return fmt.Sprintf("If this release is to take the object over: kubectl annotate %s %s=%s/%s", place, takenFromAnnotation, of.namespace, of.name)
}

// livesElsewhere is true for a living release in another namespace if an operator has made its last record.
// Without the right to read records there, a release with another name than this release counts as not
// living, and for the same name the result is an error.
func (c *sessionClient) livesElsewhere(of owner) (bool, error) {
	records, err := c.elsewhere(of.namespace)
	if err != nil {
		return false, err
	}
	found, err := records.Last(of.name)
	if errors.Is(err, driver.ErrReleaseNotFound) {
		return false, nil
	}
	if err != nil {
		if apierrors.IsForbidden(err) && of.name != c.of.name {
			return false, nil
		}
		return false, err
	}
	last, known := found.(*release.Release)
	if !known || last.Info.Status == common.StatusUninstalled {
		return false, nil
	}
	return last.Labels[manifestLabel] != "" || last.Labels[inputsLabel] != "", nil
}
