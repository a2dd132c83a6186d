package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"helm.sh/helm/v4/pkg/storage/driver"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// uninstall is `helm uninstall RELEASE --ignore-not-found`, with --keep-history if the request wants it.
func (w *Worker) uninstall(ctx context.Context, request Request, heard *warnings) (Answer, error) {
	session, err := w.openSession(ctx, request, heard)
	if err != nil {
		return Answer{}, err
	}
	defer session.close()
	session.gone.kinds = request.GoneKinds
	if err := session.maySeeObjects(request.Release); err != nil {
		return Answer{}, err
	}
	client := action.NewUninstall(session.helm)
	client.IgnoreNotFound = true
	client.KeepHistory = request.KeepHistory
	client.DeletionPropagation = "background"
	client.Timeout = timeoutOf(request)
	client.WaitStrategy = kube.HookOnlyStrategy
	client.WaitOptions = session.waitOptions()
	response, err := client.Run(request.Release)
	if refused := session.client.refused; err != nil && refused != nil && !strings.Contains(err.Error(), refused.Error()) {
		err = fmt.Errorf("%w: %w", err, refused) // Helm only logs it
	}
	if err != nil {
		return Answer{}, err
	}
	if response == nil {
		return Answer{Status: "absent"}, nil
	}
	if response.Info != "" {
		heard.add(response.Info)
	}
	if left := session.gone.leftOut; len(left) > 0 {
		heard.add("left out, because their kinds are not served any more: " + strings.Join(left, ", "))
	}
	return Answer{Status: "uninstalled"}, nil
}

// maySeeObjects fails unless the last revision of the release can be read, and each of its objects is seen or
// known to be absent. Helm takes a record that it cannot list for absent, and reports the release as
// uninstalled. If Helm cannot see an object, it leaves it with a warning and removes the record of the
// release: then no record shows that the object is left.
func (s *session) maySeeObjects(name string) error {
	// Helm begins with this check, too, and reports the same error.
	if err := s.helm.KubeClient.IsReachable(); err != nil {
		return err
	}
	found, err := s.helm.Releases.Last(name)
	if errors.Is(err, driver.ErrReleaseNotFound) {
		return nil // Helm says so
	}
	if err != nil {
		return fmt.Errorf("nothing was uninstalled, because the record of the release cannot be read: %w", err)
	}
	last, known := found.(*release.Release)
	if !known {
		return fmt.Errorf("nothing was uninstalled, because the record of the release is of another kind: %T", found)
	}
	if last.Info.Status == common.StatusUninstalled {
		return nil
	}
	objects, err := s.objectsToDelete(last)
	if err != nil {
		return fmt.Errorf("nothing was uninstalled, because Helm would not find all objects of the release: %w", err)
	}
	for _, object := range objects {
		if err := object.Get(); err != nil && !apierrors.IsNotFound(err) {
			return fmt.Errorf("nothing was uninstalled, because Helm would leave what it may not see: %w", err)
		}
	}
	return nil
}

// objectsToDelete returns all objects of a revision except the objects that its chart wants to keep: Helm
// keeps each object with a resource policy, whatever the policy is.
func (s *session) objectsToDelete(of *release.Release) (kube.ResourceList, error) {
	_, files, err := releaseutil.SortManifests(releaseutil.SplitManifests(of.Manifest), nil, releaseutil.UninstallOrder)
	if err != nil {
		return nil, err
	}
	var manifest strings.Builder
	for _, file := range files {
		if file.Head.Metadata != nil {
			if _, stays := file.Head.Metadata.Annotations[kube.ResourcePolicyAnno]; stays {
				continue
			}
		}
		manifest.WriteString("\n---\n" + file.Content)
	}
	return s.helm.KubeClient.Build(strings.NewReader(manifest.String()), false)
}
