package worker

import (
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// offer is the set of kinds that the API server offered at a time. It is never changed.
type offer struct {
	discovery.DiscoveryInterface // for questions beyond the memory, never called on an offer

	tags   offerTags
	groups []*metav1.APIGroup
	lists  []*metav1.APIResourceList
	failed error // groups that could not be discovered, beside groups that could
	mapper meta.RESTMapper
}

// offerTags are the ETags of the two documents that list all kinds.
type offerTags struct{ core, groups string }

// complete is false for an API server that does not list all kinds in two documents.
func (t offerTags) complete() bool { return t.core != "" && t.groups != "" }

// ServerGroupsAndResources makes restmapper see an offer as a server.
func (o *offer) ServerGroupsAndResources() ([]*metav1.APIGroup, []*metav1.APIResourceList, error) {
	return o.groups, o.lists, o.failed
}

// offerMemory keeps the last offer for all requests.
type offerMemory struct {
	lock sync.Mutex
	last *offer
}

func (m *offerMemory) get() *offer {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.last
}

func (m *offerMemory) set(o *offer) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.last = o
}

// discoverer is the cached discovery of a request. It uses the remembered offer until Invalidate is called.
type discoverer struct {
	discovery.DiscoveryInterface // asks the API server
	memory                       *offerMemory
	http                         *http.Client
	host                         string

	lock    sync.Mutex
	doubts  bool // the memory is not good enough any more
	current *offer
	version *version.Info
}

func newDiscoverer(config *rest.Config, memory *offerMemory) (*discoverer, error) {
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	plain, err := discovery.NewDiscoveryClientForConfigAndClient(config, client)
	if err != nil {
		return nil, err
	}
	return &discoverer{DiscoveryInterface: plain, memory: memory, http: client, host: config.Host}, nil
}

// Fresh implements discovery.CachedDiscoveryInterface: false means that the API server may give another
// answer if it is asked again.
func (d *discoverer) Fresh() bool {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.doubts && d.current != nil
}

// Invalidate implements discovery.CachedDiscoveryInterface.
func (d *discoverer) Invalidate() {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.doubts, d.current = true, nil
}

// ServerGroups implements discovery.DiscoveryInterface.
func (d *discoverer) ServerGroups() (*metav1.APIGroupList, error) {
	found, err := d.offer()
	if err != nil {
		return nil, err
	}
	list := &metav1.APIGroupList{}
	for _, group := range found.groups {
		list.Groups = append(list.Groups, *group)
	}
	return list, nil
}

// ServerGroupsAndResources implements discovery.DiscoveryInterface.
func (d *discoverer) ServerGroupsAndResources() ([]*metav1.APIGroup, []*metav1.APIResourceList, error) {
	found, err := d.offer()
	if err != nil {
		return nil, nil, err
	}
	return found.ServerGroupsAndResources()
}

// offer is the remembered offer, or a newer offer.
func (d *discoverer) offer() (*offer, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if d.current != nil {
		return d.current, nil
	}
	remembered := d.memory.get()
	if remembered == nil || d.doubts {
		var err error
		if remembered, err = d.renewed(remembered); err != nil {
			return nil, err
		}
		d.doubts = true
		d.memory.set(remembered)
	}
	d.current = remembered
	return remembered, nil
}

// renewed asks the API server for the tags of its offer, and for the offer itself only if the tags have
// changed. Tags are fetched before the documents, so a race costs an extra fetch and never serves stale
// kinds.
func (d *discoverer) renewed(before *offer) (*offer, error) {
	var known offerTags
	if before != nil {
		known = before.tags
	}
	tags := d.askForTags(known)
	if before != nil && tags.complete() && tags == known {
		return before, nil
	}
	groups, lists, err := d.DiscoveryInterface.ServerGroupsAndResources()
	if err != nil && !discovery.IsGroupDiscoveryFailedError(err) {
		return nil, err
	}
	found := &offer{tags: tags, groups: withUnreachable(groups, err), lists: lists, failed: err}
	resources, err := restmapper.GetAPIGroupResources(found)
	if err != nil {
		return nil, err
	}
	found.mapper = restmapper.NewDiscoveryRESTMapper(resources)
	return found, nil
}

// withUnreachable adds the versions of servers that cannot be reached: they are served, but not now. Without
// them a chart would find them absent, and Helm would remove the chart's objects of these versions.
func withUnreachable(groups []*metav1.APIGroup, err error) []*metav1.APIGroup {
	failed, _ := discovery.GroupDiscoveryFailedErrorGroups(err)
	for _, version := range slices.SortedFunc(maps.Keys(failed), func(a, b schema.GroupVersion) int {
		return strings.Compare(a.String(), b.String())
	}) {
		shown := metav1.GroupVersionForDiscovery{GroupVersion: version.String(), Version: version.Version}
		at := slices.IndexFunc(groups, func(x *metav1.APIGroup) bool { return x.Name == version.Group })
		if at < 0 {
			groups = append(groups, &metav1.APIGroup{Name: version.Group, PreferredVersion: shown})
			at = len(groups) - 1
		}
		if !slices.Contains(groups[at].Versions, shown) {
			groups[at].Versions = append(groups[at].Versions, shown)
		}
	}
	return groups
}

func (d *discoverer) askForTags(known offerTags) offerTags {
	var tags offerTags
	var asking sync.WaitGroup
	asking.Go(func() { tags.core = d.askForTag("/api", known.core) })
	tags.groups = d.askForTag("/apis", known.groups)
	asking.Wait()
	return tags
}

// askForTag returns the tag of a document; empty if there is no tag. A failure needs no error here: the
// request for the whole document fails as well, and reports it.
func (d *discoverer) askForTag(path, known string) string {
	call, err := http.NewRequestWithContext(context.Background(), http.MethodGet, strings.TrimSuffix(d.host, "/")+path, nil)
	if err != nil {
		return ""
	}
	call.Header.Set("Accept", discovery.AcceptV2+","+discovery.AcceptV1)
	if known != "" {
		call.Header.Set("If-None-Match", known)
	}
	response, err := d.http.Do(call)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNotModified {
		return known
	}
	// Read to the end, because an HTTP/1.1 connection with an unread answer cannot be used again.
	_, _ = io.Copy(io.Discard, response.Body)
	return response.Header.Get("ETag")
}

// ServerVersion asks once in a request. Helm asks in each of its actions, only to see whether the API server
// can be reached.
func (d *discoverer) ServerVersion() (*version.Info, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if d.version != nil {
		return d.version, nil
	}
	found, err := d.DiscoveryInterface.ServerVersion()
	if err == nil {
		d.version = found
	}
	return found, err
}
