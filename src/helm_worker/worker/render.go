package worker

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/kube"
	kubefake "helm.sh/helm/v4/pkg/kube/fake"
	release "helm.sh/helm/v4/pkg/release/v1"
)

// defaultTimeout is the default of helm's commands. A render waits for no object.
const defaultTimeout = 300 * time.Second

// render is `helm template RELEASE CHART --no-hooks --is-upgrade --skip-crds`, with the capabilities in the
// request, and with --dry-run=server if it asks the cluster.
func (w *Worker) render(ctx context.Context, request Request, heard *warnings) (Answer, error) {
	configuration := newConfiguration(heard)
	explained := func(failure error) error { return failure }
	strategy := action.DryRunClient
	asked := func() *LookedUp { return nil }
	lacked := func() []string { return nil }
	settled := func(render func() (*release.Release, error)) (*release.Release, error) { return render() }
	switch {
	case request.AsksCluster:
		session, err := w.openSession(ctx, request, heard)
		if err != nil {
			return Answer{}, err
		}
		defer session.close()
		configuration, strategy, settled = session.helm, action.DryRunServer, session.former.settle
		asked, lacked = session.former.asked.answer, session.former.lackedKeys
		explained = func(failure error) error {
			return heard.absent.explain(failure, offerMapper{session.discoverer}, session.similarNames)
		}
	case request.ServedOnly:
		// A client's dry run adds the API versions that Helm was built with. A server's dry run uses the
		// capabilities as they are; without a client for a server it asks no server.
		configuration.KubeClient = &kubefake.PrintingKubeClient{Out: io.Discard}
		strategy = action.DryRunServer
	}
	if strategy == action.DryRunServer {
		if err := useCapabilities(configuration, request); err != nil {
			return Answer{}, err
		}
	}
	client := action.NewInstall(configuration)
	client.DryRunStrategy = strategy
	client.Replace = true // the name is not checked
	client.DisableHooks = true
	client.SkipCRDs = true
	client.IsUpgrade = true
	client.Timeout = defaultTimeout
	client.WaitStrategy = kube.HookOnlyStrategy
	client.Namespace = w.settings.Namespace()
	if request.KubeVersion != "" {
		version, err := parseKubeVersion(request.KubeVersion)
		if err != nil {
			return Answer{}, err
		}
		client.KubeVersion = version
	}
	client.APIVersions = common.VersionSet(request.APIVersions)

	rendered, err := settled(func() (*release.Release, error) { return w.runInstall(ctx, client, request, heard) })
	if err != nil {
		err = explained(err)
	}
	if err != nil && rendered != nil {
		return Answer{}, fmt.Errorf("%w\n\nUse --debug flag to render out invalid YAML", err)
	}
	if err != nil {
		return Answer{}, err
	}
	for _, keys := range lacked() {
		heard.lacking(keys)
	}
	manifest := strings.TrimSpace(rendered.Manifest) + "\n"
	return Answer{Manifest: &manifest, LookedUp: asked()}, nil
}

// runInstall is the common part of helm's template, install and upgrade --install.
func (w *Worker) runInstall(ctx context.Context, client *action.Install, request Request, heard *warnings) (*release.Release, error) {
	client.ReleaseName = request.Release
	loaded, values, err := w.inputs(request)
	if err != nil {
		return nil, err
	}
	if err := checkChart(loaded, true, heard); err != nil {
		return nil, err
	}
	result, err := client.RunWithContext(ctx, loaded, values)
	installed, _ := result.(*release.Release)
	return installed, err
}

// inputs are the chart and the values, for this request alone.
func (w *Worker) inputs(request Request) (chart.Charter, map[string]any, error) {
	loaded, err := w.charts.load(request.Chart, request.ChartDigest)
	if err != nil {
		return nil, nil, err
	}
	values, err := readValues(request.Values)
	return loaded, values, err
}
