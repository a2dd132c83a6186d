package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Helm takes some answers for the absence of things: a list without items, a 404, discovery without groups. A
// chart then renders without objects, and the upgrade deletes them. So an answer counts only if the API
// server itself has given it, by the rules of the operator (src/kube): anything else fails the call. A
// proxy's page is never an empty cluster.

// apiPath is the resource or document that a path of the API server addresses.
type apiPath struct {
	root    bool   // /api or /apis
	group   string // empty: the core group; of a root: api or apis
	version string
	plural  string // empty: the discovery document of the version
	name    string // empty: a collection
	inside  bool   // of a namespace
	deeper  bool   // a subresource
	accept  string // the form that is asked for
	page    bool   // of a collection: the call limits the number of objects
}

func (p apiPath) groupVersion() string {
	if p.group == "" {
		return p.version
	}
	return p.group + "/" + p.version
}

// readAPIPath reads a path behind the path of the kubeconfig's server. known is false if the path addresses
// neither a resource nor a discovery document.
func readAPIPath(path string) (p apiPath, known bool) {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if slices.Contains(segments, "") {
		return p, false
	}
	rest := segments[1:]
	switch {
	case segments[0] == "api":
	case segments[0] == "apis" && len(rest) == 1:
		return p, false // the versions of a group, which the worker does not ask for
	case segments[0] == "apis" && len(rest) > 1:
		p.group, rest = rest[0], rest[1:]
	case segments[0] != "apis":
		return p, false
	}
	if len(rest) == 0 {
		return apiPath{root: true, group: segments[0]}, true
	}
	p.version, rest = rest[0], rest[1:]
	if p.group == "" && p.version != "v1" {
		return p, false // as Helm's lookup of a kind that its group does not have: /api/NAME
	}
	if len(rest) > 2 && rest[0] == "namespaces" && rest[2] != "status" && rest[2] != "finalize" {
		rest = rest[2:]
		p.inside = true
	}
	if len(rest) > 0 {
		p.plural = rest[0]
	}
	if len(rest) > 1 {
		p.name = rest[1]
	}
	p.deeper = len(rest) > 2
	return p, true
}

// present is true for a member with content. The content is not copied.
type present bool

// UnmarshalJSON implements json.Unmarshaler.
func (p *present) UnmarshalJSON(text []byte) error {
	empty := slices.Contains([]string{"null", "[]", "{}"}, string(text))
	*p = present(!empty)
	return nil
}

// member distinguishes three cases: the member is absent, is null, or has a value, which may be empty.
type member int

const (
	memberAbsent member = iota
	memberNull
	memberThere
)

// UnmarshalJSON implements json.Unmarshaler.
func (m *member) UnmarshalJSON(text []byte) error {
	*m = memberThere
	if string(text) == "null" {
		*m = memberNull
	}
	return nil
}

// anyAnswer has the members of all answers that are looked at here.
type anyAnswer struct {
	Kind         string `json:"kind"`
	APIVersion   string `json:"apiVersion"`
	GitVersion   string `json:"gitVersion"`
	GroupVersion string `json:"groupVersion"`
	Message      string `json:"message"`
	Metadata     struct {
		Name            string `json:"name"`
		ResourceVersion string `json:"resourceVersion"`
		Continue        string `json:"continue"`
		Remaining       int64  `json:"remainingItemCount"`
	} `json:"metadata"`
	Versions  present               `json:"versions"`
	Groups    present               `json:"groups"`
	Items     member                `json:"items"`
	Resources present               `json:"resources"`
	Details   *metav1.StatusDetails `json:"details"`
}

