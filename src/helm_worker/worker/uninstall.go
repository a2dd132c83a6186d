package worker

import (
	"context"
	"fmt"
	"strings"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/kube"
	release "helm.sh/helm/v4/pkg/release/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
)

// uninstall is `helm uninstall RELEASE --ignore-not-found`, with --keep-history if the request wants it.
func (w *Worker) uninstall(ctx context.Context, request Request, heard *warnings) (Answer, error) {
	session, err := w.openSession(ctx, heard)
	if err != nil {
		return Answer{}, err
	}
	defer session.close()
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
	if err != nil {
		return Answer{}, err
	}
	if response == nil {
		return Answer{Status: "absent"}, nil
	}
	if response.Info != "" {
		heard.add(response.Info)
	}
	return Answer{Status: "uninstalled"}, nil
}

// maySeeObjects fails if somebody may not get an object of the release's last revision. Helm would only warn of it, leave the
// object, and remove the record of the release: then nobody knew any more that it is left.
func (s *session) maySeeObjects(name string) error {
	found, err := s.helm.Releases.Last(name)
	last, known := found.(*release.Release)
	if err != nil || !known {
		return nil // it is Helm that says so
	}
	objects, err := s.helm.KubeClient.Build(strings.NewReader(last.Manifest), false)
	if err != nil {
		return nil
	}
	for _, object := range objects {
		if access, err := meta.Accessor(object.Object); err == nil && access.GetAnnotations()[kube.ResourcePolicyAnno] == kube.KeepPolicy {
			continue
		}
		if err := object.Get(); apierrors.IsForbidden(err) {
			return fmt.Errorf("nothing was uninstalled, because Helm would leave what it may not see: %w", err)
		}
	}
	return nil
}
