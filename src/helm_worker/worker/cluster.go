package worker

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"helm.sh/helm/v4/pkg/cli"
	"k8s.io/client-go/rest"
)

// cluster holds the connections to the API server and the remembered offer of the server. The connections
// live as long as the worker; they are made anew only when the kubeconfig changes.
type cluster struct {
	settings *cli.EnvSettings
	offers   offerMemory
	permit   *permit // asked before a request leaves

	lock    sync.Mutex
	version fileVersion
	base    *rest.Config
}

// fileVersion distinguishes a kubeconfig from the kubeconfig that was there before.
type fileVersion struct {
	changed time.Time
	size    int64
}

func versionOf(path string) fileVersion {
	found, err := os.Stat(path)
	if err != nil {
		return fileVersion{} // reading it reports the fault
	}
	return fileVersion{changed: found.ModTime(), size: found.Size()}
}

// shared returns a configuration for all requests. Its transport has all settings of the kubeconfig:
// certificates, tokens, credential plugins.
func (c *cluster) shared() (*rest.Config, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	version := versionOf(c.settings.KubeConfig)
	if c.base != nil && version == c.version {
		return c.base, nil
	}
	config, err := c.settings.RESTClientGetter().ToRESTConfig()
	if err != nil {
		return nil, err
	}
	transport, err := rest.TransportFor(config)
	if err != nil {
		return nil, err
	}
	host, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return nil, fmt.Errorf("the kubeconfig has no usable server: %w", err)
	}
	c.version = version
	c.base = &rest.Config{
		Host:          host.String(),
		APIPath:       config.APIPath,
		ContentConfig: config.ContentConfig,
		UserAgent:     config.UserAgent,
		Transport:     transport,
		Timeout:       config.Timeout,
		QPS:           -1, // the operator decides how much runs at the same time
	}
	return c.base, nil
}

// configFor returns the configuration of a request: its calls end with the context, and warnings of its
// answers go to heard.
func (c *cluster) configFor(ctx context.Context, heard *warnings) (*rest.Config, error) {
	base, err := c.shared()
	if err != nil {
		return nil, err
	}
	config := rest.CopyConfig(base)
	config.WarningHandler = heard
	server, prefix := serverOf(base.Host)
	config.Transport = endingTransport{ends: ctx, wrapped: base.Transport, server: server, prefix: prefix,
		absent: &heard.absent, permit: c.permit}
	return config, nil
}

// endingTransport ends calls when the context of the request ends, because Helm uses contexts of its own for
// most calls. It hands on credible answers only.
type endingTransport struct {
	ends    context.Context
	wrapped http.RoundTripper
	server  *url.URL // nil: not known
	prefix  string   // of all paths of the server
	absent  *lookups // takes objects that are not there; nil: they are not collected
	permit  *permit
}

// RoundTrip implements http.RoundTripper.
func (t endingTransport) RoundTrip(call *http.Request) (*http.Response, error) {
	if err := t.ends.Err(); err != nil {
		return nil, err
	}
	if err := t.permit.check(call); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(call.Context())
	stop := context.AfterFunc(t.ends, cancel)
	release := func() {
		stop()
		cancel()
	}
	response, err := t.wrapped.RoundTrip(call.WithContext(ctx))
	if err != nil {
		release()
		return nil, err
	}
	bound(response)
	response.Body = releasingBody{ReadCloser: response.Body, release: release}
	if err := t.credible(call, response); err != nil {
		response.Body.Close()
		return nil, err
	}
	return response, nil
}

// WrappedRoundTripper lets client-go find the transport below.
func (t endingTransport) WrappedRoundTripper() http.RoundTripper { return t.wrapped }

// releasingBody keeps the call's context until the body has been read.
type releasingBody struct {
	io.ReadCloser
	release func()
}

// Close implements io.Closer.
func (b releasingBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}
