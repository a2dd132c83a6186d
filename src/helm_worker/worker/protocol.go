package worker

import (
	"encoding/json"
	"fmt"
)

// protocolVersion is raised if an older operator would misunderstand an answer.
const protocolVersion = 2

// Hello is the first line that a worker writes, unasked.
type Hello struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
}

// Request is a line on stdin. Do decides which of the fields count.
type Request struct {
	ID int64  `json:"id"`
	Do string `json:"do"` // render, upgrade, uninstall or cancel

	Release     string          `json:"release"`
	Chart       string          `json:"chart"`       // the path of a directory, or of an archive
	ChartDigest string          `json:"chartDigest"` // of all that is in Chart; empty: load it anew
	Values      json.RawMessage `json:"values"`

	// Render and upgrade: the .Capabilities of the chart. Without KubeVersion an upgrade, and a render that
	// asks the cluster, use the answers of the cluster.
	KubeVersion        string   `json:"kubeVersion"`
	APIVersions        []string `json:"apiVersions"`
	CapabilitiesDigest string   `json:"capabilitiesDigest"`

	// Render only. With ServedOnly the chart sees exactly APIVersions, as in an upgrade; otherwise also the
	// versions that Helm was built with.
	AsksCluster bool `json:"asksCluster"`
	ServedOnly  bool `json:"servedOnly"`

	// Upgrade only: the latest revision that the operator knows, 0 if it knows of no release. The upgrade is
	// refused if only the operator or only Helm has found a release; the numbers are not compared. If absent,
	// there is no check.
	KnownRevision *int `json:"knownRevision"`

	// Upgrade only: with LeavesObjects, objects that the chart does not have any more stay, and the answer
	// names them. Left are the objects of earlier upgrades that are still there.
	LeavesObjects bool         `json:"leavesObjects"`
	Left          []objectName `json:"left"`

	// Upgrade only: it fails before it changes an object if it would write other values over objects of users
	// that the release does not have yet.
	SparesUsers bool `json:"sparesUsers"`

	// Upgrade only: records of the release have gone. The upgrade fails before it changes an object if it would
	// give objects that name the release other values.
	SparesOwn bool `json:"sparesOwn"`

	// As the options of helm with these names.
	Labels         map[string]string `json:"labels"` // upgrade only
	TimeoutSeconds int64             `json:"timeoutSeconds"`
	HistoryMax     int               `json:"historyMax"`  // upgrade only
	KeepHistory    bool              `json:"keepHistory"` // uninstall only

	// Upgrade and uninstall only: kinds, as APIVERSION/KIND, that have gone with their objects. The chart of an
	// upgrade has no object of them.
	GoneKinds []string `json:"goneKinds"`
}

// Answer is a line on stdout. Each request gets a single answer, after any number of stages. With Error set,
// the request has failed. A cancel itself gets no answer, because the cancelled request gets its own.
type Answer struct {
	ID int64 `json:"id"` // the first member: the operator finds the request by it
	// The request was cancelled and goes on all the same, because its work cannot be interrupted: it takes a
	// processor until this process ends. The second member: the operator sees it without reading the answer.
	Left     bool     `json:"left,omitempty"`
	Manifest *string  `json:"manifest,omitempty"`
	Revision int      `json:"revision,omitempty"`
	Status   string   `json:"status,omitempty"`
	Warnings []string `json:"warnings"`
	Error    string   `json:"error,omitempty"`
	Panic    bool     `json:"panic,omitempty"`
	// Of a rendering that asks the cluster, and of an upgrade, if templates have looked up objects of others.
	LookedUp *LookedUp `json:"lookedUp,omitempty"`
	fates
}

// Stage is a line on stdout before the answer: the work of the request from now on, for people. Empty: its
// usual work.
type Stage struct {
	ID    int64  `json:"id"`
	Stage string `json:"stage"`
}

// parseRequest reads a line. If the line is wrong, the result still has its id, as far as it can be read.
func parseRequest(line []byte) (Request, error) {
	var request Request
	if err := json.Unmarshal(line, &request); err != nil {
		var only struct {
			ID int64 `json:"id"`
		}
		_ = json.Unmarshal(line, &only)
		return Request{ID: only.ID}, fmt.Errorf("the request is no JSON object of this protocol: %w", err)
	}
	return request, nil
}

// capabilitiesMemory completes requests that leave out capabilities because the request before them had the
// same capabilities.
type capabilitiesMemory struct {
	digest      string
	apiVersions []string
}

// complete fills in the API versions, or remembers them.
func (memory *capabilitiesMemory) complete(request *Request) error {
	switch {
	case request.Do != "render" && request.Do != "upgrade":
	case request.APIVersions != nil:
		if request.CapabilitiesDigest != "" {
			memory.digest, memory.apiVersions = request.CapabilitiesDigest, request.APIVersions
		}
	case request.CapabilitiesDigest == "":
	case request.CapabilitiesDigest == memory.digest:
		request.APIVersions = memory.apiVersions
	default:
		return errUnknownCapabilities
	}
	return nil
}
