package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"time"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/storage"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// session is a request's access to the cluster, and Helm's configuration with it. It implements
// genericclioptions.RESTClientGetter.
type session struct {
	ctx        context.Context
	raw        clientcmd.ClientConfig
	config     *rest.Config
	discoverer *discoverer

	helm    *action.Configuration
	client  *sessionClient
	gone    *goneKinds // that the client leaves out
	former  *formerObjects
	storage *fencedDriver
	release context.CancelFunc
}

// openSession prepares a request for a release. Calls for objects end when ctx ends; records of releases may
// be written for a little longer, so that a cancelled upgrade is recorded as failed.
func (w *Worker) openSession(ctx context.Context, request Request, heard *warnings) (*session, error) {
	config, err := w.cluster.configFor(ctx, heard)
	if err != nil {
		return nil, unreachable(err)
	}
	s := &session{ctx: ctx, raw: w.settings.RESTClientGetter().ToRawKubeConfigLoader(), config: config}
	if s.discoverer, err = newDiscoverer(config, &w.cluster.offers); err != nil {
		return nil, err
	}
	recording, end := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lastWords, end) })
	s.release = func() {
		stop()
		end()
	}
	recordingConfig, err := w.cluster.configFor(recording, heard)
	if err != nil {
		return nil, unreachable(err)
	}
	if s.storage, err = newDriver(w.driver, w.settings.Namespace(), recordingConfig); err != nil {
		return nil, err
	}
	s.helm = newConfiguration(heard)
	s.helm.RESTClientGetter = s
	s.helm.Releases = storage.Init(s.storage)
	s.helm.Releases.SetLogger(s.helm.Logger().Handler())
	client := kube.New(s)
	client.SetLogger(s.helm.Logger().Handler())
	s.gone = &goneKinds{}
	left := &leftObjects{request.LeavesObjects, request.Left}
	taken := &takenList{release: request.Release}
	s.storage.note(left, taken)
	s.client = &sessionClient{Client: client, ctx: ctx, config: config, discoverer: s.discoverer, of: owner{request.Release, w.settings.Namespace()},
		platform: request.Labels[platformLabel], records: s.helm.Releases, heard: heard, gone: s.gone, left: left, taken: taken}
	s.client.elsewhere = func(namespace string) (*storage.Storage, error) {
		records, err := newDriver(w.driver, namespace, config)
		if err != nil {
			return nil, err
		}
		return storage.Init(records), nil
	}
	s.helm.KubeClient = s.client
	s.useFormerObjects()
	s.former.expected = expectedLookups(request.Labels)
	s.former.texts = func() ([][]byte, error) {
		loaded, err := w.charts.load(request.Chart, request.ChartDigest)
		return append(textsOf(loaded), request.Values), err
	}
	return s, nil
}

// newConfiguration is Helm's configuration without a cluster.
func newConfiguration(heard *warnings) *action.Configuration {
	configuration := action.NewConfiguration(action.ConfigurationSetLogger(logHandler{into: heard}))
	configuration.SetHookOutputFunc(func(_, _, _ string) io.Writer { return log.Writer() })
	return configuration
}

// close ends calls that still run for the request.
func (s *session) close() {
	s.storage.close()
	s.release()
}

// ToRESTConfig implements genericclioptions.RESTClientGetter. Helm may change the result.
func (s *session) ToRESTConfig() (*rest.Config, error) { return rest.CopyConfig(s.config), nil }

// ToDiscoveryClient implements genericclioptions.RESTClientGetter.
func (s *session) ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error) {
	return s.discoverer, nil
}

// ToRESTMapper implements genericclioptions.RESTClientGetter.
func (s *session) ToRESTMapper() (meta.RESTMapper, error) { return offerMapper{s.discoverer}, nil }

// ToRawKubeConfigLoader implements genericclioptions.RESTClientGetter.
func (s *session) ToRawKubeConfigLoader() clientcmd.ClientConfig { return s.raw }

// waitOptions are the wait options of helm's commands, with the context of the request.
func (s *session) waitOptions() []kube.WaitOption {
	return []kube.WaitOption{kube.WithStatusComputeWorkers(8), kube.WithWaitContext(s.ctx)}
}

// sessionClient is Helm's client with some changes: it asks only once in a request whether the API server can
// be reached, deletes no object of another owner (owners.go), marks the objects that it takes over
// (taken_objects.go) or refuses the takeover (elsewhere.go), keeps data of a release without records
// (reinstall.go) and numbers of autoscalers (scaled_objects.go), deletes no object of a hook that it could
// not make anew (creation_trial.go), may leave objects for a later deletion (left_objects.go), leaves out
// objects of kinds that have gone (gone_kinds.go), and reports its waits (hook_waits.go).
type sessionClient struct {
	*kube.Client
	ctx        context.Context
	config     *rest.Config
	discoverer *discoverer
	of         owner
	platform   string           // of the operator, in an upgrade
	records    *storage.Storage // of all releases
	isUnproven bool             // no revision of the release is deployed
	refused    error            // why objects were not deleted
	trials     creationTrials
	again      *reinstallation // nil: this is no reinstallation, see findReinstallation
	heard      *warnings
	gone       *goneKinds
	left       *leftObjects
	taken      *takenList
	// elsewhere opens the records of another namespace.
	elsewhere func(namespace string) (*storage.Storage, error)
}

// Build implements kube.Interface.
func (c *sessionClient) Build(manifest io.Reader, validate bool) (kube.ResourceList, error) {
	rest, err := c.gone.without(manifest)
	if err != nil {
		return nil, err
	}
	return c.Client.Build(rest, validate)
}

// IsReachable implements kube.Interface, in the words of kube.Client.
func (c *sessionClient) IsReachable() error {
	if _, err := c.discoverer.ServerVersion(); err != nil {
		return unreachable(err)
	}
	return nil
}

// GetPodList implements kube.Interface: the first step to the logs of a chart's hook
// (helm.sh/hook-output-log-policy). kube.Client makes its client for Pods in its own IsReachable, so that
// function must be called first.
func (c *sessionClient) GetPodList(namespace string, options metav1.ListOptions) (*corev1.PodList, error) {
	if err := c.Client.IsReachable(); err != nil {
		return nil, err
	}
	return c.Client.GetPodList(namespace, options)
}

func unreachable(err error) error {
	if errors.Is(err, genericclioptions.ErrEmptyConfig) {
		return errors.New("kubernetes cluster unreachable")
	}
	return fmt.Errorf("kubernetes cluster unreachable: %w", err)
}
