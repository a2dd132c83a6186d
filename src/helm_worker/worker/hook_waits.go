package worker

import (
	"fmt"
	"strings"
	"time"

	"helm.sh/helm/v4/pkg/kube"
)

// namedInStage is how many objects a stage names.
const namedInStage = 3

// GetWaiterWithOptions implements kube.InterfaceWaitOptions: the waits for a chart's hooks are stages of the
// request, so that people see the reason for an upgrade that lasts.
func (c *sessionClient) GetWaiterWithOptions(strategy kube.WaitStrategy, options ...kube.WaitOption) (kube.Waiter, error) {
	waiter, err := c.Client.GetWaiterWithOptions(strategy, options...)
	if err != nil {
		return nil, err
	}
	return stagedWaiter{Waiter: waiter, client: c, heard: c.heard}, nil
}

// stagedWaiter reports the waits of a Waiter.
type stagedWaiter struct {
	kube.Waiter
	client *sessionClient
	heard  *warnings
}

// WatchUntilReady implements kube.Waiter.
func (w stagedWaiter) WatchUntilReady(objects kube.ResourceList, timeout time.Duration) error {
	w.heard.begin("waits for " + listed(objects))
	defer w.heard.begin("")
	return w.Waiter.WatchUntilReady(objects, timeout)
}

// WaitForDelete implements kube.Waiter. Objects that stay are not waited for.
func (w stagedWaiter) WaitForDelete(objects kube.ResourceList, timeout time.Duration) error {
	if objects = w.client.withoutSpared(objects); len(objects) == 0 {
		return nil
	}
	w.heard.begin("waits for the deletion of " + listed(objects))
	defer w.heard.begin("")
	return w.Waiter.WaitForDelete(objects, timeout)
}

// listed names the first objects: `Job migrate, Pod smoke`.
func listed(objects kube.ResourceList) string {
	var texts []string
	for i, object := range objects {
		if i == namedInStage {
			texts = append(texts, fmt.Sprintf("%d more", len(objects)-namedInStage))
			break
		}
		texts = append(texts, object.Mapping.GroupVersionKind.Kind+" "+object.Name)
	}
	return strings.Join(texts, ", ")
}
