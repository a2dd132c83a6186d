package worker

import (
	"io"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/cli"
)

// Worker holds the state that is kept between requests.
type Worker struct {
	settings *cli.EnvSettings
	driver   string
	charts   *chartCache
	cluster  *cluster
}

// New makes a worker for releases in a namespace. Driver is the value of $HELM_DRIVER. The permit is asked
// before a request leaves that may change the cluster; nil: always granted.
func New(namespace, kubeconfig, driver string, permit *permit) *Worker {
	settings := cli.New()
	settings.SetNamespace(namespace)
	settings.KubeConfig = kubeconfig
	return &Worker{
		settings: settings,
		driver:   driver,
		charts:   newChartCache(settings, chartBytes),
		cluster:  &cluster{settings: settings, permit: permit},
	}
}

// Serve answers requests until the input ends or stop is closed. Stop cancels the running requests, which
// still get an answer.
func (w *Worker) Serve(in io.Reader, out io.Writer, stop <-chan struct{}) error {
	server := newServer(out, map[string]job{"render": w.render, "upgrade": w.upgrade, "uninstall": w.uninstall})
	ended := make(chan error, 1)
	go func() { ended <- server.serve(in, common.DefaultCapabilities.HelmVersion.Version) }()
	select {
	case err := <-ended:
		return err
	case <-stop:
		server.cancelAll(errStopped)
		return nil
	}
}
