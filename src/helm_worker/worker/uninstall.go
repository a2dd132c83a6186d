package worker

import (
	"context"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/kube"
)

// uninstall is `helm uninstall RELEASE --ignore-not-found`, with --keep-history if the request wants it.
func (w *Worker) uninstall(ctx context.Context, request Request, heard *warnings) (Answer, error) {
	session, err := w.openSession(ctx, heard)
	if err != nil {
		return Answer{}, err
	}
	defer session.close()
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