// credible fails for an answer that may not be the API server's, if objects or kinds that are missing in it
// would count as absent. Otherwise the answer stays unchanged; the body of an answer that was looked at is in
// memory.
func (t endingTransport) credible(call *http.Request, answer *http.Response) error {
	path, known := readAPIPath(strings.TrimPrefix(call.URL.Path, t.prefix))
	isVersion := call.URL.Path == t.prefix+"/version"
	watch := call.URL.Query().Get("watch")
	if (!known && !isVersion) || path.deeper || watch == "true" || watch == "1" || answer.StatusCode == http.StatusNotModified {
		return nil
	}
	isRead := call.Method == http.MethodGet
	isDone := answer.StatusCode >= 200 && answer.StatusCode < 300
	if isDone && !isRead {
		return nil // its change has happened
	}
	if isDone && answer.StatusCode > http.StatusAccepted {
		_ = answer.Body.Close()
		return notOfServer(answer, nil, "no API server answers so: it is a proxy's version, or a part")
	}
	// client-go takes both for "no kind is served".
	isRefused := path.root && (answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusForbidden)
	if !isDone && !isRefused && answer.StatusCode != http.StatusNotFound {
		return nil // an error whatever it says
	}
	if call.Method == http.MethodPost {
		return nil // a 404 is about something else than the object
	}
	body, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil {
		return err
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	read, err := readAnswer(body)
	if isDone && err != nil {
		return notOfServer(answer, body, "it cannot be read")
	}
	path.accept = call.Header.Get("Accept")
	path.page = call.URL.Query().Has("limit")
	why := t.doubtOn(call.Context(), path, isVersion, answer.StatusCode, read)
	if why == "" && read.Kind == "APIGroupDiscoveryList" {
		why = doubtOnGroups(path, body)
	}
	if why != "" {
		return notOfServer(answer, body, why)
	}
	if answer.StatusCode == http.StatusNotFound && t.absent != nil {
		t.absent.note(call, path)
	}
	return nil
}

// doubtOn returns the reason why an answer does not count; empty: it counts.
func (t endingTransport) doubtOn(ctx context.Context, path apiPath, isVersion bool, status int, read anyAnswer) string {
	switch {
	case isVersion && status == http.StatusNotFound, path.root && status != http.StatusOK:
		return "every API server serves this"
	case isVersion:
		return unless(read.GitVersion != "", "it has no gitVersion")
	case path.root:
		return doubtOnRoot(path, read)
	case path.plural == "" && status == http.StatusNotFound:
		return unless(path.group != "", "every API server serves this")
	case path.plural == "":
		return doubtOnVersion(path, read)
	case status == http.StatusNotFound:
		return unless(names(read, path) || t.addressesNothing(ctx, path, read),
			"it names no object, so none counts as absent")
	case path.name != "":
		return doubtOnObject(path, read)
	}
	return t.doubtOnList(ctx, path, read)
}

func unless(fine bool, why string) string {
	if fine {
		return ""
	}
	return why
}

// doubtOnRoot checks /api and /apis: every API server has the core group and other groups.
func doubtOnRoot(path apiPath, read anyAnswer) string {
	switch {
	case read.Kind == "APIGroupDiscoveryList":
		return "" // see doubtOnGroups
	case read.Kind == "APIVersions" && path.group == "api":
		return unless(bool(read.Versions), "it lacks what every API server serves")
	case read.Kind == "APIGroupList" && path.group == "apis":
		return unless(bool(read.Groups), "it lacks what every API server serves")
	}
	return "it is no discovery document"
}

// doubtOnGroups checks the document of /api or of /apis that lists all groups with their kinds.
func doubtOnGroups(path apiPath, body []byte) string {
	var document struct {
		Items []struct {
			Metadata struct {
				Name string `json:"name"`
			} `json:"metadata"`
			Versions []struct {
				Resources present `json:"resources"`
			} `json:"versions"`
		} `json:"items"`
	}
	if err := json.Unmarshal(body, &document); err != nil {
		return "it is no discovery document"
	}
	found := false
	for _, group := range document.Items {
		if (group.Metadata.Name == "") != (path.group == "api") {
			return "it has groups of another document"
		}
		for _, version := range group.Versions {
			found = found || bool(version.Resources) || path.group == "apis"
		}
	}
	return unless(found, "it lacks what every API server serves")
}

// doubtOnVersion checks the kinds of a version. Only a group of another server may have no kinds.
func doubtOnVersion(path apiPath, read anyAnswer) string {
	if read.Kind != "APIResourceList" || read.GroupVersion != path.groupVersion() {
		return "it is no APIResourceList of " + path.groupVersion()
	}
	return unless(path.group != "" || bool(read.Resources), "it lacks what every API server serves")
}

// names is true for a Status about the requested object. An intermediate server that does not understand an
// answer makes a Status of its own, which names the object of its request. Such a Status does not count: the
// answer may have been about something else.
func names(status anyAnswer, path apiPath) bool {
	about := status.Details
	if status.Kind != "Status" || about == nil || path.name == "" {
		return false
	}
	for _, cause := range about.Causes {
		if cause.Type == metav1.CauseTypeUnexpectedServerResponse {
			return false
		}
	}
	kind, _, _ := strings.Cut(about.Kind, "/")
	return kind == path.plural && about.Name == path.name && (about.Group == "" || about.Group == path.group)
}

// doubtOnObject checks that a single object is the object of the path.
func doubtOnObject(path apiPath, read anyAnswer) string {
	if !ofPath(path, read, "") {
		return fmt.Sprintf("it is no object of %s %s, but kind %q of apiVersion %q", path.groupVersion(), path.plural, read.Kind, read.APIVersion)
	}
	return unless(read.Metadata.Name == path.name, fmt.Sprintf("it is about %q, not %q", read.Metadata.Name, path.name))
}

// ofPath is true if an answer has the kind of a path, with a suffix for lists, or the other form that was
// requested. A CustomResourceDefinition, or another server, may use any plural, and any kind for its lists;
// their groups are domains.
func ofPath(path apiPath, read anyAnswer, suffix string) bool {
	if strings.HasPrefix(read.APIVersion, "meta.k8s.io/") {
		return strings.Contains(path.accept, "as="+read.Kind+";")
	}
	if read.Kind == "" || read.APIVersion != path.groupVersion() {
		return false
	}
	if strings.Contains(path.group, ".") {
		return true
	}
	kind, found := strings.CutSuffix(strings.ToLower(read.Kind), strings.ToLower(suffix))
	// The last letter may differ: networkpolicies.
	return found && kind != "" && len(path.plural) >= len(kind) && strings.HasPrefix(path.plural, kind[:len(kind)-1])
}

// doubtOnList checks a collection by its resourceVersion, which no proxy makes up. Only kinds that cannot be
// watched have no resourceVersion, because their objects are made for each answer.
func (t endingTransport) doubtOnList(ctx context.Context, path apiPath, read anyAnswer) string {
	switch {
	case !ofPath(path, read, "List"):
		return fmt.Sprintf("it is no list of %s %s, but kind %q of apiVersion %q", path.groupVersion(), path.plural, read.Kind, read.APIVersion)
	case (read.Metadata.ResourceVersion == "" || read.Metadata.ResourceVersion == "0") && t.mayBeWatched(ctx, path):
		return "it is a list without metadata.resourceVersion"
	case read.Items == memberAbsent, read.Items == memberNull && !mayBeNull(path, read):
		return "it is a list without items"
	case !path.page && (read.Metadata.Continue != "" || read.Metadata.Remaining > 0):
		return "it is a page of a list that was asked for as a whole"
	}
	return ""
}

// mayBeNull is true for a list that may write null in place of no items. The API server does so for metadata
// alone (seen with 1.37), and a server of other groups may, because Go writes null for a list that it has not
// made. The API server writes [] for objects of its own kinds.
func mayBeNull(path apiPath, read anyAnswer) bool {
	return strings.HasPrefix(read.APIVersion, "meta.k8s.io/") || strings.Contains(path.group, ".")
}

// addressesNothing is true if no API server can have an object at the path: the kind lives in namespaces, and
// the path has no namespace, as for {{ lookup "v1" "ConfigMap" "" "NAME" }}. The 404 of the API server names
// no object then.
func (t endingTransport) addressesNothing(ctx context.Context, path apiPath, status anyAnswer) bool {
	if status.Kind != "Status" || path.name == "" || path.inside {
		return false
	}
	kind, known := t.served(ctx, path)
	return known && kind.Namespaced
}

// mayBeWatched is true unless the API server says otherwise.
func (t endingTransport) mayBeWatched(ctx context.Context, path apiPath) bool {
	if path.group == "" {
		return true
	}
	kind, known := t.served(ctx, path)
	return !known || slices.Contains(kind.Verbs, "watch")
}

// served returns the kind of a path as the API server describes it.
func (t endingTransport) served(ctx context.Context, path apiPath) (kind metav1.APIResource, known bool) {
	if t.server == nil {
		return kind, false
	}
	document := *t.server
	document.Path = t.prefix + "/apis/" + path.groupVersion()
	if path.group == "" {
		document.Path = t.prefix + "/api/" + path.version
	}
	call, err := http.NewRequestWithContext(ctx, http.MethodGet, document.String(), nil)
	if err != nil {
		return kind, false
	}
	answer, err := t.RoundTrip(call)
	if err != nil {
		return kind, false
	}
	defer answer.Body.Close()
	var all metav1.APIResourceList
	if answer.StatusCode != http.StatusOK || json.NewDecoder(answer.Body).Decode(&all) != nil {
		return kind, false
	}
	at := slices.IndexFunc(all.APIResources, func(x metav1.APIResource) bool { return x.Name == path.plural })
	if at < 0 {
		return kind, false
	}
	return all.APIResources[at], true
}

// notOfServer is the error about an answer that does not count. It names the answer and the next step.
func notOfServer(answer *http.Response, body []byte, why string) error {
	line, _, _ := bytes.Cut(bytes.TrimSpace(body), []byte("\n"))
	return fmt.Errorf("the answer %d to %s may not be the API server's (%s), so nothing counts as absent by it: look at proxies between "+
		"the operator and the API server, and at the rights of the operator; the answer begins with %.200q", answer.StatusCode, answer.Request.URL.Path, why, line)
}

// serverOf returns the address of a configuration's API server, and the path in front of all paths of the
// server.
func serverOf(host string) (*url.URL, string) {
	server, err := url.Parse(host)
	if err != nil {
		return nil, ""
	}
	return server, strings.TrimSuffix(server.Path, "/")
}
